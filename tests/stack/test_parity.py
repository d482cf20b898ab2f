"""The variants are the same service: the same answers to one script, the same figures read back.

Variants run one after another, so each is compared with those before it in the session. The database's side of
parity, statements and round trips for each call, is in test_round_trips.py.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from tests.note import Note
from tests.stack.attempt import Attempt, attempt
from tests.stack.figures import read_figures
from tests.stack.script import AT_ONCE, FRAMING, IN_TURN, SCRIPT, Step
from tests.stack.stack import Stack

OF_THE_MOMENT = ("date",)


@dataclass(frozen=True)
class Answer:
    """What must be the same, byte for byte. `whole` is whether the body came to its end."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    whole: bool


USERS = 8
"""For the steps that are played at once."""

Shown = dict[str, object]
"""What a variant has shown: its answers by the step's name, or its figures."""


@pytest.fixture(scope="session")
def all_answers() -> dict[str, Shown]:
    """The answers of the variants that the session has tested so far."""
    return {}


@pytest.fixture(scope="session")
def all_figures() -> dict[str, Shown]:
    """The figures of the variants that the session has tested so far."""
    return {}


@pytest.fixture(scope="module")
def answers(stack: Stack, all_answers: dict[str, Shown]) -> Shown:
    """This variant's answers to the script, on a reset database. The script leaves seeded rows as they are."""
    stack.machines.database.reset()
    ids: dict[str, str] = {}
    mine: Shown = {step.name: answer(step, play(stack, step, ids)) for step in own(stack, IN_TURN)}
    with ThreadPoolExecutor(USERS) as pool:
        mine |= pool.map(lambda step: (step.name, answer(step, play(stack, step, {}))), own(stack, AT_ONCE))
    all_answers[stack.variant] = mine
    return mine


@pytest.fixture(scope="module")
def figures(stack: Stack, all_figures: dict[str, Shown]) -> Shown:
    mine: Shown = dict(read_figures(stack))
    all_figures[stack.variant] = mine
    return mine


def own(stack: Stack, steps: Sequence[Step]) -> list[Step]:
    """Those of the steps that are for this variant."""
    return [step for step in steps if stack.variant in step.variants]


def play(stack: Stack, step: Step, ids: dict[str, str]) -> Attempt:
    """Make the step's call; `ids` are those of the rows created last, by their kind."""
    body = {"content": step.content} if step.json is None else {"json": step.json}
    played = attempt(stack.api, step.method, step.path.format(**ids), headers=dict(step.headers), **body)
    if played.response.status_code == 201:
        _, collection, created = played.headers["location"].split("/")
        ids[{"agents": "agent", "properties": "property"}[collection]] = created
    return played


def answer(step: Step, played: Attempt) -> Answer:
    if step.status_only:
        return Answer(played.response.status_code, {}, b"", played.whole)
    framing = FRAMING if step.status >= 400 else ()
    left_out = (*OF_THE_MOMENT, *framing, *step.unlike)
    headers = {name: value for name, value in sorted(played.headers.items()) if name not in left_out}
    return Answer(played.response.status_code, headers, played.response.content, played.whole)


def differences(variant: str, everyone: Mapping[str, Shown]) -> list[str]:
    """One line for each thing that the variant shows otherwise than the first other one that shows it."""
    others = [name for name in everyone if name != variant]
    found = []
    for thing, mine in everyone[variant].items():
        other = next((name for name in others if thing in everyone[name]), None)
        if other is not None and everyone[other][thing] != mine:
            here, there = where_they_part(repr(mine), repr(everyone[other][thing]))
            found.append(f"'{thing}'\n  {variant}: {here}\n  {other}: {there}")
    return found


def where_they_part(one: str, other: str) -> tuple[str, str]:
    """The texts from a little before their first difference."""
    parting = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    start = max(0, parting - 100)
    return one[start : start + 300], other[start : start + 300]


def skip_if_alone(everyone: Mapping[str, Shown]) -> None:
    if len(everyone) == 1:
        pytest.skip(f"{next(iter(everyone))} is the first variant of this session: there is none to compare it with")


def test_the_script_s_statuses(stack: Stack, answers: Shown, note: Note) -> None:
    due = {step.name: step.status for step in own(stack, SCRIPT)}
    assert len(due) == len(answers), "two steps of the script have the same name"
    wrong = {name: got for name, got in answers.items() if isinstance(got, Answer) and got.status != due[name]}
    assert not wrong, f"{stack.variant}: " + "\n".join(f"'{name}' is due {due[name]}: {wrong[name]}" for name in wrong)
    note(f"{stack.variant}: {len(answers)} calls of the parity script answered")


def test_every_answer_is_the_same(stack: Stack, answers: Shown, all_answers: dict[str, Shown]) -> None:
    assert answers
    skip_if_alone(all_answers)
    found = differences(stack.variant, all_answers)
    assert not found, f"{len(found)} of {len(answers)} calls are answered otherwise:\n" + "\n".join(found)


def test_every_figure_is_the_same(stack: Stack, figures: Shown, all_figures: dict[str, Shown]) -> None:
    assert figures
    skip_if_alone(all_figures)
    found = differences(stack.variant, all_figures)
    assert not found, f"{stack.variant} runs on other terms:\n" + "\n".join(found)


def test_the_figures_are_those_of_the_settings(stack: Stack, figures: Shown) -> None:
    assert figures["database pool"] == stack.setting("DB_POOL_SIZE"), f"{figures}"
    assert figures["connections that the database sees"] == stack.setting("DB_POOL_SIZE"), f"{figures}"
