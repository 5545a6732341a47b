"""What a record says, compared with what a second program expects of the same order."""

from typing import Any, NamedTuple

from sicbo.verify.canonical import written

HOUSE = "house/"
BY_OTHER_LOGS = ("cash.voucher-spent-elsewhere", "foreign-chips.sold-at", "foreign-chips.issuer-open")
"""Messages by which another log of the house refuses an order."""
OVERLAY = "responsible-gambling."
"""The beginning of messages by which the house's measures for responsible gambling refuse an order."""
LONGEST = 100
WORDS = {
    "cents": "amount in cents",
    "winnings": "winnings in cents",
    "returned": "returned stake in cents",
    "collected": "collected stake in cents",
    "command": "order",
    "by": "person",
    "wall": "time of the clock",
    "elapsed": "time gone by",
}


class Difference(NamedTuple):
    """Where a record is not what it must be: by which clause, and the two texts."""

    clause: str
    what: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, found {self.found}"


def expected_text(entry: dict[str, Any], answer: dict[str, Any]) -> str:
    """Return the text that a record must have. A refusal's message is the house's own."""
    whole = {"command": entry["command"], **answer}
    if "refusal" in answer and "refusal" in entry:
        whole["refusal"] = {**answer["refusal"], "message": entry["refusal"]["message"]}
    if "signatures" in entry:
        whole["signatures"] = entry["signatures"]
    return written(whole)


def is_refused_outside(entry: dict[str, Any]) -> bool:
    """Return whether an order was refused for a reason that lies outside its log."""
    refusal = entry.get("refusal")
    if not isinstance(refusal, dict):
        return False
    key = str(refusal["message"]["key"])
    elsewhere = key in BY_OTHER_LOGS or key.startswith(OVERLAY)
    return elsewhere or str(refusal["clause"]).startswith(HOUSE)


def difference(entry: dict[str, Any], answer: dict[str, Any]) -> Difference:
    """Return the first place where a record and the expected answer differ."""
    if "refusal" in answer:
        return _other_than_refused(entry, answer["refusal"])
    if "refusal" in entry:
        first = answer["events"][0]
        found = f"refused by {entry['refusal']['clause']}"
        return Difference(first["clause"], "the order", f"followed by {_event_words(first)}", found)
    told, wanted = entry["events"], answer["events"]
    for one, other in zip(wanted, told, strict=False):
        if written(one) != written(other):
            return _other_event(one, other)
    if len(told) < len(wanted):
        missing = wanted[len(told)]
        return Difference(missing["clause"], "the events", _event_words(missing), "nothing more")
    extra = told[len(wanted)]
    return Difference(str(extra.get("clause", "")), "the events", "nothing more", _event_words(extra))


def _other_than_refused(entry: dict[str, Any], refusal: dict[str, Any]) -> Difference:
    wanted = f"refused by {refusal['clause']}"
    if "refusal" not in entry:
        found = f"followed by {_event_words(entry['events'][0])}"
        return Difference(refusal["clause"], "the order", wanted, found)
    told = {name: value for name, value in entry["refusal"].items() if name != "message"}
    for name in ("clause", "earliest", "spins"):
        if told.get(name) != refusal.get(name):
            what = {"clause": "the refusal", "earliest": "the earliest time", "spins": "the spins left"}[name]
            return Difference(refusal["clause"], what, _text(refusal.get(name)), _text(told.get(name)))
    return Difference(refusal["clause"], "the refusal", wanted, "one with other fields")


def _other_event(wanted: dict[str, Any], found: Any) -> Difference:
    clause = str(wanted["clause"])
    if not isinstance(found, dict) or found.get("type") != wanted["type"]:
        return Difference(clause, "the events", _event_words(wanted), _event_words(found))
    path, one, other = _first_place(wanted, found)
    return Difference(clause, f"{_words(wanted['type'])}: {' '.join(path)}", _text(one), _text(other))


def _first_place(wanted: Any, found: Any) -> tuple[list[str], Any, Any]:
    """Return the path to the first value that differs, and both values."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for name in sorted({*wanted, *found}):
            if written(wanted.get(name)) != written(found.get(name)):
                path, one, other = _first_place(wanted.get(name), found.get(name))
                return [WORDS.get(name, _words(name)), *path], one, other
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for at, (one, other) in enumerate(zip(wanted, found, strict=True), 1):
            if written(one) != written(other):
                path, mine, theirs = _first_place(one, other)
                return [str(at), *path], mine, theirs
    return [], wanted, found


def _event_words(event: Any) -> str:
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        return "no event"
    player = event.get("player")
    return f"{_words(event['type'])}{f' of {player}' if isinstance(player, str) else ''}"


def _words(name: str) -> str:
    return name.replace("-", " ").replace("_", " ")


def _text(value: Any) -> str:
    if value is None:
        return "nothing"
    text = value if isinstance(value, str) else written(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
