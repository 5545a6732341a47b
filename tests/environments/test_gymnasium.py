"""The Gymnasium environments pass Gymnasium's check, mask correctly, and agree single and vectorised."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sicbo import BadInput, Rulebook
from sicbo.environments.gymnasium import NAMES, ManySicBo, SicBo
from sicbo.rulebooks import every_layout


@pytest.mark.parametrize("name", NAMES.values())
def test_every_layout_has_an_environment_that_passes_the_check(name: str) -> None:
    """The check gives no warning."""
    check_env(gymnasium.make(name).unwrapped)


def test_there_is_one_environment_for_each_layout() -> None:
    """The environment is named after its casino."""
    assert list(NAMES) == every_layout()
    assert NAMES["crown-sydney-2024"] == "sicbo/CrownSydney-v0"
    assert NAMES["crown-melbourne-6.1/b"] == "sicbo/CrownMelbourneB-v0"


def test_an_episode_is_settled_by_the_rulebook() -> None:
    """Every reward is what the library settles for that wager and those dice."""
    book, env = Rulebook.load("crown-sydney"), SicBo(bank=60, rounds=40, chips=(1, 5))
    observed, info = env.reset(seed=7)
    env.action_space.seed(3)
    bank, done = 6_000, False
    while not done:
        action = env.action_space.sample(info["action_mask"])
        observed, reward, broke, over, info = env.step(action)
        wager = env.model.actions[int(action)]
        net = book.settle({wager[0]: wager[1]}, info["dice"]).net if wager else 0
        bank, done = bank + net, broke or over
        assert (reward, observed["bank"][0], info["net"]) == (net / 100, bank, net)
        assert tuple(observed["results"][-1]) == info["dice"]
        assert set(info["lit"]) == book.lit_areas(info["dice"])
    assert observed["rounds_left"][0] == 0 or bank < 100


def test_what_the_bank_cannot_pay_is_masked_and_sits_out() -> None:
    """A chip of 25 is masked with a bank of 10."""
    env = SicBo(bank=10, rounds=5, chips=(1, 25))
    _, info = env.reset(seed=1)
    dear = int(np.flatnonzero(info["action_mask"] == 0)[0])

    _, reward, _, _, after = env.step(np.int64(dear))
    assert env.model.stakes[dear] == 2_500
    assert (reward, after["allowed"]) == (0.0, False)


def test_the_last_chip_may_be_staked_and_then_it_is_over() -> None:
    """With one dollar, a chip of one is allowed and a chip of five sits out, single and vectorised."""
    one, many = SicBo(bank=1, rounds=9, chips=(1, 5)), ManySicBo(num_envs=40, bank=1, rounds=9, chips=(1, 5))
    cheap, dear = (int(np.flatnonzero(one.model.stakes == stake)[0]) for stake in (100, 500))
    _, info = one.reset(seed=1)
    _, infos = many.reset(seed=1)

    assert [info["action_mask"][action] for action in (0, cheap, dear)] == [1, 1, 0]
    assert infos["action_mask"][:, [0, cheap, dear]].tolist() == [[1, 1, 0]] * 40
    seen, rewards, broke, _, _ = many.step(np.full(40, dear))
    assert not (rewards.any() or broke.any())
    seen, rewards, broke, _, _ = many.step(np.full(40, cheap))
    assert set(rewards.tolist()) == {-1.0, 1.0}
    assert (broke == (seen["bank"][:, 0] == 0)).all()
    even = ManySicBo(num_envs=1, bank=1, rounds=9, chips=(1,))
    even.reset(seed=1)
    assert not even.step(np.zeros(1, dtype=np.int64))[2].any()


def test_the_same_seed_gives_the_same_episode_and_the_next_one_is_another() -> None:
    """Ten rounds of sitting out are compared."""
    env = SicBo(rounds=10)

    def episode(seed: int | None) -> list[list[int]]:
        env.reset(seed=seed)
        for _ in range(10):
            seen = env.step(np.int64(0))[0]
        rows: list[list[int]] = seen["results"].tolist()
        return rows

    first, second = episode(5), episode(None)
    assert first != second
    assert (episode(5), episode(None)) == (first, second)


def test_many_play_as_one_would() -> None:
    """The first of many has the dice and the bank of the single one until the end, then begins again."""
    given = {"layout": "star-sydney", "bank": 500, "rounds": 25, "chips": (1, 5)}
    one, many = SicBo(**given), ManySicBo(num_envs=3, **given)  # type: ignore[arg-type]
    one.reset(seed=9)
    many.reset(seed=9)
    for number in range(25):
        action = 1 + number % 20
        alone, together = one.step(np.int64(action)), many.step(np.full(3, action))
        assert together[0]["bank"][0, 0] == alone[0]["bank"][0]
        assert together[1][0] == alone[1]
        assert together[0]["results"][0].tolist() == alone[0]["results"].tolist()
        assert many.observation_space.contains(together[0])
    assert together[3].all()
    fresh, rewards, broke, over, _ = many.step(np.ones(3, dtype=np.int64))
    assert fresh["bank"].tolist() == [[50_000]] * 3
    assert not (rewards.any() or broke.any() or over.any())


def test_many_are_made_by_their_name() -> None:
    """Gymnasium makes the vectorised environment by name."""
    many = gymnasium.make_vec("sicbo/Singapore1-v0", num_envs=4, vectorization_mode="vector_entry_point")
    observed, info = many.reset(seed=1)

    assert observed["bank"].shape == (4, 1)
    assert info["action_mask"].shape == (4, many.single_action_space.n)  # type: ignore[attr-defined]


def test_a_round_is_told_in_words() -> None:
    """The render mode `ansi` returns text for a terminal."""
    env = SicBo(render_mode="ansi")
    env.reset(seed=1)
    env.step(np.int64(1))

    assert str(env.render()).count("bank") == 1
    assert SicBo().render() is None


def test_money_and_actions_that_cannot_be_are_refused() -> None:
    """The error is a sentence."""
    with pytest.raises(BadInput, match="whole numbers from 1"):
        SicBo(bank=0)
    with pytest.raises(BadInput, match="at least one chip"):
        SicBo(chips=())
    with pytest.raises(BadInput, match="between 0 and 150, not 9999"):
        SicBo().step(np.int64(9999))
