"""Records that the core never wrote: what it would have decided, had the tournament stood otherwise."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import msgspec
from immutables import Map
from msgspec.structs import replace as with_parts

from sicbo import rulebooks
from sicbo.game.rulebook.publication import canonical_json
from sicbo.table.state import RegisteredSlip
from sicbo.tournament.chip_transfers import bank_transfers
from sicbo.tournament.simulation.autoplay import TournamentPlay
from sicbo.tournament.state import Tournament, with_entrant, with_heat
from sicbo.verify.report import TableReport
from sicbo.verify.tournaments import Followed
from tests.verify.test_tournaments import Entry, entries

Otherwise = Callable[[Tournament], Tournament]


@cache
def law(book: str) -> Any:
    """A rulebook as it is published, read once."""
    return msgspec.json.decode(canonical_json(rulebooks.get_rulebook(book)))


def known(play: TournamentPlay) -> Followed:
    """The verifier after everything that was played."""
    state = play.tournament
    followed = Followed("cup", law(state.rulebook), TableReport("cup"), state.layout_key)
    for record in entries(play):
        followed.follow(deepcopy(record))
    return followed


def banks(play: TournamentPlay) -> dict[str, int]:
    """The bank of everybody by the core."""
    return {name: play.tournament.bank_of(name) for name in play.tournament.entrants}


def told_banks(followed: Followed) -> dict[str, int]:
    """The bank of everybody by the verifier."""
    return {name: one["bank"] for name, one in followed.entrants.items()}


def another(**changes: Any) -> Otherwise:
    """The tournament with other parts."""
    return lambda state: with_parts(state, **changes)


def at_table(**changes: Any) -> Otherwise:
    """The tournament with another heat at its first table."""

    def changed(state: Tournament) -> Tournament:
        heat = state.heat_at("T1")
        assert heat is not None
        return with_heat(state, heat, **changes)

    return changed


def with_table(**changes: Any) -> Otherwise:
    """The tournament whose first table stands otherwise."""
    return lambda state: state.with_table_state(with_parts(state.table_state("T1"), **changes))


def with_slips(**changes: Any) -> Otherwise:
    """The tournament with other slips on the spin in play at its first table."""

    def changed(state: Tournament) -> Tournament:
        played = state.table_state("T1").round
        assert played is not None
        slips = Map({name: RegisteredSlip(1, stakes) for name, stakes in changes.items()})
        return with_table(round=with_parts(played, slips=slips))(state)

    return changed


def with_bank(player: str, chips: int) -> Otherwise:
    """The tournament where somebody has so many chips."""

    def changed(state: Tournament) -> Tournament:
        more = bank_transfers(player, chips - state.bank_of(player))
        return with_parts(state, balances=state.balances.after_transfers(more))

    return changed


def both(*some: Otherwise) -> Otherwise:
    """One change after the other."""

    def changed(state: Tournament) -> Tournament:
        for one in some:
            state = one(state)
        return state

    return changed


def entrant(player: str, **changes: Any) -> Otherwise:
    """The tournament with somebody else than an entrant is."""
    return lambda state: with_entrant(state, player, **changes)


@dataclass
class Forged:
    """A command that is refused as things stand, and decided all the same as if they stood otherwise."""

    play: TournamentPlay
    otherwise: Otherwise
    kind: type[Any]
    said: dict[str, Any]

    def refused(self) -> Any:
        """What the core says to it."""
        return replace(self.play, events=[]).submit(self.kind, **self.said)

    def record(self) -> Entry:
        """What would have been written of it."""
        other = replace(self.play, tournament=self.otherwise(self.play.tournament), events=[])
        other.do(self.kind, **self.said)
        (record,) = entries(other)
        return record
