"""Kill points: a round of every layout, ended by `kill -9` before, within and after each durable step."""

import os
import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from sicbo.game.policies import Ground
from sicbo.house.clock import Clock
from sicbo.house.interruptions import restarted
from sicbo.house.log_state import Place
from sicbo.house.maintenance.sample_day import Day
from sicbo.journal import sqlite
from sicbo.journal.heads import heads_file
from sicbo.journal.sqlite import FILE, SqliteJournal
from sicbo.rulebooks import every_layout
from tests.crash.ends import finished, wrong_ends
from tests.crash.places import fast_directory
from tests.crash.points import (
    GIVEN,
    PROMISED,
    HastyJournal,
    KillingLayer,
    MortalJournal,
    Points,
    in_a_child,
    mortal_day,
    reset,
)
from tests.house.houses import facts, floor_on
from tests.soak.figures import counted

POINTS = int(os.environ.get("SICBO_POINTS", "240"))
ON_DISK = POINTS // 10
EACH, EACH_ON_DISK = POINTS // len(every_layout()), ON_DISK // len(every_layout()) + 1
SMALL_LOG, SMALL_ROOM = 16, 2_000
SECOND_KILLS = 4
CLOCK = Clock(now=lambda: 0, monotonic=lambda: 0)


@dataclass
class Stage:
    """A table before a round, the outcome of the round without a kill, and how many points it passes."""

    layout: str
    directory: Path
    layer: KillingLayer
    database: bytes
    live: dict[int, tuple[object, ...]]
    points: int
    journal: type[MortalJournal] = MortalJournal


@pytest.fixture(scope="module")
def memory() -> Iterator[Path]:
    """A directory in memory."""
    with fast_directory() as path:
        yield path


@pytest.fixture(scope="module")
def layer() -> Iterator[KillingLayer]:
    """The file layer, with a log so small that it is emptied within the round."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "LOG_PAGES", SMALL_LOG)
        layer = KillingLayer("killing", Points())
        patch.setattr(heads_file, "ROOM", SMALL_ROOM)
        patch.setattr(heads_file, "replace", layer.replace)
        yield layer
        layer.unregister()


def staged(directory: Path, layer: KillingLayer, layout: str) -> Stage:
    """Open a table, deal a round, and deal the next round once without a kill."""
    journal = SqliteJournal(directory)
    Day(floor_on(journal), layout, players=2).deal(1)
    journal.close()
    stage = Stage(layout, directory, layer, (directory / FILE).read_bytes(), {}, 0)
    reading, writing = os.pipe()
    layer.points.arm(0, writing)
    day = mortal_day(directory, layer, layout)
    day.floor.followers.append(lambda records: stage.live.update(_as_it_stands(day.floor.places["T1"])))
    stage.live.update(_as_it_stands(day.floor.places["T1"]))
    day.round()
    stage.points = layer.points.passed
    day.floor.journal.close()
    os.close(reading)
    os.close(writing)
    return stage


def _as_it_stands(place: Place) -> dict[int, tuple[object, ...]]:
    return {place.head.number: facts(place)}


@pytest.mark.parametrize("layout", every_layout())
def test_no_kill_loses_an_answer_or_settles_twice(memory: Path, layer: KillingLayer, layout: str) -> None:
    """A thousand kills lose nothing; after every fourth the next process is killed too while it recovers."""
    stage = staged(memory / layout.replace("/", "-"), layer, layout)

    trials(stage, EACH)

    assert stage.points > 150


@pytest.mark.parametrize("layout", every_layout())
def test_no_kill_loses_an_answer_on_a_real_disk(tmp_path: Path, layer: KillingLayer, layout: str) -> None:
    """The same is true if the files are on a disk."""
    trials(staged(tmp_path, layer, layout), EACH_ON_DISK)


def test_a_journal_that_promises_too_early_is_found_out(memory: Path, layer: KillingLayer) -> None:
    """The check can fail."""
    stage = staged(memory / "hasty", layer, "crown-sydney-2024")
    stage.journal = HastyJournal

    with pytest.raises(AssertionError, match="Acknowledged and lost"):
        trials(stage, 40)


def trials(stage: Stage, count: int) -> None:
    """Kill at `count` points, spread over the round, some of them more than once if there are fewer."""
    chance = random.Random(f"{stage.layout} {count}")
    for index in range(count):
        last = 1 + (index * stage.points // count if count < stage.points else index % stage.points)
        reset(stage.directory, stage.database)
        died, said = in_a_child(stage.layer.points, last, lambda: _round(stage))
        assert died, f"Point {last} of {stage.points} was not reached."
        twice = index % SECOND_KILLS == 0
        if twice:
            again = chance.randint(1, stage.points // 4)
            _, more = in_a_child(stage.layer.points, again, lambda: _recovery(stage))
            said = [*said, *more]
        _check(stage, said, twice=twice, void=bool(index % 2))
    counted("kill points", count)


def _round(stage: Stage) -> None:
    mortal_day(stage.directory, stage.layer, stage.layout, stage.journal).round()


def _recovery(stage: Stage) -> None:
    day = mortal_day(stage.directory, stage.layer, stage.layout)
    restarted(day.floor, CLOCK)
    finished(day.floor)
    day.floor.journal.close()


def _check(stage: Stage, said: list[tuple[str, int]], *, twice: bool, void: bool) -> None:
    """Check that acknowledged records exist, the state is the same, and every wager ends once."""
    start = min(stage.live)
    promised = max((number for kind, number in said if kind == PROMISED), default=start)
    given = max((number for kind, number in said if kind == GIVEN), default=start)
    with closing(SqliteJournal(stage.directory)) as journal:
        floor = floor_on(journal)
        number = floor.places["T1"].head.number
        assert promised <= number, f"Acknowledged and lost: records {number + 1} to {promised}."
        assert number <= given
        if not twice:
            assert facts(floor.places["T1"]) == stage.live[number]
        restarted(floor, CLOCK)
        after = floor.places["T1"].table
        assert after.round is None or (after.round.dice is None and "power" in after.faults)
        assert restarted(floor, CLOCK) == []
        provided = any(item.ground is Ground.DISRUPTION for item in after.rules.irregularities)
        finished(floor, void=void and provided)
        assert wrong_ends(journal) == []
