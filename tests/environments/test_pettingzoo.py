"""A tournament of agents: PettingZoo's own test, seeds, sealed wagers, and prizes that add up to the pool."""

from pathlib import Path

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test

from sicbo import BadInput, rulebooks
from sicbo.environments import pettingzoo
from sicbo.environments.pettingzoo import STAKE_DIVISORS
from sicbo.errors import StorageError
from sicbo.tournament.messages.spins import SealOpened
from tests.terms.complete import complete_tournament

TERMS = complete_tournament(rulebooks.get_rulebook("crown-sydney-2024")).text


def played_tournament(seed: int) -> pettingzoo.TournamentEnv:
    """Play a whole tournament with agents that put the minimum on random bets, sealed if allowed."""
    env = pettingzoo.parallel_env(TERMS, seats=8)
    _, infos = env.reset(seed=seed)
    for name in env.possible_agents:
        env.action_space(name).seed(7)
    total = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        drawn = {name: int(env.action_space(name).sample(infos[name]["action_mask"])) for name in env.agents}
        actions = {name: one - (one - 1) % 4 if one else 0 for name, one in drawn.items()}
        seen, rewards, over, _, infos = env.step(actions)
        assert all(env.observation_space(name).contains(row) for name, row in seen.items())
        total = {name: total[name] + rewards[name] for name in total}
    assert all(over.values())
    assert sum(total.values()) * 100 == sum(prize.cents for prize in env.play.tournament.prizes) > 0
    return env


def test_the_environment_passes_the_test_of_pettingzoo() -> None:
    """The test runs as many cycles as a tournament has spins."""
    parallel_api_test(pettingzoo.parallel_env(TERMS, seats=8), num_cycles=60)


def test_the_same_seed_plays_the_same_tournament() -> None:
    """Every event agrees, and another seed gives another tournament. Sealed wagers were made and opened."""
    first, again, other = played_tournament(3), played_tournament(3), played_tournament(4)

    assert first.play.events == again.play.events
    assert first.leaderboard() == again.leaderboard() != other.leaderboard()
    assert any(isinstance(event, SealOpened) for event in first.play.events)
    assert len(first.leaderboard()) == 8


def test_8_4_8_d_i_where_everybody_loses_everything_the_tournament_is_over() -> None:
    """All eight put everything on a triple, spin after spin, until all are out; the ranks are final."""
    env = pettingzoo.parallel_env(TERMS, seats=8)
    env.reset(seed=1)
    whole = 1 + 4 * env.bets.index("triple-1") + STAKE_DIVISORS.index(1)
    steps = 0
    while env.agents:
        env.step(dict.fromkeys(env.agents, whole))
        steps += 1

    assert steps < 60
    assert len(env.leaderboard()) == 8


def test_what_the_terms_do_not_allow_is_refused_with_its_clause() -> None:
    """If the terms give one sealed wager, the mask and the engine both refuse a second one."""
    env = pettingzoo.parallel_env(TERMS, seats=8, render_mode="ansi")
    env.reset(seed=1)
    sealed = env.action_count - 2
    given = env.play.tournament.plan.wagers.secret
    for _ in range(given + 1):
        infos = env.step({"p1": sealed})[4]

    assert infos["p1"]["refused"].endswith(")")
    assert not infos["p1"]["action_mask"][sealed]
    assert np.count_nonzero(infos["p1"]["action_mask"]) == 1 + (env.action_count - 1) // 2
    assert str(env.render()).count("\n") == 7
    assert pettingzoo.parallel_env(TERMS).render() is None


def test_terms_that_lack_something_are_refused(tmp_path: Path) -> None:
    """The refusal has the clause; a missing file is reported as missing."""
    file = tmp_path / "cup.toml"
    file.write_text(TERMS.replace('by = "R. Chen"', 'by = ""'), encoding="utf-8")

    with pytest.raises(BadInput, match="not complete"):
        pettingzoo.parallel_env(file)
    with pytest.raises(StorageError, match="Cannot read"):
        pettingzoo.parallel_env(tmp_path / "none.toml")
