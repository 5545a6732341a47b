"""The view of a tournament: the public board, and the fields that only staff see."""

from collections.abc import Iterator
from typing import Any

from sicbo.game.rulebook.publication import key_of
from sicbo.house.log_state import Place
from sicbo.house.tournaments import KIND
from sicbo.server.live.house import HOUSE, Room
from sicbo.server.live.logs_of_kind import place_in
from sicbo.server.schemas.times import when
from sicbo.server.schemas.tournament import (
    BriefCup,
    Choices,
    CorrectionShape,
    CupShape,
    FeesShape,
    HeatShape,
    PrizeRow,
    ResultShape,
    RowShape,
)
from sicbo.terms.loader import load
from sicbo.tournament.before.entry_desk import counted
from sicbo.tournament.end.awards import final_groups, pool
from sicbo.tournament.end.prizes import shared
from sicbo.tournament.format import END, price
from sicbo.tournament.play.corrections import correctable
from sicbo.tournament.play.rounds import eliminated
from sicbo.tournament.play.ties import playing_off, standing
from sicbo.tournament.state import DRAFT, PLAYING, Heat, Tournament


def place_of(room: Room, name: str) -> Place:
    """Return the log of a tournament by its name."""
    return place_in(room, KIND, name)


def brief_of(place: Place) -> BriefCup:
    """Return a tournament as it appears in a list."""
    cup: Tournament = place.state
    title = load(cup.terms).name if cup.version else cup.name
    entrants = len(counted(cup))
    return BriefCup(name=cup.name, title=title, rulebook=cup.rulebook, stage=cup.stage, entrants=entrants)


def cup_of(room: Room, name: str, staff: bool) -> CupShape:
    """Return a tournament as everyone may see it. Staff also see names, choices, results and disputes."""
    place = place_of(room, name)
    cup: Tournament = place.state
    return CupShape(
        name=cup.name,
        rulebook=cup.rulebook,
        layout=f"{cup.rulebook}/{cup.layout_key}".rstrip("/"),
        stage=cup.stage,
        seq=place.head.number,
        now=when(room.now()),
        version=cup.version,
        advised=cup.advised == cup.version > 0,
        needs_advice=cup.steps.advised is not None,
        committed=bool(cup.commitments),
        director=name_of(room, cup.director),
        present=tuple(name_of(room, one) for one in sorted(cup.present)),
        tables=cup.tables,
        round=cup.round,
        heats=tuple(_heat(room, heat) for heat in cup.active()),
        corrections=tuple(_corrections(cup)),
        results=tuple(_results(cup)) if staff else (),
        disputes=tuple(sorted(cup.disputes)) if staff else (),
        signed=place.founding.signed if staff else (),
        **(_planned(room, cup, staff) if cup.version else {"title": cup.name}),
    )


def _planned(room: Room, cup: Tournament, staff: bool) -> dict[str, Any]:
    """Return the fields that depend on the published terms."""
    plan, played = cup.plan, cup.played
    return {
        "title": plan.name,
        "sha256": load(cup.terms).sha256,
        "needs_signature": plan.entry.signed_copies,
        "tables_wanted": max(part.tables for part in plan.format.rounds),
        "location": plan.details.location,
        "starts_at": when(cup.starts),
        "rounds": len(plan.format.rounds),
        "round_name": played.name if cup.round else "",
        "progress": played.progress if cup.round else "",
        "places": played.places if cup.round else 0,
        "compulsory": plan.wagers.compulsory,
        "starting_bank": plan.format.starting_bank,
        "play_off": tuple(_shown(room, cup, name, staff) for name in playing_off(cup)),
        "level": plan.winners.level,
        "repechage": bool(eliminated(cup)),
        "pool": sum(pool(cup)),
        "prizes": _prizes(room, cup, staff),
        "rows": _rows(room, cup, staff),
        "fees": _fees(cup),
        "choices": _choices(cup) if staff else None,
    }


def name_of(room: Room, player: str) -> str:
    """Return the name behind a pseudonym, or the pseudonym if the name was erased."""
    known = room.people.names.get(player) or room.people.meant(player) or player
    return known.partition("#")[0]


def _shown(room: Room, cup: Tournament, player: str, staff: bool) -> str:
    """Return an entrant's name for staff or with permission, and otherwise the number of the entry."""
    entrant = cup.entrants[player]
    return name_of(room, player) if staff or entrant.publicity else f"#{entrant.number:02}"


def _ends(room: Room, heat: Heat) -> str:
    """Return when the time of a heat is up. Its minutes count elapsed time, not the wall clock."""
    if not heat.minutes or heat.began is None:
        return ""
    now = room.clock.stamp(HOUSE, None)
    return when(now.wall + (heat.began + heat.minutes * 60_000 - now.elapsed) * 1_000)


def _heat(room: Room, heat: Heat) -> HeatShape:
    return HeatShape(
        table=heat.table,
        why="play-off" if heat.play_off else "repechage" if heat.repechage else "round",
        phase=heat.phase,
        spin=heat.spin,
        spins=heat.spins,
        minutes=heat.minutes,
        ends_at=_ends(room, heat),
        sealed=tuple(sorted(set(heat.seals) - heat.opened - heat.lapsed)),
        seals=dict(sorted(heat.seals.items())),
        wagered=tuple(sorted(name for name, stakes in heat.slips.items() if stakes)),
        passing=tuple(sorted(heat.passing)),
        players=heat.players,
    )


def _corrections(cup: Tournament) -> Iterator[CorrectionShape]:
    for heat in cup.heats:
        for one in heat.corrected:
            yield CorrectionShape(table=heat.table, spin=one.spin, entered=one.entered, dice=one.dice)


def _results(cup: Tournament) -> Iterator[ResultShape]:
    for table in cup.tables:
        heat = correctable(cup, table)
        if heat and heat.dice:
            yield ResultShape(table=table, spin=heat.spin, dice=heat.dice)


def _fees(cup: Tournament) -> FeesShape:
    details = cup.plan.details
    return FeesShape(
        entry=price(details.entry_fee) + price(details.buy_in),
        re_buy=price(details.re_buy),
        add_on=price(details.add_on),
        buy_back=price(cup.plan.format.buy_back),
    )


def _choices(cup: Tournament) -> Choices:
    conduct = cup.plan.conduct
    return Choices(
        methods=cup.plan.entry.methods,
        penalties=tuple(one.name for one in conduct.penalties),
        disqualified_for=conduct.disqualified_for,
        substitute_for=conduct.substitute_for,
        refunds=tuple(one.ground for one in conduct.refunds),
        voids=tuple(key_of(one.ground) for one in cup.rules.irregularities),
        features=tuple(one.name for one in cup.plan.wagers.features),
    )


def _prizes(room: Room, cup: Tournament, staff: bool) -> tuple[PrizeRow, ...]:
    """Return the prizes won, or what every place would pay now."""
    if cup.prizes:
        return tuple(
            PrizeRow(place=one.place, cents=one.cents, player=_shown(room, cup, one.player, staff))
            for one in cup.prizes
        )
    plan = cup.plan.pool
    places = [[str(number)] for number in range(1, len(plan.places) + 1)]
    won = shared(sum(pool(cup)), plan.places, places, plan.odd_cents)
    return tuple(PrizeRow(place=place, cents=cents, player="") for place, _, cents in won)


def _rows(room: Room, cup: Tournament, staff: bool) -> tuple[RowShape, ...]:
    """Return every entrant by rank. A sealed slip does not count until it is opened."""
    groups = final_groups(cup, cup.ranks) or standing(cup)
    ranks = {name: place for place, name in _places(groups)}
    before = _places_before(cup)
    on = _above_line(cup)
    missing = [name for name in counted(cup) if name not in ranks]
    rows = []
    for name in [*ranks, *missing]:
        entrant, heat = cup.entrants[name], cup.heat_of(name)
        wagers = cup.plan.wagers
        rows.append(
            RowShape(
                rank=ranks.get(name, 0),
                move=before.get(name, ranks.get(name, 0)) - ranks.get(name, 0),
                player=name,
                number=entrant.number,
                name=_shown(room, cup, name, staff),
                table=heat.table if heat else "",
                seat=heat.players.index(name) + 1 if heat else 0,
                bank=cup.worth(name),
                this_spin=heat.last.get(name, 0) if heat else 0,
                secrets=max(wagers.secret - heat.secrets.get(name, 0), 0) if heat else wagers.secret,
                passes=max(wagers.passes - heat.passes.get(name, 0), 0) if heat else wagers.passes,
                status=entrant.status,
                above_line=name in on,
                briefed=entrant.briefed,
                signed=entrant.signed,
                present=entrant.present,
                staff=entrant.staff,
            )
        )
    return tuple(rows)


def _places(groups: list[list[str]]) -> list[tuple[int, str]]:
    place, found = 1, []
    for group in groups:
        found += [(place, name) for name in group]
        place += len(group)
    return found


def _places_before(cup: Tournament) -> dict[str, int]:
    """Return the places before the last spin of each table."""
    if cup.stage == DRAFT or not cup.heats:
        return {}
    last = {name: change for heat in cup.heats for name, change in heat.last.items()}
    worth = {name: (-cup.entrants[name].round, last.get(name, 0) - cup.worth(name)) for name in counted(cup)}
    ordered = sorted(set(worth.values()))
    counts = {key: sum(1 for one in worth.values() if one < key) + 1 for key in ordered}
    return {name: counts[key] for name, key in worth.items()}


def _above_line(cup: Tournament) -> set[str]:
    """Return the entrants who would advance if the round ended now; in the last round, the prize winners."""
    if not cup.heats:
        return set()
    plan = cup.played
    if plan.progress == END:
        paid = len(cup.plan.pool.places)
        return {name for place, name in _places(standing(cup)) if place <= paid}
    groups = [[name for name in heat.players if cup.entrants[name].status == PLAYING] for heat in cup.heats]
    if plan.progress != "top-of-table":
        groups = [[name for group in groups for name in group]]
    found: set[str] = set()
    for group in groups:
        places = {"all": len(group), "all-but-lowest": len(group) - plan.places}.get(
            plan.progress, plan.places
        )
        ordered = sorted(group, key=lambda name: -cup.worth(name))
        least = cup.worth(ordered[min(places, len(ordered)) - 1]) if ordered and places > 0 else None
        found |= {name for name in group if least is not None and cup.worth(name) >= least}
    return found
