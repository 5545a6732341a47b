"""Claims of a promotion followed: winners told, prizes given or refused, doubts, complaints and the end."""

from typing import TYPE_CHECKING, Any

from sicbo.verify.offers import RANKS

if TYPE_CHECKING:
    from sicbo.verify.promotions import Promotion

Event = dict[str, Any]
DAY = 24 * 3_600_000_000
PAID_BY = ("cash", "crossed-cheque", "transfer")
OVER = ("cancelled", "finished")


def told(to: "Promotion", command: Event, event: Event) -> None:
    """An endeavour to tell a winner, in time or late."""
    award = to.claim(event["award"])
    to.must(event["method"] in to.law["notify_by"]["choice"], "promotion", "no way to tell a winner")
    late = event["stamp"]["wall"] > award[2] + to.law["notify_winner_days"]["choice"] * DAY
    to.must(event["late"] == late, "notice", "it does not say rightly whether a winner was told too late")
    to.notified.add(event["award"])


def claimed(to: "Promotion", command: Event, event: Event) -> None:
    """A prize is handed over as the terms have it, or its cash alternative."""
    award = to.claim(event["award"])
    to.must(event["won"] == award[0], "promotion", "a prize is claimed that is not there")
    prize = to.prizes[event["won"][1]]
    there = command["present"] or not to.terms["claim"]["present"]
    to.must(there, "promotion", "a prize is given to somebody who is not present")
    stated = to.cents(prize.get("cash_alternative", "0")) if command["alternative"] else 0
    to.must(event["alternative"] == stated, "money", "the cash alternative is not the stated one")
    given = to.law["cash_alternative"]["choice"] == "stated" and stated
    to.must(bool(given or not command["alternative"]), "money", "no cash alternative is stated")
    to.must(
        (prize["kind"] == "tokens") == bool(event["voucher"]), "money", "tokens alone are given by voucher"
    )
    cash = stated if command["alternative"] else event["won"][2] if prize["kind"] == "cash" else 0
    _paid(to, command, event, cash)
    award[1] = "claimed"


def _paid(to: "Promotion", command: Event, event: Event, cash: int) -> None:
    """Cash is paid whole, in known ways; over the amount of the rulebook its winner chose them."""
    above = to.law["payment_choice_above"]["choice"]
    chosen = command["parts"] or above is None or cash <= above
    to.must(bool(chosen), "money", "the winner did not choose how to be paid")
    parts = command["parts"] or ([["cash", cash]] if cash else [])
    to.must(event["parts"] == parts, "money", "other parts were paid than were chosen")
    known = all(method in PAID_BY and cents > 0 for method, cents in parts)
    to.must(known and sum(cents for _, cents in parts) == cash, "money", "the parts do not come to the prize")


def refused(to: "Promotion", command: Event, event: Event) -> None:
    """A claim is refused; its winner heard why, and what is large is kept with name and address."""
    award, above = to.claim(event["award"]), to.law["keep_refusals_above"]["choice"]
    to.must(event["won"] == award[0], "promotion", "a claim is refused that is not there")
    to.must(bool(event["reason"]) and command["informed"], "reason", "nobody was told why a claim is refused")
    kept = event["won"][2] > above
    whole = not kept or (event["name"] and event["place"])
    to.must(event["kept"] == kept and bool(whole), "promotion", "a refusal lacks name, address or reason")
    award[1] = "refused"


def held(to: "Promotion", command: Event, event: Event) -> None:
    """It is postponed or cancelled, for a reason, and the inspectorate knows where it must at once."""
    cancels = event["type"] == "promotion-cancelled"
    to.due("published", "running", "closed", "drawn")
    to.must(bool(event["reason"]), "reason", "it is held or ended without a reason")
    known = to.law["integrity"]["choice"] != "at-once" or event["reference"]
    to.must(bool(known), "notice", "the inspectorate was not told at once")
    if not cancels:
        to.held = True
        return
    still = all(state != "claimed" for _, state, _ in to.awards)
    to.must(still, "promotion", "it is cancelled after a claim")
    to.phase, to.held, to.untold = "cancelled", False, not event["reference"]


def resumed(to: "Promotion", command: Event, event: Event) -> None:
    """It goes on, when it is said how its integrity was validated."""
    to.must(to.held, "promotion", "it goes on and was not postponed")
    to.must(bool(event["reason"]), "reason", "it goes on without a reason")
    to.held = False


def inspector_told(to: "Promotion", command: Event, event: Event) -> None:
    """An inspector hears of the end."""
    to.must(
        to.untold and bool(event["reference"]), "notice", "there is nothing that an inspector has to hear"
    )
    to.untold = False


def winners_published(to: "Promotion", command: Event, event: Event) -> None:
    """The results of what was won and signed for."""
    there = bool(to.awards) and to.phase not in OVER and to.signed
    to.must(there and bool(event["place"]), "promotion", "results are published that there are not")
    to.published = True


def complained(to: "Promotion", command: Event, event: Event) -> None:
    """A complaint is open under the id of its command."""
    to.must(bool(event["about"]), "reason", "a complaint is about nothing")
    to.complaints.add(command["id"])


def complaint_decided(to: "Promotion", command: Event, event: Event) -> None:
    """A complaint is decided for good by the rank for it; who is not satisfied hears of the inspector."""
    to.must(event["complaint"] in to.complaints, "dispute", "there is no such complaint")
    least, rank = RANKS[to.law["disputes"]["choice"]], event["stamp"]["rank"]
    may = rank is not None and rank >= least
    to.must(may, "power", "a complaint is decided without the rank for it")
    heard = event["satisfied"] or event["told_of_inspector"]
    to.must(bool(event["decision"]) and heard, "dispute", "a complaint ends without decision or inspector")
    to.complaints.discard(event["complaint"])


def finished(to: "Promotion", command: Event, event: Event) -> None:
    """It is filed when nothing is open."""
    if to.phase == "cancelled":
        to.must(not to.untold, "notice", "it is filed before an inspector heard of the end")
    else:
        to.due(*(("drawn",) if to.by_draw else ("closed",)))
        still = any(state == "open" for _, state, _ in to.awards)
        to.must(not still, "promotion", "it is filed while a prize is neither claimed nor refused")
        to.must(to.published or not to.awards, "promotion", "it is filed before its results are published")
    to.must(not to.complaints, "dispute", "it is filed while a complaint is open")
    to.phase = "finished"
