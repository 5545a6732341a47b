"""Tournaments at every stage, as a starting point for tests."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from sicbo import rulebooks
from sicbo.draws import commitment
from sicbo.errors import Refusal
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.table.messages.parts import Stake
from sicbo.tournament.before.draw_commitments import draw_labels
from sicbo.tournament.messages import commands
from sicbo.tournament.messages.heats import HeatCorrectResult, HeatDeclareVoid
from sicbo.tournament.play.secret_wagers import slip_commitment
from sicbo.tournament.simulation.autoplay import (
    TournamentPlay,
    deal_until,
    enter_players,
    finish_spin,
    new_tournament_play,
    place_slip,
    prepare_tournament,
)
from sicbo.tournament.state import CHIP, Tournament
from tests.terms.complete import complete_tournament, terms_with_line

SYDNEY, MELBOURNE = "crown-sydney-2024", "crown-melbourne-6.1"
BOOKS = (SYDNEY, MELBOURNE)
SALT = "5a" * 16
DICE = (1, 2, 4)
"""A total of seven: small wins and big loses."""


def seed_of(draw: str) -> bytes:
    """Return the seed of a draw, which every test knows."""
    return hashlib.sha256(draw.encode()).digest()


def terms_of(book: str, changes: Mapping[str, object] | None = None, text: str = "") -> str:
    """Return complete terms of a rulebook, with some plain items changed."""
    terms = complete_tournament(rulebooks.get_rulebook(book))
    for path, value in (changes or {}).items():
        terms = terms_with_line(terms, path, value)
    return terms.text + text


def draft_play(book: str) -> TournamentPlay:
    """Return a tournament that has only a rulebook."""
    rules = rulebooks.get_rulebook(book)
    return TournamentPlay(Tournament("Lunar Cup", rules.key, rules.layouts[0].key))


def ready_play(book: str, changes: Mapping[str, object] | None = None, terms: str = "") -> TournamentPlay:
    """Return a tournament that is ready for the first entry."""
    play = new_tournament_play(terms or terms_of(book, changes))
    prepare_tournament(play, seed_of)
    return play


def play_with_entrants(
    book: str, players: int = 8, changes: Mapping[str, object] | None = None, terms: str = "", **more: Any
) -> TournamentPlay:
    """Return a tournament with this many entrants p1, p2 …, all briefed."""
    play = ready_play(book, changes, terms)
    enter_players(play, [f"p{number}" for number in range(1, players + 1)], **more)
    return play


def play_with_round_begun(
    book: str, players: int = 8, changes: Mapping[str, object] | None = None, terms: str = ""
) -> TournamentPlay:
    """Return a tournament whose first round has begun."""
    play = play_with_entrants(book, players, changes, terms)
    play.do(commands.BeginRound)
    return play


def submit_entry(play: TournamentPlay, player: str = "late", **more: Any) -> Any:
    """Try to enter at the price and under the terms that are published."""
    said: dict[str, Any] = {
        "player": player,
        "method": "desk",
        "cents": 12_000,
        "accepted": hashlib.sha256(play.tournament.terms.encode()).hexdigest(),
        "admitted": True,
    }
    return play.submit(commands.EnterTournament, **(said | more))


def players_at(play: TournamentPlay, table: str = "T1") -> list[str]:
    """Return the entrants at a table, in the order of their seats."""
    heat = play.tournament.heat_at(table)
    assert heat is not None
    return list(heat.players)


def slip(**stakes: int) -> tuple[Stake, ...]:
    """Return stakes in tournament chips."""
    return tuple(Stake(bet.replace("_", "-"), chips, CHIP) for bet, chips in stakes.items())


def play_slips(
    play: TournamentPlay,
    table: str = "T1",
    dice: tuple[int, int, int] = DICE,
    slips: Mapping[str, Any] | None = None,
) -> Any:
    """Play one spin with these slips; other entrants make the compulsory wager on small."""
    invite_bets(play, table)
    heat = play.tournament.heat_at(table)
    assert heat is not None
    compulsory = play.tournament.plan.wagers.compulsory
    for name in list(play.tournament.live_entrants(heat)):
        stakes = (slips or {}).get(name, slip(small=compulsory) if compulsory else ())
        if stakes:
            put(play, name, stakes, table)
    return finish_spin(play, table, dice)


def invite_bets(play: TournamentPlay, table: str = "T1") -> Sequence[Any]:
    """Deal a spin until betting is to be closed."""
    return deal_until(play, table, Step.CLOSE)


def close_bets(play: TournamentPlay, table: str = "T1") -> None:
    """Deal a spin until the dice are to be uncovered."""
    deal_until(play, table, Step.UNCOVER)


def deal_to_pay(play: TournamentPlay, dice: tuple[int, int, int] = DICE, table: str = "T1") -> dict[str, Any]:
    """Deal a spin until the winning wagers are to be paid, and return the words of that step."""
    deal_until(play, table, Step.PAY, dice)
    return {"table": table, "step": "pay"}


def slip_words(
    play: TournamentPlay, player: str, stakes: tuple[Stake, ...], table: str = "T1"
) -> dict[str, Any]:
    """Return the words of an entrant's first slip on the spin in play."""
    number = play.tournament.table_state(table).round_number_due
    return {"table": table, "player": player, "round": number, "version": 1, "stakes": stakes}


def put(play: TournamentPlay, player: str, stakes: tuple[Stake, ...], table: str = "T1") -> Any:
    """Register a slip that must be accepted."""
    outcome = place_slip(play, table, player, stakes)
    assert not isinstance(outcome, Refusal), outcome
    return outcome


def void_spin(play: TournamentPlay, ground: str, table: str = "T1", **more: Any) -> Any:
    """Declare the spin in play void, and return its events or a refusal."""
    return play.submit(HeatDeclareVoid, table=table, ground=ground, **more)


def correct_spin(play: TournamentPlay, dice: tuple[int, int, int], table: str = "T1", **more: Any) -> Any:
    """Correct the result of a table, and return the events or a refusal."""
    said = {"second": "supervisor", "reason": "misread"} | more
    return play.submit(HeatCorrectResult, table=table, dice=dice, **said)


def play_out_round(play: TournamentPlay) -> None:
    """Play spins at every table until the round is over, and conclude it."""
    while play.tournament.active_heats():
        for heat in play.tournament.active_heats():
            play_slips(play, heat.table)
    play.do(commands.ConcludeRound)


def finished_play(book: str, players: int = 8, changes: Mapping[str, object] | None = None) -> TournamentPlay:
    """Return a tournament played to the prizes, with every wager on small."""
    play = play_with_round_begun(book, players, changes)
    play_out_round(play)
    play.do(commands.BeginRound)
    play_out_round(play)
    play.do(commands.AwardPrizes)
    return play


def commitments(play: TournamentPlay) -> tuple[str, ...]:
    """Return the commitments that the terms need."""
    return tuple(commitment(seed_of(draw)) for draw in draw_labels(play.tournament.plan))


def seal_commitment_of(
    play: TournamentPlay, player: str, table: str = "T1", salt: str = SALT, **stakes: int
) -> str:
    """Return the commitment of a secret wager for the open spin."""
    heat = play.tournament.heat_at(table)
    assert heat is not None
    seat = heat.players.index(player) + 1
    return slip_commitment(salt, table, seat, play.tournament.round, heat.spin + 1, slip(**stakes))


def refused_clause(outcome: object) -> str:
    """Return the clause of a refusal."""
    assert isinstance(outcome, Refusal), outcome
    return outcome.clause


def bank_of(play: TournamentPlay, player: str) -> int:
    """Return an entrant's bank."""
    return play.tournament.bank_of(player)


LOW = Rank.DEALER
