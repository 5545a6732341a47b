"""A dealer who sells colour chips: a table with a set of three colours and everything that may be fitted."""

from typing import Any

from sicbo.game.authority import Rank
from sicbo.table.chip_commands import IssueColours, RedeemColours
from tests.table.dealer import EQUIPMENT, Answer, Dealer

FITTED = (*EQUIPMENT, "float tray", "distinctive markers", "marker buttons")


class Seller(Dealer):
    """Deals at a table whose colours are red, green and blue, minimum 5.00."""

    def __init__(self, layout: str, readings: dict[str, str] | None = None, **words: Any) -> None:
        super().__init__(layout, readings)
        self.open(**({"colours": ("red", "green", "blue"), "equipment": FITTED} | words))

    def sell(
        self, player: str, colour: str, pieces: int, value: int | None, rank: Rank = Rank.DEALER, **words: Any
    ) -> Answer:
        """Sell pieces of a colour."""
        return self.say(IssueColours, rank, player=player, colour=colour, pieces=pieces, value=value, **words)

    def redeem(self, player: str, colour: str, pieces: int) -> Answer:
        """Take pieces back."""
        return self.say(RedeemColours, Rank.DEALER, player=player, colour=colour, pieces=pieces)

    def chips(self, player: str) -> tuple[int, int]:
        """What a player has in value chips and in colours."""
        return self.rack(player), self.rack(player, "colour-chip")
