"""The final check: the journal exported as a bundle, and the verifier run on it with every receipt."""

import tempfile
from pathlib import Path

from sicbo.house.export.bundles import export
from sicbo.house.identity.receipts import write_receipt
from sicbo.verify.bundle import bundle_at
from sicbo.verify.outside import Source
from sicbo.verify.verifier import Evidence, verify
from tests.storm.checks.checks import Checks
from tests.storm.house import House


def verdict(house: House, checks: Checks) -> None:
    """Assert that the verifier finds nothing wrong and every receipt is in the journal."""
    persons = house.hands.accepted() if house.hands else {}
    keys = {"house": [str(house.key.vkey)], "persons": persons, "witnesses": [], "rotations": []}
    receipts = b"".join(write_receipt(one) + b"\n" for one in checks.receipts)
    with tempfile.TemporaryDirectory() as place:
        out = Path(place) / "bundle"
        export(house.journal, sorted(house.floor.places), keys, out, house.signer)
        sources = (Source("receipts", receipts),) if receipts else ()
        report = verify(bundle_at(out), Evidence(None, (), sources))
    assert report.code == 0, f"V: {report.every[:3]}"
