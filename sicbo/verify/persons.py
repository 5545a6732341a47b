"""Signatures of persons on the commands that the founding lists."""

from typing import Any

from sicbo.verify.canonical import Wrong, unwrapped, written
from sicbo.verify.keys import CAN_CHECK, Keys, is_signed

PREFIX = "sicbo-command-1\n"
REFUSED_FOR_IT = "house/signatures"
MOST = 10
ADDED = {
    "seed": {"begin-round", "conclude-round", "draw-prizes", "hold-repechage"},
    "commitments": {"commit-seat-draws"},
    "commitment": {"publish-promotion"},
}
"""What the house adds to some commands, which whoever signs them does not know."""


def needs(signed: frozenset[str], command: dict[str, Any]) -> bool:
    """Whether a command has to be signed by whoever gives it."""
    name = command["type"]
    return name in signed or f"{name}:{command.get('step')}" in signed


def message(table: str, by: str, command: dict[str, Any]) -> bytes:
    """What a person signs: their own name, the command without its stamp and what is added, and the table."""
    kind = command["type"]
    plain = {
        name: value for name, value in command.items() if name != "stamp" and kind not in ADDED.get(name, ())
    }
    return (PREFIX + written({"by": by, "command": plain, "table": table})).encode()


def check(table: str, entry: dict[str, Any], keys: Keys, *, needed: bool) -> int:
    """How many signatures hold; one that does not, or is missing, is wrong unless it was refused for that."""
    command, given = entry["command"], entry.get("signatures", [])
    if type(given) is not list or len(given) > MOST:
        raise Wrong("person", "signatures come in a short list")
    if not CAN_CHECK or _was_refused(entry):
        return 0
    by = [_holds(table, command, one, keys) for one in given]
    if needed:
        wanted = [command["stamp"]["by"]]
        if command.get("second"):
            wanted.append(command["second"])
        for person in wanted:
            if person not in by:
                raise Wrong("person", f"{command['type']} is not signed by {person}")
    return len(by)


def _was_refused(entry: dict[str, Any]) -> bool:
    """Whether the house saw what is wrong: anybody can send a false signature, and nothing came of it."""
    refusal = entry.get("refusal")
    return "events" not in entry and type(refusal) is dict and refusal.get("clause") == REFUSED_FOR_IT


def _holds(table: str, command: dict[str, Any], one: Any, keys: Keys) -> str:
    if type(one) is not dict or one.keys() != {"by", "key", "signature"} or type(one["by"]) is not str:
        raise Wrong("person", "a signature says by whom, with which key, and itself")
    key = keys.person(one["by"], one["key"])
    if key is None:
        raise Wrong("person", f"nobody gave the key {str(one['key'])[:60]} of {one['by'][:40]}")
    signature = unwrapped(one["signature"], 64)
    if not is_signed(key.public, signature, message(table, one["by"], command)):
        raise Wrong("person", f"the signature of {one['by'][:40]} is false")
    return str(one["by"])
