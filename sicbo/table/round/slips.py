"""Slips: a player's whole stake on the layout, registered as one while bets are open."""

from collections import Counter

from sicbo.errors import Refusal
from sicbo.game.limits import not_taken
from sicbo.game.money import money
from sicbo.game.policies import Step
from sicbo.game.rulebook.publication import key_of
from sicbo.game.settlement import LARGEST_STAKE
from sicbo.table.equipment.faults import cut_off
from sicbo.table.messages.commands import RegisterSlip
from sicbo.table.messages.events import AnyEvent, SlipRegistered
from sicbo.table.money.colour_chips import not_staked
from sicbo.table.money.racks import in_words, kind_of, needed
from sicbo.table.people.conduct import barred
from sicbo.table.round.settlement import all_within
from sicbo.table.state import Slip, Table

EMPTY = Slip(0, ())


def register(table: Table, command: RegisterSlip) -> tuple[AnyEvent, ...] | Refusal:
    """Register the slip in place of the previous one; undo, clear, rebet and double are slips too."""
    refusal = barred(table, command) or cut_off(table, command.player) or _not_now(table, command)
    if refusal:
        return refusal
    assert table.round is not None
    before = table.round.slips.get(command.player, EMPTY)
    refusal = (
        _not_next(table, command, before)
        or (None if all_within(table, command.stakes, command.player) else _not_so(table, command))
        or not_staked(table, command.player, command.stakes)
        or _not_held(table, command, before)
    )
    if refusal:
        return refusal
    return (
        SlipRegistered(
            stamp=command.stamp,
            clause=table.rules.wagers.stakes.clause,
            command=command.id,
            player=command.player,
            round=command.round,
            version=command.version,
            stakes=command.stakes,
            before=before.stakes,
        ),
    )


def _not_now(table: Table, command: RegisterSlip) -> Refusal | None:
    played = table.round
    if played and command.round == played.number and not played.void_due and table.takes_wagers:
        return None
    return _why_not_now(table, command)


def _why_not_now(table: Table, command: RegisterSlip) -> Refusal:
    clause = table.rules.wagers.late.clause
    if table.sign is None:
        return Refusal(clause, "The table is closed: wait until it opens.")
    if table.round is None or not table.has_done(Step.PLACE_BETS):
        return Refusal(clause, "Bets are not open: wait for the invitation to place them.")
    if command.round != table.round.number:
        now = table.round.number
        return Refusal(clause, f"That slip is for round {command.round}: send one for round {now}.")
    if table.has_done(Step.CLOSE):
        return Refusal(clause, "No more bets for this round: wait for the next.")
    return Refusal(clause, "This round will be void: wait for the next.")


def _not_next(table: Table, command: RegisterSlip, before: Slip) -> Refusal | None:
    if command.version != before.version + 1:
        clause = table.rules.wagers.late.clause
        return Refusal(
            clause, f"Your slip stands at version {before.version}: send version {before.version + 1}."
        )
    return None


def _not_so(table: Table, command: RegisterSlip) -> Refusal | None:
    """Return what is wrong with the stakes themselves."""
    wagers, layout = table.rules.wagers, table.layout
    known = {key_of(instrument) for instrument in wagers.stakes.choice}
    if len({(stake.bet, stake.instrument) for stake in command.stakes}) != len(command.stakes):
        return Refusal(wagers.stakes.clause, "Name each bet once: add the stakes together.")
    for stake in command.stakes:
        if stake.bet not in layout:
            return Refusal(layout.clause, f"There is no bet {stake.bet} on this layout: choose another.")
        if kind_of(stake.instrument) not in known:
            return Refusal(
                wagers.stakes.clause,
                f"{stake.instrument} is no stake here: use {', '.join(map(in_words, sorted(known)))}.",
            )
        if not 0 < stake.cents <= LARGEST_STAKE:
            return Refusal(wagers.stakes.clause, f"Stake at least one cent on {stake.bet}.")
    totals: Counter[str] = Counter()
    for stake in command.stakes:
        totals[stake.bet] += stake.cents
    limits = table.limits_of(command.player)
    for bet, cents in totals.items():
        refusal = not_taken(layout.bet(bet), cents, layout, table.rules, limits)
        if refusal:
            return refusal
    return None


def _not_held(table: Table, command: RegisterSlip, before: Slip) -> Refusal | None:
    """Refuse a slip that needs more, beyond the previous slip, than the player has."""
    for instrument, cents in needed(command.stakes, before.stakes):
        has = table.rack(command.player, instrument)
        if cents > has:
            clause = table.rules.wagers.stakes.clause
            return Refusal(
                clause,
                f"This slip needs {money(cents - has)} more in {in_words(instrument)}: buy in or reduce it.",
            )
    return None
