"""The commands of a promotion; the rulebook says who may give them and when."""

from sicbo.machine.messages import Command
from sicbo.machine.structs import Struct


class PaymentPart(Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A part of a payment: `cash`, `crossed-cheque` or `transfer`, and its cents."""

    method: str
    cents: int


class PublishPromotion(Command, frozen=True):
    """Publish the terms, and commit to the seed of the draw."""

    terms: str
    commitment: str = ""


class AmendPromotion(Command, frozen=True):
    """Put other terms in force; `reference` names the approval if one is needed."""

    terms: str
    reference: str = ""


class RequestPromotionTerms(Command, frozen=True):
    """Record that the regulator asks for the terms."""

    reference: str


class SendPromotionTerms(Command, frozen=True):
    """Record that the regulator was sent the terms in force; `request` is the id of the request, if any."""

    reference: str
    request: str = ""


class StartPromotion(Command, frozen=True):
    """Open the promotion for entries."""


class EnterPromotion(Command, frozen=True):
    """Enter a person at the desk, if the terms ask for no play."""

    player: str


class CountPlay(Command, frozen=True):
    """Count a round in which a person wagered: the table, the round, and the cents on the layout."""

    player: str
    table: str
    round: int
    wager: int


class BarEntrant(Command, frozen=True):
    """Keep an excluded, barred or cheating person out of the promotion."""

    player: str
    reason: str


class ClosePromotion(Command, frozen=True):
    """Close the list of entrants at its time."""


class NominateScrutineer(Command, frozen=True):
    """Name the scrutineer who oversees the draw."""

    name: str


class DrawPrizes(Command, frozen=True):
    """Reveal the committed seed and draw; `second` is the scrutineer and `word` what they add by chance."""

    seed: str
    second: str = ""
    word: str = ""


class ConfirmDraw(Command, frozen=True):
    """Sign for the draw as its scrutineer."""


class RedrawPrize(Command, frozen=True):
    """Give a prize that its winner does not get to the next name of the same draw."""

    award: int
    reason: str


class AwardByDice(Command, frozen=True):
    """Give a prize that depends on the dice to a player who wagered on that round."""

    player: str
    prize: str
    table: str
    round: int
    dice: tuple[int, int, int]
    wager: int


class NotifyWinner(Command, frozen=True):
    """Record an attempt to notify a winner: the method and the outcome."""

    award: int
    method: str
    note: str = ""


class ClaimPrize(Command, frozen=True):
    """Hand over a prize or its cash alternative; `voucher` is the number of the voucher for tokens."""

    award: int
    present: bool = False
    alternative: bool = False
    parts: tuple[PaymentPart, ...] = ()
    voucher: str = ""


class RefuseClaim(Command, frozen=True):
    """Refuse a prize: the reason, the claimant and their address, and that they were told the reason."""

    award: int
    reason: str
    informed: bool
    name: str = ""
    place: str = ""


class PostponePromotion(Command, frozen=True):
    """Postpone the promotion for doubts about its integrity; `reference` is the notice to the inspector."""

    reason: str
    reference: str = ""


class ResumePromotion(Command, frozen=True):
    """Resume the promotion; `reason` says how its integrity was validated."""

    reason: str


class CancelPromotion(Command, frozen=True):
    """Cancel the promotion because its integrity is compromised; `reference` is as for a postponement."""

    reason: str
    reference: str = ""


class TellInspector(Command, frozen=True):
    """Record that an inspector was told."""

    reference: str


class PublishWinners(Command, frozen=True):
    """Record where the results were published."""

    place: str


class RaiseComplaint(Command, frozen=True):
    """Record a complaint, or a dispute about the terms."""

    player: str
    about: str


class DecideComplaint(Command, frozen=True):
    """Decide a complaint for good, with whether the person is satisfied and was told of the inspector."""

    complaint: str
    decision: str
    satisfied: bool = False
    told_of_inspector: bool = False


class FinishPromotion(Command, frozen=True):
    """Finish the promotion: every prize is claimed or stays with the house."""
