"""What a clause decides: rulings, steps, voids, powers, bets and odds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sicbo.game.policies import Notice
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.rules import Rules
from sicbo.i18n import odds_to_one


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing that a clause decides: its name in the rulebook, the choice, and our words for it."""

    name: str
    choice: str
    says: str
    reading: str | None = None


def cites(cited: str, clause: str) -> bool:
    """Whether a citation such as '4.2.1, 4.2.4' names the clause."""
    return clause in cited.split(", ")


def decisions(rules: Rules, clause: str) -> tuple[Decision, ...]:
    """Return everything that one clause decides, in the order of the rulebook's file."""
    return tuple(_decisions(rules, clause))


def _decisions(rules: Rules, clause: str) -> Iterator[Decision]:
    yield from _bets(rules, clause)
    for name, ruling in rules.rulings():
        if cites(ruling.clause, clause):
            yield Decision(name, choice_in_words(ruling.choice), ruling.says, ruling.reading)
    for stage in rules.round.order.choice:
        if cites(stage.clause, clause):
            yield Decision("round.order", stage.step.value, "A step of the round.")
    for void in rules.irregularities:
        if cites(void.clause, clause):
            who = f"{void.demand.value}, {rules.title(void.rank)} or above"
            yield Decision(
                "irregularities", f"{void.ground.value}: {who}; {void.afterwards.value}", void.says
            )
    for power in rules.powers:
        if cites(power.clause, clause):
            yield Decision("powers", f"{rules.title(power.rank)} or above: {power.act.value}", power.says)
    for item in rules.conduct.forbidden:
        if cites(item.clause, clause):
            yield Decision(
                "conduct.forbidden",
                f"no person may {item.offence.value}; unless: {item.unless.value}",
                item.says,
            )
    for duty in rules.duties:
        if cites(duty.clause, clause):
            yield Decision("duties", f"{duty.by}: {duty.recorded}", duty.says)


def _bets(rules: Rules, clause: str) -> Iterator[Decision]:
    for layout in rules.layouts:
        where = f"layout {layout.key}" if layout.key else "layout"
        for verb, keys in (
            ("win", [bet.key for bet in layout if cites(bet.wins, clause)]),
            ("lose", [bet.key for bet in layout if cites(bet.loses, clause) and bet.loses != bet.wins]),
        ):
            if keys:
                said, areas = (verb, "areas") if len(keys) > 1 else (f"{verb}s", "area")
                yield Decision(where, f"when {_name_some(keys)} {said}", f"{len(keys)} betting {areas}.")
        for pay in layout.pays:
            if cites(pay.clause, clause):
                yield Decision(
                    where,
                    f"{' '.join(pay.on)} pays {odds_to_one(pay.odds)} to 1",
                    f"Price {pay.tier} of the bet.",
                )


def choice_in_words(choice: object) -> str:
    """Return a choice as a person reads it."""
    match choice:
        case tuple() if choice and hasattr(choice[0], "step"):
            return ", ".join(enum_key(stage.step) for stage in choice)
        case tuple():
            return ", ".join(map(choice_in_words, choice))
        case None:
            return "not stated"
        case Notice() | int() | str():
            return str(choice)
        case _ if hasattr(choice, "value"):
            return str(choice.value)
        case Mapping():
            return ", ".join(
                key if isinstance(value, frozenset) else f"{key}: {value}" for key, value in choice.items()
            )
        case _:
            return str(choice)


def _name_some(keys: list[str]) -> str:
    return ", ".join(keys) if len(keys) <= 3 else f"{keys[0]} to {keys[-1]}"
