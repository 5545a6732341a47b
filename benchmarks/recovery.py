"""The speed of recovery and of the verifier: `python -m benchmarks.recovery [--events N]`.

The base is reading the same records once and hashing their bytes, which cannot be avoided. All figures are
processor time in one run. The verifier's memory is that of a separate process, as the kernel counted it after
the program was loaded, because before that it is a copy of this one.
"""

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from time import process_time

from benchmarks.journal import show
from sicbo.house.entries import WrittenRecord
from sicbo.house.export.bundles import export_bundle
from sicbo.house.floor import Floor
from sicbo.house.identity.keys import Keys
from sicbo.house.identity.signatures import HouseSigner
from sicbo.house.maintenance.sample_day import SampleDay
from sicbo.house.recovery.snapshots import take_snapshot
from sicbo.journal.sqlite import SqliteJournal
from sicbo.journal.store import Journal
from tests.soak.figures import set_figure

PLAYERS = 200
VERIFIER = """
import sys
from sicbo.verify.__main__ import main
code = main(sys.argv[1:])
sys.stderr.write(open("/proc/self/status").read())
sys.exit(code)
"""


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of a piece of work."""
    start = process_time()
    work()
    return process_time() - start


def read_and_hash(journal: Journal) -> int:
    """Read every record and hash its bytes once."""
    return sum(len(sha256(record.text + record.hash).digest()) for record in journal.read("T1"))


def deal_events(floor: Floor, events: int) -> int:
    """Deal until this number of events has happened; return the number."""
    day, told = SampleDay(floor, "crown-sydney-2024", players=PLAYERS), 0

    def count(written: Sequence[WrittenRecord]) -> None:
        nonlocal told
        told += sum(len(one.events) for one in written)

    floor.followers.append(count)
    while told < events:
        day.deal(1)
    return told


def measure_verifier(bundle: Path) -> tuple[float, float]:
    """Return the processor time and the peak memory in megabytes of the verifier, which must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run([sys.executable, "-c", VERIFIER, bundle], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    kilobytes = int(ended.stderr.decode().partition("VmHWM:")[2].split()[0])
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, kilobytes / 1024


def report(place: Path, events: int) -> None:
    """Print the ratios."""
    with tempfile.TemporaryDirectory(dir=place) as name:
        data = Path(name)
        keys = Keys(data)
        keys.new_house_key("sample.example")
        signer, journal = HouseSigner.from_keys(keys), SqliteJournal(data)
        floor = Floor(journal, signer)
        told = deal_events(floor, events)
        journal.keep_snapshot(take_snapshot(floor.logs["T1"], signer))
        base = min(seconds(lambda: read_and_hash(journal)) for _ in range(3))
        show(f"reading and hashing {told:,} events, seconds", base)
        with_snapshot = seconds(lambda: Floor(journal, signer))
        show("recovery with a snapshot / that", with_snapshot / base, "goal: at most 3")
        journal.forget_snapshot("T1")
        without = seconds(lambda: Floor(journal, signer))
        show("recovery without a snapshot / that", without / base, "goal: at most 12")
        export_bundle(journal, ["T1"], keys.public_keys(), data / "bundle", signer)
        journal.close()
        verifier, megabytes = measure_verifier(data / "bundle")
        show("verifier / that", verifier / base, "goal: at most 10")
        show("memory of the verifier, megabytes", megabytes, "goal: constant")
        set_figure("events recovered", told)
        show("recovery with a snapshot, seconds", with_snapshot)
        show("recovery without a snapshot, seconds", without)
        show("verifier, seconds", verifier)


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description="Measure the speed of recovery.")
    parser.add_argument("--events", type=int, default=1_000_000, help="how many events to play first")
    parser.add_argument("--place", type=Path, default=Path("."), help="a directory on the disk to use")
    arguments = parser.parse_args()
    report(arguments.place, arguments.events)


if __name__ == "__main__":
    main()
