"""Money, dice, slips and limits as the narration writes them."""

from collections.abc import Iterable

from sicbo.i18n import money
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.round import SettledLine


def dollars_text(cents: int) -> str:
    """Return money as transcripts write it: $25, $2.50, $1,000."""
    return f"${money(cents).removesuffix('.00')}"


def dice_text(dice: Iterable[int]) -> str:
    """Return dice as transcripts write them: 1 4 4."""
    return " ".join(map(str, dice))


def chips_text(stake: Stake) -> str:
    """Return what a stake is made of if it is not money: a token, or pieces of a colour."""
    kind, _, colour = stake.instrument.partition(":")
    return f" {colour or kind}" if colour or kind == "token" else ""


def stakes_text(stakes: Iterable[Stake]) -> str:
    """Return stakes as a player says them."""
    parts = (f"{dollars_text(one.cents)}{chips_text(one)} on {one.bet}" for one in stakes)
    return ", ".join(parts) or "nothing"


def settled_line_text(line: SettledLine) -> str:
    """Return the outcome of one wager in words."""
    stake = f"{line.stake.bet}{chips_text(line.stake)}"
    if line.outcome == "returned":
        return f"{stake} returned {dollars_text(line.returned)}{_change_text(line)}"
    if line.outcome == "lost":
        back = f", returned {dollars_text(line.returned)}" if line.returned else ""
        return f"{stake} lost {dollars_text(line.collected)}{back}{_change_text(line)}"
    kept = f", kept {dollars_text(line.collected)}" if line.collected else ""
    returned = f"{dollars_text(line.returned)}{kept}{_change_text(line)}"
    return f"{stake} won {dollars_text(line.winnings)}, returned {returned}"


def _change_text(line: SettledLine) -> str:
    return f", {dollars_text(line.change)} of it in chips" if line.change else ""


def with_prefix(words: str, before: str = ": ") -> str:
    """Return a note with what goes before it, or an empty string if there is no note."""
    return f"{before}{words}" if words else ""
