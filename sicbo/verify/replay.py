"""A record followed: the command, who gave it, and whether everything it led to is what had to come of it."""

from collections.abc import Callable
from typing import Any

from sicbo.verify import clauses, conduct, desk, notices, rounds, slips, streaks, undone
from sicbo.verify.canonical import Wrong
from sicbo.verify.leads import MAIN, MANY, ONE, SHARED, STREAKS, WITH_STEP
from sicbo.verify.powers import may
from sicbo.verify.report import Listed
from sicbo.verify.schema import COMMAND_SHAPES, EVENT_SHAPES, Shape
from sicbo.verify.slips import NOTHING
from sicbo.verify.state import Table

Event = dict[str, Any]
HOW: dict[str, Callable[[Table, Event, Event], None]] = {
    "table-opened": desk.opened,
    "table-closed": notices.closed,
    "value-brought": desk.brought,
    "chips-taken": desk.taken,
    "step-performed": rounds.performed,
    "slip-registered": slips.registered,
    "result-entered": rounds.entered,
    "player-warned": rounds.warned,
    "wagers-collected": rounds.collected,
    "wagers-paid": rounds.paid,
    "wagers-returned": undone.given_back,
    "wagers-forfeited": undone.forfeited,
    "wagers-voided": undone.wagers_voided,
    "wager-refused": slips.refused,
    "round-voided": undone.voided,
    "settlement-reversed": undone.unsettled,
    "debt-set-off": undone.set_off,
    "result-corrected": undone.corrected,
    "notice-given": notices.given,
    "notice-withdrawn": notices.withdrawn,
    "limits-changed": notices.limits_changed,
    "limits-agreed": notices.limits_agreed,
    "final-streaks-called": notices.final_called,
    "streaks-closed": notices.streaks_closed,
    "gaming-day-begun": notices.day_begun,
    "streak-wagered": streaks.wagered,
    "streak-settled": streaks.settled,
    "streaks-advanced": streaks.advanced,
    "streak-end-forced": streaks.end_forced,
    "streak-returned": streaks.returned,
    "streak-reversed": streaks.reversed_,
    "streaks-rewound": streaks.rewound,
    "fault-reported": conduct.reported,
    "person-notified": conduct.notified,
    "fault-rectified": conduct.rectified,
    "idle-spins-directed": conduct.idle_directed,
    "idle-spins-stopped": conduct.idle_stopped,
    "practice-spun": conduct.practised,
    "seat-taken": conduct.seat_taken,
    "seat-left": conduct.seat_left,
    "offence-recorded": conduct.offence,
    "player-sanctioned": conduct.sanctioned,
    "exclusion-lifted": conduct.lifted,
    "detention-ended": conduct.detention_ended,
    "winnings-withheld": conduct.withheld,
    "winnings-freed": conduct.freed,
    "suspense-determined": conduct.determined,
    "dispute-raised": conduct.raised,
    "dispute-decided": conduct.decided,
    "review-requested": conduct.review_requested,
    "table-designated": conduct.designated,
    "table-released": conduct.released,
    "colours-issued": desk.issued,
    "colours-redeemed": desk.redeemed,
    "foreign-colours-redeemed": desk.redeemed_foreign,
    "colours-surrendered": desk.surrendered,
    "colours-required": desk.required,
    "voucher-exchanged": desk.exchanged,
    "ticket-dispensed": desk.dispensed,
    "float-filled": desk.float_moved,
    "float-credited": desk.float_moved,
    "float-counted": desk.float_counted,
    "signed-on": desk.signed_on,
    "signed-off": desk.signed_off,
}

COUNTED = STREAKS | {"streak-returned", "streak-reversed", "streaks-rewound"}
COMPELLED = frozenset(("fault-reported", "streak-end-forced"))
PLAY = frozenset(
    (
        "buy-in", "perform", "register-slip", "place-streak", "buy-credits", "issue-colours",
        "exchange-voucher", "direct-idle-spins",
    )
)  # fmt: skip


def follow(table: Table, entry: Event, *, known: bool) -> bool:
    """Check one record and take in what happened; whether it left out a field that may be absent.

    `known` says that a record of the very same shape has been checked before.
    """
    command = entry["command"]
    short = False if known else _shaped(command, COMMAND_SHAPES, "command")
    stamp = command["stamp"]
    if stamp["elapsed"] < table.elapsed:
        table.wrong("time", "the time gone by runs backwards")
    table.elapsed = stamp["elapsed"]
    if "refusal" in entry:
        _refused(table, command, entry["refusal"])
        return short
    events = entry["events"]
    if type(events) is not list or not events:
        raise Wrong("schema", "a command that was followed has events")
    if not known:
        for event in events:
            short = _shaped(event, EVENT_SHAPES, "event") or short
    may(table, command)
    if table.designated and command["type"] in PLAY:
        table.wrong("order", f"{command['type']} at a table that {table.designated} uses alone")
    _all(table, command, stamp, events)
    return short


def _shaped(message: Event, shapes: dict[str, Shape], what: str) -> bool:
    """Whether a message of a known shape lacked something that may be absent, and now has it."""
    shape = shapes.get(message["type"])
    if shape is None:
        raise Wrong("schema", f"cannot vouch: unknown {what} {str(message['type'])[:60]}")
    return shape.check(message)


def _all(table: Table, command: Event, stamp: Event, events: list[Event]) -> None:
    """Every event in turn, and whether they are all that had to come."""
    name = command["type"]
    table.debts = {}
    table.turn = table.resettled = table.rewound = None
    table.advanced, table.began = False, table.round.number if table.round else None
    for event in events:
        clauses.check(table, command, event)
        if event["stamp"] != stamp or event["command"] != command["id"]:
            table.wrong("stamp", f"{event['type']} has another stamp or command than its record")
    if name in ONE:
        _one(table, command, events)
    else:
        _many(table, command, events)


def _one(table: Table, command: Event, events: list[Event]) -> None:
    """A command that leads to one event, which says what was asked."""
    name, event = command["type"], events[0]
    if len(events) != 1 or event["type"] != ONE[name]:
        raise Wrong("events", f"{name} leads to {ONE[name]} and nothing else")
    for field in SHARED[name]:
        if command[field] != event[field]:
            table.wrong("events", f"{event['type']} has another {field} than was asked for")
    HOW[event["type"]](table, command, event)


def _many(table: Table, command: Event, events: list[Event]) -> None:
    """A command that leads to several events: those it may lead to, and the one that is its point."""
    name = command["type"]
    main = "wagers-voided" if name == "declare-void" and command["player"] else MANY[name][0]
    before = _foreseen(table, command)
    others = _besides(command, before)
    seen: set[str] = set()
    for event in events:
        kind = event["type"]
        if (kind != main and kind not in others) or (kind == main and main in seen):
            raise Wrong("events", f"{name} does not lead to {kind}")
        if kind == main and main == MAIN[name]:
            for field in SHARED[name]:
                table.must(
                    command[field] == event[field], "events", f"{kind} has another {field} than was asked"
                )
        HOW[kind](table, command, event)
        seen.add(kind)
    table.must(main in seen, "events", f"{name} leads to {main}")
    for missing in before - seen:
        table.wrong("events", f"{name} had to lead to {missing}")
    _once_and_of_one_round(table, name, events)
    if name == "correct-result":
        warned = {event["player"] for event in events if event["type"] == "player-warned"}
        undone.all_corrected(table, warned)


def _besides(command: Event, foreseen: set[str]) -> frozenset[str]:
    """Events that may come with the point of a command: faults and Super Streaks just where they have to."""
    name = command["type"]
    if name == "declare-void" and command["player"]:
        return frozenset()
    others = WITH_STEP.get(command["step"], frozenset()) if name == "perform" else MANY[name][1]
    counted = COUNTED if "streaks-advanced" in foreseen else frozenset()
    return others - ((COUNTED | COMPELLED) - counted - foreseen)


def _once_and_of_one_round(table: Table, name: str, events: list[Event]) -> None:
    """What a command does it does once to everybody, and in one round; a fault has a round of its own."""
    seen, of = set(), set()
    for event in events:
        kind = event["type"]
        what = (kind, event.get("player"), event.get("instrument"))
        table.must(what not in seen, "events", f"{name} leads to {kind} twice")
        seen.add(what)
        if kind != "fault-reported" and "round" in event:
            of.add(event["round"])
    table.must(len(of) <= 1, "events", f"{name} leads to something in another round")


def _foreseen(table: Table, command: Event) -> set[str]:
    """Events that cannot be missing from a record, seen from what stood before it."""
    name, running = command["type"], table.law.has_streaks and bool(table.streaks.runs)
    match name:
        case "perform":
            if running and table.round and table.round.done == len(table.stages) - 1:
                return {"streaks-advanced"}
            return {"result-entered"} if command["step"] == "enter" else set()
        case "begin-gaming-day":
            return {"streaks-advanced"} if running else set()
        case "report-fault" if running and command["fault"] in conduct.LIGHTS:
            return _ended_by_lights(table)
        case "withhold-winnings" if table.last and command["player"] not in table.last.withheld:
            won = sum(line["winnings"] for line in table.last.paid.get(command["player"], ()))
            return {"winnings-withheld"} if won else set()
        case "void-players-wagers":
            return _of_an_offender(table, command["player"])
        case "declare-void" if not command["player"]:
            in_play = table.round and command["round"] in (None, table.round.number)
            counted = {"streaks-advanced"} if running and in_play else set()
            return _repairs(table, command["ground"]) | counted
        case "correct-result":
            return _of_a_correction(table, command)
    return set()


def _of_a_correction(table: Table, command: Event) -> set[str]:
    """A round that was counted is counted anew; a wrong entry may be a fault of the lights."""
    as_lights = table.law.choice["faults.wrong_entry"] == "as-lights"
    found = {"fault-reported"} if as_lights and "lights-wrong" not in table.faults else set()
    played = table.round or table.last
    if played is None or command["round"] not in (None, played.number) or not streaks.by_dice(table.law):
        return found
    if played.before is not None:
        return found | {"streaks-advanced"}
    return found | _ended_by_lights(table) if as_lights and table.streaks.runs else found


def _ended_by_lights(table: Table) -> set[str]:
    """Faulty lights end what runs: with the round in play, or at once where none is."""
    if table.round:
        return set() if table.round.lights_failed else {"streak-end-forced"}
    last = table.last
    return {"streaks-advanced"} if table.streaks.wagers and last and last.how != "lights" else set()


def _of_an_offender(table: Table, player: str) -> set[str]:
    """Everything that an offender has in play is void: what lies on the layout and what runs."""
    played = table.round
    lying = played is not None and "collect" not in played.steps and played.slips.get(player, NOTHING)[1]
    running = table.streaks.wagers.get(player)
    table.must(lying or running, "void", f"{player} has no wager that could be void")
    return ({"wagers-voided"} if lying else set()) | ({"streak-returned"} if running else set())


def _repairs(table: Table, ground: str) -> set[str]:
    """A void after which play waits for the repair puts the fault on record."""
    known = table.faults.get(conduct.KIND_OF.get(ground, ""))
    ruled = table.law.grounds.get(ground)
    if ruled is None or not ruled.repairs or (known is not None and known.stops):
        return set()
    return {"fault-reported"}


REFUSAL, REFUSAL_MAY = {"clause", "message"}, {"earliest", "spins"}


def _refused(table: Table, command: Event, refusal: Any) -> None:
    """A refusal changes nothing and is listed; one that comes after the close is counted apart."""
    if type(refusal) is not dict or refusal.keys() - REFUSAL_MAY != REFUSAL:
        raise Wrong("schema", "a refusal has a clause and a sentence")
    if any(type(refusal[name]) is not int for name in refusal.keys() & REFUSAL_MAY):
        raise Wrong("schema", "a refusal says when in whole numbers")
    stamp, clause, says = command["stamp"], refusal["clause"], _message_text(refusal["message"])
    if type(clause) is not str or not says:
        raise Wrong("schema", "a refusal has a clause and a sentence")
    if command["type"] == "register-slip" and clause == table.law.clause["wagers.late"]:
        table.report.count("late slips")
    listed = Listed(table.number, command["type"], stamp["by"], stamp["rank"], clause, says)
    table.report.note("refusals", listed)


def _message_text(message: Any) -> str:
    """The key of a message with its values; its wording is in the catalogues of the house."""
    if type(message) is not dict or message.keys() != {"key", "values"}:
        return ""
    key, values = message["key"], message["values"]
    if type(key) is not str or not key or type(values) is not dict:
        return ""
    return f"{key} {' '.join(f'{name}={value}' for name, value in sorted(values.items()))}".rstrip()
