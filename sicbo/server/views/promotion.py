"""The view of a promotion: its phase, what is due by when, and why a step cannot be taken yet."""

from typing import Any

from sicbo.errors import NotFound, Refusal
from sicbo.game.ranks import Rank
from sicbo.house.log_state import Place
from sicbo.house.promotions import KIND, seed_of
from sicbo.promotion import commands
from sicbo.promotion.claims import due, overdue
from sicbo.promotion.commands import AnyPromotionCommand
from sicbo.promotion.decide import decide
from sicbo.promotion.publication import HOUR
from sicbo.promotion.state import DRAFT, Promotion
from sicbo.server.live.house import HOUSE, Room
from sicbo.server.live.logs_of_kind import place_in
from sicbo.server.schemas import table as table_schemas
from sicbo.server.schemas.times import when
from sicbo.table.messages.base import Stamp
from sicbo.terms.loader import load


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


class Brief(table_schemas.Shape, frozen=True):
    """A promotion in a list."""

    name: str
    title: str
    rulebook: str
    phase: str
    held: bool


class PromotionShape(Brief, frozen=True):
    """A promotion. `why` gives for each step the reason why it cannot be taken now; empty if it can.

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
    why: dict[str, str]


STEPS: dict[str, type[AnyPromotionCommand]] = {
    "start": commands.StartPromotion,
    "close": commands.ClosePromotion,
    "draw": commands.DrawPrizes,
    "finish": commands.FinishPromotion,
}


def place_of(room: Room, name: str) -> Place:
    """Return the log of a promotion by its name."""
    return place_in(room, KIND, name)


def brief_of(place: Place) -> Brief:
    """Return a promotion as it appears in a list."""
    promotion: Promotion = place.state
    title = load(promotion.terms).name if promotion.terms else promotion.name
    return Brief(
        name=promotion.name,
        title=title,
        rulebook=promotion.rulebook,
        phase=promotion.phase,
        held=bool(promotion.held),
    )


def shape_of(room: Room, name: str, person: str, *, staff: bool) -> PromotionShape:
    """Return a promotion as this person may see it."""
    place = place_of(room, name)
    promotion: Promotion = place.state
    brief, wall = brief_of(place), room.now()
    named = room.people.meant if staff else lambda player: None
    return PromotionShape(
        **{field: getattr(brief, field) for field in Brief.__struct_fields__},
        **_of_terms(promotion),
        staff=staff,
        me=person,
        versions=promotion.versions,
        commitment=promotion.commitment,
        earliest_start=_earliest(promotion),
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
        why=_why(room, promotion, wall) if staff else {},
    )


def _of_terms(promotion: Promotion) -> dict[str, Any]:
    """Return the fields that the terms in force determine; mostly empty before they are published."""
    terms = promotion.offer if promotion.terms else None
    return {
        "terms": promotion.terms,
        "sha256": terms.sha256 if terms else "",
        "starts_at": when(terms.starts) if terms and terms.starts else "",
        "closes_at": when(terms.closes) if terms else "",
        "draw_at": when(terms.awarded) if terms else "",
        "method": terms.method if terms else "",
        "present": bool(terms and terms.present),
        "rounds": terms.rounds if terms else 0,
        "minimum_wager": terms.minimum_wager if terms else 0,
        "needs_scrutineer": bool(terms and promotion.needs_scrutineer),
    }


def _earliest(promotion: Promotion) -> str:
    hours = promotion.law.authority_hours.choice
    sent = promotion.sent.get(promotion.offer.sha256) if promotion.terms else None
    return when(sent + hours * HOUR) if hours and sent is not None else ""


def _prizes(promotion: Promotion) -> tuple[PrizeShape, ...]:
    if promotion.phase == DRAFT:
        return ()
    left = promotion.unwon
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
    late = overdue(promotion, wall)
    return tuple(
        AwardShape(
            award=number,
            prize=one.won.prize,
            cents=one.won.cents,
            player=named(one.won.player) or one.won.player,
            told=one.told,
            claim=one.claim,
            due_at=when(due(promotion, one)),
            overdue=number in late,
        )
        for number, one in enumerate(promotion.awards)
    )


def _why(room: Room, promotion: Promotion, wall: int) -> dict[str, str]:
    """Return for each step the reason why it cannot be taken now, by trying it without writing."""
    stamp, why = Stamp(HOUSE, Rank.SENIOR_MANAGER, wall, 0), {}
    for step, kind in STEPS.items():
        words: dict[str, Any] = {}
        if kind is commands.DrawPrizes:
            words = {"seed": _seed(room, promotion.name), "second": promotion.scrutineer}
        outcome = decide(promotion, kind(id="asking", stamp=stamp, **words))
        why[step] = str(outcome) if isinstance(outcome, Refusal) else ""
    return why


def _seed(room: Room, name: str) -> str:
    try:
        return seed_of(room.journal, name)
    except NotFound:
        return ""
