"""Money, dice, slips and limits as the narration writes them."""

from collections.abc import Iterable

from sicbo.game.money import money
from sicbo.table.messages.base import AreaLimits, Stake
from sicbo.table.messages.events import SettledLine


def dollars(cents: int) -> str:
    """Return money as transcripts write it: $25, $2.50, $1,000."""
    return f"${money(cents).removesuffix('.00')}"


def faces(dice: Iterable[int]) -> str:
    """Return dice as transcripts write them: 1 4 4."""
    return " ".join(map(str, dice))


def limits(minimum: int | None, maximum: int | None) -> str:
    """Return limits as a sign shows them; only the maximum if no minimum is named."""
    if minimum is None:
        return f"up to {dollars(maximum or 0)}" if maximum is not None else "without a maximum"
    return (
        f"{dollars(minimum)} to {dollars(maximum)}" if maximum is not None else f"{dollars(minimum)} and up"
    )


def sign(minimum: int | None, maximum: int | None, areas: Iterable[AreaLimits]) -> str:
    """Return the text of a whole sign: the limits of the table, and those of single bets or kinds of bets."""
    own = (f", {limits(one.minimum, one.maximum)} on {one.area}" for one in areas)
    return f"{limits(minimum, maximum)}{''.join(own)}"


def chips(stake: Stake) -> str:
    """Return what a stake is made of if it is not money: a token, or pieces of a colour."""
    kind, _, colour = stake.instrument.partition(":")
    return f" {colour or kind}" if colour or kind == "token" else ""


def slip(stakes: Iterable[Stake]) -> str:
    """Return stakes as a player says them."""
    told = (f"{dollars(one.cents)}{chips(one)} on {one.bet}" for one in stakes)
    return ", ".join(told) or "nothing"


def settled(line: SettledLine) -> str:
    """Return the outcome of one wager in words."""
    stake = f"{line.stake.bet}{chips(line.stake)}"
    if line.outcome == "returned":
        return f"{stake} returned {dollars(line.returned)}{_changed(line)}"
    if line.outcome == "lost":
        back = f", returned {dollars(line.returned)}" if line.returned else ""
        return f"{stake} lost {dollars(line.collected)}{back}{_changed(line)}"
    kept = f", kept {dollars(line.collected)}" if line.collected else ""
    return f"{stake} won {dollars(line.winnings)}, returned {dollars(line.returned)}{kept}{_changed(line)}"


def _changed(line: SettledLine) -> str:
    return f", {dollars(line.change)} of it in chips" if line.change else ""


def added(words: str, before: str = ": ") -> str:
    """Return a note with what goes before it, or an empty string if there is no note."""
    return f"{before}{words}" if words else ""
