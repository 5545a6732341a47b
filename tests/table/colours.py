"""A dealer who sells colour chips at a table with a set of three colours and all equipment."""

from typing import Any

from sicbo.errors import Refusal
from sicbo.game.policies import NoticeKind, Step
from sicbo.game.ranks import Rank
from sicbo.machine.accounts import TABLE_FLOAT
from sicbo.table.messages.chips import IssueColours, RedeemColours, SurrenderColours
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import CloseTable, GiveNotice, RegisterSlip
from tests.table.dealer import EQUIPMENT, Answer, Dealer

RED, GREEN, BLUE = ("colour-chip:red", "colour-chip:green", "colour-chip:blue")
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

    def lay(self, player: str, *stakes: Stake) -> Answer:
        """Register a slip of several kinds of chips as the player's first."""
        number = self.table.round.number if self.table.round else 0
        return self.say(RegisterSlip, None, player=player, round=number, version=1, stakes=stakes)

    def redeem(self, player: str, colour: str, pieces: int) -> Answer:
        """Redeem pieces of a colour."""
        return self.say(RedeemColours, Rank.DEALER, player=player, colour=colour, pieces=pieces)

    def close_table(self) -> None:
        """Close the table with the notice it owes, while players hold its chips."""
        notice = self.table.rules.conduct.closing.choice
        minutes = notice.kind is NoticeKind.MINUTES
        self.say(GiveNotice, subject="table", in_seconds=notice.count * 60 if minutes else None)
        if minutes:
            self.wait(notice.count * 60)
        for _ in range(0 if minutes else notice.count):
            self.until(Step.PAY)
        assert not isinstance(self.say(CloseTable), Refusal)

    def take_home(self, pieces: int, rank: Rank = Rank.MANAGER, **words: Any) -> Answer:
        """Return some of ana's red pieces, which table T2 changed, to the set."""
        said: dict[str, Any] = {"player": "ana", "colour": "red", "redeemer": "T2", "redemption": "c9"}
        return self.say(SurrenderColours, rank, pieces=pieces, **(said | words))

    def value_and_red_chips(self, player: str) -> tuple[int, int]:
        """Return what a player has in value chips and in pieces of red."""
        return self.rack(player), self.rack(player, RED)


def red_outstanding(dealer: Dealer) -> int:
    """Return the red that players hold, in cents, by the table's ledger."""
    return -dealer.table.balances.amount_of(TABLE_FLOAT, RED)


def changed_elsewhere(layout: str, rank: Rank) -> tuple[str, str, list[int]]:
    """Return the clauses of a refusal by an open table and of a return, and the red outstanding at each
    point.
    """
    dealer = Seller(layout)
    dealer.sell("ana", "red", 10, 500)
    early = dealer.take_home(10)
    dealer.close_table()
    low = dealer.take_home(10, Rank(rank - 1))
    out = [red_outstanding(dealer)]
    home = dealer.take_home(4, rank)
    out.append(red_outstanding(dealer))
    dealer.take_home(6, rank, redemption="c10")
    out.append(red_outstanding(dealer))

    assert isinstance(early, Refusal) and isinstance(low, Refusal) and not isinstance(home, Refusal)
    assert not dealer.table.sets and not dealer.rack("ana", RED)
    return early.clause, home[0].clause, out
