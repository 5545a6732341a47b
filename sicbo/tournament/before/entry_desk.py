"""The entry desk: entries, chips, withdrawals, refunds and substitutes, at the prices of the terms."""

import hashlib
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.money import money
from sicbo.game.ranks import Rank
from sicbo.table.messages.base import Command
from sicbo.table.open_items import facts, happened
from sicbo.tournament.authority import first, not_a, not_directing
from sicbo.tournament.format import price, wall
from sicbo.tournament.messages import commands, events
from sicbo.tournament.state import (
    BETWEEN,
    CANCELLED,
    ELIMINATED,
    ENTERED,
    ENTRIES,
    PLAYING,
    RANKED,
    ROUND,
    SUBSTITUTED,
    WITHDRAWN,
    Entrant,
    Heat,
    Tournament,
    paid,
    put,
)

Events = tuple[Any, ...]
RE_BUY, ADD_ON, BUY_BACK = "re-buy", "add-on", "buy-back"


def enter(tournament: Tournament, command: commands.EnterTournament) -> Events | Refusal:
    """Take an entry once the terms are published, at their price and with their starting bank."""
    refusal = first(
        check(tournament, command) for check in (_not_open, _not_eligible, _not_staff, _not_agreed)
    )
    if refusal:
        return refusal
    plan = tournament.plan
    fee, buy_in = price(plan.details.entry_fee), price(plan.details.buy_in)
    clause = tournament.clause("entry.acceptance")
    bank = plan.format.starting_bank
    return (happened(events.TournamentEntered, command, clause, fee=fee, buy_in=buy_in, bank=bank),)


def _not_open(tournament: Tournament, command: commands.EnterTournament) -> Refusal | None:
    steps = tournament.steps
    if not tournament.version:
        return Refusal(steps.available, "Publish the terms first: no entry is taken before.")
    if steps.advised and not tournament.advised:
        return Refusal(steps.advised, "Tell the inspectorate first: no entry is taken before.")
    if not tournament.commitments:
        return Refusal(steps.held, "Promise the seat draws first, so that they are the same for all.")
    late = tournament.plan.entry.late_entry_rounds
    if tournament.stage != ENTRIES and not (tournament.stage == BETWEEN and tournament.round < late):
        return Refusal(
            tournament.clause("entry.late_entry_rounds"), "Entries are closed: wait for the next one."
        )
    if command.player in tournament.entrants:
        return Refusal(steps.player, f"{command.player} has entered already.")
    most, there = tournament.plan.details.most, sum(1 for _ in counted(tournament))
    if there >= most:
        return Refusal(tournament.clause("details.most"), f"All {most} places are taken.")
    return None


def counted(tournament: Tournament) -> list[str]:
    """Return every player who entered and is still an entrant, in the order of entry."""
    there = [
        (entrant.number, player)
        for player, entrant in tournament.entrants.items()
        if entrant.status not in (WITHDRAWN, SUBSTITUTED)
    ]
    return [player for _, player in sorted(there)]


def _not_eligible(tournament: Tournament, command: commands.EnterTournament) -> Refusal | None:
    plan = tournament.plan
    if not command.admitted:
        return Refusal(
            tournament.clause("entry.eligible"), "A person who is barred cannot enter: refuse the entry."
        )
    if plan.entry.criteria_apply and not command.chosen:
        return Refusal(tournament.clause("entry.criteria"), "The criteria of the terms are not met.")
    if command.method not in plan.entry.methods:
        ways = ", ".join(plan.entry.methods)
        return Refusal(tournament.clause("entry.methods"), f"Enter by one of these ways: {ways}.")
    return None


def _not_staff(tournament: Tournament, command: commands.EnterTournament) -> Refusal | None:
    """Refuse staff, unless they have approval for a charity or media event; no clause allows other events."""
    if not command.staff:
        return None
    if not tournament.plan.entry.staff_event:
        return Refusal(tournament.steps.held, "Staff do not play here: take no entry of theirs.")
    if not command.second:
        return Refusal(
            tournament.clause("entry.staff"), "Record who approved that this member of staff plays."
        )
    return None


def _not_agreed(tournament: Tournament, command: commands.EnterTournament) -> Refusal | None:
    plan = tournament.plan
    asked = price(plan.details.entry_fee) + price(plan.details.buy_in)
    if command.cents != asked:
        return Refusal(tournament.clause("details.entry_fee"), f"An entry costs {money(asked)}: take that.")
    if command.accepted != hashlib.sha256(tournament.terms.encode()).hexdigest():
        says = "The terms as they are published now have to be accepted: show them, and record their hash."
        return Refusal(tournament.clause("entry.acceptance"), says)
    return None


def refuse(tournament: Tournament, command: commands.RefuseEntry) -> Events | Refusal:
    """Refuse an application, if the terms reserve that right."""
    if not tournament.version or not tournament.plan.entry.may_refuse:
        return Refusal(tournament.steps.held, "The terms reserve no general right to refuse: take the entry.")
    if command.player in tournament.entrants:
        return Refusal(tournament.steps.player, f"{command.player} has entered already.")
    return (happened(events.EntryRefused, command, tournament.clause("entry.may_refuse")),)


def sign(tournament: Tournament, command: commands.SignTerms) -> Events | Refusal:
    """Record a signed copy of the terms, if the terms ask for one."""
    if not tournament.version or not tournament.plan.entry.signed_copies:
        return Refusal(tournament.steps.held, "The terms ask for no signed copies: go on without.")
    clause = tournament.clause("entry.signed_copies")
    return _unknown(tournament, command.player) or (happened(events.TermsSigned, command, clause),)


def _unknown(tournament: Tournament, player: str) -> Refusal | None:
    entrant = tournament.entrants.get(player)
    if entrant is None or entrant.status in (WITHDRAWN, SUBSTITUTED):
        return Refusal(tournament.steps.player, f"{player} is no entrant of this tournament.")
    return None


def buy_more(tournament: Tournament, command: commands.BuyMore) -> Events | Refusal:
    """Sell a re-buy below the starting bank, an add-on in play, or a buy-back to an eliminated entrant."""
    if refusal := _unknown(tournament, command.player):
        return refusal
    if command.what not in (RE_BUY, ADD_ON, BUY_BACK):
        return Refusal(tournament.clause("details.re_buy"), f"Buy one of {RE_BUY}, {ADD_ON}, {BUY_BACK}.")
    path, asked = _price(tournament, command.what)
    clause = tournament.clause(path)
    if why := _may_not_buy(tournament, command):
        return Refusal(clause, why)
    if command.cents != asked:
        return Refusal(clause, f"A {command.what} costs {money(asked)}: take that.")
    chips = tournament.plan.format.starting_bank
    return (happened(events.MoreBought, command, clause, chips=chips),)


def _price(tournament: Tournament, what: str) -> tuple[str, int]:
    details, form = tournament.plan.details, tournament.plan.format
    if what == BUY_BACK:
        return "format.buy_back_offered", price(form.buy_back)
    return (
        ("details.re_buy", price(details.re_buy))
        if what == RE_BUY
        else ("details.add_on", price(details.add_on))
    )


def _may_not_buy(tournament: Tournament, command: commands.BuyMore) -> str:
    entrant, plan = tournament.entrants[command.player], tournament.plan
    if tournament.stage not in (ROUND, BETWEEN):
        return "Chips are sold again once play has begun."
    if (heat := tournament.heat_of(command.player)) and heat.phase in ("open", "closed"):
        return "Wait until the spin is settled."
    if command.what == BUY_BACK:
        if not plan.format.buy_back_offered or tournament.round > plan.format.buy_back_rounds:
            return "No buy-back is sold in this round."
        in_play = tournament.stage == ROUND and heat is not None and heat.phase != "over"
        if entrant.status != ELIMINATED or entrant.round != tournament.round or not in_play:
            return "Only an entrant who was eliminated in a heat that is still played buys back."
        return ""
    if entrant.status != PLAYING:
        return f"Only who plays buys a {command.what}."
    if command.what == RE_BUY and (
        entrant.re_buys >= plan.details.re_buys or entrant.bank >= plan.format.starting_bank
    ):
        return f"The terms give {plan.details.re_buys}, to a bank below the starting bank."
    if command.what == ADD_ON and entrant.add_ons >= plan.details.add_ons:
        return f"The terms give {plan.details.add_ons} to each."
    return ""


def withdraw(tournament: Tournament, command: commands.WithdrawEntry) -> Events | Refusal:
    """Withdraw an entry before play, with a full refund in time and a partial refund later."""
    clause = tournament.clause("entry.withdraw_until")
    if refusal := _unknown(tournament, command.player):
        return refusal
    entrant = tournament.entrants[command.player]
    if entrant.status != ENTERED or tournament.stage != ENTRIES:
        return Refusal(clause, "Play has begun: retire instead.")
    free = command.stamp.wall <= wall(tournament.plan.entry.withdraw_until)
    percent = 100 if free else tournament.plan.entry.withdraw_later
    back = (entrant.fee + entrant.buy_ins) * percent // 100
    return (happened(events.EntryWithdrawn, command, clause, cents=back, chips=entrant.bank),)


def refund(tournament: Tournament, command: commands.RefundEntry) -> Events | Refusal:
    """Refund what the terms say on one of their grounds, once."""
    clause = tournament.clause("conduct.refunds")
    if refusal := first([_unknown(tournament, command.player), not_a(Rank.MANAGER, tournament, command)]):
        return refusal
    grounds = {one.ground: one.percent for one in tournament.plan.conduct.refunds}
    entrant = tournament.entrants[command.player]
    if command.ground not in grounds:
        return Refusal(clause, f"The terms refund for {', '.join(grounds)}: name one of these.")
    if entrant.refunded or (command.ground == "cancelled" and tournament.stage != CANCELLED):
        return Refusal(clause, "That ground does not hold, or it was refunded already.")
    cents = (entrant.fee + entrant.buy_ins) * grounds[command.ground] // 100
    return (happened(events.EntryRefunded, command, clause, cents=cents),)


def refunds(tournament: Tournament, command: Command, ground: str) -> Events:
    """Return the refunds of all entrants on one ground."""
    clause = tournament.clause("conduct.refunds")
    percent = {one.ground: one.percent for one in tournament.plan.conduct.refunds}.get(ground, 0)
    return tuple(
        events.EntryRefunded(
            **facts(command, clause),
            player=player,
            ground=ground,
            cents=(entrant.fee + entrant.buy_ins) * percent // 100,
        )
        for player in counted(tournament)
        if not (entrant := tournament.entrants[player]).refunded
    )


def substitute(tournament: Tournament, command: commands.NominateSubstitute) -> Events | Refusal:
    """Pass a seat and bank to another person, on a ground of the terms and in time."""
    clause = tournament.clause("conduct.substitute_for")
    if refusal := first([_unknown(tournament, command.player), not_directing(tournament, command)]):
        return refusal
    known, plan = tournament.entrants.get(command.second), tournament.plan
    if command.ground not in plan.conduct.substitute_for:
        return Refusal(clause, f"The terms allow it for {', '.join(plan.conduct.substitute_for)}.")
    if command.stamp.wall > wall(plan.entry.substitute_until):
        return Refusal(
            tournament.clause("entry.substitute_until"), "The time for substitutes is over: play on."
        )
    if tournament.entrants[command.player].status not in (ENTERED, PLAYING) or tournament.stage == RANKED:
        return Refusal(clause, "Nothing is passed on once an entrant is out or play is over.")
    returning = plan.conduct.substituted == "may-return" and known and known.status == SUBSTITUTED
    if not command.second or (known and not returning) or _in_spin(tournament, command.player):
        return Refusal(clause, "Name a person who has not entered, between two spins.")
    return (happened(events.EntrantSubstituted, command, clause),)


def _in_spin(tournament: Tournament, player: str) -> bool:
    heat = tournament.heat_of(player)
    return heat is not None and heat.phase in ("open", "closed")


def at_desk(
    how: Callable[[Tournament, Any], Events | Refusal],
) -> Callable[[Tournament, Any], Events | Refusal]:
    """Return a decision that first requires a dealer or above."""
    return lambda tournament, command: not_a(Rank.DEALER, tournament, command) or how(tournament, command)


HOW: dict[type[Any], Callable[[Tournament, Any], Events | Refusal]] = {
    commands.EnterTournament: at_desk(enter),
    commands.RefuseEntry: at_desk(refuse),
    commands.SignTerms: at_desk(sign),
    commands.BuyMore: at_desk(buy_more),
    commands.WithdrawEntry: at_desk(withdraw),
    commands.RefundEntry: refund,
    commands.NominateSubstitute: substitute,
}


def _entered(tournament: Tournament, event: events.TournamentEntered) -> Tournament:
    late = tournament.stage == BETWEEN
    entrant = Entrant(
        number=len(tournament.entrants) + 1,
        fee=event.fee,
        buy_ins=event.buy_in,
        bank=event.bank,
        status=PLAYING if late else ENTERED,
        staff=event.staff,
        publicity=event.publicity,
    )
    return replace(tournament, entrants=tournament.entrants.set(event.player, entrant))


def _bought(tournament: Tournament, event: events.MoreBought) -> Tournament:
    entrant = tournament.entrants[event.player]
    return put(
        tournament,
        event.player,
        bank=entrant.bank + event.chips,
        buy_ins=entrant.buy_ins + event.cents,
        status=PLAYING,
        re_buys=entrant.re_buys + (event.what == RE_BUY),
        add_ons=entrant.add_ons + (event.what == ADD_ON),
    )


def _withdrawn(tournament: Tournament, event: events.EntryWithdrawn) -> Tournament:
    entrant = tournament.entrants[event.player]
    kept = entrant.fee + entrant.buy_ins - event.cents
    tournament = paid(tournament, event.player, -event.chips)
    return put(tournament, event.player, status=WITHDRAWN, fee=kept, buy_ins=0)


def _refunded(tournament: Tournament, event: events.EntryRefunded) -> Tournament:
    entrant = tournament.entrants[event.player]
    kept = entrant.fee + entrant.buy_ins - event.cents
    fee = min(entrant.fee, kept)
    return put(tournament, event.player, refunded=True, fee=fee, buy_ins=kept - fee)


def _substituted(tournament: Tournament, event: events.EntrantSubstituted) -> Tournament:
    before = tournament.entrants[event.player]
    gone = replace(before, status=SUBSTITUTED, bank=0, fee=0, buy_ins=0)
    entrants = tournament.entrants.set(event.player, gone).set(
        event.second, replace(before, briefed=False, signed=False, staff=False, publicity=False)
    )
    heats = tuple(_in_stead(heat, event.player, event.second) for heat in tournament.heats)
    return replace(tournament, entrants=entrants, heats=heats)


def _in_stead(heat: Heat, player: str, second: str) -> Heat:
    """Return the heat with a substitute on a player's seat, who has used what that player had used."""
    if player not in heat.players:
        return heat
    players = tuple(second if one == player else one for one in heat.players)
    settled = tuple(replace(one, player=second) if one.player == player else one for one in heat.settled)
    used = {
        name: many.delete(player).set(second, many[player])
        for name in ("secrets", "passes", "last")
        if player in (many := getattr(heat, name))
    }
    return replace(heat, players=players, settled=settled, **used)


EVOLVES: dict[type[Any], Callable[[Tournament, Any], Tournament]] = {
    events.TournamentEntered: _entered,
    events.EntryRefused: lambda tournament, event: tournament,
    events.TermsSigned: lambda tournament, event: put(tournament, event.player, signed=True),
    events.MoreBought: _bought,
    events.EntryWithdrawn: _withdrawn,
    events.EntryRefunded: _refunded,
    events.EntrantSubstituted: _substituted,
}
