"""What happens to a promotion, each by its clause."""

import msgspec

from sicbo.promotion.commands import Part
from sicbo.table.messages.base import Event


class Won(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """Who won which prize, and what it is worth in cents."""

    player: str
    prize: str
    cents: int


class PromotionPublished(Event, frozen=True):
    """Complete terms are published, under this hash, and with this promise of a seed."""

    terms: str
    sha256: str
    commitment: str


class PromotionAmended(Event, frozen=True):
    """Other terms are in force; those before stay on record."""

    terms: str
    sha256: str
    before: str
    reference: str


class PromotionTermsRequested(Event, frozen=True):
    """The regulator asked for the terms."""

    reference: str


class PromotionTermsSent(Event, frozen=True):
    """The regulator has the terms of this hash."""

    sha256: str
    reference: str
    request: str


class PromotionStarted(Event, frozen=True):
    """Entries come in from now on."""


class Entered(Event, frozen=True):
    """A person has a ticket more."""

    player: str
    tickets: int


class PlayCounted(Event, frozen=True):
    """A round of a person counts: how many do so far, and how many tickets that makes."""

    player: str
    table: str
    round: int
    wager: int
    rounds: int
    tickets: int


class EntrantBarred(Event, frozen=True):
    """A person cannot enter, and their tickets are gone."""

    player: str
    reason: str


class PromotionClosed(Event, frozen=True):
    """The list of entrants is closed: its hash, how many names and tickets."""

    entrants_hash: str
    entrants: int
    tickets: int


class ScrutineerNominated(Event, frozen=True):
    """Who oversees the draw."""

    name: str


class PrizesDrawn(Event, frozen=True):
    """The draw: the seed that was promised, the name of the draw, and who won what."""

    seed: str
    label: str
    second: str
    won: tuple[Won, ...]


class DrawConfirmed(Event, frozen=True):
    """The scrutineer signed for the draw."""


class PrizeRedrawn(Event, frozen=True):
    """A prize went to the next name of the draw."""

    award: int
    won: Won
    reason: str


class PrizeWonByDice(Event, frozen=True):
    """The dice gave a prize to somebody who wagered on that round."""

    won: Won
    table: str
    round: int
    dice: tuple[int, int, int]


class WinnerNotified(Event, frozen=True):
    """An endeavour to tell a winner; `late` where the days for it were over."""

    award: int
    method: str
    note: str
    late: bool


class PrizeClaimed(Event, frozen=True):
    """A prize was handed over, or its cash alternative, in these parts."""

    award: int
    won: Won
    alternative: int
    parts: tuple[Part, ...]
    voucher: str


class ClaimRefused(Event, frozen=True):
    """A claim was refused, and the person told why; `kept` where the details must be kept."""

    award: int
    won: Won
    reason: str
    name: str
    place: str
    kept: bool


class PromotionPostponed(Event, frozen=True):
    """Everything is held until its integrity is validated."""

    reason: str
    reference: str


class PromotionResumed(Event, frozen=True):
    """It goes on."""

    reason: str


class PromotionCancelled(Event, frozen=True):
    """It ended without further prizes."""

    reason: str
    reference: str


class InspectorTold(Event, frozen=True):
    """An inspector was told."""

    reference: str


class WinnersPublished(Event, frozen=True):
    """The results were published."""

    place: str


class ComplaintRaised(Event, frozen=True):
    """A dispute or complaint is on record; the id of its command names it."""

    player: str
    about: str


class ComplaintDecided(Event, frozen=True):
    """It is decided for good."""

    complaint: str
    decision: str
    satisfied: bool
    told_of_inspector: bool


class PromotionFinished(Event, frozen=True):
    """It is filed; what nobody won stays with the house."""


AnyPromotionEvent = (
    PromotionPublished
    | PromotionAmended
    | PromotionTermsRequested
    | PromotionTermsSent
    | PromotionStarted
    | Entered
    | PlayCounted
    | EntrantBarred
    | PromotionClosed
    | ScrutineerNominated
    | PrizesDrawn
    | DrawConfirmed
    | PrizeRedrawn
    | PrizeWonByDice
    | WinnerNotified
    | PrizeClaimed
    | ClaimRefused
    | PromotionPostponed
    | PromotionResumed
    | PromotionCancelled
    | InspectorTold
    | WinnersPublished
    | ComplaintRaised
    | ComplaintDecided
    | PromotionFinished
)
