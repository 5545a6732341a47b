"""Rounds without a result, and results that the dice correct."""

import dataclasses
from collections.abc import Iterator

from msgspec.structs import replace

from sicbo.errors import BadInput, Refusal
from sicbo.game.authority import Act
from sicbo.game.dice import Roll, as_roll
from sicbo.game.policies import Afterwards, Button, DamagedDice, Demand, Ground, Returned, Step, WrongEntry
from sicbo.game.publish import key_of
from sicbo.game.rules import Irregularity
from sicbo.table.commands import CorrectResult, DeclareVoid
from sicbo.table.conduct import unsettled, voided
from sicbo.table.conduct_messages import WagersForfeited
from sicbo.table.dealing import settled
from sicbo.table.events import (
    AnyEvent,
    ResultCorrected,
    RoundVoided,
    SettlementReversed,
    WagersReturned,
)
from sicbo.table.faults import KIND_OF, established, reported, terms_of
from sicbo.table.messages import Command
from sicbo.table.powers import may_not
from sicbo.table.records import facts
from sicbo.table.state import Round, Table
from sicbo.table.streaks import on_correction, on_void

Events = tuple[AnyEvent, ...]
GROUNDS = {key_of(ground): ground for ground in Ground}
LIGHTS_WRONG = "lights-wrong"


def declare(table: Table, command: DeclareVoid) -> Events | Refusal:
    """Void the round on a ground of this rulebook, by somebody of the rank it names."""
    known = {item.ground: item for item in table.rules.irregularities}
    ground = GROUNDS.get(command.ground)
    item = known.get(ground) if ground else None
    if item is None:
        names = ", ".join(key_of(ground) for ground in known)
        return Refusal(
            table.rules.faults.void.clause, f"{command.ground} voids no round here; grounds are {names}."
        )
    played = table.round or _reached(table, item)
    if played is None:
        settled_one = (
            "there is nothing to void." if table.last is None else "what is settled stands; raise a dispute."
        )
        return Refusal(item.clause, f"No round is in play: {settled_one}")
    refusal = _not_by(table, command, item, played) or _not_so(table, command, item)
    if refusal:
        return refusal
    if command.player:
        return _wagers_only(table, command, item)
    return _whole_round(table, command, item, played)


def _reached(table: Table, item: Irregularity) -> Round | None:
    """The round just settled, where payouts come back too and the ground reaches as far."""
    dice = item.ground in (Ground.DICE_BROKEN, Ground.DICE_DAMAGED)
    reaches = not dice or table.rules.faults.damaged_dice.choice is DamagedDice.EVERY_AFFECTED
    return table.last if reaches and _returned(table, item) is Returned.STAKES_AND_PAYOUTS else None


def _returned(table: Table, item: Irregularity) -> Returned:
    return item.returned or table.rules.faults.void.choice


def _not_by(table: Table, command: DeclareVoid, item: Irregularity, played: Round) -> Refusal | None:
    """Whether whoever says so may: the rank, a reason where there is a choice, a second person at the end."""
    if command.stamp.rank is None or command.stamp.rank < item.rank:
        return Refusal(item.clause, f"Call this rank or above to declare it: {table.rules.title(item.rank)}.")
    if item.demand is Demand.MAY and not command.note:
        return Refusal(item.clause, "Say in the note what happened: this void is a choice.")
    if played.dice is not None and command.second in ("", command.stamp.by):
        return Refusal(item.clause, "A void after the result needs a second person who agrees to it.")
    if not command.forfeits:
        return None
    if _returned(table, item) is not Returned.ALL_BUT_THE_FRAUDSTER:
        return Refusal(item.clause, "Nobody's stake is forfeited on this ground: leave the name out.")
    if command.forfeits not in played.slips:
        return Refusal(item.clause, f"{command.forfeits} has no wager in this round: name one who has.")
    return may_not(table, command, Act.FORFEIT)


def _not_so(table: Table, command: DeclareVoid, item: Irregularity) -> Refusal | None:
    """Whether the ground can be the case in the round as it stands."""
    match item.ground:
        case Ground.NOT_FLAT | Ground.TUMBLER_FAULT:
            spun = table.round is None or table.has_done(Step.SPIN)
            return (
                None
                if spun
                else Refusal(item.clause, "The tumbler has not run in this round: spin it first.")
            )
        case Ground.BUTTON_NOT_PRESSED:
            return _pressed(table, item)
        case Ground.DICE_BROKEN:
            until_called = table.rules.faults.damaged_dice.choice is DamagedDice.UNTIL_CALLED
            if until_called and table.has_done(Step.CALL):
                return Refusal(item.clause, "The result is called: a die that breaks now changes nothing.")
            return None
        case Ground.INTERRUPTED:
            return (
                None
                if not established(table)
                else Refusal(
                    table.rules.faults.established.clause, "An outcome is established: finish the round."
                )
            )
        case _:
            return None


def _pressed(table: Table, item: Irregularity) -> Refusal | None:
    button, stage = table.rules.round.button, {stage.step for stage in table.stages}
    if table.has_done(Step.PRESS_CLOSE):
        return Refusal(item.clause, "The button was pressed in this round: it goes on.")
    if Step.PRESS_CLOSE not in stage and button.choice is not Button.EVERY_TABLE:
        return Refusal(button.clause, "This table has no touch screen: no button is demanded.")
    return None


def _wagers_only(table: Table, command: DeclareVoid, item: Irregularity) -> Events | Refusal:
    """Void one player's wagers, where the ground is for single wagers too."""
    if not item.wager_too:
        return Refusal(item.clause, "On this ground only the whole round is void, never a single wager.")
    lying = unsettled(table, command.player)
    stakes = tuple(stake for stake in lying if not command.bets or stake.bet in command.bets)
    if not stakes:
        return Refusal(
            item.clause, f"{command.player} has no such wager on the layout: name one that lies there."
        )
    return (voided(table, command, item.clause, stakes, "refunded"),)


def _whole_round(table: Table, command: DeclareVoid, item: Irregularity, played: Round) -> Events:
    returned = _returned(table, item)
    stands = returned is Returned.STANDS
    void = RoundVoided(
        **facts(command, item.clause),
        round=played.number,
        ground=command.ground,
        note=command.note,
        second=command.second,
        stands=stands,
    )
    clause = table.rules.faults.void.clause
    back = () if stands else tuple(_given_back(table, command, played, returned))
    held = on_void(table, command, item.ground)
    return (*_reversals(command, played, clause), *back, *held, void, *_repairs(table, command, item))


def _given_back(table: Table, command: DeclareVoid, played: Round, returned: Returned) -> Iterator[AnyEvent]:
    """Every stake to its player, but where the rulebook keeps it."""
    for player in sorted(played.slips):
        stakes = played.slips[player].stakes
        kept = returned is Returned.NOTHING or player == command.forfeits
        clause = _kept_by(table, command) if kept else table.rules.faults.void.clause
        kind = WagersForfeited if kept else WagersReturned
        if stakes:
            yield kind(**facts(command, clause), player=player, round=played.number, stakes=stakes)


def _kept_by(table: Table, command: DeclareVoid) -> str:
    rules = table.rules
    return rules.conduct.offenders_wager.clause if command.forfeits else rules.faults.void.clause


def _repairs(table: Table, command: DeclareVoid, item: Irregularity) -> Iterator[AnyEvent]:
    """The fault that stops play, where it does and is not on record yet."""
    if item.afterwards is not Afterwards.WHEN_REPAIRED:
        return
    kind = KIND_OF[item.ground]
    known = table.faults.get(kind)
    if known is None or not known.stops:
        terms = terms_of(table, kind)
        yield reported(table, command, dataclasses.replace(terms, stops=True, halts=True), kind)


def repeated(table: Table, event: RoundVoided) -> Table:
    """The table after a void: without a round, or with the same wagers before the spin that repeats it."""
    if not (event.stands and table.round):
        return replace(table, round=None, last=None)
    cover = next(index for index, stage in enumerate(table.stages) if stage.step is Step.COVER)
    played = Round(
        number=event.round + 1,
        done=cover,
        slips=table.round.slips,
        sign=table.round.sign,
        agreed=table.round.agreed,
    )
    return replace(table, round=played, rounds=played.number)


def correct(table: Table, command: CorrectResult) -> Events | Refusal:
    """Let the dice prevail over the entry, before or after settlement, until the next round has begun."""
    ruling = table.rules.faults.wrong_entry
    played = table.round or table.last
    if played is None or played.dice is None:
        return Refusal(ruling.clause, "No result stands that could be corrected.")
    if ruling.choice is WrongEntry.AS_ENTERED:
        return Refusal(ruling.clause, "The result stands as it was entered: settle by it.")
    if command.second in ("", command.stamp.by):
        return Refusal(ruling.clause, "A correction needs a second person who saw the dice.")
    try:
        roll = as_roll(command.dice)
    except BadInput as error:
        return Refusal(ruling.clause, str(error))
    corrected = ResultCorrected(
        stamp=command.stamp,
        clause=ruling.clause,
        command=command.id,
        round=played.number,
        entered=played.dice,
        dice=roll,
        second=command.second,
        reason=command.reason,
        lit=table.layout.lights[roll],
    )
    return (
        *_reversals(command, played, ruling.clause),
        corrected,
        *_again(table, command, played, roll),
        *on_correction(table, command, roll),
        *_as_lights(table, command),
    )


def _as_lights(table: Table, command: CorrectResult) -> Iterator[AnyEvent]:
    """The lighting fault that a wrong entry is under one reading of The Star's 8.7."""
    as_lights = table.rules.faults.wrong_entry.choice is WrongEntry.AS_LIGHTS
    if as_lights and LIGHTS_WRONG not in table.faults:
        yield reported(table, command, terms_of(table, LIGHTS_WRONG), LIGHTS_WRONG)


def _reversals(command: Command, played: Round, clause: str) -> list[AnyEvent]:
    done = {
        player: (*played.collected.get(player, ()), *played.paid.get(player, ())) for player in played.slips
    }
    return [
        SettlementReversed(
            stamp=command.stamp,
            clause=clause,
            command=command.id,
            player=player,
            round=played.number,
            lines=done[player],
        )
        for player in sorted(done)
        if done[player]
    ]


def _again(table: Table, command: CorrectResult, played: Round, roll: Roll) -> list[AnyEvent]:
    """What had been settled is settled by the dice."""
    stages = [stage for stage in table.stages[: played.done] if stage.step in (Step.COLLECT, Step.PAY)]
    return [
        event
        for stage in stages
        for player in sorted(played.slips)
        for event in settled(replace(table, round=played), command, stage, player, roll)
    ]
