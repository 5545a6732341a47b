"""Purchases: re-buys, add-ons and buy-backs, at the prices of the terms."""

from collections.abc import Iterator

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.i18n import Message, message
from sicbo.machine.accounts import DROP, WORLD
from sicbo.machine.ledger import CASH, Transfer, move
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_from_command
from sicbo.tournament.authority import TournamentRule
from sicbo.tournament.before.entry_desk import refuse_if_not_entrant
from sicbo.tournament.chip_transfers import bank_transfers
from sicbo.tournament.format import price_in_cents
from sicbo.tournament.messages import commands, events
from sicbo.tournament.state import BETWEEN, ELIMINATED, PLAYING, ROUND, Tournament, with_entrant

RE_BUY, ADD_ON, BUY_BACK = "re-buy", "add-on", "buy-back"


def buy_more(tournament: Tournament, command: commands.BuyMore) -> Events | Refusal:
    """Sell a re-buy below the starting bank, an add-on in play, or a buy-back to an eliminated entrant."""
    if refusal := refuse_if_not_entrant(tournament, command.player):
        return refusal
    if command.what not in (RE_BUY, ADD_ON, BUY_BACK):
        return Refusal(
            tournament.clause("details.re_buy"),
            message("tournament-purchases.choose"),
        )
    path, price_due = _purchase_price(tournament, command.what)
    clause = tournament.clause(path)
    if reason := _reason_not_to_sell(tournament, command):
        return Refusal(clause, reason)
    if command.cents != price_due:
        return Refusal(clause, message("tournament-purchases.price", what=command.what, cents=price_due))
    chips = tournament.plan.format.starting_bank
    return (event_from_command(events.MoreBought, command, clause, chips=chips),)


def _purchase_price(tournament: Tournament, what: str) -> tuple[str, int]:
    details, form = tournament.plan.details, tournament.plan.format
    if what == BUY_BACK:
        return "format.buy_back_offered", price_in_cents(form.buy_back)
    return (
        ("details.re_buy", price_in_cents(details.re_buy))
        if what == RE_BUY
        else ("details.add_on", price_in_cents(details.add_on))
    )


def _reason_not_to_sell(tournament: Tournament, command: commands.BuyMore) -> Message | None:
    entrant, plan = tournament.entrants[command.player], tournament.plan
    bank = tournament.bank_of(command.player)
    if tournament.stage not in (ROUND, BETWEEN):
        return message("tournament-purchases.not-in-play")
    heat = tournament.heat_of(command.player)
    if tournament.is_in_spin(command.player):
        return message("tournament-play.wait-for-spin")
    if command.what == BUY_BACK:
        if not plan.format.buy_back_offered or tournament.round > plan.format.buy_back_rounds:
            return message("tournament-purchases.no-buy-back")
        in_play = tournament.stage == ROUND and heat is not None and not heat.over
        if entrant.status != ELIMINATED or entrant.round != tournament.round or not in_play:
            return message("tournament-purchases.buy-back-eliminated")
        return None
    if entrant.status != PLAYING:
        return message("tournament-purchases.not-playing")
    if command.what == RE_BUY and (
        entrant.re_buys >= plan.details.re_buys or bank >= plan.format.starting_bank
    ):
        return message("tournament-purchases.re-buys", most=plan.details.re_buys)
    if command.what == ADD_ON and entrant.add_ons >= plan.details.add_ons:
        return message("tournament-purchases.add-ons", most=plan.details.add_ons)
    return None


def _apply_more_bought(tournament: Tournament, event: events.MoreBought) -> Tournament:
    entrant = tournament.entrants[event.player]
    return with_entrant(
        tournament,
        event.player,
        buy_ins=entrant.buy_ins + event.cents,
        status=PLAYING,
        re_buys=entrant.re_buys + (event.what == RE_BUY),
        add_ons=entrant.add_ons + (event.what == ADD_ON),
    )


def _book_purchase(event: events.MoreBought, before: Tournament) -> Iterator[Transfer]:
    yield from move(CASH, event.cents, WORLD, DROP)
    yield from bank_transfers(event.player, event.chips)


RULES = (TournamentRule(commands.BuyMore, decide=buy_more, rank=Rank.DEALER),)
EFFECTS = (
    Effect(
        events.MoreBought,
        apply=_apply_more_bought,
        transfers=_book_purchase,
        audience=Audience.PLAYER,
    ),
)
