"""What can be asked of a promotion; the rulebook says who may ask it and when."""

import msgspec

from sicbo.table.messages.base import Command


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A part of a payment: `cash`, `crossed-cheque` or `transfer`, and how many cents."""

    method: str
    cents: int


class PublishPromotion(Command, frozen=True):
    """Publish the terms, and promise the seed of the draw by its commitment."""

    terms: str
    commitment: str = ""


class AmendPromotion(Command, frozen=True):
    """Put other terms in force; `reference` names the approval where one is needed."""

    terms: str
    reference: str = ""


class RequestPromotionTerms(Command, frozen=True):
    """Record that the regulator asks for the terms."""

    reference: str


class SendPromotionTerms(Command, frozen=True):
    """Record that the regulator has the terms in force; `request` is the id of what is answered, if any."""

    reference: str
    request: str = ""


class StartPromotion(Command, frozen=True):
    """Let entries come in."""


class EnterPromotion(Command, frozen=True):
    """Enter a person at the desk, where the terms ask for no play."""

    player: str


class CountPlay(Command, frozen=True):
    """Count a round in which a person wagered: cents on the layout, at which table."""

    player: str
    table: str
    round: int
    wager: int


class BarEntrant(Command, frozen=True):
    """Keep an excluded, barred or cheating person out of the promotion."""

    player: str
    reason: str


class ClosePromotion(Command, frozen=True):
    """Close the list of entrants, when its time has come."""


class NominateScrutineer(Command, frozen=True):
    """Name the scrutineer who oversees the draw."""

    name: str


class DrawPrizes(Command, frozen=True):
    """Open the promised seed and draw; `second` is the scrutineer, and `word` what they add by chance."""

    seed: str
    second: str = ""
    word: str = ""


class ConfirmDraw(Command, frozen=True):
    """Sign for the draw, as its scrutineer."""


class RedrawPrize(Command, frozen=True):
    """Give a prize that its winner does not get to the next name of the same draw."""

    award: int
    reason: str


class AwardByDice(Command, frozen=True):
    """Give a prize that hangs on the dice to whoever wagered on that round."""

    player: str
    prize: str
    table: str
    round: int
    dice: tuple[int, int, int]
    wager: int


class NotifyWinner(Command, frozen=True):
    """Record an endeavour to tell a winner: by which means, and what came of it."""

    award: int
    method: str
    note: str = ""


class ClaimPrize(Command, frozen=True):
    """Hand a prize over, or its cash alternative; `voucher` is the number of the paper for tokens."""

    award: int
    present: bool = False
    alternative: bool = False
    parts: tuple[Part, ...] = ()
    voucher: str = ""


class RefuseClaim(Command, frozen=True):
    """Refuse a prize: why, whose claim it is, where they live, and that they were told the reason."""

    award: int
    reason: str
    informed: bool
    name: str = ""
    place: str = ""


class PostponePromotion(Command, frozen=True):
    """Hold everything, for its integrity is in doubt; `reference` is the word given to the inspector."""

    reason: str
    reference: str = ""


class ResumePromotion(Command, frozen=True):
    """Go on, now that its integrity is validated: how."""

    reason: str


class CancelPromotion(Command, frozen=True):
    """End it without prizes, for its integrity is compromised; `reference` as when postponing."""

    reason: str
    reference: str = ""


class TellInspector(Command, frozen=True):
    """Record that an inspector was told."""

    reference: str


class PublishWinners(Command, frozen=True):
    """Record where the results were published."""

    place: str


class RaiseComplaint(Command, frozen=True):
    """Put a dispute about the terms, or a complaint, on record."""

    player: str
    about: str


class DecideComplaint(Command, frozen=True):
    """Decide it for good: whether the person is satisfied, and whether the way to an inspector was told."""

    complaint: str
    decision: str
    satisfied: bool = False
    told_of_inspector: bool = False


class FinishPromotion(Command, frozen=True):
    """File it: every prize is claimed or stays with the house."""


AnyPromotionCommand = (
    PublishPromotion
    | AmendPromotion
    | RequestPromotionTerms
    | SendPromotionTerms
    | StartPromotion
    | EnterPromotion
    | CountPlay
    | BarEntrant
    | ClosePromotion
    | NominateScrutineer
    | DrawPrizes
    | ConfirmDraw
    | RedrawPrize
    | AwardByDice
    | NotifyWinner
    | ClaimPrize
    | RefuseClaim
    | PostponePromotion
    | ResumePromotion
    | CancelPromotion
    | TellInspector
    | PublishWinners
    | RaiseComplaint
    | DecideComplaint
    | FinishPromotion
)
