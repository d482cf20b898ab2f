from pathlib import Path

from bench.testbed.standins import certificates_bundle


def test_bundle_holds_every_certificate_once_and_in_order(tmp_path: Path) -> None:
    added, bundle = tmp_path / "added", tmp_path / "cache" / "bundle.pem"
    (added / "company").mkdir(parents=True)
    (added / "b.crt").write_text("B")
    (added / "company" / "a.crt").write_text("A\n\n")
    (added / "notes.txt").write_text("no certificate")
    assert certificates_bundle(added, bundle) == bundle
    assert bundle.read_text() == "B\nA\n"


def test_host_without_added_certificates_has_no_bundle(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.pem"
    bundle.write_text("from a time when there were some")
    assert certificates_bundle(tmp_path / "none", bundle) is None
    assert not bundle.exists()
