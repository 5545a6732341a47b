"""The view of a promotion: its phase, what is due by when, and why a step cannot be taken yet."""

from typing import Any

from sicbo.errors import NotFound, Refusal
from sicbo.game.ranks import Rank
from sicbo.house.log_state import LogState
from sicbo.house.promotions import KIND, promised_seed
from sicbo.i18n import message
from sicbo.machine.messages import Command, Stamp
from sicbo.promotion import commands
from sicbo.promotion.claims import notification_due, overdue_notifications
from sicbo.promotion.log_kind import decide
from sicbo.promotion.publication import HOUR
from sicbo.promotion.state import DRAFT, Promotion
from sicbo.server.live.house import HOUSE_ACTOR, LiveHouse
from sicbo.server.live.logs_of_kind import log_of_kind
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import iso_time
from sicbo.terms.loader import parse_terms


class PrizeShape(table_schemas.Shape, frozen=True):
    """A kind of prize, and how many of it have not been won."""

    name: str
    kind: str
    value: int
    number: int
    left: int
    alternative: int


class AwardShape(table_schemas.Shape, frozen=True):
    """A prize that was won. Only staff see the winner's name."""

    award: int
    prize: str
    cents: int
    player: str
    told: str
    claim: str
    due_at: str
    overdue: bool


class ComplaintShape(table_schemas.Shape, frozen=True):
    """An open complaint."""

    complaint: str
    player: str


class PromotionSummary(table_schemas.Shape, frozen=True):
    """A promotion in a list."""

    name: str
    title: str
    rulebook: str
    phase: str
    held: bool


class PromotionShape(PromotionSummary, frozen=True):
    """A promotion. `why` gives for each step that cannot be taken now the reason.

    `signed` lists the commands that staff sign, each with a key of their own.
    """

    staff: bool
    me: str
    terms: str
    sha256: str
    versions: tuple[str, ...]
    commitment: str
    starts_at: str
    closes_at: str
    draw_at: str
    earliest_start: str
    method: str
    present: bool
    rounds: int
    minimum_wager: int
    entrants: int
    tickets: int
    entrants_hash: str
    needs_scrutineer: bool
    scrutineer: str
    confirmed: bool
    seed: str
    label: str
    prizes: tuple[PrizeShape, ...]
    awards: tuple[AwardShape, ...]
    requests: tuple[str, ...]
    tell_inspector: bool
    published: bool
    complaints: tuple[ComplaintShape, ...]
    signed: tuple[str, ...]
    why: dict[str, table_schemas.MessageShape]


STEPS: dict[str, type[Command]] = {
    "start": commands.StartPromotion,
    "close": commands.ClosePromotion,
    "draw": commands.DrawPrizes,
    "finish": commands.FinishPromotion,
}


def promotion_log(house: LiveHouse, name: str) -> LogState:
    """Return the log of a promotion by its name."""
    return log_of_kind(house, KIND, name)


def promotion_summary(place: LogState) -> PromotionSummary:
    """Return a promotion as it appears in a list."""
    promotion: Promotion = place.state
    title = parse_terms(promotion.terms).name if promotion.terms else promotion.name
    return PromotionSummary(
        name=promotion.name,
        title=title,
        rulebook=promotion.rulebook,
        phase=promotion.phase,
        held=bool(promotion.held),
    )


def promotion_view(house: LiveHouse, name: str, person: str, *, staff: bool) -> PromotionShape:
    """Return a promotion as this person may see it."""
    place = promotion_log(house, name)
    promotion: Promotion = place.state
    brief, wall = promotion_summary(place), house.wall_time()
    named = house.people.name_of if staff else lambda player: None
    return PromotionShape(
        **{field: getattr(brief, field) for field in PromotionSummary.__struct_fields__},
        **_terms_fields(promotion),
        staff=staff,
        me=person,
        versions=promotion.versions,
        commitment=promotion.commitment,
        earliest_start=_earliest_start(promotion),
        entrants=len(promotion.tickets),
        tickets=sum(promotion.tickets.values()),
        entrants_hash=promotion.entrants_hash,
        scrutineer=named(promotion.scrutineer) or promotion.scrutineer,
        confirmed=promotion.confirmed,
        seed=promotion.seed,
        label=promotion.label,
        prizes=_prizes(promotion),
        awards=_awards(promotion, wall, named),
        requests=promotion.requests,
        tell_inspector=promotion.tell_inspector,
        published=promotion.published,
        complaints=tuple(
            ComplaintShape(complaint=one, player=named(player) or player)
            for one, player in sorted(promotion.complaints.items())
        ),
        signed=place.founding.signed if staff else (),
        why=_refusals_by_step(house, promotion, wall) if staff else {},
    )


def _terms_fields(promotion: Promotion) -> dict[str, Any]:
    """Return the fields that the terms in force determine; mostly empty before they are published."""
    terms = promotion.offer if promotion.terms else None
    return {
        "terms": promotion.terms,
        "sha256": terms.sha256 if terms else "",
        "starts_at": iso_time(terms.starts) if terms and terms.starts else "",
        "closes_at": iso_time(terms.closes) if terms else "",
        "draw_at": iso_time(terms.awarded) if terms else "",
        "method": terms.method if terms else "",
        "present": bool(terms and terms.present),
        "rounds": terms.rounds if terms else 0,
        "minimum_wager": terms.minimum_wager if terms else 0,
        "needs_scrutineer": bool(terms and promotion.needs_scrutineer),
    }


def _earliest_start(promotion: Promotion) -> str:
    hours = promotion.law.authority_hours.choice
    sent = promotion.sent.get(promotion.offer.sha256) if promotion.terms else None
    return iso_time(sent + hours * HOUR) if hours and sent is not None else ""


def _prizes(promotion: Promotion) -> tuple[PrizeShape, ...]:
    if promotion.phase == DRAFT:
        return ()
    left = promotion.prizes_left
    return tuple(
        PrizeShape(
            name=one.name,
            kind=one.kind,
            value=one.value,
            number=one.number,
            left=left[one.name],
            alternative=one.alternative,
        )
        for one in promotion.offer.prizes
    )


def _awards(promotion: Promotion, wall: int, named: Any) -> tuple[AwardShape, ...]:
    late = overdue_notifications(promotion, wall)
    return tuple(
        AwardShape(
            award=number,
            prize=one.won.prize,
            cents=one.won.cents,
            player=named(one.won.player) or one.won.player,
            told=one.told,
            claim=one.claim,
            due_at=iso_time(notification_due(promotion, one)),
            overdue=number in late,
        )
        for number, one in enumerate(promotion.awards)
    )


def _refusals_by_step(
    house: LiveHouse, promotion: Promotion, wall: int
) -> dict[str, table_schemas.MessageShape]:
    """Return the reason for each step that cannot be taken now, by trying it without writing."""
    stamp, why = Stamp(HOUSE_ACTOR, Rank.SENIOR_MANAGER, wall, 0), {}
    for step, kind in STEPS.items():
        words: dict[str, Any] = {}
        if kind is commands.DrawPrizes:
            words = {"seed": _seed_if_kept(house, promotion.name), "second": promotion.scrutineer}
        outcome = decide(promotion, kind(id="asking", stamp=stamp, **words))
        if isinstance(outcome, Refusal):
            reason = message("promotion.locked", says=outcome.message, clause=outcome.clause)
            why[step] = table_schemas.MessageShape(**reason.data())
    return why


def _seed_if_kept(house: LiveHouse, name: str) -> str:
    try:
        return promised_seed(house.journal, name)
    except NotFound:
        return ""
