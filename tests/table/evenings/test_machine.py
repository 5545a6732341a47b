"""Random evenings at every layout, beside a model of plain dicts that knows only the printed odds.

`make test` plays fifty for each layout, always the same ones. With SICBO_EXAMPLES=5000 in the environment it
plays that many new ones each time, and remembers those that failed.
"""

from collections import Counter
from collections.abc import Mapping
from os import environ
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.stateful import invariant, run_state_machine_as_test

from sicbo.rulebooks import every_layout
from sicbo.table.log_kind import TABLE
from sicbo.table.messages.parts import Stake
from tests.soak.figures import add_count
from tests.table.evenings.invariants import i23_a_replay_gives_the_same_table
from tests.table.evenings.moments import chips_at_table
from tests.table.evenings.scenes import Scenes

EXAMPLES = environ.get("SICBO_EXAMPLES")
LONG: dict[str, Any] = {
    "max_examples": int(EXAMPLES or 1),
    "stateful_step_count": 50,
    "derandomize": False,
    "database": DirectoryBasedExampleDatabase(".hypothesis/examples"),
}
SHORT: dict[str, Any] = {
    "max_examples": 50,
    "stateful_step_count": 25,
    "derandomize": True,
    "database": None,
}
# A busy machine is not a bug: no deadline, no health check for time, no limit on the whole test.
PROFILE = settings(
    settings.get_profile("sicbo"),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink),
    **(LONG if EXAMPLES else SHORT),
)

STREAKS = """StreakWagered StreakSettled StreaksAdvanced StreakEndForced StreakReturned StreakReversed
    StreaksRewound FinalStreaksCalled StreaksClosed"""
IDLE = "IdleSpinsDirected IdleSpinsStopped"
TOURNAMENT = "TableDesignated TableReleased"
HELD = "WinningsWithheld WinningsFreed SuspenseDetermined DetentionEnded"
# Events that no text of these allows; every other event happens on some evening.
NEVER = {
    "canberra-2005": f"""ForeignColoursRedeemed ColoursSurrendered VoucherExchanged TicketDispensed
        PersonNotified WagersForfeited WagerRefused {IDLE} {HELD} {STREAKS} {TOURNAMENT}""",
    "crown-melbourne-6.1": f"""ColoursRequired TicketDispensed WagersForfeited WagerRefused ReviewRequested
        {STREAKS}""",
    "crown-sydney-2024": f"""ColoursRequired TicketDispensed PlayerWarned WagersForfeited ReviewRequested
        {HELD} {STREAKS}""",
    "singapore-etg": f"""ColoursIssued ColoursRedeemed ForeignColoursRedeemed ColoursSurrendered
        ColoursRequired VoucherExchanged FloatFilled FloatCredited FloatCounted PlayerWarned LimitsAgreed
        PersonNotified WagersVoided
        WagersForfeited WagerRefused PlayerSanctioned ExclusionLifted ReviewRequested
        {IDLE} {HELD} {STREAKS} {TOURNAMENT}""",
    "star-sydney-2016": f"ColoursRequired TicketDispensed PlayerWarned {IDLE} {HELD} {TOURNAMENT}",
}


def without_zeros(cents: Mapping[Any, int]) -> dict[Any, int]:
    """Return the amounts without zeros."""
    return {key: amount for key, amount in cents.items() if amount}


class Evening(Scenes):
    """One table, and what must hold after every step; `tally` counts the events of all evenings."""

    tally: ClassVar[Counter[str]] = Counter()

    @invariant()
    def everybody_has_what_the_model_says(self) -> None:
        """Check racks, debts, withheld winnings, slips, warnings, the next step and the float."""
        table, model = self.dealer.table, self.model
        assert dict(table.racks) == without_zeros(model.racks)
        assert dict(table.suspense) == without_zeros(model.suspense)
        assert dict(table.debts) == without_zeros(model.owed)
        assert table.warned == model.warned
        assert (table.rounds, table.spins, chips_at_table(table)) == (model.rounds, model.spins, model.chips)
        assert (table.sign is None) is (model.sign is None)
        if table.round is None:
            assert model.done == 0
            return
        assert (table.round.done, table.round.dice) == (model.done, model.dice)
        lying = {player: slip.stakes for player, slip in table.round.slips.items()}
        assert lying == {
            player: tuple(Stake(bet, cents, kind) for (bet, kind), cents in wagers.items())
            for player, wagers in model.slips.items()
        }

    @invariant()
    def streaks_are_as_long_as_counted_by_hand(self) -> None:
        """Check which side each wager follows, and for how long."""
        running = self.dealer.table.streaks.wagers
        counted = [(name, one.stake.bet, one.count) for name, mine in running.items() for one in mine]
        model = self.model.streaks.wagers
        assert sorted(counted) == sorted((one.player, f"streak-{one.side}", one.length) for one in model)

    def teardown(self) -> None:
        """Check that the journal alone gives the same table, byte for byte."""
        i23_a_replay_gives_the_same_table(self.dealer.start, self.dealer.journal, self.dealer.table)
        self.tally.update(self.dealer.seen)


RARE = {
    *("DebtSetOff", "WinningsFreed", "DetentionEnded"),
    *("StreakReturned", "StreakReversed", "StreaksRewound"),
}
"""Events that a hundred evenings may lack; each has a test of its own."""
MISSING = 0 if EXAMPLES else 5
"""How many more events the short form may lack; which ones changes with any constant in the code."""


@pytest.mark.timeout(0)
@pytest.mark.parametrize("layout", every_layout())
def test_a_random_evening_keeps_every_invariant_and_agrees_with_the_model(layout: str) -> None:
    """After slips, steps in any order, voids, corrections and low ranks, every cent is accounted for."""
    tally: Counter[str] = Counter()
    machine = type("Evening", (Evening,), {"layout": layout, "tally": tally})
    every = {event.__name__ for event in TABLE.effect_of}

    run_state_machine_as_test(machine, settings=PROFILE)
    add_count("evenings", PROFILE.max_examples)

    never, seen = set(NEVER[layout.partition("/")[0]].split()), set(tally)
    assert not never & seen
    assert len(every - seen - never - RARE) <= MISSING
