"""Settlement: what each stake, and each Super Streak, comes to on a roll, by the published tables alone."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from sicbo.verify.decisions import Event, Order, event
from sicbo.verify.rules import Law, Price, Stage, is_triple, roll_of
from sicbo.verify.table.state import FLOAT, Line, Place, Round, Run, Running, Sign, Stake, Table

TOKEN, COLOUR = "token", "colour-chip"
PREFIX = "streak-"
RULED_BY = {"void": "on_void", "invalidated": "on_invalidated", "new-day": "on_new_day"}
FORCED_BY = {"lights": ("on_lights", "settled"), "closing": ("on_closing", "next-result")}


class Risk(NamedTuple):
    """How much of an area plays, the clause where that is ruled, and whether its player is to be warned."""

    cents: int
    clause: str = ""
    warns: bool = False


def settle_player(table: Table, order: Order, stage: Stage, player: str, played: Round) -> Iterator[Event]:
    """Settle one player in one step: collecting takes the losing stakes, paying settles all others."""
    losing = stage.step == "collect"
    lines, warns = settled_lines(table, played, player)
    mine = [line for line in lines if (line["outcome"] == "lost") is losing]
    if mine:
        kind = "wagers-collected" if losing else "wagers-paid"
        yield event(order, kind, stage.clause, player=player, round=played.number, lines=mine)
        if not losing:
            yield from withhold(table, order, player, mine, played)
    if not losing and warns and not table.was_warned(player, played):
        yield event(order, "player-warned", table.law.clause["limits.below_minimum"], player=player)


def withhold(table: Table, order: Order, player: str, lines: list[Line], played: Round) -> Iterator[Event]:
    """Withhold the winnings of lines if those of their player wait for a determination."""
    cents = sum(line["winnings"] for line in lines)
    if cents and table.holds_back(player, played):
        clause = table.law.powers["withhold-winnings"].clause
        yield event(order, "winnings-withheld", clause, player=player, round=played.number, cents=cents)


def settled_lines(table: Table, played: Round, player: str) -> tuple[list[Line], bool]:
    """Return every line of a player's slip in its order, and whether the player is to be warned."""
    stakes = played.slips[player][1]
    sign, roll = table.limits_of(player, played), roll_of(played.dice)
    known = played.lines.get(player)
    if known is not None and known[0] is stakes and known[1] == roll:
        return known[2], False
    plain = _plain_lines(table.law, sign, stakes, roll)
    if plain is None:
        return _careful_lines(table, played, player, roll)
    played.lines[player] = (stakes, roll, plain)
    return plain, False


def _plain_lines(law: Law, sign: Sign, stakes: list[Stake], roll: str) -> list[Line] | None:
    """Return the lines of a slip that keeps to every limit; None if it has tokens or names a bet twice."""
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
            lines.append(_line(stake, "lost", 0, 0, cents, bet.loses))
            continue
        winnings, exactly = in_chips(cents * price.pays, price.per, chip, policy)
        clause = price.won_by if exactly else f"{price.won_by}, {law.clause['limits.odd_amount']}"
        lines.append(_line(stake, _outcome(price), winnings, cents, 0, clause))
    return lines


def _careful_lines(table: Table, played: Round, player: str, roll: str) -> tuple[list[Line], bool]:
    """Return the same for any slip: stakes outside their limits, tokens, several stakes on one area."""
    law, stakes = table.law, played.slips[player][1]
    sign, warned = table.limits_of(player, played), table.was_warned(player, played)
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
        line = _limited_line(law, sign, stake, roll, plays, risk.clause)
        if change := _change(table, line):
            line["change"] = change
        lines.append(line)
    return lines, warns


def _change(table: Table, line: Line) -> int:
    """Return what of a colour comes back and is no whole piece: it is paid in money."""
    kind, _, colour = line["stake"][2].partition(":")
    value = table.sets.get(colour) if kind == COLOUR else None
    return int(line["returned"] % value) if value else 0


def _at_risk(law: Law, sign: Sign, bet: str, cents: int, warned: bool) -> Risk:
    minimum, maximum = sign.bounds(law.bets[bet])
    if cents < minimum:
        return _below_minimum(law, sign, cents, warned)
    if maximum is not None and cents > maximum:
        plays = {"cut": maximum, "stands": cents, "never-taken": 0}[law.choice["limits.above_maximum"]]
        return Risk(plays, law.clause["limits.above_maximum"])
    return Risk(cents)


def _below_minimum(law: Law, sign: Sign, cents: int, warned: bool) -> Risk:
    """Return how much of a wager under the minimum plays that was found after the close."""
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


def _limited_line(law: Law, sign: Sign, stake: Stake, roll: str, plays: int, limited: str) -> Line:
    """Return one line: what plays wins or is collected, and the rest goes back."""
    bet, cents, kind = law.bets[stake[0]], stake[1], stake[2]
    if not plays:
        return _line(stake, "returned", 0, cents, 0, limited)
    keeps = law.clause["wagers.tokens"] if kind == TOKEN else ""
    price = bet.prices.get(roll)
    if price is None:
        return _line(stake, "lost", 0, cents - plays, plays, joined(bet.loses, limited, keeps))
    winnings, exactly = in_chips(plays * price.pays, price.per, sign.chip, law.odd_amount)
    rounded = "" if exactly else law.clause["limits.odd_amount"]
    kept = plays if kind == TOKEN and law.tokens_kept else 0
    clauses = joined(bet.wins, price.clause, limited, rounded, keeps)
    return _line(stake, _outcome(price), winnings, cents - kept, kept, clauses)


def _outcome(price: Price) -> str:
    """Return `returned` for odds of nothing: such a wager neither wins nor loses."""
    return "won" if price.pays else "returned"


def joined(*clauses: str) -> str:
    """Return several clauses as one text, each once."""
    return ", ".join(dict.fromkeys(filter(None, ", ".join(clauses).split(", "))))


def _line(stake: Stake, outcome: str, winnings: int, returned: int, collected: int, clause: str) -> Line:
    return {
        "clause": clause,
        "collected": collected,
        "outcome": outcome,
        "returned": returned,
        "stake": stake,
        "winnings": winnings,
    }


def in_chips(worth: int, per: int, chip: int, policy: str) -> tuple[int, bool]:
    """Return what is paid for winnings of `worth / per`: to the cent or in whole chips, and if exactly."""
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


def exact_in_chips(worth: int, per: int) -> bool:
    """Return whether winnings of `worth / per` are a whole number."""
    return worth % per == 0


def proceeds(lines: list[Line], money: str) -> list[tuple[str, int]]:
    """Return what lines give a player: winnings and change in money, and stakes that come back in kind."""
    given = []
    for line in lines:
        change = line.get("change", 0)
        given.append((money, line["winnings"] + change))
        given.append((line["stake"][2], line["returned"] - change))
    return given


def apply_settlement(table: Table, settled: Event) -> None:
    """Move what lines collect, return and win."""
    player, winnings = settled["player"], 0
    collected: dict[str, int] = {}
    returned: dict[str, int] = {}
    for line in settled["lines"]:
        kind, change = line["stake"][2], line.get("change", 0)
        collected[kind] = collected.get(kind, 0) + line["collected"] + change
        returned[kind] = returned.get(kind, 0) + line["returned"] - change
        winnings += line["winnings"] + change
    rack, layout = ("rack", player), ("layout", player)
    for kind in collected:
        table.move(kind, collected[kind], layout, FLOAT)
        table.move(kind, returned[kind], layout, rack)
    table.move(table.law.money, winnings, FLOAT, rack)


def _apply_round_settlement(table: Table, settled: Event) -> None:
    apply_settlement(table, settled)
    played = table.played(settled["round"])
    assert played is not None
    done = played.collected if settled["type"] == "wagers-collected" else played.paid
    done[settled["player"]] = settled["lines"]


def apply_reversal(table: Table, reversed_event: Event) -> None:
    """Take back what lines gave, as far as it is there, and lay their stakes on the layout again."""
    player, money = reversed_event["player"], table.law.money
    layout: Place = ("layout", player)
    for line in reversed_event["lines"]:
        kind, change = line["stake"][2], line.get("change", 0)
        table.move(kind, line["collected"] + change, FLOAT, layout)
        table.reclaim(player, kind, line["returned"] - change, layout)
        table.reclaim(player, money, line["winnings"] + change, FLOAT)


def _apply_warning(table: Table, warned: Event) -> None:
    played = table.round or table.last
    assert played is not None
    played.warned.add(warned["player"])
    if table.law.choice["limits.warning"] == "table-and-day":
        table.warned.add(warned["player"])


def _apply_withheld(table: Table, withheld: Event) -> None:
    player, played = withheld["player"], table.played(withheld["round"])
    assert played is not None
    played.withheld[player] = withheld["cents"]
    played.released.pop(player, None)
    table.reclaim(player, table.law.money, withheld["cents"], ("suspense", player))


def followed(law: Law, one: Running, how: str, roll: str | None) -> tuple[Running | None, list[Line]]:
    """Return a wager after a round, or None if it is over, and what was settled."""
    if roll is None and how in RULED_BY:
        return _ruled(law, one, RULED_BY[how])
    after, lines = (one, []) if roll is None else _after_result(law, one, roll)
    if after is None or how == "result":
        return after, lines
    name, settles = FORCED_BY[how]
    choice, clause = law.choice[f"super_streak.{name}"], law.clause[f"super_streak.{name}"]
    if choice == settles:
        return None, [*lines, _at_length(law, after, clause)]
    if how == "lights":
        return None, [*lines, _streak_line(law, after, "returned", clause)]
    return after, lines


def _after_result(law: Law, one: Running, roll: str) -> tuple[Running | None, list[Line]]:
    """Return a wager after a result, and what the result settled."""
    if is_triple(roll):
        return _ruled(law, one, "on_triple")
    asked = one.stake[0].removeprefix(PREFIX)
    index = next(at for at, line in enumerate(law.lines) if asked in line)
    side = law.side_of[roll][index]
    if one.side is None:
        return (one if side is None else one._replace(side=side, length=1)), []
    if side != one.side:
        return None, [_at_length(law, one)]
    one = one._replace(length=one.length + 1)
    if one.length > law.longest:
        return None, [_streak_line(law, one, "lost", law.clause["super_streak.after_twelve"])]
    top = one.length == law.longest and law.choice["super_streak.after_twelve"] == "paid-and-closed"
    rung = law.choice["super_streak.pays_when"] == "each-rung" and one.length >= law.shortest
    if not top and not rung:
        return one, []
    return (None if top else one), [_won_line(law, one, "", ends=top)]


def _ruled(law: Law, one: Running, name: str) -> tuple[Running | None, list[Line]]:
    """Return a wager after something that has no side: it holds, ends, goes back or begins again."""
    clause = law.clause[f"super_streak.{name}"]
    match law.choice[f"super_streak.{name}"]:
        case "ends":
            return None, [_at_length(law, one, clause)]
        case "refunded":
            return None, [_streak_line(law, one, "returned", clause)]
        case "restarts":
            return one._replace(length=0), []
        case _:
            return one, []


def _at_length(law: Law, one: Running, because: str = "") -> Line:
    """Settle a wager whose run is over, by its length."""
    if one.length < law.shortest:
        return _streak_line(law, one, "lost", joined(because, law.clause["super_streak.shortest"]))
    if law.choice["super_streak.pays_when"] == "each-rung":
        return _streak_line(law, one, "returned", joined(because, law.clause["super_streak.pays_when"]))
    return _won_line(law, one, because, ends=True)


def _won_line(law: Law, one: Running, because: str, *, ends: bool) -> Line:
    pays = f"{law.clause['super_streak.pays']}/{one.length}"
    clause = joined(because, law.clause["super_streak.pays_when"], pays)
    return _streak_line(law, one, "won", clause, ends=ends)


def _streak_line(law: Law, one: Running, outcome: str, clause: str, *, ends: bool = True) -> Line:
    """Return what one wager comes to: won, returned or lost."""
    cents, kind = one.stake[1], one.stake[2]
    won = outcome == "won"
    kept = won and kind == "token" and law.tokens_kept
    return {
        "clause": clause,
        "collected": cents if ends and (outcome == "lost" or kept) else 0,
        "ends": ends,
        "length": one.length,
        "outcome": outcome,
        "returned": cents if ends and outcome != "lost" and not kept else 0,
        "stake": list(one.stake),
        "winnings": int(cents * law.streak_pays[one.length]) if won else 0,
    }


def advanced_runs(law: Law, runs: tuple[Run, ...], how: str, roll: str | None) -> tuple[Run, ...]:
    """Return the run of every line after a round."""
    if roll is None and how == "lights":
        return runs
    if roll is None or is_triple(roll):
        name = "on_triple" if roll else RULED_BY[how]
        ends = how == "new-day" or law.choice[f"super_streak.{name}"] in ("ends", "restarts")
        return tuple(Run() for _ in runs) if ends else runs
    return tuple(
        Run() if side is None else Run(side, run.length + 1 if side == run.side else 1)
        for run, side in zip(runs, law.side_of[roll], strict=True)
    )


EFFECTS = {
    "wagers-collected": _apply_round_settlement,
    "wagers-paid": _apply_round_settlement,
    "player-warned": _apply_warning,
    "winnings-withheld": _apply_withheld,
}
