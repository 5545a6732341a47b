"""Routes for a player's own checks: rolls that can be reproduced, and the statement of a session."""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from sicbo.house.entries import read_record
from sicbo.journal.record import Record
from sicbo.server.live.history import MOST_OUTCOMES, PlayerSettlement, RoundOutcome, TableHistory
from sicbo.server.live.house import LiveHouse
from sicbo.server.live.live_table import LiveTable
from sicbo.server.requests import ApiRequest, house_of, player_session
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import iso_time
from sicbo.server.views.table import opened_commitment, void_shape

MOST_ROUNDS = 1_000
RESULT_TAGS = (b'"result-entered"', b'"round-voided"', b'"result-corrected"')
"""Event tags in records that end a round for every player."""


class OpenedRoll(table_schemas.Shape, frozen=True):
    """A round of the electronic tumbler: its dice, and what opens its commitment."""

    round: int
    at: str
    dice: tuple[int, int, int] | None
    corrected: bool
    void: table_schemas.VoidShape | None
    opened: table_schemas.OpenedCommitment


class UnopenedRoll(table_schemas.Shape, frozen=True):
    """A round whose committed seed was never opened: it was void, or other dice were entered."""

    round: int
    at: str
    commitment: str
    dice: tuple[int, int, int] | None
    void: table_schemas.VoidShape | None


class RollsShape(table_schemas.Shape, frozen=True):
    """The current round's commitment, and the last rounds, newest first: with an opened seed, and without."""

    table: str
    round: int | None
    commitment: str | None
    rolls: tuple[OpenedRoll, ...]
    unopened: tuple[UnopenedRoll, ...]


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
    void: table_schemas.VoidShape | None
    corrected: bool
    staked: int
    net: int
    lines: tuple[WagerLine, ...]


class StatementShape(table_schemas.Shape, frozen=True):
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
async def list_rolls(
    request: ApiRequest, table: FromPath[str], n: Annotated[int, QueryParameter(ge=1, le=MOST_OUTCOMES)] = 30
) -> RollsShape:
    """List the electronic rolls of a table, each with all that is needed to reproduce it."""
    live = house_of(request).live_table(table)
    rolling, played = live.history.rolling, live.table.round
    waits = played is not None and played.number == rolling.round and not rolling.seed
    opened = [
        (one, opening) for one in live.history.outcomes if (opening := opened_commitment(one)) is not None
    ]
    return RollsShape(
        table=table,
        round=rolling.round if waits and rolling.commitment else None,
        commitment=rolling.commitment if waits else None,
        rolls=tuple(
            OpenedRoll(
                round=one.round,
                at=iso_time(one.wall),
                dice=one.dice,
                corrected=one.corrected,
                void=void_shape(one),
                opened=opening,
            )
            for one, opening in opened[:n]
        ),
        unopened=tuple(_unopened_rolls(live.history))[:n],
    )


def _unopened_rolls(story: TableHistory) -> Iterator[UnopenedRoll]:
    for one in story.outcomes:
        if one.rolled is not None and one.rolled.commitment and not one.rolled.seed:
            void = void_shape(one)
            dice = None if void else one.dice
            yield UnopenedRoll(
                round=one.round, at=iso_time(one.wall), commitment=one.rolled.commitment, dice=dice, void=void
            )


@get("/tables/{table:str}/statement")
async def show_statement(request: ApiRequest, table: FromPath[str]) -> StatementShape:
    """Return the outcome of each of the player's wagers since they brought chips to this table."""
    house = house_of(request)
    live = house.live_table(table)
    player = player_session(request, live).pseudonym
    return await asyncio.to_thread(_player_statement, house, live, player)


def _player_statement(house: LiveHouse, live: LiveTable, player: str) -> StatementShape:
    since = live.history.first_brought_at.get(player, house.wall_time())
    with house.open_reading() as journal:
        rounds = settled_rounds((one for one in journal.read(live.name) if one.wall >= since), player)
    statement_rounds = tuple(
        _statement_round(settled, outcome) for settled, outcome in rounds[-MOST_ROUNDS:][::-1]
    )
    return StatementShape(
        table=live.name,
        name=live.name_of(player),
        since=iso_time(since),
        until=iso_time(house.wall_time()),
        brought=live.history.net_buy_ins.get(player, 0),
        staked=sum(one.staked for one in statement_rounds),
        net=sum(one.net for one in statement_rounds),
        rounds=statement_rounds,
    )


def settled_rounds(records: Iterable[Record], player: str) -> list[tuple[PlayerSettlement, RoundOutcome]]:
    """Return the outcome of each settled round for a player, in order. Other records are not decoded."""
    needles = (player.encode(), *RESULT_TAGS)
    story = TableHistory()
    settled: dict[int, PlayerSettlement] = {}
    outcomes: dict[int, RoundOutcome] = {}
    for record in records:
        if not any(needle in record.text for needle in needles):
            continue
        story.add_record(read_record(record))
        if (mine := story.settlements.get(player)) is not None:
            settled[mine.round] = mine
        outcomes |= {one.round: one for one in list(story.outcomes)[:1]}
    return [(settled[number], outcomes[number]) for number in sorted(settled) if number in outcomes]


def _statement_round(settled: PlayerSettlement, outcome: RoundOutcome) -> StatementRound:
    lines = settled.lines + settled.streaks
    return StatementRound(
        round=settled.round,
        at=iso_time(outcome.wall),
        dice=None if outcome.void else outcome.dice,
        void=void_shape(outcome),
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


ROUTES = [list_rolls, show_statement]
