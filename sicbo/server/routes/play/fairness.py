"""Routes for a player's own checks: rolls that can be reproduced, and the statement of a session."""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from sicbo.house.entries import read_entry
from sicbo.journal.record import Record
from sicbo.server.live.history import HISTORY, Chronicle, Outcome, Settled
from sicbo.server.live.house import Room
from sicbo.server.live.live_table import Live
from sicbo.server.requests import Asking, player_at, room_of
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import when
from sicbo.server.views.table import opened_of, voided_of

MOST_ROUNDS = 1_000
RESULTS = (b'"result-entered"', b'"round-voided"', b'"result-corrected"')
"""Event tags in records that end a round for every player."""


class Rolled(table_schemas.Shape, frozen=True):
    """A round of the electronic tumbler: its dice, and what opens its commitment."""

    round: int
    at: str
    dice: tuple[int, int, int] | None
    corrected: bool
    void: table_schemas.Voided | None
    opened: table_schemas.Opened


class Unopened(table_schemas.Shape, frozen=True):
    """A round whose committed seed was never opened: it was void, or other dice were entered."""

    round: int
    at: str
    commitment: str
    dice: tuple[int, int, int] | None
    void: table_schemas.Voided | None


class Rolls(table_schemas.Shape, frozen=True):
    """The current round's commitment, and the last rounds, newest first: with an opened seed, and without."""

    table: str
    round: int | None
    commitment: str | None
    rolls: tuple[Rolled, ...]
    unopened: tuple[Unopened, ...]


class WagerLine(table_schemas.Shape, frozen=True):
    """The outcome of one wager."""

    bet: str
    stake: int
    outcome: str
    net: int
    clause: str


class StatementRound(table_schemas.Shape, frozen=True):
    """The outcome of one round for a player. A void round returned its stakes."""

    round: int
    at: str
    dice: tuple[int, int, int] | None
    void: table_schemas.Voided | None
    corrected: bool
    staked: int
    net: int
    lines: tuple[WagerLine, ...]


class Statement(table_schemas.Shape, frozen=True):
    """A player's session at a table: the money brought, staked and won, round by round, newest first."""

    table: str
    name: str
    since: str
    until: str
    brought: int
    staked: int
    net: int
    rounds: tuple[StatementRound, ...]


@get("/tables/{table:str}/rolls")
async def rolls(
    request: Asking, table: FromPath[str], n: Annotated[int, QueryParameter(ge=1, le=HISTORY)] = 30
) -> Rolls:
    """List the electronic rolls of a table, each with all that is needed to reproduce it."""
    live = room_of(request).live(table)
    rolling, played = live.chronicle.rolling, live.table.round
    waits = played is not None and played.number == rolling.round and not rolling.seed
    opened = [(one, opening) for one in live.chronicle.past if (opening := opened_of(one)) is not None]
    return Rolls(
        table=table,
        round=rolling.round if waits and rolling.commitment else None,
        commitment=rolling.commitment if waits else None,
        rolls=tuple(
            Rolled(
                round=one.round,
                at=when(one.wall),
                dice=one.dice,
                corrected=one.corrected,
                void=voided_of(one),
                opened=opening,
            )
            for one, opening in opened[:n]
        ),
        unopened=tuple(_unopened(live.chronicle))[:n],
    )


def _unopened(story: Chronicle) -> Iterator[Unopened]:
    for one in story.past:
        if one.rolled is not None and one.rolled.commitment and not one.rolled.seed:
            void = voided_of(one)
            dice = None if void else one.dice
            yield Unopened(
                round=one.round, at=when(one.wall), commitment=one.rolled.commitment, dice=dice, void=void
            )


@get("/tables/{table:str}/statement")
async def statement(request: Asking, table: FromPath[str]) -> Statement:
    """Return the outcome of each of the player's wagers since they brought chips to this table."""
    room = room_of(request)
    live = room.live(table)
    player = player_at(request, live).pseudonym
    return await asyncio.to_thread(_statement, room, live, player)


def _statement(room: Room, live: Live, player: str) -> Statement:
    since = live.chronicle.since.get(player, room.now())
    with room.reading() as journal:
        rounds = rounds_of((one for one in journal.read(live.name) if one.wall >= since), player)
    told = tuple(_told(settled, outcome) for settled, outcome in rounds[-MOST_ROUNDS:][::-1])
    return Statement(
        table=live.name,
        name=live.name_of(player),
        since=when(since),
        until=when(room.now()),
        brought=live.chronicle.brought.get(player, 0),
        staked=sum(one.staked for one in told),
        net=sum(one.net for one in told),
        rounds=told,
    )


def rounds_of(records: Iterable[Record], player: str) -> list[tuple[Settled, Outcome]]:
    """Return the outcome of each settled round for a player, in order. Other records are not decoded."""
    needles = (player.encode(), *RESULTS)
    story = Chronicle()
    settled: dict[int, Settled] = {}
    outcomes: dict[int, Outcome] = {}
    for record in records:
        if not any(needle in record.text for needle in needles):
            continue
        story.take(record, read_entry(record.text))
        if (mine := story.settled.get(player)) is not None:
            settled[mine.round] = mine
        outcomes |= {one.round: one for one in list(story.past)[:1]}
    return [(settled[number], outcomes[number]) for number in sorted(settled) if number in outcomes]


def _told(settled: Settled, outcome: Outcome) -> StatementRound:
    lines = settled.lines + settled.streaks
    return StatementRound(
        round=settled.round,
        at=when(outcome.wall),
        dice=None if outcome.void else outcome.dice,
        void=voided_of(outcome),
        corrected=outcome.corrected,
        staked=sum(line.stake.cents for line in lines) or settled.returned,
        net=sum(line.winnings - line.collected for line in lines),
        lines=tuple(
            WagerLine(
                bet=line.stake.bet,
                stake=line.stake.cents,
                outcome=line.outcome,
                net=line.winnings - line.collected,
                clause=line.clause,
            )
            for line in lines
        ),
    )


ROUTES = [rolls, statement]
