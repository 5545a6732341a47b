"""Log kinds: what a log of the journal can be about. Anything that decides commands into events can be one.

The commands and events of all kinds are distinguished by their tags alone, so no two may share a tag.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any, get_args

import msgspec

from sicbo.errors import NotFound, Refusal
from sicbo.ledger import prizes
from sicbo.ledger.transfers import Transfer, transfers
from sicbo.promotion import decide as promotion
from sicbo.promotion.commands import AnyPromotionCommand
from sicbo.promotion.events import AnyPromotionEvent
from sicbo.promotion.state import Promotion
from sicbo.table.decide import decide
from sicbo.table.evolve import evolve
from sicbo.table.messages.base import Command
from sicbo.table.messages.commands import AnyCommand, PlaceStreak, RegisterSlip
from sicbo.table.messages.events import AnyEvent
from sicbo.table.state import Table
from sicbo.tournament import decide as tournaments, transfers as chips
from sicbo.tournament.messages.commands import AnyTournamentCommand
from sicbo.tournament.messages.events import AnyTournamentEvent
from sicbo.tournament.messages.spins import OpenSeal, PlaceSlip, SealSlip
from sicbo.tournament.state import Tournament

Events = tuple[Any, ...]
"""The events of one command. Their types depend on the kind of log."""


class Founding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first record of a log: its house, and the version of the rulebook that it follows.

    `table` is the name of the log, whatever its kind. `kind` is left out of the text for a table. `signed`
    lists the commands that need the signature of the person who gives them.
    """

    table: str
    house: str
    rulebook: str
    layout: str
    sha256: str
    readings: tuple[tuple[str, str], ...] = ()
    profile: str = "home"
    signed: tuple[str, ...] = ()
    kind: str = "table"

    @property
    def origin(self) -> str:
        """The name of the log, as its checkpoints have it."""
        return f"{self.house}/{self.table}"

    @property
    def subject(self) -> "Subject":
        """The kind of the log."""
        return subject_of(self.kind)

    def new_state(self) -> Any:
        """Return the state of the log before any event."""
        return self.subject.found(self)


@dataclass(frozen=True, slots=True)
class Subject:
    """How one kind of log decides commands and applies events.

    `commands` and `events` are unions of tagged messages, `state` is the type that snapshots keep.
    A full disk refuses `staking` commands first, and the house signs them within a second rather
    than at once. `secret` commands are written only if they succeed, because they reveal what is
    sealed. `privileged` commands need a person's signature on a real floor.
    """

    kind: str
    found: Callable[[Founding], Any]
    decide: Callable[[Any, Any], Events | Refusal]
    evolve: Callable[[Any, Any], Any]
    transfers: Callable[[Any, Any], Iterable[Transfer]]
    commands: Any
    events: Any
    state: type
    staking: tuple[type[Command], ...] = ()
    secret: tuple[type[Command], ...] = ()
    privileged: tuple[str, ...] = ()
    kinds: frozenset[type[Command]] = field(init=False, default=frozenset())

    def __post_init__(self) -> None:
        """Keep the types of the commands, so that membership is checked quickly."""
        object.__setattr__(self, "kinds", frozenset(get_args(self.commands)))


def _new_table(founding: Founding) -> Table:
    return Table(founding.table, founding.rulebook, founding.layout, founding.readings)


def _new_promotion(founding: Founding) -> Promotion:
    return Promotion(founding.table, founding.rulebook, founding.layout, founding.readings)


TABLE = Subject(
    kind="table",
    found=_new_table,
    decide=decide,
    evolve=evolve,
    transfers=transfers,
    commands=AnyCommand,
    events=AnyEvent,
    state=Table,
    staking=(RegisterSlip, PlaceStreak),
    privileged=(
        "agree-limits",
        "change-limits",
        "close-table",
        "correct-result",
        "credit-float",
        "declare-void",
        "fill-float",
        "open-table",
        "perform:enter",
        "rectify-fault",
    ),
)
PROMOTION = Subject(
    kind="promotion",
    found=_new_promotion,
    decide=promotion.decide,
    evolve=promotion.evolve,
    transfers=prizes.transfers,
    commands=AnyPromotionCommand,
    events=AnyPromotionEvent,
    state=Promotion,
    privileged=("amend-promotion", "cancel-promotion", "confirm-draw", "draw-prizes", "publish-promotion"),
)


def _new_tournament(founding: Founding) -> Tournament:
    return Tournament(founding.table, founding.rulebook, founding.layout, founding.readings)


TOURNAMENT = Subject(
    kind="tournament",
    found=_new_tournament,
    decide=tournaments.decide,
    evolve=tournaments.evolve,
    transfers=chips.transfers,
    commands=AnyTournamentCommand,
    events=AnyTournamentEvent,
    state=Tournament,
    staking=(PlaceSlip, SealSlip),
    secret=(OpenSeal,),
    privileged=(
        "appoint-director",
        "award-prizes",
        "cancel-tournament",
        "conclude-round",
        "correct-spin",
        "designate-tables",
        "disqualify",
        "enter-spin",
        "publish-tournament",
        "void-spin",
    ),
)
SUBJECTS = {one.kind: one for one in (TABLE, PROMOTION, TOURNAMENT)}


def every(unions: Iterable[Any]) -> Any:
    """Return the union of several types, for a decoder."""
    return reduce(or_, unions)


def subject_of(kind: str) -> Subject:
    """Return the kind of log with a name."""
    if kind not in SUBJECTS:
        raise NotFound("kind of log", kind, SUBJECTS, "Use the program that founded this log.")
    return SUBJECTS[kind]
