"""Super Streak: runs, wagers that follow them, and what each comes to, recomputed result by result."""

from typing import Any, NamedTuple

from sicbo.verify.lines import proceeds
from sicbo.verify.rules import Law, is_triple, roll_of
from sicbo.verify.slips import in_pieces, kind_of
from sicbo.verify.state import Line, Round, Run, Running, Streaks, Table

Event = dict[str, Any]
PREFIX, SCREEN = "streak-", "streak screen"
RULED = {"void": "on_void", "invalidated": "on_invalidated", "new-day": "on_new_day"}
FORCED = {"lights": ("on_lights", "settled"), "closing": ("on_closing", "next-result")}


class Turn(NamedTuple):
    """What a round makes of everything in play: lines and wagers of each player, and the runs."""

    how: str
    dice: list[int] | None
    lines: dict[str, list[Line]]
    after: Streaks


def opened(table: Table, stake: int | None) -> None:
    """A table that opens with Super Streak; runs go on from before."""
    table.streak_stake, table.streak_final = stake, False
    if stake is not None:
        offered = table.law.has_streaks and stake > 0 and SCREEN in table.equipment
        table.must(offered, "streak", "Super Streak is offered without rule, amount or screen")
        if offered and not table.streaks.runs:
            table.streaks = table.streaks._replace(runs=tuple(Run() for _ in table.law.lines))


def wagered(table: Table, command: Event, event: Event) -> None:
    """A Super Streak wager, while its area is open, at the amount on the sign."""
    law, player, (bet, cents, kind) = table.law, event["player"], event["stake"]
    asked = command["side"]
    index = (
        next((at for at, line in enumerate(law.lines) if asked in line), None) if law.has_streaks else None
    )
    offered = table.streak_stake is not None and not table.streak_final
    if index is None or not offered:
        table.wrong("streak", "Super Streak is not offered")
        return
    same = (bet, cents, kind) == (PREFIX + asked, command["cents"], command["instrument"])
    table.must(same and cents == table.streak_stake, "streak", "the wager is not the one on the sign")
    table.must(kind_of(kind) in law.instruments, "streak", f"{kind} is no stake for it")
    in_pieces(table, player, cents, kind)
    table.must(_in_time(table, event["round"]), "cutoff", "a Super Streak wager outside its time")
    barred = table.sanctions.get(player, set()) & {"exclude-from-game", "exclude-from-casino"}
    table.must(not barred, "sanction", f"{player} is excluded and wagers")
    mine = table.streaks.wagers.get(player, ())
    table.must(all(one.stake[0] != bet for one in mine), "streak", f"{player} has one on {bet}")
    known = _begins(law, table.streaks.runs[index], asked)
    table.must(known == (event["side"], event["count"]), "streak", "side or count are not those of the run")
    one = Running((bet, cents, kind), event["side"], event["count"], event["round"])
    table.streaks = _with(table.streaks, player, (*mine, one))
    table.take(player, kind, cents)


def _in_time(table: Table, number: int) -> bool:
    played = table.round
    if number != (played.number if played else table.rounds + 1) or (played and played.void_due):
        return False
    if table.law.choice["super_streak.placed"] == "before-spin":
        return played is None or "spin" not in played.steps
    return played is not None and played.open


def _begins(law: Law, run: Run, asked: str) -> tuple[str | None, int] | None:
    """The side that a new wager follows and its count; None where its area is shut."""
    opens, side, count_from = law.rulings(
        "super_streak.opens", "super_streak.side", "super_streak.count_from"
    )
    below = opens == "below-four" and 0 < run.length < law.shortest
    if not below and (opens != "at-changeover" or run.length != 1):
        return None
    if side == "next-side":
        return None, 0
    if side == "breaking-side" and asked != run.side:
        return None
    taken_over = below or count_from == "breaking-result"
    return asked, run.length if taken_over and asked == run.side else 0


def _with(streaks: Streaks, player: str, mine: tuple[Running, ...]) -> Streaks:
    wagers = {**streaks.wagers, player: mine}
    if not mine:
        del wagers[player]
    return streaks._replace(wagers=wagers)


def _line(law: Law, one: Running, how: str, length: int, *clauses: str, ends: bool = True) -> Line:
    """What one wager comes to: won, returned or lost, at a length."""
    cents, kind = one.stake[1], one.stake[2]
    winnings = int(cents * law.streak_pays[length]) if how == "won" else 0
    keeps = how == "won" and kind == "token" and law.tokens_kept
    back = ends and how in ("won", "returned") and not keeps
    taken = ends and (how == "lost" or keeps)
    return {
        "clause": ", ".join(dict.fromkeys(clause for clause in clauses if clause)),
        "collected": cents if taken else 0,
        "ends": ends,
        "length": length,
        "outcome": how,
        "returned": cents if back else 0,
        "stake": list(one.stake),
        "winnings": winnings,
    }


def _at_length(law: Law, one: Running, because: str = "") -> Line:
    """A wager whose run is over: paid from the shortest length on, unless each rung was paid on the way."""
    wins = law.clause["super_streak.pays_when"]
    if one.length < law.shortest:
        return _line(law, one, "lost", one.length, because, law.clause["super_streak.shortest"])
    if law.choice["super_streak.pays_when"] == "each-rung":
        return _line(law, one, "returned", one.length, because, wins)
    return _line(law, one, "won", one.length, because, wins, _paid_by(law, one.length))


def _paid_by(law: Law, length: int) -> str:
    return f"{law.clause['super_streak.pays']}/{length}"


def _followed(law: Law, one: Running, roll: str) -> tuple[Running | None, list[Line]]:
    """One wager after a result."""
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
        return None, [_line(law, one, "lost", one.length, law.clause["super_streak.after_twelve"])]
    top = one.length == law.longest and law.choice["super_streak.after_twelve"] == "paid-and-closed"
    rung = law.choice["super_streak.pays_when"] == "each-rung" and one.length >= law.shortest
    if not top and not rung:
        return one, []
    clauses = law.clause["super_streak.pays_when"], _paid_by(law, one.length)
    return (None if top else one), [_line(law, one, "won", one.length, *clauses, ends=top)]


def _ruled(law: Law, one: Running, name: str) -> tuple[Running | None, list[Line]]:
    """One wager after something that has no side: it holds, ends, goes back or begins again."""
    clause = law.clause[f"super_streak.{name}"]
    match law.choice[f"super_streak.{name}"]:
        case "ends":
            return None, [_at_length(law, one, clause)]
        case "refunded":
            return None, [_line(law, one, "returned", one.length, clause)]
        case "restarts":
            return one._replace(length=0), []
        case _:
            return one, []


def _turned(law: Law, one: Running, how: str, roll: str | None) -> tuple[Running | None, list[Line]]:
    if roll is None and how in RULED:
        return _ruled(law, one, RULED[how])
    after, lines = (one, []) if roll is None else _followed(law, one, roll)
    if after is None or how == "result":
        return after, lines
    name, settles = FORCED[how]
    choice, clause = law.choice[f"super_streak.{name}"], law.clause[f"super_streak.{name}"]
    if choice == settles:
        return None, [*lines, _at_length(law, after, clause)]
    if how == "lights":
        return None, [*lines, _line(law, after, "returned", after.length, clause)]
    return after, lines


def _runs(law: Law, runs: tuple[Run, ...], how: str, roll: str | None) -> tuple[Run, ...]:
    """The run of every line after a round."""
    fresh = tuple(Run() for _ in runs)
    if roll is None and how == "lights":
        return runs
    if roll is None or is_triple(roll):
        name = "on_triple" if roll else RULED[how]
        anew = how == "new-day" or law.choice[f"super_streak.{name}"] in ("ends", "restarts")
        return fresh if anew else runs
    return tuple(
        Run() if side is None else Run(side, run.length + 1 if side == run.side else 1)
        for run, side in zip(runs, law.side_of[roll], strict=True)
    )


def _turn(table: Table, command: Event) -> Turn:
    """What the round in play must make of everything; reckoned once a record."""
    if table.turn is None:
        how, dice = _expected(table, command)
        roll = None if dice is None else roll_of(dice)
        lines: dict[str, list[Line]] = {}
        wagers: dict[str, tuple[Running, ...]] = {}
        for player, mine in table.streaks.wagers.items():
            turned = [_turned(table.law, one, how, roll) for one in mine]
            lines[player] = [line for _, told in turned for line in told]
            if left := tuple(after for after, _ in turned if after is not None):
                wagers[player] = left
        runs = _runs(table.law, table.streaks.runs, how, roll)
        played = table.round or table.last
        if played is not None and played.before is None:
            played.before = table.streaks
        table.turn = Turn(
            how, dice, {who: told for who, told in lines.items() if told}, Streaks(runs, wagers)
        )
    turn: Turn = table.turn
    return turn


def _expected(table: Table, command: Event) -> tuple[str, list[int] | None]:
    """How a command makes a round count."""
    played = table.round or table.last
    match command["type"]:
        case "begin-gaming-day":
            return "new-day", None
        case "report-fault":
            late = [
                one for mine in table.streaks.wagers.values() for one in mine if _placed_since(table, one)
            ]
            table.must(not late, "streak", "a Super Streak that no dice have counted was not given back")
            return "lights", None
        case "declare-void":
            return ("invalidated" if command["ground"] in ("disruption", "fraud") else "void"), None
        case "correct-result" if played is not None:
            as_lights = table.law.choice["faults.wrong_entry"] == "as-lights"
            return ("lights" if as_lights else played.how), played.dice
    assert played is not None
    how = "lights" if played.lights_failed else "closing" if table.streak_final else "result"
    return how, played.dice


def settled(table: Table, command: Event, event: Event) -> None:
    """What a player's Super Streak wagers came to."""
    player, turn = event["player"], _turn(table, command)
    table.must(not table.advanced, "streak", "the round is counted already")
    own = turn.lines.pop(player, [])
    table.must(own == event["lines"], "streak", f"the Super Streak of {player} comes to something else")
    _of_the_round(table, event)
    played = table.round or table.last
    if played is not None:
        played.streak_lines[player] = [*played.streak_lines.get(player, ()), *event["lines"]]
    table.report.count("settlements", len(event["lines"]))
    for kind, cents in proceeds(event["lines"], table.law.money).items():
        table.give(player, kind, cents)


def advanced(table: Table, command: Event, event: Event) -> None:
    """Every run and wager took in a round."""
    turn = _turn(table, command)
    _of_the_round(table, event)
    same = turn.how == event["how"] and turn.dice == event["dice"]
    table.must(same, "streak", f"the round counts as {turn.how}, not as {event['how']}")
    table.must(not turn.lines, "streak", "a Super Streak that is over was not settled")
    table.streaks = turn.after
    played = table.round or table.last
    if played is not None:
        played.how = event["how"]
    table.turn, table.advanced = None, True


def _of_the_round(table: Table, event: Event) -> None:
    """What happens to Super Streaks happens in the round in play or just settled: the last that there is."""
    table.must(event["round"] == table.rounds, "streak", f"it happened in round {table.rounds}")


def end_forced(table: Table, command: Event, event: Event) -> None:
    """The lights failed: no wager runs beyond the round."""
    assert table.round is not None
    _of_the_round(table, event)
    table.round.lights_failed = True


def returned(table: Table, command: Event, event: Event) -> None:
    """Wagers go back: all of an offender's, or those that were placed after a round which is undone."""
    player, played = event["player"], table.round or table.last
    mine = table.streaks.wagers.get(player, ())
    offender = command["type"] == "void-players-wagers"
    back = [one for one in mine if offender or _placed_since(table, one)]
    own = [list(one.stake) for one in back]
    table.must(own and own == event["stakes"], "streak", "other Super Streaks go back than have to")
    _of_the_round(table, event)
    table.streaks = _with(table.streaks, player, tuple(one for one in mine if one not in back))
    if played is not None and played.before is not None:
        gone = {(one.stake[0], one.round) for one in back}
        before = played.before.wagers.get(player, ())
        left = tuple(one for one in before if (one.stake[0], one.round) not in gone)
        played.before = _with(played.before, player, left)
    for _, cents, kind in event["stakes"]:
        table.give(player, kind, cents)


def _placed_since(table: Table, one: Running) -> bool:
    """Whether a wager was placed after the round just settled."""
    return table.last is not None and one.round > table.last.number


def reversed_(table: Table, command: Event, event: Event) -> None:
    """What wagers had come to is taken back; they run as before the round."""
    played, player = table.round or table.last, event["player"]
    assert played is not None and played.before is not None
    _of_the_round(table, event)
    own = played.streak_lines.pop(player, None)
    table.must(own == event["lines"], "correction", f"not the very lines of {player} are taken back")
    table.streaks = _with(table.streaks, player, played.before.wagers.get(player, ()))
    for kind, cents in proceeds(event["lines"], table.law.money).items():
        table.take_back(player, kind, cents)


def rewound(table: Table, command: Event, event: Event) -> None:
    """Every run and wager as before the round."""
    played = table.round or table.last
    assert played is not None and played.before is not None
    _of_the_round(table, event)
    late = any(one.round > played.number for mine in table.streaks.wagers.values() for one in mine)
    table.must(not played.streak_lines and not late, "correction", "a Super Streak was not taken back")
    table.streaks, table.turn, table.advanced = played.before, None, False
    table.rewound = played


def counted_anew(table: Table, played: Round) -> bool:
    """Whether a correction has to count a round anew, because it was counted before."""
    return by_dice(table.law) and played.before is not None and played in (table.round, table.last)


def by_dice(law: Law) -> bool:
    """Whether Super Streaks follow what the dice showed, and not what was entered."""
    return law.has_streaks and law.choice["super_streak.counts_by"] == "dice"
