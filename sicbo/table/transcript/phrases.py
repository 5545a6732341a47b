"""The phrases of staff and players in a transcript, each with the command that it gives."""

from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.messages.chips import (
    BuyCredits,
    CountFloat,
    CreditFloat,
    DispenseTicket,
    ExchangeVoucher,
    FillFloat,
    IssueColours,
    RedeemColours,
    RedeemForeignColours,
    RequireColours,
    SignOff,
    SignOn,
    SurrenderColours,
)
from sicbo.table.messages.faults import (
    DirectIdleSpins,
    NotifyPerson,
    RectifyFault,
    ReportFault,
    SpinForPractice,
    StopIdleSpins,
)
from sicbo.table.messages.people import (
    DecideDispute,
    DesignateTable,
    Detain,
    DetermineSuspense,
    EndDetention,
    ExcludeFromCasino,
    ExcludeFromGame,
    LeaveSeat,
    LiftExclusion,
    RaiseDispute,
    RecordOffence,
    Refer,
    RefuseWager,
    ReleaseTable,
    RequestReview,
    RequireToVacate,
    ReviewDispute,
    TakeSeat,
    VoidPlayersWagers,
    WithholdWinnings,
)
from sicbo.table.messages.round import (
    AgreeLimits,
    BuyIn,
    CashOut,
    ChangeLimits,
    CloseTable,
    CorrectResult,
    DeclareVoid,
    GiveNotice,
    Perform,
    RegisterSlip,
    WithdrawNotice,
)
from sicbo.table.messages.super_streak import BeginGamingDay, CallFinalStreaks, CloseStreaks, PlaceStreak
from sicbo.table.transcript.grammar import Phrase, phrase


def _step(said: str, step: Step, **fixed: int) -> Phrase:
    return phrase(said, Perform, step=enum_key(step), **fixed)


STEPS = (
    _step("place your bets", Step.PLACE_BETS),
    _step("cover", Step.COVER),
    _step("spin[ {tumbles}]", Step.SPIN, tumbles=1),
    _step("no more bets", Step.CLOSE),
    _step("press the button", Step.PRESS_CLOSE),
    _step("uncover", Step.UNCOVER),
    _step("call", Step.CALL),
    _step("enter {dice}", Step.ENTER),
    _step("light", Step.LIGHT),
    _step("collect", Step.COLLECT),
    _step("pay", Step.PAY),
)
RESULTS = (
    phrase(
        "void {ground}[ in round {round}][ for {player}[ on {bets}]][ with {forfeits} forfeiting]"
        "[ seen by {second}][ because {note}]",
        DeclareVoid,
    ),
    phrase(
        "correct[ round {round}] to {dice}[ seen by {second}][ because {reason}]",
        CorrectResult,
        second="",
        reason="",
    ),
    phrase("direct spins without wagers", DirectIdleSpins),
    phrase("stop spins without wagers", StopIdleSpins),
    phrase("show a practice spin {dice}", SpinForPractice),
    phrase("give the table to {tournament}", DesignateTable),
    phrase("release the table", ReleaseTable),
)
NOTICES = (
    phrase(
        "announce a minimum of {minimum}[ and a maximum of {maximum}]"
        "[ with {areas}][ in {in_seconds} minutes]",
        GiveNotice,
        subject="limits",
    ),
    phrase("announce that the table closes[ in {in_seconds} minutes]", GiveNotice, subject="table"),
    phrase("announce that super streak closes[ in {in_seconds} minutes]", GiveNotice, subject="super-streak"),
    phrase("withdraw the notice of {subject}", WithdrawNotice),
    phrase(
        "put up limits {minimum} to {maximum}[ with {areas}][ in units of {unit}][ with chips of {chip}]",
        ChangeLimits,
    ),
    phrase(
        "put up limits {minimum} and up[ with {areas}][ in units of {unit}][ with chips of {chip}]",
        ChangeLimits,
        maximum=None,
    ),
    phrase("agree {minimum} to {maximum} with {player}", AgreeLimits),
    phrase("agree {minimum} to {maximum} with {player}, marked", AgreeLimits, marked=True),
    phrase("agree up to {maximum} with {player}", AgreeLimits),
    phrase("agree up to {maximum} with {player}, marked", AgreeLimits, marked=True),
    phrase("end the limits of {player}", AgreeLimits),
    phrase("close the table", CloseTable),
    phrase("begin gaming day {day}", BeginGamingDay),
    phrase("make the final call", CallFinalStreaks),
    phrase("close super streak", CloseStreaks),
)
FAULTS = (
    phrase("report {fault}[ cutting off {players}][ because {note}]", ReportFault),
    phrase("report {fault} mended at once[ because {note}]", ReportFault, mended=True),
    phrase("tell the {whom} {name} of {fault}", NotifyPerson),
    phrase("mend {fault}[ by {note}]", RectifyFault),
)
CHIPS = (
    phrase(
        "sell {player} {pieces} {colour}[ at {value}][ with consent of {consent}][ while {waiting} wait]",
        IssueColours,
    ),
    phrase("redeem {pieces} {colour} of {player}", RedeemColours),
    phrase(
        "redeem {pieces} {colour} of {player} from closed table {issuer}"
        "[ traced at {traced}][ lowest {lowest}]",
        RedeemForeignColours,
        issuer_closed=True,
    ),
    phrase(
        "redeem {pieces} {colour} of {player} from open table {issuer}",
        RedeemForeignColours,
        issuer_closed=False,
    ),
    phrase(
        "take home {pieces} {colour} of {player} changed at table {redeemer} as {redemption}",
        SurrenderColours,
    ),
    phrase("require colour chips of {player}", RequireColours),
    phrase("let {player} stake other chips again", RequireColours, required=False),
    phrase("change {kind} voucher {number} of {cents} for {player}", ExchangeVoucher),
    phrase("count a float of {cents} with {second}", CountFloat),
    phrase("fill the float with {cents} on slip {number} with {second}", FillFloat),
    phrase("credit the float with {cents} on slip {number} with {second}", CreditFloat),
    phrase("sign on", SignOn),
    phrase("sign off", SignOff),
)
CONDUCT = (
    phrase("record {offence} by {player}[ excused as {excuse}] because {note}", RecordOffence),
    phrase("void the wagers of {player} because {note}", VoidPlayersWagers),
    phrase("void and forfeit the wagers of {player} because {note}", VoidPlayersWagers, forfeit=True),
    phrase("refuse the wagers of {player}[ on {bets}] because {reason}", RefuseWager),
    phrase("exclude {player} from the game because {note}", ExcludeFromGame),
    phrase("exclude {player} from the casino under {reference} because {note}", ExcludeFromCasino),
    phrase("let {player} play again because {note}", LiftExclusion),
    phrase("refer {player} to the {to} because {note}", Refer),
    phrase("detain {player} in {place}[ on suspicion of {statute}] because {note}", Detain),
    phrase("hand {player} over to police officer {name}", EndDetention),
    phrase("let {player} go because {note}", EndDetention),
    phrase("withhold the winnings of {player} because {note}", WithholdWinnings),
    phrase("release what is held of {player} because {note}", DetermineSuspense, release=True),
    phrase("keep what is held of {player} because {note}", DetermineSuspense, release=False),
    phrase("ask {player} to make room", RequireToVacate),
)
DISPUTES = tuple(
    phrase(f"{verb} the dispute of {{dispute}}{how}: {{decision}}", kind, **fixed)
    for verb, kind in (("decide", DecideDispute), ("review", ReviewDispute))
    for how, fixed in (
        ("", {}),
        (", who is satisfied", {"satisfied": True}),
        (", who is told of the inspector", {"told_of_inspector": True}),
    )
)
STAFF_PHRASES = (*STEPS, *RESULTS, *NOTICES, *FAULTS, *CHIPS, *CONDUCT, *DISPUTES)

PLAYER_PHRASES = (
    phrase("clears", RegisterSlip, stakes=()),
    phrase("buys {cents}", BuyIn),
    phrase("buys {cents} of tokens", BuyIn, instrument="token"),
    phrase("buys {cents} of credits", BuyCredits),
    phrase("cashes out {cents}", CashOut),
    phrase("takes ticket {number}", DispenseTicket),
    phrase("{cents} super streak on {side}", PlaceStreak),
    phrase("{cents} {instrument} super streak on {side}", PlaceStreak),
    phrase("sits on seat {seat}", TakeSeat),
    phrase("leaves the seat", LeaveSeat),
    phrase("disputes {about}", RaiseDispute),
    phrase("raises {about}", RaiseDispute, matter="unforeseen"),
    phrase("asks for a review", RequestReview),
)
