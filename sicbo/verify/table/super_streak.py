"""Super Streak: runs, wagers that follow them, and what each comes to, result by result."""

from collections.abc import Iterator
from typing import Any

from sicbo.verify.decisions import Event, Order, OrderRow, event, refuse, refuse_if, repeated
from sicbo.verify.rules import is_triple, roll_of
from sicbo.verify.table.colour_chips import kind_of, refuse_if_not_stakable
from sicbo.verify.table.limits import refuse_if_notice_unserved
from sicbo.verify.table.people import refuse_if_excluded
from sicbo.verify.table.settlement import (
    FORCED_BY,
    PREFIX,
    RULED_BY,
    advanced_runs,
    apply_reversal,
    apply_settlement,
    followed,
)
from sicbo.verify.table.state import Round, Run, Running, Streaks, Table

SCREEN, SUBJECT = "streak screen", "super-streak"
INVALIDATING = ("disruption", "fraud")


def _clause(table: Table, name: str) -> str:
    """Return the clause of a ruling, or refuse an order under a rulebook without Super Streak."""
    if not table.law.has_streaks:
        refuse(table.law.layout_clause)
    return table.law.clause[f"super_streak.{name}"]


def _choice(table: Table, name: str) -> Any:
    return table.law.choice[f"super_streak.{name}"]


def refuse_if_not_offerable(table: Table, order: Order) -> None:
    """Refuse to open with Super Streak without rulings, an amount on the sign, or a screen."""
    if order["streak_stake"] is not None:
        refuse_if(order["streak_stake"] < 1, _clause(table, "stake"))
        refuse_if(SCREEN not in order["equipment"], _clause(table, "placed"))


def offer(table: Table, stake: int | None) -> None:
    """Offer Super Streak if the sign names its amount; runs continue from before."""
    table.streak_stake, table.streak_final = stake, False
    if stake is not None and not table.streaks.runs:
        table.streaks = table.streaks._replace(runs=tuple(Run() for _ in table.law.lines))


def place_streak(table: Table, order: Order) -> Iterator[Event]:
    """Take a Super Streak wager while its area is open, at the amount on the sign."""
    law, player, asked = table.law, order["player"], order["side"]
    refuse_if_excluded(table, player)
    _refuse_if_closed(table, order)
    stakes = law.clause["wagers.stakes"]
    refuse_if(kind_of(order["instrument"]) not in law.instruments, stakes)
    index = next((at for at, line in enumerate(law.lines) if asked in line), None)
    if index is None:
        refuse(_clause(table, "lines"))
    refuse_if(order["cents"] != table.streak_stake, _clause(table, "stake"))
    stake = [PREFIX + asked, order["cents"], order["instrument"]]
    refuse_if_not_stakable(table, player, [stake])
    mine = table.streaks.wagers.get(player, ())
    refuse_if(any(one.stake[0] == stake[0] for one in mine), _clause(table, "stake"))
    side, count = _side_and_count(table, table.streaks.runs[index], asked)
    refuse_if(table.rack(player, order["instrument"]) < order["cents"], stakes)
    fields = {"stake": stake, "side": side, "count": count}
    yield repeated(order, "streak-wagered", _clause(table, "placed"), "player", "round", **fields)


def _refuse_if_closed(table: Table, order: Order) -> None:
    """Refuse a wager while none is taken."""
    placed, played = _clause(table, "placed"), table.round
    refuse_if(table.sign is None or table.streak_stake is None, _clause(table, "stake"))
    refuse_if(table.streak_final, _clause(table, "closing"))
    refuse_if(order["round"] != table.round_due or (played is not None and played.void_due), placed)
    before_spin = _choice(table, "placed") == "before-spin"
    refuse_if(table.has_done("spin") if before_spin else not table.takes_wagers, placed)


def _side_and_count(table: Table, run: Run, asked: str) -> tuple[str | None, int]:
    """Return the side that a new wager follows and the results that it has counted, if its area is open."""
    opens, follows = _choice(table, "opens"), _choice(table, "side")
    below = opens == "below-four" and 0 < run.length < table.law.shortest
    refuse_if(not below and (opens != "at-changeover" or run.length != 1), _clause(table, "opens"))
    refuse_if(follows == "breaking-side" and asked != run.side, _clause(table, "side"))
    if follows == "next-side":
        return None, 0
    counts = below or _choice(table, "count_from") == "breaking-result"
    return asked, run.length if counts and asked == run.side else 0


def call_final_streaks(table: Table, order: Order) -> Iterator[Event]:
    """Make the final call once the notice of closing is up."""
    clause = _clause(table, "closing")
    refuse_if(table.streak_stake is None or table.streak_final, clause)
    refuse_if(table.has_players() and SUBJECT not in table.notices, clause)
    yield event(order, "final-streaks-called", clause)


def close_streaks(table: Table, order: Order) -> Iterator[Event]:
    """Close Super Streak after notice and final call, once no wager runs."""
    clause = _clause(table, "closing")
    refuse_if(table.streak_stake is None, clause)
    if table.has_players():
        refuse_if_notice_unserved(table, order, SUBJECT, clause, _choice(table, "closing"))
        refuse_if(not table.streak_final, clause)
    refuse_if_running(table)
    yield event(order, "streaks-closed", clause)


def refuse_if_running(table: Table) -> None:
    """Refuse to close while wagers run: they stay until their streak ends."""
    if table.law.has_streaks:
        refuse_if(table.streaks.wagers, _clause(table, "on_closing"))


def begin_gaming_day(table: Table, order: Order) -> Iterator[Event]:
    """Begin a gaming day between two rounds."""
    clause = _clause(table, "on_new_day") if table.law.has_streaks else table.law.clause["round.order"]
    refuse_if(table.round is not None, clause)
    yield repeated(order, "gaming-day-begun", clause)
    if table.streaks.runs:
        yield from _advance(table, order, table.rounds, "new-day", None)


def advance_after_round(table: Table, order: Order) -> Iterator[Event]:
    """Yield what the dice of a round do to every run and wager, once all else is settled."""
    played = table.round
    if table.streaks.runs and played is not None and played.dice is not None:
        how = "lights" if played.lights_failed else "closing" if table.streak_final else "result"
        yield from _advance(table, order, played.number, how, played.dice)


def advance_after_void(table: Table, order: Order) -> Iterator[Event]:
    """Yield what a void round does to every run and wager."""
    if table.streaks.runs and table.round is not None:
        how = "invalidated" if order["ground"] in INVALIDATING else "void"
        yield from _advance(table, order, table.round.number, how, None)


def end_by_light_fault(table: Table, order: Order) -> Iterator[Event]:
    """End every wager by a lighting fault: with the round in play, or by the dice just counted."""
    if not table.law.has_streaks or not table.streaks.runs:
        return
    clause = _clause(table, "on_lights")
    if table.round is not None:
        if not table.round.lights_failed:
            yield event(order, "streak-end-forced", clause, round=table.round.number)
        return
    played = table.last
    if played is not None and played.how != "lights" and table.streaks.wagers:
        yield from _return_later_wagers(table, order, played, clause)
        yield from _advance(table, order, played.number, "lights", None)


def recount(table: Table, order: Order) -> Iterator[Event]:
    """Count a settled round again by the corrected dice."""
    played = table.round or table.last
    if not table.law.has_streaks or played is None or _choice(table, "counts_by") == "screen":
        return
    as_lights = table.law.choice["faults.wrong_entry"] == "as-lights"
    if played.before is None:
        if as_lights:
            yield from end_by_light_fault(table, order)
        return
    clause, how = table.law.clause["faults.wrong_entry"], "lights" if as_lights else played.how
    yield from _return_later_wagers(table, order, played, _clause(table, "opens"))
    for player, lines in sorted(played.streak_lines.items()):
        yield event(order, "streak-reversed", clause, player=player, round=played.number, lines=lines)
    yield event(order, "streaks-rewound", clause, round=played.number)
    yield from _advance(table, order, played.number, how, order["dice"])


def _return_later_wagers(table: Table, order: Order, played: Round, clause: str) -> Iterator[Event]:
    """Yield the return of the wagers that were placed after a round."""
    for player, mine in sorted(table.streaks.wagers.items()):
        stakes = [list(one.stake) for one in mine if one.round > played.number]
        if stakes:
            fields = {"player": player, "round": played.number}
            yield event(order, "streak-returned", clause, **fields, stakes=stakes)


def _advance(table: Table, order: Order, number: int, how: str, dice: Any) -> Iterator[Event]:
    """Yield what a round settles, player by player, and then that every run and wager went on."""
    roll = None if dice is None else roll_of(dice)
    for player, mine in sorted(table.streaks.wagers.items()):
        lines = [line for one in mine for line in followed(table.law, one, how, roll)[1]]
        if lines:
            clause = ", ".join(dict.fromkeys(line["clause"] for line in lines))
            yield event(order, "streak-settled", clause, player=player, round=number, lines=lines)
    if how == "result":
        name = "on_triple" if roll and is_triple(roll) else "sides"
    else:
        name = RULED_BY.get(how) or FORCED_BY[how][0]
    yield event(order, "streaks-advanced", _clause(table, name), round=number, how=how, dice=dice)


def _with_wagers(streaks: Streaks, player: str, mine: tuple[Running, ...]) -> Streaks:
    wagers = {**streaks.wagers, player: mine}
    if not mine:
        del wagers[player]
    return streaks._replace(wagers=wagers)


def _keep_before(table: Table) -> Round | None:
    """Return the round in play or just settled, with the streaks from before it for a later correction."""
    played = table.round or table.last
    if played is not None and played.before is None:
        played.before = table.streaks
    return played


def apply_wagered(table: Table, wagered: Event) -> None:
    """Put a wager in play."""
    player, (bet, cents, kind) = wagered["player"], wagered["stake"]
    table.move(kind, cents, ("rack", player), ("layout", player))
    one = Running((bet, cents, kind), wagered["side"], wagered["count"], wagered["round"])
    table.streaks = _with_wagers(table.streaks, player, (*table.streaks.wagers.get(player, ()), one))


def apply_settled(table: Table, settled: Event) -> None:
    """Take ended wagers off the layout; the round keeps their lines."""
    player, played = settled["player"], _keep_before(table)
    apply_settlement(table, settled)
    if played is not None:
        played.streak_lines[player] = [*played.streak_lines.get(player, ()), *settled["lines"]]
    ended = {line["stake"][0] for line in settled["lines"] if line["ends"]}
    left = tuple(one for one in table.streaks.wagers[player] if one.stake[0] not in ended)
    table.streaks = _with_wagers(table.streaks, player, left)


def apply_advanced(table: Table, advanced: Event) -> None:
    """Let every run and every wager that is left take in the round."""
    law, how = table.law, advanced["how"]
    roll = None if advanced["dice"] is None else roll_of(advanced["dice"])
    played = _keep_before(table)
    wagers = {
        player: tuple(after for one in mine if (after := followed(law, one, how, roll)[0]) is not None)
        for player, mine in table.streaks.wagers.items()
    }
    table.streaks = Streaks(advanced_runs(law, table.streaks.runs, how, roll), wagers)
    if played is not None:
        played.how = how


def apply_end_forced(table: Table, forced: Event) -> None:
    """Let no wager run beyond the round in play."""
    assert table.round is not None
    table.round.lights_failed = True


def apply_streak_returned(table: Table, returned: Event) -> None:
    """Give wagers back; a correction of the last round does not restore them."""
    player, bets = returned["player"], {stake[0] for stake in returned["stakes"]}
    mine, played = table.streaks.wagers.get(player, ()), table.round or table.last
    gone = {(one.stake[0], one.round) for one in mine if one.stake[0] in bets}
    if played is not None and played.before is not None:
        before = played.before.wagers.get(player, ())
        left = tuple(one for one in before if (one.stake[0], one.round) not in gone)
        played.before = _with_wagers(played.before, player, left)
    left = tuple(one for one in mine if one.stake[0] not in bets)
    table.streaks = _with_wagers(table.streaks, player, left)
    for _, cents, kind in returned["stakes"]:
        table.move(kind, cents, ("layout", player), ("rack", player))


def apply_streak_reversed(table: Table, reversed_event: Event) -> None:
    """Take back what wagers came to; they run as before the round."""
    played, player = table.round or table.last, reversed_event["player"]
    assert played is not None and played.before is not None
    apply_reversal(table, reversed_event)
    played.streak_lines.pop(player)
    table.streaks = _with_wagers(table.streaks, player, played.before.wagers.get(player, ()))


def apply_rewound(table: Table, rewound: Event) -> None:
    """Restore every run and wager as before the round."""
    played = table.round or table.last
    assert played is not None and played.before is not None
    table.streaks = played.before


def apply_final_call(table: Table, called: Event) -> None:
    """Take no new wagers."""
    table.streak_final = True


def apply_streaks_closed(table: Table, closed: Event) -> None:
    """Stop offering Super Streak, and remove its notice."""
    table.streak_stake = None
    table.notices.pop(SUBJECT, None)


def apply_day(table: Table, begun: Event) -> None:
    """Move the last round to the past; warnings that last a day are over."""
    table.archive_last()
    table.warned = set()


ORDERS = {
    "place-streak": OrderRow(place_streak),
    "call-final-streaks": OrderRow(call_final_streaks, "deal"),
    "close-streaks": OrderRow(close_streaks, "close-super-streak"),
    "begin-gaming-day": OrderRow(begin_gaming_day, "open-table"),
}
EFFECTS = {
    "streak-wagered": apply_wagered,
    "streak-settled": apply_settled,
    "streaks-advanced": apply_advanced,
    "streak-end-forced": apply_end_forced,
    "streak-returned": apply_streak_returned,
    "streak-reversed": apply_streak_reversed,
    "streaks-rewound": apply_rewound,
    "final-streaks-called": apply_final_call,
    "streaks-closed": apply_streaks_closed,
    "gaming-day-begun": apply_day,
}
