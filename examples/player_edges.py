"""Where do the approved texts favour the player, and what would the other reading pay?"""

from sicbo import Rulebook
from sicbo.rulebooks import every_layout

for name in every_layout():
    book = Rulebook.load(name)
    for row in book.odds_table():
        if row.edge >= 0:
            continue
        print(f"{name} {row.bet}: the player gains {-row.edge} ({row.clause})")
        for reading in book.readings():
            if reading.id == row.reading:
                for option in reading.options[1:]:
                    other = Rulebook.load(name, readings={reading.id: option.key})
                    print(f"    read as {reading.id}={option.key}: house edge {other.edge(row.bet)}")
