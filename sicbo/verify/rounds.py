"""Rounds: the steps in the rulebook's order, the result, and settlement by the dice."""

from typing import Any

from sicbo.verify.lines import difference, proceeds, settled
from sicbo.verify.rules import roll_of
from sicbo.verify.state import Line, Round, Table

Event = dict[str, Any]


def performed(table: Table, command: Event, event: Event) -> None:
    """A step was done: the next one, by somebody on duty, while nothing forbids it."""
    if table.sign is None:
        table.wrong("order", "a step is done at a closed table")
        return
    played = _begun(table, event)
    stage = table.stages[played.done]
    if event["step"] != stage.step:
        table.wrong("order", f"{event['step']} is done where {stage.step} is due")
    table.must(event["round"] == played.number, "order", f"round {event['round']} is not in play")
    table.must(command["round"] in (None, event["round"]), "order", "a step was meant for another round")
    table.must(event["clause"] == stage.clause, "clause", f"the step is ruled by {stage.clause}")
    table.must(not played.void_due, "void", "the round can only be void and goes on")
    if event["step"] == "spin":
        table.must(
            event["tumbles"] == command["tumbles"], "order", "the dice tumbled otherwise than was said"
        )
    _may_go_on(table, command, played)
    _do(table, played, event)
    played.done += 1
    played.steps.add(event["step"])
    if played.done == len(table.stages):
        _over(table, played)


def _begun(table: Table, event: Event) -> Round:
    """The round in play; the first step begins one."""
    table.put_away()
    if table.round is None:
        assert table.sign is not None
        table.rounds += 1
        table.round = Round(table.rounds, table.sign, table.agreed)
        table.report.count("rounds")
    return table.round


def _may_go_on(table: Table, command: Event, played: Round) -> None:
    if table.profile == "floor":
        by = command["stamp"]["by"]
        table.must(by in table.on_duty, "power", f"{by} deals without having signed on")
    for kind, fault in table.faults.items():
        if fault.stops and (not played.done or (fault.halts and played.dice is None)):
            table.wrong("fault", f"play goes on though a fault stops it: {kind}")


def _do(table: Table, played: Round, event: Event) -> None:
    """What a step changes, and what it presupposes."""
    step, tumbles = event["step"], event["tumbles"]
    table.must((tumbles is None) == (step != "spin"), "order", "tumbles belong to the spin")
    match step:
        case "place-bets":
            played.open = True
        case "close":
            played.open = False
        case "spin" if tumbles is not None:
            table.must(tumbles >= 1, "order", "a spin tumbles the dice at least once")
            if tumbles < table.law.choice["round.tumbles"]:
                played.void_due = "too-few-tumbles"
        case "enter" | "light":
            table.must(played.dice is not None, "result", "no result is entered")
        case "collect" | "pay":
            _all_settled(table, played, step)


def _over(table: Table, played: Round) -> None:
    """The last step ends the round; one with a result counts as a spin."""
    table.round, table.last = None, played
    if table.idle:
        table.did_not_count(played.number)
    else:
        table.spins += 1
        streaks = (played.before or table.streaks).wagers
        for player, (seat, without) in table.seated.items():
            streak = any(one.round == played.number for one in streaks.get(player, ()))
            wagered = streak or (player in played.slips and bool(played.slips[player][1]))
            table.seated[player] = (seat, 0 if wagered else without + 1)


def _all_settled(table: Table, played: Round, step: str) -> None:
    """Whether nobody was left out when a step of settlement was done."""
    if played.dice is None:
        table.wrong("settlement", "a round without a result is settled")
        return
    done = played.collected if step == "collect" else played.paid
    for player in played.slips:
        if player not in done and due(table, played, player, step):
            table.wrong("settlement", f"{player} was left out")
    if step == "pay":
        _all_told(table, played)


def _all_told(table: Table, played: Round) -> None:
    """Whether everybody was warned who had to be, and held back what was to be held back."""
    for player in played.rest_warns - table.warned - played.warned:
        table.wrong("limits", f"{player} was not warned of further wagers under the minimum")
    all_held_back(table, played)


def all_held_back(table: Table, played: Round) -> None:
    """Whether winnings wait that are to wait for a determination."""
    for player, lines in played.paid.items():
        if player in played.withheld or not table.holds_back(player, played):
            continue
        if any(line["winnings"] for line in lines):
            table.wrong("sanction", f"the winnings of {player} were to be held back")


def due(table: Table, played: Round, player: str, step: str) -> list[Line]:
    """The lines that a step of settlement owes a player: collecting takes losers, paying does the rest."""
    rest = played.rest.get(player)
    if rest is None:
        if not played.roll:
            played.roll = roll_of(played.dice)
        lines, warns = settled(table, played, player, played.roll)
        lost = [line for line in lines if line["outcome"] == "lost"]
        rest = played.rest[player] = (lost, [line for line in lines if line["outcome"] != "lost"])
        if warns:
            played.rest_warns.add(player)
    return rest[0] if step == "collect" else rest[1]


def entered(table: Table, command: Event, event: Event) -> None:
    """The result, once in a round and after the close."""
    played = table.round
    roll = roll_of(event["dice"])
    if played is None or played.number != event["round"]:
        table.wrong("result", "a result without its round")
        return
    table.must(command.get("dice") == event["dice"], "result", "the result is not what was entered")
    table.must(played.dice is None, "result", "a second result in one round")
    table.must("close" in played.steps and not played.open, "cutoff", "a result before the close")
    table.must(event["lit"] == table.law.lit[roll], "lights", "other areas are lit than those that won")
    played.dice = event["dice"]


def collected(table: Table, command: Event, event: Event) -> None:
    """Losing wagers were collected."""
    _settle(table, event, "collect")


def paid(table: Table, command: Event, event: Event) -> None:
    """Winning wagers were paid, and what was not at risk went back."""
    _settle(table, event, "pay")


def _settle(table: Table, event: Event, step: str) -> None:
    player, lines = event["player"], event["lines"]
    played = table.played(event["round"])
    if played is None or played.dice is None or player not in played.slips:
        table.wrong("settlement", f"{player} has nothing to settle in round {event['round']}")
        return
    done = played.collected if step == "collect" else played.paid
    table.must(player not in done, "settlement", f"{player} is settled twice")
    own = due(table, played, player, step)
    if own != lines:
        table.wrong("settlement", f"{player}, {difference(own, lines)}")
    done[player] = lines
    table.report.count("settlements", len(lines))
    for kind, cents in proceeds(lines, table.law.money).items():
        table.give(player, kind, cents)


def warned(table: Table, command: Event, event: Event) -> None:
    """A player hears that further wagers under the minimum will be returned."""
    player = event["player"]
    played = table.round or table.last
    table.must(
        played is not None and player in played.rest_warns, "limits", f"{player} is warned without cause"
    )
    if played is not None:
        played.warned.add(player)
    if table.law.choice["limits.warning"] == "table-and-day":
        table.warned.add(player)
