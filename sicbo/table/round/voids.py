"""Void rounds: on which ground, who declares them, and what is returned."""

import dataclasses
from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import Ground, Returned, Step
from sicbo.game.ranks import Act, Rank
from sicbo.game.rulebook.publication import key_of
from sicbo.game.rulebook.rules import Irregularity
from sicbo.table.authority import may_not
from sicbo.table.equipment.faults import KIND_OF, established, reported, terms_of
from sicbo.table.messages.commands import DeclareVoid
from sicbo.table.messages.events import AnyEvent, RoundVoided, WagersReturned
from sicbo.table.messages.people import WagersForfeited
from sicbo.table.open_items import facts, happened
from sicbo.table.past_rounds import found, not_kept, without
from sicbo.table.people.conduct import unsettled, voided
from sicbo.table.round.corrections import reversals, set_off
from sicbo.table.round.super_streak import on_void
from sicbo.table.state import Round, Table

Events = tuple[AnyEvent, ...]
GROUNDS = {key_of(ground): ground for ground in Ground}
DICE = (Ground.DICE_BROKEN, Ground.DICE_DAMAGED)


def declare(table: Table, command: DeclareVoid) -> Events | Refusal:
    """Void the round on a ground of this rulebook, declared by a person of the rank it names."""
    known = {item.ground: item for item in table.rules.irregularities}
    ground = GROUNDS.get(command.ground)
    item = known.get(ground) if ground else None
    if item is None:
        names = ", ".join(key_of(ground) for ground in known)
        return Refusal(
            table.rules.faults.void.clause, f"{command.ground} voids no round here: name one of {names}."
        )
    played = _meant(table, command, item)
    if isinstance(played, Refusal):
        return played
    refusal = _not_by(table, command, item, played) or _not_so(table, command, item)
    if refusal:
        return refusal
    if command.player:
        return _wagers_only(table, command, item, played)
    return _whole_round(table, command, item, played)


def _meant(table: Table, command: DeclareVoid, item: Irregularity) -> Round | Refusal:
    """Return the round to void: the one named, or else the one in play or just settled."""
    if command.round is not None and (table.round is None or command.round != table.round.number):
        return _over(table, command.round, item)
    played = table.round or (table.last if _reaches(table, item) else None)
    if played is None:
        if table.last is None:
            return Refusal(item.clause, "No round is in play: there is nothing to void.")
        return Refusal(item.clause, "No round is in play: what is settled stands; raise a dispute.")
    return played


def _over(table: Table, number: int, item: Irregularity) -> Round | Refusal:
    """Return a past round: the one just settled if payouts come back, an older one for damaged dice."""
    older = table.last is None or table.last.number != number
    reaches = _reaches(table, item) and (item.ground in DICE or not older)
    played = found(table, number) if reaches else None
    return played or not_kept(table, number, item.clause, reaches=reaches)


def _reaches(table: Table, item: Irregularity) -> bool:
    """Return whether this ground voids a settled round: payouts come back, and damage reaches that far."""
    every = table.rules.faults.damaged_dice.choice.reaches_settled_rounds
    return (every or item.ground not in DICE) and _returned(table, item).includes_payouts


def _returned(table: Table, item: Irregularity) -> Returned:
    return item.returned or table.rules.faults.void.choice


def _not_by(table: Table, command: DeclareVoid, item: Irregularity, played: Round) -> Refusal | None:
    """Check who declares the void: rank, a reason if it is a choice, a second person after the result."""
    if command.stamp.rank is None or command.stamp.rank < item.rank:
        return Refusal(item.clause, f"Call this rank or above to declare it: {table.rules.title(item.rank)}.")
    if not item.demand.is_mandatory and not command.note:
        return Refusal(item.clause, "Say in the note what happened: this void is a choice.")
    if played.dice is not None and command.second in ("", command.stamp.by):
        return Refusal(
            item.clause, "A void after the result needs a second person: name one who agrees to it."
        )
    if not command.forfeits:
        return None
    if not _returned(table, item).may_forfeit:
        return Refusal(item.clause, "No stake is forfeited on this ground: leave the name out.")
    if command.forfeits not in played.slips:
        return Refusal(item.clause, f"{command.forfeits} has no wager in this round: name one who has.")
    return may_not(table, command, Act.FORFEIT)


def _not_so(table: Table, command: DeclareVoid, item: Irregularity) -> Refusal | None:
    """Check that the ground can apply to the round in its present step."""
    match item.ground:
        case Ground.NOT_FLAT | Ground.TUMBLER_FAULT:
            return _not_spun(table, item)
        case Ground.TOO_FEW_TUMBLES:
            return _not_spun(table, item) or _enough(table, command, item)
        case Ground.BUTTON_NOT_PRESSED:
            return _pressed(table, item)
        case Ground.DICE_BROKEN:
            until_called = table.rules.faults.damaged_dice.choice.ends_at_call
            if until_called and table.has_done(Step.CALL):
                return Refusal(
                    item.clause, "The result is called and stands whatever breaks now: settle by it."
                )
            return None
        case Ground.INTERRUPTED:
            return (
                None
                if not established(table)
                else Refusal(
                    table.rules.faults.established.clause, "An outcome is established: finish the round."
                )
            )
        case (
            Ground.EXPOSED_EARLY
            | Ground.NOT_ACTIVATED
            | Ground.DICE_DAMAGED
            | Ground.TUMBLER_BROKEN
            | Ground.EQUIPMENT
            | Ground.DISRUPTION
            | Ground.FRAUD
            | Ground.IMPRACTICAL
        ):
            return None
        case _:
            assert_never(item.ground)


def _not_spun(table: Table, item: Irregularity) -> Refusal | None:
    if table.round is None or table.has_done(Step.SPIN):
        return None
    return Refusal(item.clause, "The tumbler has not run in this round: spin it first.")


def _enough(table: Table, command: DeclareVoid, item: Irregularity) -> Refusal | None:
    """Refuse a dealer's void for too few tumbles if enough of them are on record."""
    short = table.round is None or table.round.void_due is not None
    if short or (command.stamp.rank or 0) >= Rank.SUPERVISOR:
        return None
    title = table.rules.title(Rank.SUPERVISOR)
    return Refusal(
        item.clause, f"Enough tumbles are on record: call this rank or above to say otherwise: {title}."
    )


def _pressed(table: Table, item: Irregularity) -> Refusal | None:
    button, stage = table.rules.round.button, {stage.step for stage in table.stages}
    if table.takes_wagers or not table.has_done(Step.CLOSE):
        return Refusal(item.clause, "The button is due at the close: call no more bets first, then press it.")
    if table.has_done(Step.PRESS_CLOSE):
        return Refusal(item.clause, "The button was pressed in this round: go on with it.")
    if Step.PRESS_CLOSE not in stage and not button.choice.is_at_every_table:
        return Refusal(button.clause, "This table has no touch screen: go on without its button.")
    return None


def _wagers_only(table: Table, command: DeclareVoid, item: Irregularity, played: Round) -> Events | Refusal:
    """Void one player's wagers, if the ground covers single wagers too."""
    if not item.wager_too:
        return Refusal(item.clause, "On this ground only the whole round is void: name no player.")
    lying = unsettled(table, command.player) if played is table.round else ()
    stakes = tuple(stake for stake in lying if not command.bets or stake.bet in command.bets)
    if not stakes:
        return Refusal(
            item.clause, f"{command.player} has no such wager on the layout: name one that lies there."
        )
    return (voided(table, command, item.clause, stakes, "refunded"),)


def _whole_round(table: Table, command: DeclareVoid, item: Irregularity, played: Round) -> Events:
    returned = _returned(table, item)
    stands = returned.keeps_wagers
    void = happened(RoundVoided, command, item.clause, round=played.number, stands=stands)
    clause = item.returned_by or table.rules.faults.void.clause
    back = () if stands else tuple(_given_back(table, command, played, returned, clause))
    undone = (*reversals(command, played, clause), *back)
    held = on_void(table, command, item.ground) if played is table.round else ()
    return (
        *undone,
        *set_off(table, command, clause, undone),
        *held,
        void,
        *_repairs(table, command, item),
    )


def _given_back(
    table: Table, command: DeclareVoid, played: Round, returned: Returned, clause: str
) -> Iterator[AnyEvent]:
    """Yield the return of every stake, except what the rulebook keeps."""
    for player in sorted(played.slips):
        stakes = played.slips[player].stakes
        forfeits = player == command.forfeits
        kind = WagersForfeited if forfeits or returned.is_nothing else WagersReturned
        by = table.rules.conduct.offenders_wager.clause if forfeits else clause
        if stakes:
            yield kind(**facts(command, by), player=player, round=played.number, stakes=stakes)


def _repairs(table: Table, command: DeclareVoid, item: Irregularity) -> Iterator[AnyEvent]:
    """Yield the fault that stops play, if the ground demands a repair and the fault is not on record yet."""
    if not item.afterwards.waits_for_repair:
        return
    kind = KIND_OF[item.ground]
    known = table.faults.get(kind)
    if known is None or not known.stops:
        terms = terms_of(table, kind)
        yield reported(table, command, dataclasses.replace(terms, stops=True, halts=True), kind)


def repeated(table: Table, event: RoundVoided) -> Table:
    """Return the table after a void: without a round, or with the same wagers before the next spin."""
    if table.round is None or table.round.number != event.round:
        return without(table, event.round)
    if not event.stands:
        return replace(table, round=None)
    cover = next(index for index, stage in enumerate(table.stages) if stage.step is Step.COVER)
    played = Round(
        number=event.round + 1,
        done=cover,
        slips=table.round.slips,
        sign=table.round.sign,
        agreed=table.round.agreed,
    )
    return replace(table, round=played, rounds=played.number)
