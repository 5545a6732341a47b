"""Formats as data, played to the end by strategies: chips and cash always balance."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from sicbo.draws import draw_names
from sicbo.machine.accounts import POOL, AccountPlace
from sicbo.machine.ledger import Balances
from sicbo.tournament.log_kind import TOURNAMENT, evolve, evolve_all
from sicbo.tournament.messages import commands, events, spins
from sicbo.tournament.play.ties import standings
from sicbo.tournament.simulation.autoplay import (
    STRATEGIES,
    TournamentPlay,
    enter_players,
    new_tournament_play,
    play_rounds,
    prepare_tournament,
)
from sicbo.tournament.state import CHIP, ELIMINATED, PLAYING, Tournament, state_hash
from tests.tournament.tournaments import (
    BOOKS,
    SYDNEY,
    bank_of,
    close_bets,
    invite_bets,
    play_out_round,
    play_slips,
    play_with_round_begun,
    players_at,
    put,
    seed_of,
    slip,
    terms_of,
    void_spin,
)

ROUND = '[[format.rounds]]\nname = "R"\nspins = {}\nminutes = {}\nheats = {}\nbanks = "{}"\ntables = {}\n'
ROUND += 'progress = "{}"\nplaces = {}\n'
FORMATS = {
    "top of table": [(6, 0, 2, "fresh", 2, "top-of-table", 3), (6, 0, 1, "fresh", 1, "end", 0)],
    "accumulate": [
        (5, 0, 2, "fresh", 2, "all", 0),
        (5, 0, 2, "carried", 2, "all", 0),
        (5, 0, 1, "carried", 1, "end", 0),
    ],
    "knock-out": [
        (4, 0, 2, "fresh", 2, "all-but-lowest", 4),
        (4, 0, 1, "carried", 1, "all-but-lowest", 4),
        (4, 0, 1, "carried", 1, "end", 0),
    ],
    "heats to a final": [(5, 0, 4, "fresh", 2, "top-of-table", 2), (0, 5, 1, "fresh", 1, "end", 0)],
    "best of all": [(5, 0, 3, "fresh", 3, "top-overall", 5), (5, 0, 1, "fresh", 1, "end", 0)],
}


def terms_with(
    book: str, rounds: Sequence[tuple[object, ...]], changes: Mapping[str, object] | None = None
) -> str:
    """Return complete terms with these rounds in place of the template's."""
    text = terms_of(book, changes)
    head, tail = text.partition("[[format.rounds]]")[0], text.partition("[wagers]\n")[2]
    return head + "".join(ROUND.format(*one) for one in rounds) + "[wagers]\n" + tail


def play_format(
    book: str, rounds: Sequence[tuple[object, ...]], seed: int, players: int = 12
) -> TournamentPlay:
    """Play a whole tournament with the strategies assigned to the entrants in turn."""
    return play_terms(terms_with(book, rounds), seed, players)


def play_terms(terms: str, seed: int, players: int = 12) -> TournamentPlay:
    """Play a whole tournament with these terms; each heat of a round ends exactly once."""
    play = new_tournament_play(terms)
    prepare_tournament(play, seed_of)
    names = [f"p{number}" for number in range(1, players + 1)]
    enter_players(play, names)
    chance = random.Random(seed)
    ways = list(STRATEGIES.values())
    strategies = {name: ways[number % len(ways)] for number, name in enumerate(names)}
    assert sum(1 for _ in play_rounds(play, strategies, chance.randrange)) == sum(
        len(one.heats) for one in play.events if isinstance(one, events.RoundBegun)
    )
    play.do(commands.AwardPrizes)
    return play


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_played_to_its_prizes_and_the_books_balance(book: str, name: str) -> None:
    """After every event each rack equals its bank and no balance is negative; every kind sums to zero."""
    for seed in range(2):
        play = play_format(book, FORMATS[name], seed)
        tournament = Tournament(play.tournament.name, play.tournament.rulebook, play.tournament.layout_key)
        balances = Balances()
        for event in play.events:
            balances = balances.after_transfers(TOURNAMENT.transfers(event, tournament))
            tournament = evolve(tournament, event)
            assert not balances.accounts_with_wrong_sign()
            banks = {(who, CHIP): bank for who in tournament.entrants if (bank := tournament.bank_of(who))}
            assert balances.held_by_player(AccountPlace.RACK) == banks
        assert not balances.unbalanced_kinds()
        assert balances.amount_of(POOL, "cash") == 0
        assert state_hash(tournament) == state_hash(play.tournament)
        fixed = next(one for one in play.events if isinstance(one, events.PoolFixed))
        assert sum(prize.cents for prize in tournament.prizes) == fixed.takings + fixed.added


def test_a_knock_out_drops_the_lowest_and_accumulation_drops_no_entrant() -> None:
    """A knock-out goes from twelve to eight to four, if chips last; accumulation keeps all twelve."""
    for name, sizes in (("knock-out", [12, 8, 4]), ("accumulate", [12, 12, 12])):
        play = play_format(SYDNEY, FORMATS[name], 3)
        begun_rounds = [one for one in play.events if isinstance(one, events.RoundBegun)]
        seated = [sum(len(heat.players) for heat in one.heats) for one in begun_rounds]
        lost = sum(1 for one in play.events if isinstance(one, events.EntrantOut))

        assert seated[0] == 12
        assert all(real <= most for real, most in zip(seated, sizes, strict=True))
        assert sum(sizes) - sum(seated) <= lost * 3


def test_heats_wait_for_their_table() -> None:
    """Four heats at two tables are two sessions: the second begins when the first is over."""
    play = play_with_round_begun(SYDNEY, 12, terms=terms_with(SYDNEY, FORMATS["heats to a final"]))
    tables = [heat.table for heat in play.tournament.heats]
    first = players_at(play, "T1")
    for _ in range(5):
        play_slips(play, "T1")

    assert tables == ["T1", "T2", "T1", "T2"]
    assert players_at(play, "T1") != first
    assert set(players_at(play, "T1")) == set(play.tournament.heats[2].players)


def test_the_seats_are_the_draw_of_the_published_seed() -> None:
    """Anyone with the seed and the list of entrants computes the same seats."""
    play = play_with_round_begun(SYDNEY, 12)
    names = [f"p{number}" for number in range(1, 13)]
    order = draw_names(seed_of("seats 1"), names, "seats 1")
    event = next(one for one in play.events if isinstance(one, events.RoundBegun))

    assert [heat.players for heat in event.heats] == [order[0::2], order[1::2]]
    assert event.seed == seed_of("seats 1").hex()


def test_a_void_spin_changes_no_ranking() -> None:
    """After a void with a large wager, a seal and a pass, everything is as before the spin."""
    play = play_with_round_begun(SYDNEY, 8)
    play_slips(play, slips={players_at(play)[0]: slip(small=900)})
    before, ranks = play.tournament, standings(play.tournament)
    for close in (False, True):
        invite_bets(play)
        rich, sly, idle, _ = players_at(play)
        put(play, rich, slip(triple_1=5_000))
        play.do(spins.SealSlip, table="T1", player=sly, commitment="0" * 64)
        play.do(spins.PlayPass, table="T1", player=idle)
        if close:
            close_bets(play)
        assert standings(play.tournament) == ranks
        void_spin(play, "not-flat", note="a die leans")
        assert standings(play.tournament) == ranks
        for name in before.entrants:
            assert play.tournament.bank_of(name) == before.bank_of(name)
        heat = play.tournament.heat_at("T1")
        assert heat and (heat.spin, sum(heat.secrets.values()), sum(heat.passes.values())) == (1, 0, 0)


def test_who_is_level_at_the_line_goes_on_or_is_drawn() -> None:
    """Of six entrants with equal banks all progress, or four by a draw that can be recomputed."""
    counts: Counter[str] = Counter()
    for level in ("all", "draw"):
        play = play_with_round_begun(SYDNEY, 12, {"format.level": level})
        order = players_at(play, "T1")
        play_out_round(play)
        concluded = play.events[-1]
        counts[level] = len(concluded.on)
        if level == "draw":
            lots = draw_names(
                seed_of("level 1"),
                [f"p{number}" for number in range(1, 13) if f"p{number}" in order],
                "level 1 1",
            )
            assert concluded.on[:4] == lots[:4]

    assert counts == {"all": 12, "draw": 8}


def test_after_the_last_prize_nothing_happens() -> None:
    """Only a dispute can still be raised and decided."""
    play = play_format(SYDNEY, FORMATS["top of table"], 1)
    before = play.tournament
    assert play.submit(commands.BeginRound).clause == "8.1"
    (raised,) = play.do(commands.RaiseTournamentDispute, player="p1", about="the prize")

    assert evolve_all(before, [raised]).disputes
    assert {one.status for one in before.entrants.values()} <= {PLAYING, ELIMINATED}
    assert bank_of(play, "p1") == 0
