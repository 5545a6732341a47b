"""The clause that rules each event of a tournament: of a step, of an item of the terms, or of a ruling."""

from typing import Any

from sicbo.verify.contests import Event, Tournament

ITEMS = {
    "chips-put-away": "format.disposition",
    "entrant-substituted": "conduct.substitute_for",
    "entry-refunded": "conduct.refunds",
    "entry-refused": "entry.may_refuse",
    "entry-withdrawn": "entry.withdraw_until",
    "feature-used": "wagers.features",
    "pass-played": "wagers.passes_offered",
    "phone-used": "conduct.phone",
    "play-off-held": "winners.level",
    "pool-fixed": "pool.of_fees",
    "prizes-awarded": "pool.places",
    "repechage-held": "format.repechage_offered",
    "round-begun": "format.rounds[].heats",
    "seal-lapsed": "wagers.secret_offered",
    "seal-opened": "wagers.secret_offered",
    "slip-sealed": "wagers.secret_offered",
    "spin-counted": "wagers.if_not_made",
    "start-moved": "details.start_may_move",
    "terms-signed": "entry.signed_copies",
    "tournament-cancelled": "conduct.refunds",
    "tournament-dispute-decided": "conduct.disputes",
    "tournament-dispute-raised": "conduct.disputes",
    "tournament-entered": "entry.acceptance",
}
STEPS = {
    "charge-left": "director",
    "charge-taken": "director",
    "deputy-appointed": "deputies",
    "director-appointed": "director",
    "entrant-returned": "player",
    "entrants-briefed": "briefed",
    "regulator-advised": "advised",
    "seat-draws-committed": "held",
    "tables-designated": "designated",
    "tournament-finished": "exclusive",
    "tournament-practised": "practice",
    "tournament-published": "available",
}
RULINGS = {"spin-recounted": ("faults", "wrong_entry")}
BOUGHT = {"add-on": "details.add_on", "buy-back": "format.buy_back_offered", "re-buy": "details.re_buy"}
ENDED = {
    "agreed": "conduct.early_agreed",
    "settled": "conduct.early_known",
    "time": "format.rounds[].minutes",
}
OUT = {"eliminated": "elimination.rule", "retired": "conduct.retired_chips"}
ASKED = {
    "disqualify": "conduct.disqualified_for",
    "penalise": "conduct.penalties",
    "record-phone": "conduct.phone",
}


def clause_of(to: Tournament, command: Event, event: Event) -> Any:
    """The clause that an event has to name."""
    kind, book = event["type"], to.book
    if kind in STEPS:
        return book["terms"]["steps"][STEPS[kind]]
    if kind in RULINGS:
        part, name = RULINGS[kind]
        return book[part][name]["clause"]
    path = ITEMS[kind] if kind in ITEMS else _item(to, command, event)
    return next(one["clause"] for one in book["terms"]["tournament"] if one["path"] == path)


def _item(to: Tournament, command: Event, event: Event) -> str:
    """The item of the terms, where it depends on what was asked for."""
    match event["type"]:
        case "entrant-out" if event["how"] in OUT:
            return OUT[event["how"]]
        case "more-bought":
            return BOUGHT[event["what"]]
        case "heat-ended":
            return ENDED.get(event["ground"], "format.rounds[].spins")
        case "round-concluded":
            return "winners.rule" if to.ranked else "format.rounds[].progress"
    if command["type"] == "mark-absent":
        return "conduct.late" if command["late"] else "conduct.absent"
    return ASKED[command["type"]]
