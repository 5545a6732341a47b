"""Promotions in the house: the promised seed, tickets from play at the tables, and the draw as a file.

The seed is stored beside the chain when it is promised. It is durable before its commitment is published, so
a crash before, during or after the draw leaves the same seed and the same names.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sicbo.draws import FORMAT, commitment, draw_names
from sicbo.errors import BadInput, NotFound
from sicbo.game.ranks import Rank
from sicbo.house.clock import Clock
from sicbo.house.entries import CommandRequest, WrittenRecord, read_record
from sicbo.house.floor import Floor
from sicbo.i18n import message
from sicbo.journal.store import Journal
from sicbo.machine.messages import Event
from sicbo.promotion.commands import CountPlay
from sicbo.promotion.state import RUNNING, Promotion
from sicbo.table.messages.round import RoundVoided, SlipRegistered, StepPerformed

HOUSE, KIND, SEED_BYTES = "house", "promotion", 32


def promise_seed(journal: Journal, name: str) -> str:
    """Return the commitment to a promotion's seed. The first call makes the seed."""
    kept = journal.aside(_seed_key(name))
    if kept is None:
        kept = secrets.token_hex(SEED_BYTES)
        journal.put_aside(_seed_key(name), kept)
    return commitment(bytes.fromhex(kept))


def promised_seed(journal: Journal, name: str) -> str:
    """Return the promised seed, which the draw opens."""
    kept = journal.aside(_seed_key(name))
    if kept is None:
        raise NotFound("seed", name, (), "It was promised by another program: open the file that holds it.")
    return kept


def _seed_key(name: str) -> str:
    return f"seed:{name}"


def draw_file(promotion: Promotion) -> dict[str, Any]:
    """Return the draw as a file that anyone can recompute."""
    if not promotion.seed:
        raise BadInput(message("house.not-drawn", promotion=promotion.name))
    entrants, seed = promotion.entrants, bytes.fromhex(promotion.seed)
    return {
        "format": FORMAT,
        "label": promotion.label,
        "commitment": promotion.commitment,
        "entrants": entrants,
        "entrants_hash": promotion.entrants_hash,
        "seed": promotion.seed,
        "drawn": draw_names(seed, entrants, promotion.label, promotion.came),
    }


@dataclass(slots=True)
class TicketCounter:
    """Counts the rounds of every player for the promotions that run under their table's rulebook.

    It is a follower of the floor. `count_missed_play` counts what was played while it was not following.
    The id of a count is made of table, round and the player's position, so a repeated count has no
    further effect.
    """

    floor: Floor
    clock: Clock
    _open_wagers: dict[str, dict[str, int]] = field(default_factory=dict)

    def __call__(self, written: Sequence[WrittenRecord]) -> None:
        """Count the play in new records. Nothing is read if no promotion runs."""
        if not any(True for _ in self._running_promotions()):
            return
        self._submit_new([asked for one in written for asked in self._requests_of_record(one)])

    def count_missed_play(self) -> None:
        """Count the play since each promotion began. Play that was counted before is not counted again."""
        if not any(True for _ in self._running_promotions()):
            return
        for table in self.floor.table_names:
            self._open_wagers.pop(table, None)
            self._submit_new(
                [
                    asked
                    for record in self.floor.journal.read(table)
                    for asked in self._requests_of_record(read_record(record))
                ]
            )

    def _submit_new(self, requests: list[CommandRequest]) -> None:
        new_requests = [
            one for one in requests if one.command.id not in self.floor.logs[one.table].record_numbers
        ]
        if new_requests:
            self.floor.handle(new_requests)

    def _running_promotions(self) -> Iterator[tuple[str, Promotion]]:
        for name, place in self.floor.logs.items():
            if place.founding.kind == KIND and place.state.phase == RUNNING and place.state.offer.rounds:
                yield name, place.state

    def _requests_of_record(self, written: WrittenRecord) -> Iterator[CommandRequest]:
        table = written.record.table
        if self.floor.logs[table].founding.kind != "table":
            return
        for event in written.events:
            yield from self._requests_of_event(table, event)

    def _requests_of_event(self, table: str, event: Event) -> Iterator[CommandRequest]:
        open_wagers = self._open_wagers.setdefault(table, {})
        if isinstance(event, SlipRegistered):
            open_wagers[event.player] = sum(stake.cents for stake in event.stakes)
        elif isinstance(event, RoundVoided):
            open_wagers.clear()
        elif isinstance(event, StepPerformed) and event.step == "pay":
            for position, (player, wager) in enumerate(sorted(open_wagers.items())):
                yield from self._ticket_requests(table, event, position, player, wager)
            open_wagers.clear()

    def _ticket_requests(
        self, table: str, event: StepPerformed, position: int, player: str, wager: int
    ) -> Iterator[CommandRequest]:
        rulebook = self.floor.logs[table].founding.rulebook
        for name, running in self._running_promotions():
            terms, wall = running.offer, event.stamp.wall
            counts = wager >= max(terms.minimum_wager, 1) and terms.starts <= wall < terms.closes
            if counts and running.rulebook == rulebook and player not in running.barred:
                yield CommandRequest(name, self._count_play(table, event.round, position, player, wager))

    def _count_play(self, table: str, number: int, position: int, player: str, wager: int) -> CountPlay:
        stamp, given = self.clock.stamp(HOUSE, Rank.DEALER), f"play-{table}-{number}-{position}"
        return CountPlay(id=given, stamp=stamp, player=player, table=table, round=number, wager=wager)
