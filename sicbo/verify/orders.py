"""Every command and event of a tournament by name, its fields, and what leads to what in which words."""

from collections.abc import Callable

from sicbo.verify.canonical import Wrong
from sicbo.verify.contest_clauses import clause_of
from sicbo.verify.contests import Event, Tournament
from sicbo.verify.heats import is_of_heat
from sicbo.verify.schema import shapes, stamp_of

COMMANDS = """
advise-regulator to:s
appoint-deputy name:s
appoint-director name:s
award-prizes
begin-round seed:s
brief-entrants players:S
buy-more player:s what:s cents:i
cancel-tournament note:s
commit-seat-draws commitments:S
conclude-round seed:s
decide-tournament-dispute dispute:s decision:s satisfied:b told_of_inspector:b
designate-tables tables:S location:s
disqualify player:s ground:s note:s
end-heat table:s ground:s players:S
enter-tournament player:s method:s cents:i accepted:s admitted:b chosen:b staff:b second:s publicity:b
hold-play-off table:s
hold-repechage table:s seed:s
lapse-seal table:s player:s note:s
leave-charge
mark-absent player:s late:b
mark-present player:s
move-start starts:i
nominate-substitute player:s second:s ground:s
open-seal table:s player:s salt:s stakes:K
penalise player:s penalty:s note:s
play-pass table:s player:s
practise-tournament table:s dice:D
publish-tournament terms:s
raise-tournament-dispute player:s about:s
record-phone player:s
refund-entry player:s ground:s
refuse-entry player:s note:s
retire player:s
seal-slip table:s player:s commitment:s
sign-terms player:s
take-charge
use-feature player:s feature:s
withdraw-entry player:s
"""
EVENTS = """
charge-left
charge-taken
chips-put-away banks:H cash:b
deputy-appointed name:s
director-appointed name:s
entrant-absent player:s late:b
entrant-out player:s how:s chips:i note:s shared:H
entrant-returned player:s
entrant-substituted player:s second:s ground:s
entrants-briefed players:S
entry-refunded player:s ground:s cents:i
entry-refused player:s note:s
entry-withdrawn player:s cents:i chips:i
feature-used player:s feature:s chips:i
heat-ended table:s ground:s
more-bought player:s what:s cents:i chips:i
pass-played table:s player:s
penalty-imposed player:s penalty:s chips:i note:s
phone-used player:s
play-off-held heat:t
pool-fixed takings:i added:i
prizes-awarded prizes:P passed_over:S
regulator-advised to:s version:i
repechage-held seed:s heat:t fresh:i
round-begun round:i seed:s heats:T fresh:i?
round-concluded round:i seed:s order:S on:S drawn:S
seal-lapsed table:s player:s note:s
seal-opened table:s player:s salt:s stakes:K
seat-draws-committed commitments:S
slip-sealed table:s player:s commitment:s
spin-counted table:s spin:i forfeits:H warned:S
spin-recounted table:s spin:i changes:H kept:H back:S reopened:b
start-moved starts:i
tables-designated tables:S
terms-signed player:s
tournament-cancelled note:s
tournament-dispute-decided dispute:s decision:s satisfied:b told_of_inspector:b
tournament-dispute-raised player:s about:s
tournament-entered player:s method:s fee:i buy_in:i accepted:s staff:b second:s publicity:b bank:i
tournament-finished tables:S
tournament-practised table:s dice:D
tournament-published terms:s sha256:s version:i
"""
ASKED, TOLD = shapes(COMMANDS, ("id",)), shapes(EVENTS, ("clause", "command"))
POINT = {
    "advise-regulator": "regulator-advised", "appoint-deputy": "deputy-appointed",
    "appoint-director": "director-appointed", "award-prizes": "prizes-awarded", "begin-round": "round-begun",
    "brief-entrants": "entrants-briefed", "buy-more": "more-bought",
    "cancel-tournament": "tournament-cancelled",
    "commit-seat-draws": "seat-draws-committed", "conclude-round": "round-concluded",
    "decide-tournament-dispute": "tournament-dispute-decided",
    "designate-tables": "tables-designated", "disqualify": "entrant-out", "end-heat": "heat-ended",
    "enter-tournament": "tournament-entered",
    "hold-play-off": "play-off-held", "hold-repechage": "repechage-held",
    "lapse-seal": "seal-lapsed", "leave-charge": "charge-left", "mark-absent": "entrant-absent",
    "mark-present": "entrant-returned", "move-start": "start-moved",
    "nominate-substitute": "entrant-substituted", "open-seal": "seal-opened", "penalise": "penalty-imposed",
    "play-pass": "pass-played", "practise-tournament": "tournament-practised",
    "publish-tournament": "tournament-published", "raise-tournament-dispute": "tournament-dispute-raised",
    "record-phone": "phone-used", "refund-entry": "entry-refunded", "refuse-entry": "entry-refused",
    "retire": "entrant-out", "seal-slip": "slip-sealed", "sign-terms": "terms-signed",
    "take-charge": "charge-taken", "use-feature": "feature-used",
    "withdraw-entry": "entry-withdrawn",
}  # fmt: skip
"""The event that is the point of a command."""
ENDS = ["pool-fixed", "prizes-awarded", "chips-put-away", "tournament-finished"]
WITH: dict[str, set[str]] = {
    "award-prizes": {*ENDS},
    "cancel-tournament": {"entry-refunded"},
    "mark-absent": {"entrant-out"},
    "record-phone": {"entrant-out", "penalty-imposed"},
}
"""What comes with that."""
AFTER_A_SPIN = {"spin-counted", "spin-recounted", "entrant-out", "heat-ended"}
OF_ONE = ("mark-absent", "record-phone")
"""Commands about one person, who alone bears what comes of them."""


def as_asked(to: Tournament, command: Event, events: list[Event]) -> None:
    """Whether a record's events are those of its command, in the words of the command."""
    name = command["type"]
    at_heat = is_of_heat(command)
    asked = () if at_heat else ((command, ASKED),)
    for message, known in (*asked, *((event, TOLD) for event in events)):
        if message["type"] not in known:
            raise Wrong("schema", f"cannot vouch: no tournament knows {str(message['type'])[:40]}")
        known[message["type"]].check(message)
        stamp_of(message["stamp"])
    if at_heat:
        fits = {event["type"] for event in events} <= AFTER_A_SPIN
        to.must(fits, "events", f"{name} leads to nothing else of itself")
    else:
        _point(to, command, events)
    for event in events:
        clause = clause_of(to, command, event)
        to.must(event["clause"] == clause, "clause", f"{event['type']} is ruled by {clause}")


def _point(to: Tournament, command: Event, events: list[Event]) -> None:
    """Whether a command leads to its point, with what comes with that."""
    name = command["type"]
    points = [event for event in events if event["type"] == POINT[name]]
    others = [event for event in events if event["type"] != POINT[name]]
    if len(points) != 1 or not {event["type"] for event in others} <= WITH.get(name, set()):
        raise Wrong("events", f"{name} leads to {POINT[name]} once, and to nothing else of itself")
    whole = name != "award-prizes" or [event["type"] for event in events] == ENDS
    to.must(whole, "events", "prizes are awarded with a pool before them, and with the end after them")
    (point,) = points
    for word in command.keys() & point.keys() - {"type"}:
        to.must(
            command[word] == point[word], "events", f"{POINT[name]} has another {word} than was asked for"
        )
    if name in OF_ONE:
        alone = all(event["player"] == command["player"] for event in others)
        to.must(alone, "events", f"{name} befalls somebody else")
    if name in BESIDES:
        what, holds = BESIDES[name]
        to.must(holds(to, command, point), "events", f"{name} was taken without {what}")


def _admitted(to: Tournament, command: Event, event: Event) -> bool:
    chosen = command["chosen"] is True or not to.terms["entry"].get("criteria_apply")
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
