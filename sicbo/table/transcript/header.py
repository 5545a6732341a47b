"""The sign of a table as transcripts write it: limits, chips, equipment, profile, and what is confirmed."""

from collections.abc import Iterator, Mapping
from typing import Any

from sicbo.errors import BadInput, shown
from sicbo.game.rulebook.rules import Rules
from sicbo.table.round.opening import checklist
from sicbo.table.round.super_streak import SCREEN
from sicbo.table.transcript.grammar import Template

TERMS: Mapping[Template, Mapping[str, Any]] = {
    Template("limits {minimum} to {maximum}"): {},
    Template("limits {minimum} and up"): {"maximum": None},
    Template("{areas}"): {},
    Template("chips of {chip}"): {},
    Template("units of {unit}"): {},
    Template("approved minimum {approved_minimum}"): {},
    Template("super streak {streak_stake}"): {},
    Template("colours {colours}"): {},
    Template("{seats} seat[s]"): {},
    Template("as {profile}"): {},
    Template("confirmed {confirmed}"): {},
}
WITH, READINGS, EVERYTHING = "with ", "readings ", ("everything",)


def equipment_of(rules: Rules) -> tuple[str, ...]:
    """Return the equipment that a table under these rules can have."""
    steps = [stage.equipment for stage in rules.round.order.choice if stage.equipment]
    fittings = [str(ruling.choice) for name, ruling in rules.rulings() if name.startswith("fittings.")]
    return tuple(dict.fromkeys((*steps, *fittings)))


def sign_of(written: str, rules: Rules) -> dict[str, Any]:
    """Return the terms of a sign, separated by commas, as fields of the command that opens a table."""
    sign: dict[str, Any] = {}
    for term in written.split(", "):
        if term.startswith(WITH):
            sign["equipment"] = (*sign.get("equipment", ()), _fitted(term, rules))
        else:
            read = _read(term, rules)
            areas = (*sign.get("areas", ()), *read.get("areas", ()))
            sign |= {**read, "areas": areas} if areas else read
    if "minimum" not in sign:
        raise BadInput("A sign begins with its limits: write `limits $5 to $500` or `limits $5 and up`.")
    if sign.get("confirmed") == EVERYTHING:
        sign["confirmed"] = (*checklist(rules.key), *(reading.id for reading in rules.readings))
    return sign


def readings_of(term: str) -> Iterator[tuple[str, str]]:
    """Yield the readings that a term of the first line chooses."""
    for pair in term.removeprefix(READINGS).split():
        name, _, option = pair.partition("=")
        if not (name and option):
            raise BadInput(f"A reading is given as ID=OPTION, as in ST-01=literal, not {shown(pair)}.")
        yield name, option


def _read(term: str, rules: Rules) -> dict[str, Any]:
    for template, fixed in TERMS.items():
        read = template.read(term)
        if read is not None:
            return {**fixed, **read}
    raise _unknown(term, rules)


def _fitted(term: str, rules: Rules) -> str:
    thing = term.removeprefix(WITH)
    if thing not in _things(rules):
        raise _unknown(term, rules)
    return thing


def _things(rules: Rules) -> tuple[str, ...]:
    return (*equipment_of(rules), *([SCREEN] if rules.super_streak else []))


def _unknown(term: str, rules: Rules) -> BadInput:
    known = [*(template.usage for template in TERMS), *(f"{WITH}{thing}" for thing in _things(rules))]
    ways = ", ".join(f"`{way}`" for way in known)
    return BadInput(f"{shown(term)} is not on a sign here: write {ways} or `readings ID=OPTION`.")
