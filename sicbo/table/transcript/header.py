"""The sign of a table as transcripts write it: limits, chips, equipment, profile, and what is confirmed."""

from collections.abc import Iterator, Mapping
from typing import Any

from sicbo.errors import BadInput, short_repr
from sicbo.game.rulebook.rules import Rules
from sicbo.table.round.opening import checklist
from sicbo.table.round.super_streak import STREAK_SCREEN
from sicbo.table.transcript.grammar import PhraseTemplate

SIGN_TERMS: Mapping[PhraseTemplate, Mapping[str, Any]] = {
    PhraseTemplate("limits {minimum} to {maximum}"): {},
    PhraseTemplate("limits {minimum} and up"): {"maximum": None},
    PhraseTemplate("{areas}"): {},
    PhraseTemplate("chips of {chip}"): {},
    PhraseTemplate("units of {unit}"): {},
    PhraseTemplate("approved minimum {approved_minimum}"): {},
    PhraseTemplate("super streak {streak_stake}"): {},
    PhraseTemplate("colours {colours}"): {},
    PhraseTemplate("{seats} seat[s]"): {},
    PhraseTemplate("as {profile}"): {},
    PhraseTemplate("confirmed {confirmed}"): {},
}
WITH, READINGS, EVERYTHING = "with ", "readings ", ("everything",)


def equipment_of(rules: Rules) -> tuple[str, ...]:
    """Return the equipment that a table under these rules can have."""
    steps = [stage.equipment for stage in rules.round.order.choice if stage.equipment]
    fittings = [str(ruling.choice) for name, ruling in rules.rulings() if name.startswith("fittings.")]
    return tuple(dict.fromkeys((*steps, *fittings)))


def parse_sign(written: str, rules: Rules) -> dict[str, Any]:
    """Return the terms of a sign, separated by commas, as fields of the command that opens a table."""
    sign: dict[str, Any] = {}
    for term in written.split(", "):
        if term.startswith(WITH):
            sign["equipment"] = (*sign.get("equipment", ()), _parse_equipment(term, rules))
        else:
            read = _parse_term(term, rules)
            areas = (*sign.get("areas", ()), *read.get("areas", ()))
            sign |= {**read, "areas": areas} if areas else read
    if "minimum" not in sign:
        raise BadInput("A sign begins with its limits: write `limits $5 to $500` or `limits $5 and up`.")
    if sign.get("confirmed") == EVERYTHING:
        sign["confirmed"] = (*checklist(rules.key), *(reading.id for reading in rules.readings))
    return sign


def parse_readings(term: str) -> Iterator[tuple[str, str]]:
    """Yield the readings that a term of the first line chooses."""
    for pair in term.removeprefix(READINGS).split():
        name, _, option = pair.partition("=")
        if not (name and option):
            raise BadInput(f"A reading is given as ID=OPTION, as in ST-01=literal, not {short_repr(pair)}.")
        yield name, option


def _parse_term(term: str, rules: Rules) -> dict[str, Any]:
    for template, fixed in SIGN_TERMS.items():
        read = template.read(term)
        if read is not None:
            return {**fixed, **read}
    raise _unknown_term(term, rules)


def _parse_equipment(term: str, rules: Rules) -> str:
    thing = term.removeprefix(WITH)
    if thing not in _known_equipment(rules):
        raise _unknown_term(term, rules)
    return thing


def _known_equipment(rules: Rules) -> tuple[str, ...]:
    return (*equipment_of(rules), *([STREAK_SCREEN] if rules.super_streak else []))


def _unknown_term(term: str, rules: Rules) -> BadInput:
    known = [
        *(template.usage for template in SIGN_TERMS),
        *(f"{WITH}{thing}" for thing in _known_equipment(rules)),
    ]
    ways = ", ".join(f"`{way}`" for way in known)
    return BadInput(f"{short_repr(term)} is not on a sign here: write {ways} or `readings ID=OPTION`.")
