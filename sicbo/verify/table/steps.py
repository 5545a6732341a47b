"""Steps of the round in the rulebook's order, spins without wagers, and practice spins."""

from collections.abc import Iterator

from sicbo.verify.decisions import Event, Order, OrderRow, event, refuse_if, repeated
from sicbo.verify.rules import Stage, roll_of
from sicbo.verify.table.faults import refuse_if_play_stopped
from sicbo.verify.table.opening import refuse_if_not_on_duty
from sicbo.verify.table.people import refuse_if_not_permitted
from sicbo.verify.table.settlement import settle_player
from sicbo.verify.table.state import Round, Table
from sicbo.verify.table.super_streak import advance_after_round

FACES = range(1, 7)


def perform_step(table: Table, order: Order) -> Iterator[Event]:
    """Do the next step of the round."""
    stage = table.due_stage
    refuse_if(table.sign is None or order["round"] not in (None, table.round_due), stage.clause)
    refuse_if_not_on_duty(table, order)
    refuse_if(table.round is not None and table.round.void_due, stage.clause)
    refuse_if_play_stopped(table)
    refuse_if(order["step"] != stage.step, stage.clause)
    tumbles = None
    match stage.step:
        case "spin":
            tumbles = order["tumbles"]
            refuse_if(tumbles is None or tumbles < 1, stage.clause)
        case "enter":
            yield _result(table, order, stage)
        case "collect" | "pay":
            yield from _settlement(table, order, stage)
    yield event(
        order, "step-performed", stage.clause, round=table.round_due, step=stage.step, tumbles=tumbles
    )


def are_dice(dice: object) -> bool:
    """Return whether these are three faces of dice."""
    return isinstance(dice, list) and len(dice) == 3 and all(die in FACES for die in dice)


def _result(table: Table, order: Order, stage: Stage) -> Event:
    dice = order["dice"]
    refuse_if(not are_dice(dice), stage.clause)
    lit = table.law.lit[roll_of(dice)]
    return event(order, "result-entered", stage.clause, round=table.round_due, dice=dice, lit=lit)


def _settlement(table: Table, order: Order, stage: Stage) -> Iterator[Event]:
    played = table.round
    assert played is not None
    for player in sorted(played.slips):
        yield from settle_player(table, order, stage, player, played)
    if stage is table.stages[-1]:
        yield from advance_after_round(table, order)


def direct_idle_spins(table: Table, order: Order) -> Iterator[Event]:
    """Let the dealer spin while there is no wager on the layout."""
    choice, clause = table.law.choice["round.idle"], table.law.clause["round.idle"]
    refuse_if(choice == "not-provided", clause)
    refuse_if_not_permitted(table, order, "idle-spin")
    refuse_if(table.sign is None or table.idle or table.round is not None, clause)
    steps = [stage.step for stage in table.stages]
    if choice == "through-lights":
        steps = [step for step in steps if step not in ("collect", "pay")]
    yield event(order, "idle-spins-directed", clause, last=steps[-1])


def stop_idle_spins(table: Table, order: Order) -> Iterator[Event]:
    """Make the next round an ordinary one again."""
    refuse_if(not table.idle, table.law.clause["round.idle"])
    yield event(order, "idle-spins-stopped", table.law.clause["round.idle"])


def show_practice_spin(table: Table, order: Order) -> Iterator[Event]:
    """Show a practice spin between two rounds."""
    clause = table.law.clause["round.order"]
    refuse_if(table.round is not None or not are_dice(order["dice"]), clause)
    yield repeated(order, "practice-spun", clause)


def apply_step(table: Table, done: Event) -> None:
    """Count a step; the first begins a round, and the last ends it."""
    table.archive_last()
    played = table.round
    if played is None:
        assert table.sign is not None
        played = table.round = Round(done["round"], table.sign, dict(table.agreed))
        table.rounds = done["round"]
    played.done += 1
    tumbles = done["tumbles"]
    if tumbles is not None and tumbles < table.law.choice["round.tumbles"]:
        played.void_due = "TOO_FEW_TUMBLES"
    if played.done == len(table.stages):
        table.round, table.last = None, played
        if table.idle:
            table.shorten_notices(played.number)
        else:
            table.spins += 1
            _count_for_seats(table, played)


def _count_for_seats(table: Table, played: Round) -> None:
    """Count the rounds that each seated player let go by without a wager."""
    streaks = (played.before or table.streaks).wagers
    for player, (seat, without) in table.seated.items():
        wagered = bool(played.slips.get(player, (0, []))[1])
        streak = any(one.round == played.number for one in streaks.get(player, ()))
        table.seated[player] = (seat, 0 if wagered or streak else without + 1)


def apply_result(table: Table, entered: Event) -> None:
    """Give the round its dice."""
    assert table.round is not None
    table.round.dice = entered["dice"]


def apply_idle(table: Table, changed: Event) -> None:
    """Begin or end spins without wagers."""
    table.idle = changed["type"] == "idle-spins-directed"
    table.lay_out()


ORDERS = {
    "perform": OrderRow(perform_step, "deal"),
    "direct-idle-spins": OrderRow(direct_idle_spins),
    "stop-idle-spins": OrderRow(stop_idle_spins, "deal"),
    "spin-for-practice": OrderRow(show_practice_spin, "deal"),
}
EFFECTS = {
    "step-performed": apply_step,
    "result-entered": apply_result,
    "idle-spins-directed": apply_idle,
    "idle-spins-stopped": apply_idle,
    "practice-spun": lambda table, shown: None,
}
