"""A prize or seat draw, recomputed by a second implementation that shares nothing with the first."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from sicbo.verify.bundle import bounded
from sicbo.verify.canonical import Unusable, Wrong, loosely

FORMAT = "sicbo-draw-1"
FIELDS = {"format", "label", "commitment", "entrants", "entrants_hash", "seed", "drawn"}
MOST_TICKETS = 10**12


def draw_at(path: Path) -> dict[str, Any]:
    """The draw that a file tells."""
    try:
        with path.open("rb") as found:
            text = bounded(found, path.name)
        told = loosely(text)
    except (OSError, Wrong) as error:
        raise Unusable(f"{path} cannot be read as a draw: {error}.") from None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise Unusable(f"{path} is not a draw of the format {FORMAT}.")
    return told


def check_draw(told: dict[str, Any]) -> None:
    """Recompute a draw from its seed and its list; Wrong says what does not agree."""
    if told.keys() != FIELDS:
        odd = ", ".join(sorted(FIELDS ^ told.keys()))
        raise Wrong("draw", f"a draw has {len(FIELDS)} fields, and these are missing or unknown: {odd}")
    seed, entrants = _seed(told["seed"]), _entrants(told["entrants"])
    if _digest(f"{FORMAT} seed {seed}\n") != told["commitment"]:
        raise Wrong("draw", "the seed is not the one that was promised before the draw")
    listing = "".join(f"{tickets} {name}\n" for name, tickets in entrants)
    if _digest(listing) != told["entrants_hash"]:
        raise Wrong("draw", "the list of entrants is not the one that was closed before the draw")
    came, label = told["drawn"], told["label"]
    if not isinstance(label, str) or not label.isprintable() or not label or not isinstance(came, list):
        raise Wrong("draw", "its label is no line of text, or what was drawn is no list")
    if len(came) > len(entrants):
        raise Wrong("draw", "more names were drawn than there are entrants")
    for place, name in enumerate(recomputed(seed, entrants, told["entrants_hash"], label, len(came))):
        if came[place] != name:
            raise Wrong(
                "draw", f"place {place + 1} belongs to {name!r}, and {came[place]!r} is written there"
            )


def recomputed(
    seed: str, entrants: list[tuple[str, int]], entrants_hash: str, label: str, places: int
) -> list[str]:
    """The names as they come out: a roll of tickets is counted through for every place."""
    left, number = list(entrants), 0
    came: list[str] = []
    tickets = sum(one for _, one in left)
    while len(came) < places:
        block = int(_digest(f"{FORMAT} block {seed} {entrants_hash} {number} {label}\n"), 16)
        number += 1
        if block >= 2**256 // tickets * tickets:
            continue
        ticket, place = block % tickets, 0
        while ticket >= left[place][1]:
            ticket -= left[place][1]
            place += 1
        name, owned = left.pop(place)
        came.append(name)
        tickets -= owned
    return came


def _seed(seed: object) -> str:
    fitting = isinstance(seed, str) and len(seed) >= 32 and len(seed) % 2 == 0
    if not fitting or set(str(seed)) - set("0123456789abcdef"):
        raise Wrong("draw", "the seed is not written as at least 16 bytes in lower-case hexadecimal")
    return str(seed)


def _entrants(told: object) -> list[tuple[str, int]]:
    if not isinstance(told, list):
        raise Wrong("draw", "the entrants are no list")
    for one in told:
        if not (isinstance(one, list) and len(one) == 2):
            raise Wrong("draw", "an entrant is a name and a number of tickets")
        name, tickets = one
        if not isinstance(name, str) or not name or not name.isprintable():
            raise Wrong("draw", "an entrant's name is no line of text")
        if type(tickets) is not int or not 0 < tickets <= MOST_TICKETS:
            raise Wrong("draw", f"{json.dumps(name, ensure_ascii=False)} has no sensible number of tickets")
    entrants = [(name, tickets) for name, tickets in told]
    if len(dict(entrants)) < len(entrants):
        raise Wrong("draw", "a name is twice on the list of entrants")
    return entrants


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
