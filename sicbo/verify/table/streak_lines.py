"""What a round does to one Super Streak wager and to the runs, by the published rulings."""

from sicbo.verify.rules import Law, is_triple
from sicbo.verify.table.settlement import joined
from sicbo.verify.table.state import Line, Run, Running

PREFIX = "streak-"
RULED_BY = {"void": "on_void", "invalidated": "on_invalidated", "new-day": "on_new_day"}
FORCED_BY = {"lights": ("on_lights", "settled"), "closing": ("on_closing", "next-result")}


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
