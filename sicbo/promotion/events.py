"""The events of a promotion, each with its clause."""

from sicbo.machine.messages import Event
from sicbo.machine.structs import Struct
from sicbo.promotion.commands import PaymentPart


class PrizeWon(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A prize won: the player, the prize, and its value in cents."""

    player: str
    prize: str
    cents: int


class PromotionPublished(Event, frozen=True):
    """Complete terms were published with this hash and this commitment to a seed."""

    terms: str
    sha256: str
    commitment: str


class PromotionAmended(Event, frozen=True):
    """Other terms are in force; the earlier ones stay on record."""

    terms: str
    sha256: str
    before: str
    reference: str


class PromotionTermsRequested(Event, frozen=True):
    """The regulator asked for the terms."""

    reference: str


class PromotionTermsSent(Event, frozen=True):
    """The regulator has the terms with this hash."""

    sha256: str
    reference: str
    request: str


class PromotionStarted(Event, frozen=True):
    """The promotion is open for entries."""


class Entered(Event, frozen=True):
    """A person got tickets."""

    player: str
    tickets: int


class PlayCounted(Event, frozen=True):
    """A round of a person counts: how many count so far, and the tickets that it makes."""

    player: str
    table: str
    round: int
    wager: int
    rounds: int
    tickets: int


class EntrantBarred(Event, frozen=True):
    """A person cannot enter, and their tickets are removed."""

    player: str
    reason: str


class PromotionClosed(Event, frozen=True):
    """The list of entrants is closed: its hash, and the number of names and tickets."""

    entrants_hash: str
    entrants: int
    tickets: int


class ScrutineerNominated(Event, frozen=True):
    """A scrutineer was nominated for the draw."""

    name: str


class PrizesDrawn(Event, frozen=True):
    """The draw: the committed seed, the name of the draw, and the prizes won."""

    seed: str
    label: str
    second: str
    won: tuple[PrizeWon, ...]


class DrawConfirmed(Event, frozen=True):
    """The scrutineer signed for the draw."""


class PrizeRedrawn(Event, frozen=True):
    """A prize went to the next name of the draw."""

    award: int
    won: PrizeWon
    reason: str


class PrizeWonByDice(Event, frozen=True):
    """The dice gave a prize to a player who wagered on that round."""

    won: PrizeWon
    table: str
    round: int
    dice: tuple[int, int, int]


class WinnerNotified(Event, frozen=True):
    """An attempt to notify a winner; `late` means that the days for it were over."""

    award: int
    method: str
    note: str
    late: bool


class PrizeClaimed(Event, frozen=True):
    """A prize was handed over, or its cash alternative, in these parts."""

    award: int
    won: PrizeWon
    alternative: int
    parts: tuple[PaymentPart, ...]
    voucher: str


class ClaimRefused(Event, frozen=True):
    """A claim was refused and the person told why; `kept` means that the details must be kept."""

    award: int
    won: PrizeWon
    reason: str
    name: str
    place: str
    kept: bool


class PromotionPostponed(Event, frozen=True):
    """The promotion is postponed until its integrity is validated."""

    reason: str
    reference: str


class PromotionResumed(Event, frozen=True):
    """The promotion goes on."""

    reason: str


class PromotionCancelled(Event, frozen=True):
    """The promotion ended without further prizes."""

    reason: str
    reference: str


class InspectorTold(Event, frozen=True):
    """An inspector was told of the cancellation."""

    reference: str


class WinnersPublished(Event, frozen=True):
    """The results were published."""

    place: str


class ComplaintRaised(Event, frozen=True):
    """A complaint or dispute was recorded; the id of its command names it."""

    player: str
    about: str


class ComplaintDecided(Event, frozen=True):
    """A complaint was decided for good."""

    complaint: str
    decision: str
    satisfied: bool
    told_of_inspector: bool


class PromotionFinished(Event, frozen=True):
    """The promotion is finished; prizes that were not won stay with the house."""


def won_values(won: PrizeWon) -> dict[str, str]:
    """Return what a message says about a prize: its winner and its name."""
    return {"player": won.player, "prize": won.prize}
