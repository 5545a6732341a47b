"""Promotions in the house: the promised seed, tickets from play at the tables, and the draw as a file.

The seed is stored beside the chain when it is promised. It is durable before its commitment is published, so
a crash before, during or after the draw leaves the same seed and the same names.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sicbo.draws import FORMAT, commitment, drawn
from sicbo.errors import BadInput, NotFound
from sicbo.game.ranks import Rank
from sicbo.house.clock import Clock
from sicbo.house.entries import Asked, read_entry
from sicbo.house.floor import Floor
from sicbo.journal.record import Record
from sicbo.journal.store import Journal
from sicbo.promotion.commands import CountPlay
from sicbo.promotion.state import RUNNING, Promotion
from sicbo.table.messages.events import AnyEvent, RoundVoided, SlipRegistered, StepPerformed

HOUSE, KIND, SEED_BYTES = "house", "promotion", 32


def promised(journal: Journal, name: str) -> str:
    """Return the commitment to a promotion's seed. The first call makes the seed."""
    kept = journal.aside(_key(name))
    if kept is None:
        kept = secrets.token_hex(SEED_BYTES)
        journal.put_aside(_key(name), kept)
    return commitment(bytes.fromhex(kept))


def seed_of(journal: Journal, name: str) -> str:
    """Return the promised seed, which the draw opens."""
    kept = journal.aside(_key(name))
    if kept is None:
        raise NotFound("seed", name, (), "It was promised by another program: open the file that holds it.")
    return kept


def _key(name: str) -> str:
    return f"seed:{name}"


def draw_file(promotion: Promotion) -> dict[str, Any]:
    """Return the draw as a file that anyone can recompute."""
    if not promotion.seed:
        raise BadInput(f"{promotion.name} is not drawn yet: try again after the draw.")
    entrants, seed = promotion.entrants, bytes.fromhex(promotion.seed)
    return {
        "format": FORMAT,
        "label": promotion.label,
        "commitment": promotion.commitment,
        "entrants": entrants,
        "entrants_hash": promotion.entrants_hash,
        "seed": promotion.seed,
        "drawn": drawn(seed, entrants, promotion.label, promotion.came),
    }


@dataclass(slots=True)
class Feed:
    """Counts the rounds of every player for the promotions that run under their table's rulebook.

    It is a follower of the floor. `caught_up` counts what was played while it was not following.
    The id of a count is made of table, round and the player's position, so a repeated count has no
    further effect.
    """

    floor: Floor
    clock: Clock
    _lying: dict[str, dict[str, int]] = field(default_factory=dict)

    def __call__(self, records: Sequence[Record]) -> None:
        """Count the play in new records. Nothing is read if no promotion runs."""
        if not any(True for _ in self._running()):
            return
        self._count([asked for record in records for asked in self._asked(record)])

    def caught_up(self) -> None:
        """Count the play since each promotion began. Play that was counted before is not counted again."""
        if not any(True for _ in self._running()):
            return
        for table in self.floor.tables:
            self._lying.pop(table, None)
            self._count([asked for record in self.floor.journal.read(table) for asked in self._asked(record)])

    def _count(self, asked: list[Asked]) -> None:
        fresh = [one for one in asked if one.command.id not in self.floor.places[one.table].numbers]
        if fresh:
            self.floor.handle(fresh)

    def _running(self) -> Iterator[tuple[str, Promotion]]:
        for name, place in self.floor.places.items():
            if place.founding.kind == KIND and place.state.phase == RUNNING and place.state.offer.rounds:
                yield name, place.state

    def _asked(self, record: Record) -> Iterator[Asked]:
        if record.number == 1 or self.floor.places[record.table].founding.kind != "table":
            return
        for event in read_entry(record.text).events:
            yield from self._played(record.table, event)

    def _played(self, table: str, event: AnyEvent) -> Iterator[Asked]:
        lying = self._lying.setdefault(table, {})
        if isinstance(event, SlipRegistered):
            lying[event.player] = sum(stake.cents for stake in event.stakes)
        elif isinstance(event, RoundVoided):
            lying.clear()
        elif isinstance(event, StepPerformed) and event.step == "pay":
            for place, (player, wager) in enumerate(sorted(lying.items())):
                yield from self._tickets(table, event, place, player, wager)
            lying.clear()

    def _tickets(
        self, table: str, event: StepPerformed, place: int, player: str, wager: int
    ) -> Iterator[Asked]:
        rulebook = self.floor.places[table].founding.rulebook
        for name, running in self._running():
            terms, wall = running.offer, event.stamp.wall
            counts = wager >= max(terms.minimum_wager, 1) and terms.starts <= wall < terms.closes
            if counts and running.rulebook == rulebook and player not in running.barred:
                yield Asked(name, self._play(table, event.round, place, player, wager))

    def _play(self, table: str, number: int, place: int, player: str, wager: int) -> CountPlay:
        stamp, given = self.clock.stamp(HOUSE, Rank.DEALER), f"play-{table}-{number}-{place}"
        return CountPlay(id=given, stamp=stamp, player=player, table=table, round=number, wager=wager)
