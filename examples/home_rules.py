"""What does a custom rulebook look like?"""

from sicbo import Rulebook

RULES = """
id = "kitchen-table"
extends = "crown-sydney"

[odds]
double = "10"               # a whole family
total-10 = "13/2"           # one bet
single = ["1", "2", "3"]    # one price for each number of dice

[round]
order = ["cover", "spin", "place-bets", "close", "uncover", "call", "collect", "pay"]
"""

home, parent = Rulebook.from_toml(RULES), Rulebook.load("crown-sydney")

print(f"{home.name} changes the house edge of these bets:")
for row in home.odds_table():
    before = parent.edge(row.bet)
    if row.edge != before:
        print(f"  {row.bet:<10} {before!s:>6} to {row.edge}")
print("A round:", ", ".join(stage.step.value for stage in home.rules.round.order.choice))
