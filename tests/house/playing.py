"""A process that plays a table in PostgreSQL: it opens bets, reports it, and plays on for each input line."""

import sys

from sicbo.game.policies import Step
from sicbo.house.clock import Clock
from sicbo.house.interruptions import restarted
from sicbo.house.maintenance.sample_day import Day
from sicbo.journal.postgres import PostgresJournal
from tests.house.houses import floor_on

LAYOUT = "crown-sydney-2024"


def play(url: str) -> None:
    """Open bets for the first round, then register one more slip for each line of input."""
    journal = PostgresJournal(url)
    floor = floor_on(journal)
    restarted(floor, Clock())
    day = Day(floor, LAYOUT, players=2)
    day.open()
    day.until(Step.PLACE_BETS)
    print("bets are open", flush=True)
    for _ in sys.stdin:
        answer = day.ask(day.slip(day.players[0]))[0]
        print(type(answer.outcome).__name__, flush=True)


if __name__ == "__main__":
    play(sys.argv[1])
