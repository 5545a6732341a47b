"""Events beside the rounds, in words: chips and cash, faults, conduct, seats and disputes."""

from collections.abc import Callable
from typing import Any

from sicbo.table.messages.chip_events import (
    ColoursIssued,
    ColoursRedeemed,
    ColoursRequired,
    ColoursSurrendered,
    FloatCounted,
    FloatCredited,
    FloatFilled,
    ForeignColoursRedeemed,
    SignedOff,
    SignedOn,
    TicketDispensed,
    VoucherExchanged,
)
from sicbo.table.messages.events import AnyEvent
from sicbo.table.messages.faults import (
    FaultRectified,
    FaultReported,
    IdleSpinsDirected,
    IdleSpinsStopped,
    PersonNotified,
    PracticeSpun,
)
from sicbo.table.messages.people import (
    DetentionEnded,
    DisputeDecided,
    DisputeRaised,
    ExclusionLifted,
    OffenceRecorded,
    PlayerSanctioned,
    ReviewRequested,
    SeatLeft,
    SeatTaken,
    SuspenseDetermined,
    TableDesignated,
    TableReleased,
    WagerRefused,
    WagersForfeited,
    WagersVoided,
    WinningsFreed,
    WinningsWithheld,
)
from sicbo.table.money.racks import in_words
from sicbo.table.narration.formatting import added, dollars, faces, slip
from sicbo.table.state import STEPS

BECOMES = {"refunded": "gone back", "suspense": "held", "forfeited": "forfeited"}


def _issued(event: ColoursIssued) -> str:
    shown = added(event.shown_by, ", shown by ")
    shared = f", shared by {' and '.join(event.holders)}" if len(event.holders) > 1 else ""
    return f"{event.player} buys {event.pieces} {event.colour} at {dollars(event.value)}{shown}{shared}"


def _redeemed(event: ColoursRedeemed | ForeignColoursRedeemed) -> str:
    sold = f" of table {event.issuer}" if isinstance(event, ForeignColoursRedeemed) else ""
    worth = dollars(event.pieces * event.value)
    return f"{event.player} changes {event.pieces} {event.colour}{sold} into {worth}"


def _surrendered(event: ColoursSurrendered) -> str:
    return f"{event.pieces} {event.colour} of {event.player} are home from table {event.redeemer}"


def _required(event: ColoursRequired) -> str:
    what = "is to stake colour chips" if event.required else "may stake other chips again"
    return f"{event.player} {what}"


def _exchanged(event: VoucherExchanged) -> str:
    what = f"{dollars(event.cents)} of {in_words(event.instrument)}"
    return f"{event.player} gets {what} for {event.kind} voucher {event.number}"


def _counted(event: FloatCounted) -> str:
    if not event.variance:
        return f"the float is {dollars(event.cents)}"
    side = "over" if event.variance > 0 else "short"
    return f"the float is {dollars(event.cents)}, {dollars(abs(event.variance))} {side}"


def _reported(event: FaultReported) -> str:
    tell = f", tell the {event.tell}" if event.tell else ""
    stops = ", play waits" if event.stops else ""
    mended = ", mended at once" if event.mended else ""
    off = f", {' and '.join(event.players)} cut off" if event.players else ""
    return f"fault: {event.fault}{mended}{off}{added(event.note, ', ')}{tell}{stops}"


def _wagers_voided(event: WagersVoided) -> str:
    what = f"{slip(event.stakes)} is void and {BECOMES[event.becomes]}"
    return f"{event.player}: {what}{added(event.note, ', ')}"


def _sanctioned(event: PlayerSanctioned) -> str:
    where = f" ({event.reference})" if event.reference else ""
    return f"{event.player}: {event.sanction.replace('-', ' ')}{where}, {event.note}"


def _detention_ended(event: DetentionEnded) -> str:
    police = f": police officer {event.name} arrived" if event.name else ""
    return f"{event.player} is detained no longer{police}{added(event.note, ', ')}"


def _freed(event: WinningsFreed) -> str:
    becomes = "comes back from the house" if event.kept else "is held back no longer"
    return f"{dollars(event.cents)} won by {event.player} in round {event.round} {becomes}"


def _determined(event: SuspenseDetermined) -> str:
    held = dollars(sum(cents for _, cents in event.held))
    return f"{held} of {event.player} is {'released' if event.released else 'kept'}, {event.note}"


def _left(event: SeatLeft) -> str:
    return f"{event.player} {'has to make room' if event.required else 'leaves the seat'}"


def _decided(event: DisputeDecided) -> str:
    what = "reviewed" if event.review else "decided"
    inspector = ", and the player hears of the inspector" if event.told_of_inspector else ""
    return f"dispute {what}{', final' if event.final else ''}: {event.decision}{inspector}"


def _asked(event: ReviewRequested) -> str:
    return f"a review is asked of the {event.reviewer}"


WORDS: dict[type[AnyEvent], Callable[[Any], str]] = {
    ColoursIssued: _issued,
    ColoursRedeemed: _redeemed,
    ForeignColoursRedeemed: _redeemed,
    ColoursSurrendered: _surrendered,
    ColoursRequired: _required,
    VoucherExchanged: _exchanged,
    TicketDispensed: lambda event: f"{event.player} takes ticket {event.number} of {dollars(event.cents)}",
    FloatFilled: lambda event: f"{dollars(event.cents)} come to the float, slip {event.number}",
    FloatCredited: lambda event: f"{dollars(event.cents)} leave the float, slip {event.number}",
    FloatCounted: _counted,
    SignedOn: lambda event: f"{event.stamp.by} is on duty",
    SignedOff: lambda event: f"{event.stamp.by} is off duty",
    FaultReported: _reported,
    PersonNotified: lambda event: f"{event.whom} {event.name} was told of {event.fault}",
    FaultRectified: lambda event: f"put right: {event.fault}{added(event.note, ', ')}",
    IdleSpinsDirected: lambda event: f"spins without wagers, up to: {STEPS[event.last].value}",
    IdleSpinsStopped: lambda event: "no more spins without wagers",
    PracticeSpun: lambda event: f"{faces(event.dice)} for practice, nothing moves",
    SeatTaken: lambda event: f"{event.player} sits on seat {event.seat}",
    SeatLeft: _left,
    OffenceRecorded: lambda event: f"on record: {event.offence} by {event.player}, {event.note}",
    WagersVoided: _wagers_voided,
    WagersForfeited: lambda event: f"{event.player} forfeits {slip(event.stakes)}",
    WagerRefused: lambda event: f"{event.player}'s {slip(event.stakes)} is not taken, {event.reason}",
    PlayerSanctioned: _sanctioned,
    ExclusionLifted: lambda event: f"{event.player} may play again{added(event.note, ', ')}",
    DetentionEnded: _detention_ended,
    WinningsWithheld: lambda event: f"{dollars(event.cents)} won by {event.player} is held back",
    WinningsFreed: _freed,
    SuspenseDetermined: _determined,
    DisputeRaised: lambda event: f"{event.player} raises a {event.matter}: {event.about}",
    DisputeDecided: _decided,
    ReviewRequested: _asked,
    TableDesignated: lambda event: f"this table is used by {event.tournament} alone",
    TableReleased: lambda event: "this table is open to other play again",
}
