"""Mutants in one process: pytest collects once, and each mutant is a fork with one function changed.

Loaded with `-p tests.mutation.nursery`; SICBO_MUTANTS names the file of the mutants with their tests. Code
that runs when a module is imported cannot be changed this way: such a mutant is not planted here.
"""

import gc
import json
import os
import resource
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from inspect import CO_NEWLOCALS
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.mutation.sites import Site, mutated

SURVIVED, KILLED, TOO_LONG, NOT_PLANTED = "survived", "killed", "too long", "not planted"
FATES = (SURVIVED, KILLED, NOT_PLANTED)
PROCESSES, CPU_SECONDS = 2, 60
Functions = dict[tuple[str, str], list[FunctionType]]


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the tests of every mutant, and write one line with the outcome for each."""
    place = Path(os.environ["SICBO_MUTANTS"])
    wanted = [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()]
    items = {item.nodeid: item for item in session.items}
    functions, caches = _functions(), [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    gc.freeze()
    running: dict[int, int] = {}
    with place.with_suffix(".fates").open("w", encoding="utf-8") as fates:

        def reap() -> None:
            pid, status = os.wait()
            print(running.pop(pid), _fate(status), file=fates, flush=True)

        for number, (site, tests) in enumerate(wanted):
            if len(running) == PROCESSES:
                reap()
            pid = os.fork()
            if not pid:
                _live(session, Site(*site), [items[test] for test in tests], functions, caches)
            running[pid] = number
        while running:
            reap()
    return True


def _fate(status: int) -> str:
    if os.WIFSIGNALED(status):
        return TOO_LONG
    return FATES[os.WEXITSTATUS(status)]


def _live(
    session: pytest.Session, site: Site, items: list[pytest.Item], functions: Functions, caches: list[Any]
) -> None:
    """Run one mutant's tests in its fork; never return."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    fate = KILLED
    try:
        planted = plant(site, functions)
        for cache in caches:
            cache.cache_clear()
        for item, following in zip(items, [*items[1:], None], strict=True) if planted else ():
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                break
        else:
            fate = SURVIVED if planted else NOT_PLANTED
    finally:
        os._exit(FATES.index(fate))


def plant(site: Site, functions: Functions) -> bool:
    """Change the function that a site is in; return whether there is one."""
    planted = False
    module = site.path.removesuffix(".py").replace("/", ".")
    source = getattr(sys.modules.get(module), "__file__", None)
    if source is None:
        return False
    tree = mutated(Path(source).read_text(encoding="utf-8"), site)
    for code in _codes(compile(tree, source, "exec")):
        if f"{site.within}.".startswith(f"{code.co_qualname}."):
            for function in functions[module, code.co_qualname]:
                function.__code__ = code
                planted = True
    return planted


def _functions() -> Functions:
    """Return every function of the product that is not nested in another function."""
    found: Functions = defaultdict(list)
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and str(one.__module__).startswith("sicbo."):
            found[one.__module__, one.__code__.co_qualname].append(one)
    return found


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of every function in a module or class."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            if part.co_flags & CO_NEWLOCALS:
                yield part
            else:
                yield from _codes(part)
