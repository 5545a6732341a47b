"""Settlement recomputed: what each stake of a slip comes to on a roll, by the published tables alone."""

from collections import Counter
from typing import NamedTuple

from sicbo.verify.rules import Law, Price
from sicbo.verify.state import Line, Round, Sign, Stake, Table

TOKEN, COLOUR = "token", "colour-chip"


class Risk(NamedTuple):
    """How much of an area plays, the clause where that is ruled, and whether its player is to be warned."""

    cents: int
    clause: str = ""
    warns: bool = False


def settled(table: Table, played: Round, player: str, roll: str) -> tuple[list[Line], bool]:
    """Every line of a player's slip in its order, and whether the player is to be warned."""
    stakes = played.slips[player][1]
    sign = table.limits_of(player, played) if played.agreed else played.sign
    plain = _plainly(table.law, sign, stakes, roll)
    return (plain, False) if plain is not None else _carefully(table, played, player, roll)


def _plainly(law: Law, sign: Sign, stakes: list[Stake], roll: str) -> list[Line] | None:
    """The lines of a slip that keeps to every limit: each bet once, no tokens; None for any other."""
    bets, chip, policy, lines = law.bets, sign.chip, law.odd_amount, []
    minimum, maximum = sign.minimum, sign.maximum
    if sign.areas or len({bet for bet, _, _ in stakes}) != len(stakes):
        return None
    for stake in stakes:
        name, cents, kind = stake
        if cents < minimum or kind == TOKEN or (maximum is not None and cents > maximum):
            return None
        bet = bets[name]
        price = bet.prices.get(roll)
        if price is None:
            lines.append(_told(stake, "lost", 0, 0, cents, bet.loses))
            continue
        winnings, exactly = in_chips(cents * price.pays, price.per, chip, policy)
        clause = price.won_by if exactly else f"{price.won_by}, {law.clause['limits.odd_amount']}"
        lines.append(_told(stake, _outcome(price), winnings, cents, 0, clause))
    return lines


def _carefully(table: Table, played: Round, player: str, roll: str) -> tuple[list[Line], bool]:
    """The same for any slip: areas under and over their limits, tokens, several stakes on one area."""
    law = table.law
    stakes = played.slips[player][1]
    sign = table.limits_of(player, played)
    warned = table.was_warned(player, played)
    left: dict[str, Risk] = {}
    lines, warns = [], False
    totals: Counter[str] = Counter()
    for bet, cents, _ in stakes:
        totals[bet] += cents
    for stake in stakes:
        bet, cents, _ = stake
        if law.per_area:
            risk = left.get(bet) or _at_risk(law, sign, bet, totals[bet], warned)
        else:
            risk = _at_risk(law, sign, bet, cents, warned)
        plays = min(cents, risk.cents)
        left[bet] = risk._replace(cents=risk.cents - plays)
        warns = warns or risk.warns
        line = _line(law, sign, stake, roll, plays, risk.clause)
        if change := _change(table, line):
            line["change"] = change
        lines.append(line)
    return lines, warns


def _change(table: Table, line: Line) -> int:
    """What of a colour came back and is no whole piece: it comes in money."""
    kind, _, colour = line["stake"][2].partition(":")
    value = table.sets.get(colour) if kind == COLOUR else None
    return int(line["returned"] % value) if value else 0


def _at_risk(law: Law, sign: Sign, bet: str, cents: int, warned: bool) -> Risk:
    minimum, maximum = sign.bounds(law.bets[bet])
    if cents < minimum:
        return _under(law, sign, cents, warned)
    if maximum is not None and cents > maximum:
        plays = {"cut": maximum, "stands": cents, "never-taken": 0}[law.choice["limits.above_maximum"]]
        return Risk(plays, law.clause["limits.above_maximum"])
    return Risk(cents)


def _under(law: Law, sign: Sign, cents: int, warned: bool) -> Risk:
    """A wager under the minimum that was found after the close."""
    clause = law.clause["limits.below_minimum"]
    match law.choice["limits.below_minimum"]:
        case "stands":
            return Risk(cents, clause)
        case "stands-once":
            return Risk(0, clause) if warned else Risk(cents, clause, True)
        case "void-under-approved":
            if sign.approved is None or cents < sign.approved:
                return Risk(0, clause)
            plays = 0 if law.choice["limits.below_sign"] == "returned" else cents
            return Risk(plays, law.clause["limits.below_sign"])
        case _:
            return Risk(0, clause)


def _line(law: Law, sign: Sign, stake: Stake, roll: str, plays: int, limited: str) -> Line:
    """One line: what plays wins or is collected, and the rest goes back."""
    bet, cents, kind = law.bets[stake[0]], stake[1], stake[2]
    if not plays:
        return _told(stake, "returned", 0, cents, 0, limited)
    keeps = law.clause["wagers.tokens"] if kind == TOKEN else ""
    price = bet.prices.get(roll)
    if price is None:
        return _told(stake, "lost", 0, cents - plays, plays, _joined(bet.loses, limited, keeps))
    winnings, exactly = in_chips(plays * price.pays, price.per, sign.chip, law.odd_amount)
    rounded = "" if exactly else law.clause["limits.odd_amount"]
    kept = plays if kind == TOKEN and law.tokens_kept else 0
    clauses = _joined(bet.wins, price.clause, limited, rounded, keeps)
    return _told(stake, _outcome(price), winnings, cents - kept, kept, clauses)


def _outcome(price: Price) -> str:
    """Odds of nothing give the stake back: such a wager neither wins nor loses."""
    return "won" if price.pays else "returned"


def _joined(*clauses: str) -> str:
    return ", ".join(dict.fromkeys(filter(None, clauses)))


def _told(stake: Stake, outcome: str, winnings: int, returned: int, collected: int, clause: str) -> Line:
    return {
        "clause": clause,
        "collected": collected,
        "outcome": outcome,
        "returned": returned,
        "stake": stake,
        "winnings": winnings,
    }


def in_chips(worth: int, per: int, chip: int, policy: str) -> tuple[int, bool]:
    """What is paid for winnings worth so much per so many: to the cent or in whole chips, and if exactly."""
    match policy:
        case "paid-up":
            paid = -(-worth // (per * chip)) * chip
        case "paid-down":
            paid = worth // (per * chip) * chip
        case "paid-a-step-up":
            paid = (worth // (per * chip) + 1) * chip
        case _:
            paid = worth // per
    return paid, paid * per == worth


def proceeds(lines: list[Line], money: str) -> dict[str, int]:
    """What lines give a player: winnings and change in money, and what else comes back in kind."""
    given: dict[str, int] = {}
    for line in lines:
        change = line.get("change", 0)
        if won := line["winnings"] + change:
            given[money] = given.get(money, 0) + won
        if line["returned"]:
            kind = line["stake"][2]
            given[kind] = given.get(kind, 0) + line["returned"] - change
    return given


def difference(own: list[Line], told: list[Line]) -> str:
    """Where recorded lines are not our own, in one sentence."""
    for mine, theirs in zip(own, told, strict=False):
        for name in ("stake", "outcome", "winnings", "returned", "collected", "clause", "change"):
            if mine.get(name) != theirs.get(name):
                bet = mine["stake"][0]
                is_, should = str(theirs.get(name))[:60], str(mine.get(name))[:60]
                return f"{bet}: {name} is {is_}, by the rulebook {should} ({mine['clause']})"
    return f"{len(told)} lines are settled, by the rulebook {len(own)}"
