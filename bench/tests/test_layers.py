"""Stacks into layers: which frame decides, what a request costs, and what is said of a recording that is not whole."""

import pytest

from bench.analysis.layers import Cost, Row, breakdown, changes, row
from bench.analysis.stacks import method
from bench.analysis.unseen import missing
from bench.errors import UsageError
from bench.spec import layers as spec
from bench.spec.layers import REST, Layers
from bench.tests.profiles import ALLOCATED, CONTROLLER, MVC, STACKS, collapsed, facts

FILE = """\
layers:
  - name: server
    colour: "#E69F00"
    frames:
      Tomcat: [org.apache.tomcat.]
  - name: application
    colour: "#56B4E9"
    frames:
      its own: [threadmill.]
"""


@pytest.fixture(scope="module")
def known() -> Layers:
    return spec.read()


def cpu(found: Row) -> Cost:
    assert found.cpu is not None
    return found.cpu


def test_the_innermost_frame_with_a_layer_decides_and_the_jdk_is_its_caller_s(known: Layers) -> None:
    assert breakdown(collapsed(STACKS), known).layers == {
        "socket and kernel": 35, "framework": 10, "JSON": 30, "style": 5, "application": 8, "compilers": 12,
        "collector": 4, REST: 3,
    }  # fmt: skip


def test_a_root_that_every_stack_has_is_no_layer(known: Layers) -> None:
    found = breakdown("[main tid=1];java/lang/Thread.run_[0];com/example/Unheard.of_[j] 5\n", known)
    assert found.layers == {REST: 5}
    assert found.methods(REST) == {"com.example.Unheard.of": 5}


def test_the_longest_beginning_decides(known: Layers) -> None:
    hook = f"{MVC};threadmill/input/BodyLimit.doFilter_[j] 1\n{MVC};threadmill/input/Text.of_[j] 1\n"
    assert breakdown(hook, known).layers == {"hooks": 1, "application": 1}


def test_dots_and_slashes_and_marks_are_the_same_frame() -> None:
    assert method("a/b/C.d_[j]") == method("a.b.C.d") == "a.b.C.d"


def test_a_planted_cost_is_found_by_layer_and_method_within_15_percent(known: Layers) -> None:
    """100 µs in a controller: 100 samples of 1 ms in 1,000 requests, most of them in what it calls of the JDK."""
    fine = {path: weight * 10 for path, weight in STACKS.items()}
    spin = f"{CONTROLLER};java/lang/System.nanoTime_[i]"
    planted = {**fine, spin: fine[spin] + 60, f"{spin};os::javaTimeNanos;__vdso_clock_gettime": 35, CONTROLLER: 7}
    found, base = (
        cpu(row(facts(interval_ns=1_000_000), known, collapsed(stacks), None, None)) for stacks in (planted, fine)
    )
    method = "threadmill.properties.PropertyController.create"
    assert found.methods("application")[method] - base.methods("application")[method] == pytest.approx(100, rel=0.15)
    (change,) = changes(found, base)
    assert (change.layer, change.part) == ("application", "its own code")
    assert change.more == pytest.approx(100, rel=0.15)


def test_planted_bytes_are_found_by_layer_and_method(known: Layers) -> None:
    """50 KB in a controller; the innermost frame is the class of the object and no code."""
    planted = {**ALLOCATED, f"{CONTROLLER};byte[]_[k]": 50_000_000}
    found = row(facts(allocated_bytes=60_000_000), known, None, collapsed(planted), None).allocated
    assert found is not None
    assert found.methods("application") == {"threadmill.properties.PropertyController.create": pytest.approx(50_000)}
    assert found.layers["framework"] == 4_000 and "server" not in found.layers
    assert found.gap == pytest.approx(0)


def test_cpu_is_samples_times_their_interval_unscaled(known: Layers) -> None:
    found = cpu(row(facts(app_cpu_seconds=1.25), known, collapsed(STACKS), None, None))
    assert found.total == pytest.approx(1070) and found.counted == pytest.approx(1250)
    assert found.layers["JSON"] == pytest.approx(300)
    assert found.gap == pytest.approx(0.144)
    (note,) = missing(found, facts(app_cpu_seconds=1.25))
    assert "14% less than the cgroup's 1,250 µs" in note


def test_a_small_gap_needs_no_words_and_a_large_one_gets_its_reason(known: Layers) -> None:
    small, lost = facts(app_cpu_seconds=1.12), facts(app_cpu_seconds=1.4, lost=30, failed=2)
    short, over = facts(app_cpu_seconds=0.428, interval_ns=1_000_000), facts(app_cpu_seconds=0.9)

    def said(these: object) -> list[str]:
        return list(missing(cpu(row(these, known, collapsed(STACKS), None, None)), these))  # type: ignore[arg-type]

    assert said(small) == []
    assert said(lost)[0].startswith("samples whose stack cannot be read: 2,")
    assert "lost samples are about 300 µs of it" in said(lost)[1] and len(said(lost)) == 2, "what was lost is told once"
    assert "shorter than the kernel's clock tick" in said(short)[0]
    assert "more than the cgroup's" in said(over)[0]


def test_a_lost_sample_stands_for_as_much_as_the_others_do(known: Layers) -> None:
    weighed = facts(app_cpu_seconds=1.4, lost=15, samples=107, signals=53)
    assert weighed.lost_ns == pytest.approx(15 * 10e6 * 107 / 53)
    notes = list(missing(cpu(row(weighed, known, collapsed(STACKS), None, None)), weighed))
    assert "lost samples are about 303 µs of it" in notes[0]
    little = facts(app_cpu_seconds=1.07, lost=15, samples=107, signals=53)
    (note,) = missing(cpu(row(little, known, collapsed(STACKS), None, None)), little)
    assert note == "lost samples: 15, about 302.8 µs a request"


def test_threads_without_a_sample_are_counted_by_themselves_and_never_twice(known: Layers) -> None:
    counted = facts(compiler_cpu_seconds=0.2, collector_cpu_seconds=0.05)
    both = cpu(row(counted, known, collapsed(STACKS), None, None))
    assert both.added == {} and both.layers["compilers"] == pytest.approx(120)
    java = {path: weight for path, weight in STACKS.items() if not path.startswith(("[C2", "[VM"))}
    alone = cpu(row(counted, known, collapsed(java), None, None))
    assert alone.layers["compilers"] == pytest.approx(200) and alone.layers["collector"] == pytest.approx(50)
    assert alone.total == pytest.approx(910 + 250)


def test_differences_within_the_sampling_error_are_not_told(known: Layers) -> None:
    base = cpu(row(facts(), known, collapsed(STACKS), None, None))
    near = {**STACKS, f"{CONTROLLER};java/lang/System.nanoTime_[i]": 9}
    assert changes(cpu(row(facts(), known, collapsed(near), None, None)), base) == []


def test_an_empty_recording_is_said_to_be(known: Layers) -> None:
    found = cpu(row(facts(samples=0), known, "", None, None))
    assert found.total == 0
    assert "the recording is empty" in next(iter(missing(found, facts(samples=0))))


def test_a_recording_that_was_cut_off_keeps_what_is_whole(known: Layers) -> None:
    text = collapsed(STACKS)
    cut = text[: text.index(" 12\n") + 2]  # the compilers' line has lost a digit
    found = breakdown(cut, known)
    assert found.broken == 1 and found.layers["JSON"] == 30 and found.layers["compilers"] == 0
    assert any("cut off" in note for note in missing(cpu(row(facts(), known, cut, None, None)), facts()))
    assert breakdown("a;b x\n;;; \nno-weight\n", known).broken == 3


def test_no_request_means_no_cost_of_a_request(known: Layers) -> None:
    assert row(facts(requests_good=0, requests_failed=0), known, collapsed(STACKS), None, None).cpu is None


def test_the_file_names_every_layer_of_all_four_stacks(known: Layers) -> None:
    wanted = {
        "socket and kernel", "server", "framework", "style", "JSON", "validation", "pool", "driver", "metrics", "hooks",
        "collector", "compilers",
    }  # fmt: skip
    assert wanted < set(known.names)
    assert len({layer.colour for layer in known.layers}) == len(known.layers)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("name: application", "name: server"), "line 6: the layer 'server' stands in line 2 too"),
        (("[threadmill.]", "[org.apache.tomcat.]"), "line 9: 'org.apache.tomcat.' stands in line 5 too; remove one"),
        (("name: server", "name: rest"), "line 2: 'rest' is what has no layer; choose another name"),
        (("frames:\n      its own", "packages:\n      its own"), "line 8: 'layers.1.packages' is no key"),
        (('"#56B4E9"', "blue"), "line 7: layers.1.colour"),
        (("[threadmill.]", "threadmill."), "line 9: layers.1.frames.its own"),
        (("    frames:\n      its own", "   frames:\n      its own"), "line 8 is no YAML"),
        ((FILE, "- server"), "has no keys; write `layers:`"),
    ],
)
def test_a_wrong_file_is_told_with_its_line_and_what_to_do(change: tuple[str, str], told: str) -> None:
    with pytest.raises(UsageError) as caught:
        spec.parse("profiles/layers.yaml", FILE.replace(*change))
    assert told in str(caught.value)
    assert str(caught.value).startswith("profiles/layers.yaml")


def test_a_file_that_is_right_is_read() -> None:
    assert spec.parse("mine.yaml", FILE).names == ["server", "application", REST]
