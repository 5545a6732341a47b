"""One seed, one journal, on every Python: `python -m tests.storm.versions PYTHON …`."""

import os
import subprocess
import sys
from pathlib import Path

from tests.soak.figures import measured

ROOT = Path(__file__).parents[2]
SEEDS = range(1, 41)
HASHES = f"""
import platform
from tests.storm.run import run
print(platform.python_version(), *(run(seed).journal for seed in range({SEEDS.start}, {SEEDS.stop})))
"""


def hashes(python: str, hash_seed: int) -> tuple[str, list[str]]:
    """Return the version of a Python and the journal hashes of the seeds that it computes."""
    env = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    command = [python, "-c", HASHES]
    ran = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True)
    version, *journals = ran.stdout.split()
    return version, journals


def main(pythons: list[str]) -> int:
    """Run the seeds on each version and compare; one version alone proves nothing."""
    wanted: list[str] = []
    versions: set[str] = set()
    for hash_seed, python in enumerate(pythons, 1):
        version, journals = hashes(python, hash_seed)
        wanted = wanted or journals
        other = [seed for seed, *both in zip(SEEDS, wanted, journals, strict=True) if both[0] != both[1]]
        print(f"Python {version}: {f'other journals for seeds {other}' if other else 'the same journals'}")
        if other:
            return 1
        versions.add(version.rpartition(".")[0])
    measured("versions of Python with one hash", len(versions))
    print(f"{len(SEEDS)} seeds, {len(versions)} versions of Python")
    return 0 if len(versions) > 1 else 1


if __name__ == "__main__":
    sys.exit(main([sys.executable, *sys.argv[1:]]))
