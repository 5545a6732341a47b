"""How long a slip takes at the table, as ratios within one run: `python -m benchmarks.table [--quick]`.

A twelve-wager slip is decided and evolved, then collected and paid, against one `json.loads` of its JSON.
Both take turns and the median of the ratios counts, in processor time. The same is done after ten and after
five thousand rounds, and with two and with two thousand players at the table: neither may matter.
"""

import argparse
import json

from benchmarks.ratios import Work, ratio, show
from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.machine.messages import Command, Stamp, encode_message
from sicbo.table.log_kind import decide, evolve_all
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import BuyIn, OpenTable, Perform, RegisterSlip
from sicbo.table.state import TableState

BETS = "small big single-3 single-6 total-9 total-12 domino-25 domino-46 double-4 any-triple triple-6 total-4"
DICE = (2, 3, 5)
STAMP = Stamp("dana", Rank.SENIOR_MANAGER, 1_763_258_400_000_000, 5_400_000)
TIMES = 200


def obey(table: TableState, command: Command) -> TableState:
    """Return the table after a command that must be accepted."""
    answer = decide(table, command)
    assert not isinstance(answer, Refusal), answer
    after: TableState = evolve_all(table, answer)
    return after


def table_with_players(players: int) -> TableState:
    """Return a table with players who have bought in."""
    table = TableState("T1", "crown-sydney-2024", "")
    equipment = ("touch screen", "winning lights", "drop box")
    opening = OpenTable(
        id="o", stamp=STAMP, minimum=500, maximum=50_000, approved_minimum=500, equipment=equipment
    )
    table = obey(table, opening)
    for number in range(players):
        table = obey(table, BuyIn(id=f"b{number}", stamp=STAMP, player=f"p{number}", cents=10**12))
    return table


def deal_to(table: TableState, last: str) -> TableState:
    """Return the table after the steps up to and including one of them."""
    while True:
        step = enum_key(table.due_stage.step)
        tumbles, dice = (3 if step == "spin" else None), (DICE if step == "enter" else None)
        table = obey(table, Perform(id="s", stamp=STAMP, step=step, tumbles=tumbles, dice=dice))
        if step == last:
            return table


def slip(table: TableState, player: str = "p0") -> RegisterSlip:
    """Return twelve wagers for the round in play."""
    stakes = tuple(Stake(bet, 2_500) for bet in BETS.split())
    return RegisterSlip(id="c", stamp=STAMP, player=player, round=table.rounds, version=1, stakes=stakes)


def play_rounds(table: TableState, rounds: int) -> TableState:
    """Return the table after a number of rounds with one slip each."""
    for _ in range(rounds):
        table = deal_to(table, "place-bets")
        table = deal_to(obey(table, slip(table)), "pay")
    return table


def slip_works(table: TableState) -> tuple[Work, Work, Work]:
    """Return the work of registering a slip, settling it, and reading its JSON."""
    open_table = deal_to(table, "place-bets")
    command = slip(open_table)
    lit = deal_to(obey(open_table, command), "light")
    text = encode_message(command)

    steps = [Perform(id="s", stamp=STAMP, step=step) for step in ("collect", "pay")]

    def settle() -> TableState:
        return obey(obey(lit, steps[0]), steps[1])

    return (lambda: obey(open_table, command)), settle, (lambda: json.loads(text))


def report(turns: int, rounds: int, players: int) -> None:
    """Print the ratios."""
    few = table_with_players(2)
    put, settle, read = slip_works(play_rounds(few, 10))
    show(
        "decide and evolve a slip of twelve / json.loads of it",
        ratio(put, read, turns, TIMES),
        "goal: at most 6",
    )
    show("collect and pay it / json.loads of it", ratio(settle, read, turns, TIMES), "goal: at most 9")
    goal = "goal: about 1"
    later_put, later_settle, _ = slip_works(play_rounds(few, rounds))
    show(f"a slip after {rounds:,} rounds / after 10", ratio(later_put, put, turns, TIMES), goal)
    show(f"settling after {rounds:,} rounds / after 10", ratio(later_settle, settle, turns, TIMES), goal)
    full_put, full_settle, _ = slip_works(play_rounds(table_with_players(players), 10))
    show(f"a slip among {players:,} players / among 2", ratio(full_put, put, turns, TIMES), goal)
    show(f"settling among {players:,} players / among 2", ratio(full_settle, settle, turns, TIMES), goal)


def main() -> None:
    """Print the ratios, with fewer turns and rounds if --quick is given."""
    parser = argparse.ArgumentParser(description="Measure how long a slip takes at the table.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and turns")
    quick = parser.parse_args().quick
    report(turns=5 if quick else 25, rounds=200 if quick else 5_000, players=200 if quick else 2_000)


if __name__ == "__main__":
    main()
