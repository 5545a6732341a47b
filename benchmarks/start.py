"""How long commands take to start, against a bare `python -c pass`: `python -m benchmarks.start`.

The figures are processor times of whole processes, in turns, with compiled kernels cached on disk; wall-clock
time would measure what else runs on the machine.
"""

import argparse
import os
import subprocess
import sys
from statistics import median

from benchmarks.ratios import show

PYTHON = (sys.executable, "-c")
SICBO = (sys.executable, "-m", "sicbo")
BARE = (*PYTHON, "pass")
SLIP = ("simulate", "crown-sydney", "small=2500", "single-4=500", "--seed", "7")
EDGE = "from sicbo import Rulebook; Rulebook.load('crown-sydney').edge('small')"
LONG = "sicbo simulate, path of 10^8 rounds, all of it"
CASES = {
    "import sicbo": (*PYTHON, "import sicbo"),
    "Rulebook.load and one edge": (*PYTHON, EDGE),
    "sicbo --help": (*SICBO, "--help"),
    "sicbo odds": (*SICBO, "odds", "crown-sydney"),
    "sicbo simulate, totals of 10^12 rounds": (*SICBO, *SLIP, "--rounds", "1e12"),
    "sicbo simulate, path of 10^6 rounds": (*SICBO, *SLIP, "--rounds", "1e6", "--level", "path"),
    LONG: (*SICBO, *SLIP, "--rounds", "1e8", "--level", "path"),
}


def processor_time(command: tuple[str, ...]) -> float:
    """Return the processor time of a whole process, in seconds."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed.")
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print each command's time, and its ratio to a bare interpreter."""
    parser = argparse.ArgumentParser(description="Measure how long commands take to start.")
    parser.add_argument("--quick", action="store_true", help="fewer turns")
    turns = 3 if parser.parse_args().quick else 9
    for name, command in CASES.items():
        processor_time(command)  # kernels and bytecode are compiled only once
        taken = [(processor_time(command), processor_time(BARE)) for _ in range(turns)]
        show(f"{name} / python -c pass", median(ours / bare for ours, bare in taken))
        goal = "" if name == LONG else "goal: under 1"
        show("  seconds of processor time", median(ours for ours, _ in taken), goal, kind=None)


if __name__ == "__main__":
    main()
