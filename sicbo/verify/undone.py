"""Voids and corrections: what was settled is taken back to the cent, and every stake finds its way."""

from typing import Any

from sicbo.verify.lines import proceeds
from sicbo.verify.report import Listed
from sicbo.verify.rounds import all_held_back, due
from sicbo.verify.rules import Ground, roll_of
from sicbo.verify.slips import taken_off
from sicbo.verify.state import Line, Round, Table
from sicbo.verify.streaks import counted_anew

Event = dict[str, Any]
DICE = ("dice-broken", "dice-damaged")
SUPERVISOR = 2


def listed(table: Table, command: Event, event: Event, what: str, says: str) -> Listed:
    """Something for the regulator's eye."""
    stamp = command["stamp"]
    return Listed(table.number, what, stamp["by"], stamp["rank"], event["clause"], says)


def unsettled(table: Table, command: Event, event: Event) -> None:
    """A settlement is reversed: the very lines that were collected and paid."""
    player, played = event["player"], table.played(event["round"])
    if played is None:
        table.wrong("correction", f"round {event['round']} is not kept any more")
        return
    done = [*played.collected.pop(player, ()), *played.paid.pop(player, ())]
    table.must(
        done and done == event["lines"], "correction", f"not the very lines of {player} are taken back"
    )
    held, released = played.withheld.pop(player, 0), played.released.pop(player, False)
    table.must(released or not held, "correction", f"what was held back of {player} stayed there")
    for kind, cents in proceeds(event["lines"], table.law.money).items():
        table.take_back(player, kind, cents)


def set_off(table: Table, command: Event, event: Event) -> None:
    """A debt of the same record is paid out of what it gave."""
    player, kind, cents = event["player"], event["instrument"], event["cents"]
    in_time = command["type"] == "correct-result" or (table.turn is None and not table.advanced)
    table.must(in_time, "correction", "a debt is set off out of a Super Streak")
    debt = table.debts.pop((player, kind), 0)
    owes = min(debt, table.racks.get((player, kind), 0))
    table.must(0 < cents == owes, "correction", f"{cents} cents of {player} are set off, it should be {owes}")
    table.owed[player] = table.owed.get(player, 0) - cents
    if not table.owed[player]:
        del table.owed[player]
    table.take(player, kind, cents)


def given_back(table: Table, command: Event, event: Event) -> None:
    """Stakes of a void round go back, every one and in full."""
    _off(table, command, event, keeps=False)
    for _, cents, kind in event["stakes"]:
        table.give(event["player"], kind, cents)


def forfeited(table: Table, command: Event, event: Event) -> None:
    """Stakes of a void round stay with the house, where the rulebook lets them."""
    _off(table, command, event, keeps=True)


def _off(table: Table, command: Event, event: Event, *, keeps: bool) -> None:
    player, played = event["player"], table.played(event["round"])
    ground = table.law.grounds.get(command["ground"])
    if played is None or player not in played.slips or ground is None:
        table.wrong("void", f"{player} has no stakes in round {event['round']}")
        return
    lawful = ground.returned == "nothing" or (
        ground.returned == "all-but-the-fraudster" and player == command["forfeits"]
    )
    table.must(keeps == lawful, "void", f"the stakes of {player} go {'to the house' if keeps else 'back'}")
    stakes = played.slips[player][1]
    table.must(
        stakes and stakes == event["stakes"], "void", f"not every stake of {player} is given back in full"
    )
    table.must(player not in played.given, "void", f"{player} gets the stakes twice")
    played.given.add(player)


def voided(table: Table, command: Event, event: Event) -> None:
    """A round without a result."""
    number = event["round"]
    played, ground = table.played(number), table.law.grounds.get(event["ground"])
    table.report.note(
        "voids", listed(table, command, event, f"round {number}, {event['ground']}", event["note"])
    )
    if played is None or ground is None:
        table.wrong("void", f"{event['ground']} voids no round {number} here")
        return
    table.must(event["clause"] == ground.clause, "clause", f"the void is ruled by {ground.clause}")
    table.must(_is_meant(table, command, number), "void", "another round is void than the one that was meant")
    _may_say(table, command, played, ground)
    _may_void(table, command, played, ground)
    _nobody_forgotten(table, event, played, ground)
    in_play = played is table.round
    if in_play:
        table.did_not_count(number)
        table.round = _repeated(table, played) if event["stands"] else None
    else:
        table.last = None if table.last is played else table.last
        table.past = [one for one in table.past if one is not played]


def _may_say(table: Table, command: Event, played: Round, ground: Ground) -> None:
    """Rank, reason, second person, and whether somebody can forfeit anything."""
    stamp, name = command["stamp"], command["ground"]
    table.must((stamp["rank"] or 0) >= ground.rank, "power", f"a void for {name} needs rank {ground.rank}")
    table.must(command["note"] or not ground.may, "reason", "a void that is a choice has no reason")
    if played.dice is not None:
        second = command["second"] not in ("", stamp["by"])
        table.must(second, "second person", "a void after the result has no second person")
    if command["forfeits"]:
        table.must(_rank_for(table, stamp, "forfeit"), "power", "a forfeiture without the rank for it")
        there = ground.returned == "all-but-the-fraudster" and command["forfeits"] in played.slips
        table.must(there, "void", f"{command['forfeits']} has nothing to forfeit")


def _may_void(table: Table, command: Event, played: Round, ground: Ground) -> None:
    """Whether the ground reaches that round and can be the case in it."""
    name = command["ground"]
    if played is not table.round:
        every = table.law.choice["faults.damaged_dice"] == "every-affected"
        reaches = ground.returned == "stakes-and-payouts" and (every or name not in DICE)
        older = played is not table.last
        table.must(reaches and (not older or (every and name in DICE)), "void", "a settled round stands")
        return
    may_be = _can_be(table, played, name, command["stamp"]["rank"] or 0)
    table.must(may_be, "void", f"{name} cannot be the case at this point of the round")


def _is_meant(table: Table, command: Event, number: int) -> bool:
    """Whether a round is the one that a command names, or else the one in play or just settled."""
    played = table.round or table.last
    return number == (command["round"] if command["round"] is not None else played.number if played else 0)


def _rank_for(table: Table, stamp: Event, act: str) -> bool:
    power = table.law.powers.get(act)
    return power is not None and (stamp["rank"] or 0) >= power.rank


def _can_be(table: Table, played: Round, ground: str, rank: int) -> bool:
    """Whether a ground can be the case in a round in play."""
    choice, steps = table.law.choice, played.steps
    match ground:
        case "not-flat" | "tumbler-fault":
            return "spin" in steps
        case "too-few-tumbles":
            return "spin" in steps and (played.void_due is not None or rank >= SUPERVISOR)
        case "button-not-pressed":
            there = any(stage.step == "press-close" for stage in table.stages)
            due = "close" in steps and "press-close" not in steps
            return due and (there or choice["round.button"] == "every-table")
        case "dice-broken":
            return not (choice["faults.damaged_dice"] == "until-called" and "call" in steps)
        case "interrupted":
            return ("spin" if choice["faults.established"] == "at-rest" else "uncover") not in steps
        case _:
            return True


def _nobody_forgotten(table: Table, event: Event, played: Round, ground: Ground) -> None:
    stands = ground.returned == "stands"
    table.must(event["stands"] == stands, "void", "whether the wagers stand is not as ruled")
    table.must(not played.collected and not played.paid, "void", "a settlement was not taken back")
    for player, (_, stakes) in played.slips.items():
        if stakes and (player in played.given) == stands:
            table.wrong("void", f"the stakes of {player} were {'given back' if stands else 'forgotten'}")
    _debts_set_off(table, played.streak_lines)


def _debts_set_off(table: Table, later: dict[str, list[Line]]) -> None:
    """Whether what could be set off was: not out of what Super Streaks brought later."""
    for player, kind in table.debts:
        brought = proceeds(later.get(player, []), table.law.money).get(kind, 0)
        if table.racks.get((player, kind), 0) > brought:
            table.wrong("correction", f"a debt of {player} was not set off")


def _repeated(table: Table, played: Round) -> Round:
    """The round that repeats the spin, with the same wagers."""
    table.rounds += 1
    table.report.count("rounds")
    again = Round(table.rounds, played.sign, played.agreed)
    again.done = next(at for at, stage in enumerate(table.stages) if stage.step == "cover")
    again.steps = {stage.step for stage in table.stages[: again.done]}
    again.open = "place-bets" in again.steps
    again.slips = dict(played.slips)
    return again


def wagers_voided(table: Table, command: Event, event: Event) -> None:
    """Some of one player's wagers are void: refunded, held or forfeited."""
    law, player = table.law, event["player"]
    said = f"wagers of {player}, {event['becomes']}"
    table.report.note("voids", listed(table, command, event, said, event["note"]))
    if command["type"] == "declare-void":
        ground, becomes = law.grounds.get(command["ground"]), "refunded"
        if ground is None or not ground.wager_too or table.round is None:
            table.wrong("void", "single wagers are not void on this ground")
            return
        meant = command["round"] in (None, table.round.number)
        table.must(meant, "void", "another round is void than the one that was meant")
        _may_say(table, command, table.round, ground)
        _may_void(table, command, table.round, ground)
    else:
        held = law.choice["conduct.offenders_wager"]
        becomes = "forfeited" if command["forfeit"] else "suspense" if held == "suspense" else "refunded"
        lawful = not command["forfeit"] or (held == "may-be-forfeited" and "forfeit" not in law.powers)
        table.must(lawful, "void", "no clause lets these wagers be forfeited")
    table.must(event["becomes"] == becomes, "void", f"void wagers are {becomes} here")
    same = player == command["player"] and event["note"] == command["note"]
    table.must(same, "void", "wagers are void of somebody else or for another reason than was said")
    taken_off(table, command, event, "void")
    for _, cents, kind in event["stakes"]:
        if event["becomes"] == "refunded":
            table.give(player, kind, cents)
        elif event["becomes"] == "suspense":
            table.suspense[player, kind] = table.suspense.get((player, kind), 0) + cents


def corrected(table: Table, command: Event, event: Event) -> None:
    """The dice showed something else than was entered."""
    number, law = event["round"], table.law
    said = f"round {number}, {event['entered']} is {event['dice']}"
    table.report.note("corrections", listed(table, command, event, said, event["reason"]))
    played = table.played(number)
    if played is None or played.dice is None:
        table.wrong("correction", f"no result of round {number} stands")
        return
    older = played is not table.round and played is not table.last
    policy = law.choice["faults.wrong_entry"]
    table.must(
        policy != "as-entered" and (not older or policy == "dice-decide"), "correction", "that result stands"
    )
    roll = roll_of(event["dice"])
    table.must(_is_meant(table, command, number), "correction", "another round is corrected than was meant")
    table.must(event["entered"] == played.dice, "correction", "the result before is not the one that stood")
    table.must(event["lit"] == law.lit[roll], "lights", "other areas are lit than those that won")
    table.must(
        event["clause"] == law.clause["faults.wrong_entry"], "clause", "a correction by another clause"
    )
    second = event["second"] not in ("", command["stamp"]["by"])
    table.must(second, "second person", "a correction has no second person")
    table.must(not played.collected and not played.paid, "correction", "a settlement was not taken back")
    steps = tuple(step for step in ("collect", "pay") if played is not table.round or step in played.steps)
    played.dice, played.roll, played.rest, played.rest_warns = event["dice"], "", {}, set()
    table.resettled = (played, steps)


def all_corrected(table: Table, warned: set[str]) -> None:
    """At the end of a correction: just what had been settled is settled by the dice, with its warnings."""
    if table.resettled is None:
        table.wrong("correction", "no result was corrected")
        return
    played, steps = table.resettled
    for step, done in (("collect", played.collected), ("pay", played.paid)):
        table.must(step in steps or not done, "correction", f"the step to {step} was not done before")
        for player in played.slips if step in steps else ():
            if player not in done and due(table, played, player, step):
                table.wrong("correction", f"{player} was left out of the new settlement")
    all_held_back(table, played)
    in_time = "pay" in steps and played in (table.round, table.last)
    told = warned == (played.rest_warns if in_time else set())
    table.must(told, "limits", "others are warned than have to be")
    if counted_anew(table, played):
        anew = table.rewound is played and table.advanced
        table.must(anew, "correction", "Super Streak was not counted anew")
    _debts_set_off(table, {})
