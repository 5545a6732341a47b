"""What a regulator reads one by one: voids, corrections, changes of limits, sanctions and refusals."""

from typing import Any

from sicbo.verify.decisions import Event, Order
from sicbo.verify.evidence.compare import is_refused_outside
from sicbo.verify.report import Listed, TableReport
from sicbo.verify.table.state import Sign


def list_events(
    report: TableReport, number: int, order: Order, events: list[Event], sign: Sign | None
) -> None:
    """Count and list what the events of a record are; `sign` is the one from before them."""
    for event in events:
        _count(report, event)
        if (told := _told(event, sign)) is not None:
            what, about, says = told
            stamp = order["stamp"]
            report.note(what, Listed(number, about, stamp["by"], stamp["rank"], event["clause"], says))


def list_refusal(report: TableReport, number: int, order: Order, refusal: dict[str, Any]) -> None:
    """List a refusal; one for a slip that came too late is counted apart."""
    stamp, says = order["stamp"], message_text(refusal["message"])
    outside = is_refused_outside({"refusal": refusal})
    what = "refusals for reasons outside this log" if outside else "refusals"
    report.note(what, Listed(number, order["type"], stamp["by"], stamp["rank"], refusal["clause"], says))


def message_text(message: Any) -> str:
    """Return the key of a message with its values; its wording is in the catalogues of the house."""
    if type(message) is not dict or message.keys() != {"key", "values"}:
        return ""
    key, values = message["key"], message["values"]
    if type(key) is not str or not key or type(values) is not dict:
        return ""
    return f"{key} {' '.join(f'{name}={value}' for name, value in sorted(values.items()))}".rstrip()


def _count(report: TableReport, event: Event) -> None:
    match event["type"]:
        case "wagers-collected" | "wagers-paid" | "streak-settled":
            report.count("settlements", len(event["lines"]))
        case "prizes-drawn" | "prize-redrawn":
            report.count("draws recomputed")
        case "dispute-raised":
            report.count("disputes")
        case "float-counted" if event["variance"]:
            report.count("float variances")


def _told(event: Event, sign: Sign | None) -> tuple[str, str, str] | None:
    """Return in which list an event belongs, what it is about, and what it says."""
    match event["type"]:
        case "round-voided":
            return "voids", f"round {event['round']}, {event['ground']}", event["note"]
        case "wagers-voided":
            return "voids", f"wagers of {event['player']}, {event['becomes']}", event["note"]
        case "result-corrected":
            about = f"round {event['round']}, {event['entered']} is {event['dice']}"
            return "corrections", about, event["reason"]
        case "limits-changed":
            most = "no maximum" if event["maximum"] is None else f"maximum {event['maximum']}"
            old = "" if sign is None else f"{sign.minimum} to "
            return "limit changes", f"minimum {old}{event['minimum']}, {most}", ""
        case "limits-agreed":
            about = f"limits of {event['player']}: {event['minimum']} to {event['maximum']}"
            return "limit changes", about, ""
        case "player-sanctioned":
            return "sanctions", f"{event['sanction']}, {event['player']}", event["note"]
        case _:
            return None
