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
from sicbo.table.money.racks import instrument_in_words
from sicbo.table.narration.formatting import dice_text, dollars_text, stakes_text, with_prefix
from sicbo.table.state import STEPS_BY_KEY

BECOMES = {"refunded": "gone back", "suspense": "held", "forfeited": "forfeited"}


def _describe_colours_issued(event: ColoursIssued) -> str:
    shown = with_prefix(event.shown_by, ", shown by ")
    shared = f", shared by {' and '.join(event.holders)}" if len(event.holders) > 1 else ""
    return f"{event.player} buys {event.pieces} {event.colour} at {dollars_text(event.value)}{shown}{shared}"


def _describe_colours_redeemed(event: ColoursRedeemed | ForeignColoursRedeemed) -> str:
    sold = f" of table {event.issuer}" if isinstance(event, ForeignColoursRedeemed) else ""
    worth = dollars_text(event.pieces * event.value)
    return f"{event.player} changes {event.pieces} {event.colour}{sold} into {worth}"


def _describe_colours_surrendered(event: ColoursSurrendered) -> str:
    return f"{event.pieces} {event.colour} of {event.player} are home from table {event.redeemer}"


def _describe_colours_required(event: ColoursRequired) -> str:
    what = "is to stake colour chips" if event.required else "may stake other chips again"
    return f"{event.player} {what}"


def _describe_voucher_exchanged(event: VoucherExchanged) -> str:
    what = f"{dollars_text(event.cents)} of {instrument_in_words(event.instrument)}"
    return f"{event.player} gets {what} for {event.kind} voucher {event.number}"


def _describe_float_counted(event: FloatCounted) -> str:
    if not event.variance:
        return f"the float is {dollars_text(event.cents)}"
    side = "over" if event.variance > 0 else "short"
    return f"the float is {dollars_text(event.cents)}, {dollars_text(abs(event.variance))} {side}"


def _describe_fault_reported(event: FaultReported) -> str:
    tell = f", tell the {event.tell}" if event.tell else ""
    stops = ", play waits" if event.stops else ""
    mended = ", mended at once" if event.mended else ""
    off = f", {' and '.join(event.players)} cut off" if event.players else ""
    return f"fault: {event.fault}{mended}{off}{with_prefix(event.note, ', ')}{tell}{stops}"


def _describe_wagers_voided(event: WagersVoided) -> str:
    what = f"{stakes_text(event.stakes)} is void and {BECOMES[event.becomes]}"
    return f"{event.player}: {what}{with_prefix(event.note, ', ')}"


def _describe_player_sanctioned(event: PlayerSanctioned) -> str:
    where = f" ({event.reference})" if event.reference else ""
    return f"{event.player}: {event.sanction.replace('-', ' ')}{where}, {event.note}"


def _describe_detention_ended(event: DetentionEnded) -> str:
    police = f": police officer {event.name} arrived" if event.name else ""
    return f"{event.player} is detained no longer{police}{with_prefix(event.note, ', ')}"


def _describe_winnings_freed(event: WinningsFreed) -> str:
    becomes = "comes back from the house" if event.kept else "is held back no longer"
    return f"{dollars_text(event.cents)} won by {event.player} in round {event.round} {becomes}"


def _describe_suspense_determined(event: SuspenseDetermined) -> str:
    held = dollars_text(sum(cents for _, cents in event.held))
    return f"{held} of {event.player} is {'released' if event.released else 'kept'}, {event.note}"


def _describe_seat_left(event: SeatLeft) -> str:
    return f"{event.player} {'has to make room' if event.required else 'leaves the seat'}"


def _describe_dispute_decided(event: DisputeDecided) -> str:
    what = "reviewed" if event.review else "decided"
    inspector = ", and the player hears of the inspector" if event.told_of_inspector else ""
    return f"dispute {what}{', final' if event.final else ''}: {event.decision}{inspector}"


def _describe_review_requested(event: ReviewRequested) -> str:
    return f"a review is asked of the {event.reviewer}"


DESK_NARRATORS: dict[type[AnyEvent], Callable[[Any], str]] = {
    ColoursIssued: _describe_colours_issued,
    ColoursRedeemed: _describe_colours_redeemed,
    ForeignColoursRedeemed: _describe_colours_redeemed,
    ColoursSurrendered: _describe_colours_surrendered,
    ColoursRequired: _describe_colours_required,
    VoucherExchanged: _describe_voucher_exchanged,
    TicketDispensed: lambda event: (
        f"{event.player} takes ticket {event.number} of {dollars_text(event.cents)}"
    ),
    FloatFilled: lambda event: f"{dollars_text(event.cents)} come to the float, slip {event.number}",
    FloatCredited: lambda event: f"{dollars_text(event.cents)} leave the float, slip {event.number}",
    FloatCounted: _describe_float_counted,
    SignedOn: lambda event: f"{event.stamp.by} is on duty",
    SignedOff: lambda event: f"{event.stamp.by} is off duty",
    FaultReported: _describe_fault_reported,
    PersonNotified: lambda event: f"{event.whom} {event.name} was told of {event.fault}",
    FaultRectified: lambda event: f"put right: {event.fault}{with_prefix(event.note, ', ')}",
    IdleSpinsDirected: lambda event: f"spins without wagers, up to: {STEPS_BY_KEY[event.last].value}",
    IdleSpinsStopped: lambda event: "no more spins without wagers",
    PracticeSpun: lambda event: f"{dice_text(event.dice)} for practice, nothing moves",
    SeatTaken: lambda event: f"{event.player} sits on seat {event.seat}",
    SeatLeft: _describe_seat_left,
    OffenceRecorded: lambda event: f"on record: {event.offence} by {event.player}, {event.note}",
    WagersVoided: _describe_wagers_voided,
    WagersForfeited: lambda event: f"{event.player} forfeits {stakes_text(event.stakes)}",
    WagerRefused: lambda event: f"{event.player}'s {stakes_text(event.stakes)} is not taken, {event.reason}",
    PlayerSanctioned: _describe_player_sanctioned,
    ExclusionLifted: lambda event: f"{event.player} may play again{with_prefix(event.note, ', ')}",
    DetentionEnded: _describe_detention_ended,
    WinningsWithheld: lambda event: f"{dollars_text(event.cents)} won by {event.player} is held back",
    WinningsFreed: _describe_winnings_freed,
    SuspenseDetermined: _describe_suspense_determined,
    DisputeRaised: lambda event: f"{event.player} raises a {event.matter}: {event.about}",
    DisputeDecided: _describe_dispute_decided,
    ReviewRequested: _describe_review_requested,
    TableDesignated: lambda event: f"this table is used by {event.tournament} alone",
    TableReleased: lambda event: "this table is open to other play again",
}
