"""Slips and settlements at a glance: what must stand in such a record is written out and held against it.

Nearly all bytes of a journal are registered slips and settled wagers, and both follow wholly from what is
known before. Where the record says letter for letter what it must, nothing of it needs to be read apart;
where it does not, it is followed like any other and whatever is wrong is found there.
"""

from json.encoder import encode_basestring as quoted
from typing import Any

from sicbo.verify.canonical import written
from sicbo.verify.forms import Forms
from sicbo.verify.lines import proceeds
from sicbo.verify.powers import may
from sicbo.verify.rounds import due, performed
from sicbo.verify.slips import NOTHING, registered
from sicbo.verify.state import Line, Round, Table

EVENTS = b',"events":['
START = b'{"command":{"id":'
SLIP, PERFORM = b',"type":"register-slip","version":', b',"type":"perform"}'
STEPS = {b'"step":"collect"': "wagers-collected", b'"step":"pay"': "wagers-paid"}
KINDS = frozenset(("register-slip", "perform:collect", "perform:pay"))


def head_of(text: bytes) -> bytes | None:
    """The command of a record that may be taken at a glance, as a text of its own."""
    at = text.find(EVENTS)
    if at < 0 or not (text.rfind(SLIP, 0, at) > 0 or text.endswith(PERFORM, 0, at)):
        return None
    return text[:at] + b"}"


def taken(table: Table, forms: Forms, text: bytes) -> Any:
    """The command of a record that says what it must and is taken in; None where it has to be followed."""
    head = head_of(text)
    if head is None:
        return None
    entry, known = forms.understood(head)
    if not known:
        return None
    command = entry["command"]
    if command["stamp"]["elapsed"] < table.elapsed:
        return None
    whole = _slip(table, command, head, text) or _settlement(table, command, head, text)
    if whole:
        table.elapsed = command["stamp"]["elapsed"]
        return command
    return None


def _slip(table: Table, command: Any, head: bytes, text: bytes) -> bool:
    """A registered slip: its event repeats the command, with what lay there before."""
    played = table.round
    if command["type"] != "register-slip" or played is None or not head.startswith(START):
        return False
    cut = head.rfind(SLIP)
    asked, version = head[len(START) : cut], head[cut + len(SLIP) : -2]
    before = played.slips.get(command["player"], NOTHING)[1]
    lay = written(before).encode() if before else b"[]"
    ruled = b'%b{"before":%b,"clause":%b,"command":' % (EVENTS, lay, table.law.stakes_clause)
    must = b'%b%b,"type":"slip-registered","version":%b}]}' % (ruled, asked, version)
    if text[len(head) - 1 :] != must:
        return False
    registered(table, command, {**command, "before": before})
    return True


def _settlement(table: Table, command: Any, head: bytes, text: bytes) -> bool:
    """Losers collected or winners paid, player by player, where nothing else comes of it."""
    played, step = table.round, command.get("step")
    kind = next((name for mark, name in STEPS.items() if mark in head), None)
    if kind is None or played is None or played.dice is None or table.sanctions or table.streaks.runs:
        return False
    stage = table.stages[played.done] if table.sign is not None else None
    if stage is None or stage.step != step or (played.collected if step == "collect" else played.paid):
        return False
    owed = [(player, due(table, played, player, stage.step)) for player in sorted(played.slips)]
    if played.rest_warns and step == "pay":
        return False
    stamp = head[head.index(b',"stamp":') + 9 : head.index(b',"step":')].decode()
    asked, clause = quoted(command["id"]), quoted(stage.clause)
    last = f'"round":{played.number},"stamp":{stamp}'
    told = [
        f'{{"clause":{clause},"command":{asked},"lines":[{",".join(map(_line, lines))}],'
        f'"player":{quoted(player)},{last},"type":"{kind}"}}'
        for player, lines in owed
        if lines
    ]
    told.append(
        f'{{"clause":{clause},"command":{asked},{last},"step":"{step}",'
        '"tumbles":null,"type":"step-performed"}'
    )
    if text[len(head) - 1 :] != EVENTS + ",".join(told).encode() + b"]}":
        return False
    may(table, command)
    _settle(table, played, stage.step, owed)
    event = {"round": played.number, "step": step, "tumbles": None, "clause": stage.clause}
    performed(table, command, event)
    return True


def _line(line: Line) -> str:
    bet, cents, kind = line["stake"]
    change = f'"change":{line["change"]},' if "change" in line else ""
    return (
        f'{{{change}"clause":{quoted(line["clause"])},"collected":{line["collected"]},'
        f'"outcome":"{line["outcome"]}",'
        f'"returned":{line["returned"]},"stake":[{quoted(bet)},{cents},{quoted(kind)}],'
        f'"winnings":{line["winnings"]}}}'
    )


def _settle(table: Table, played: Round, step: str, owed: list[tuple[str, list[Line]]]) -> None:
    done, money, count = played.collected if step == "collect" else played.paid, table.law.money, 0
    for player, lines in owed:
        if lines:
            done[player] = lines
            count += len(lines)
            for kind, cents in proceeds(lines, money).items():
                table.give(player, kind, cents)
    if count:
        table.report.count("settlements", count)
