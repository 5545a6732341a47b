"""What a command of a tournament leads to: one event in its own words, and what the terms make of that."""

from collections.abc import Callable

from sicbo.verify.canonical import Wrong
from sicbo.verify.contests import Event, Tournament

LEADS = """
advise-regulator regulator-advised to
appoint-deputy deputy-appointed name
appoint-director director-appointed name
award-prizes prizes-awarded
begin-round round-begun seed
brief-entrants entrants-briefed players
buy-more more-bought player what cents
cancel-tournament tournament-cancelled note
close-bets bets-closed table
commit-seat-draws seat-draws-committed commitments
conclude-round round-concluded seed
correct-spin spin-corrected table dice second reason
decide-tournament-dispute tournament-dispute-decided dispute decision satisfied told_of_inspector
designate-tables tables-designated tables
disqualify entrant-out player note
end-heat heat-ended table ground
enter-spin spin-settled table dice
enter-tournament tournament-entered player method accepted staff second publicity
hold-play-off play-off-held
hold-repechage repechage-held seed
invite-bets bets-invited table
lapse-seal seal-lapsed table player note
leave-charge charge-left
mark-absent entrant-absent player late
mark-present entrant-returned player
move-start start-moved starts
nominate-substitute entrant-substituted player second ground
open-seal seal-opened table player salt stakes
penalise penalty-imposed player penalty note
place-slip slip-placed table player stakes
play-pass pass-played table player
practise-tournament tournament-practised table dice
publish-tournament tournament-published terms
raise-tournament-dispute tournament-dispute-raised player about
record-phone phone-used player
refund-entry entry-refunded player ground
refuse-entry entry-refused player note
retire entrant-out player
seal-slip slip-sealed table player commitment
sign-terms terms-signed player
take-charge charge-taken
use-feature feature-used player feature
void-spin spin-voided table ground note
withdraw-entry entry-withdrawn player
"""
"""Each command, the event that is its point, and the words that both have."""
POINT: dict[str, tuple[str, list[str]]] = {
    command: (event, words) for command, event, *words in map(str.split, LEADS.strip().splitlines())
}
ENDS = ["pool-fixed", "prizes-awarded", "chips-put-away", "tournament-finished"]
WITH: dict[str, set[str]] = {
    "award-prizes": {*ENDS},
    "cancel-tournament": {"entry-refunded"},
    "correct-spin": {"entrant-out"},
    "enter-spin": {"entrant-out", "heat-ended"},
    "mark-absent": {"entrant-out"},
    "record-phone": {"entrant-out", "penalty-imposed"},
}
"""What comes with that."""
OF_ONE = ("mark-absent", "record-phone")
"""Commands about one person, who alone bears what comes of them."""


def as_asked(to: Tournament, command: Event, events: list[Event]) -> None:
    """Whether a record's events are those of its command, in the words of the command."""
    name = str(command.get("type"))[:40]
    if name not in POINT:
        raise Wrong("schema", f"cannot vouch: no tournament knows {name}")
    kind, words = POINT[name]
    points = [event for event in events if event["type"] == kind]
    others = [event for event in events if event["type"] != kind]
    if len(points) != 1 or not {event["type"] for event in others} <= WITH.get(name, set()):
        raise Wrong("events", f"{name} leads to {kind} once, and to nothing that does not come with it")
    whole = name != "award-prizes" or [event["type"] for event in events] == ENDS
    to.must(whole, "events", "prizes are awarded with a pool before them, and with the end after them")
    (point,) = points
    for word in words:
        asked = word in command and command[word] == point[word]
        to.must(asked, "events", f"{kind} has another {word} than was asked for")
    if name in OF_ONE:
        alone = all(event["player"] == command["player"] for event in others)
        to.must(alone, "events", f"{name} befalls somebody else")
    if name in BESIDES:
        what, holds = BESIDES[name]
        to.must(holds(to, command, point), "events", f"{name} was taken without {what}")


def _admitted(to: Tournament, command: Event, event: Event) -> bool:
    chosen = command["chosen"] is True or not to.terms["entry"]["criteria_apply"]
    return chosen and command["admitted"] is True and command["cents"] == event["fee"] + event["buy_in"]


def _there(to: Tournament, command: Event, event: Event) -> bool:
    return bool(command["location"] == to.terms["details"]["location"])


def _on_its_ground(to: Tournament, command: Event, event: Event) -> bool:
    return command["ground"] in to.terms["conduct"]["disqualified_for"]


def _at_its_table(to: Tournament, command: Event, event: Event) -> bool:
    return bool(command["table"] == event["heat"][0])


BESIDES: dict[str, tuple[str, Callable[[Tournament, Event, Event], bool]]] = {
    "enter-tournament": ("an admission, or the money that the terms ask for", _admitted),
    "designate-tables": ("the place that the terms name", _there),
    "disqualify": ("a ground of the terms", _on_its_ground),
    "hold-play-off": ("its own table", _at_its_table),
    "hold-repechage": ("its own table", _at_its_table),
}
"""What the command alone says, and has to."""
