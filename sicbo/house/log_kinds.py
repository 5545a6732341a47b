"""Subjects: what a log of the journal is about. Whatever decides commands into events can be one.

Commands and events of all subjects are told apart by their tags alone, so no two may share one.
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
"""What happened: of which types says the subject."""


class Founding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first record of a log: whose it is, and the law it is kept under.

    `table` is the name of the log, whatever it is about; `kind` is left out of the text where it is a table.
    `signed` lists the commands that need the signature of the person who gives them.
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
        """What the log is about."""
        return subject_of(self.kind)

    def new_state(self) -> Any:
        """The state before anything happened."""
        return self.subject.found(self)


@dataclass(frozen=True, slots=True)
class Subject:
    """How a kind of log decides and what it believes.

    `commands` and `events` are unions of tagged messages, `state` is the type that snapshots keep.
    `staking` names the commands that a full disk refuses first, and that the house signs for within a second
    rather than at once; `secret` those that are written only where they are taken, since they tell what
    is sealed, and `privileged` those that persons sign on a real floor.
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
        """Keep the types of the commands, to tell quickly whether one is of this subject."""
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
    """One union of several, which a decoder can take."""
    return reduce(or_, unions)


def subject_of(kind: str) -> Subject:
    """What a kind of log is about."""
    if kind not in SUBJECTS:
        raise NotFound("kind of log", kind, SUBJECTS, "Use the program that founded it.")
    return SUBJECTS[kind]
