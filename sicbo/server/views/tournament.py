"""The view of a tournament: the public board, and the fields that only staff see."""

from collections.abc import Iterator
from typing import Any

from sicbo.game.rulebook.publication import enum_key
from sicbo.house.log_state import LogState
from sicbo.house.tournaments import KIND
from sicbo.server.live.house import HOUSE_ACTOR, LiveHouse
from sicbo.server.live.logs_of_kind import log_of_kind
from sicbo.server.schemas.times import iso_time
from sicbo.server.schemas.tournament import (
    CorrectionShape,
    EntrantRow,
    FeesShape,
    HeatShape,
    PrizeRow,
    TableResult,
    TermsChoices,
    TournamentShape,
    TournamentSummary,
)
from sicbo.server.views.table import fault_shapes
from sicbo.terms.loader import parse_terms
from sicbo.tournament.before.entry_desk import entrants_in_order
from sicbo.tournament.end.awards import current_pool, final_groups
from sicbo.tournament.end.prizes import prize_shares
from sicbo.tournament.format import END, price_in_cents
from sicbo.tournament.play.counts import correctable_heat
from sicbo.tournament.play.rounds import repechage_candidates
from sicbo.tournament.play.ties import play_off_entrants, standings
from sicbo.tournament.state import DRAFT, PLAYING, Heat, Tournament


def tournament_log(house: LiveHouse, name: str) -> LogState:
    """Return the log of a tournament by its name."""
    return log_of_kind(house, KIND, name)


def tournament_summary(place: LogState) -> TournamentSummary:
    """Return a tournament as it appears in a list."""
    tournament: Tournament = place.state
    title = parse_terms(tournament.terms).name if tournament.version else tournament.name
    entrants = len(entrants_in_order(tournament))
    return TournamentSummary(
        name=tournament.name,
        title=title,
        rulebook=tournament.rulebook,
        stage=tournament.stage,
        entrants=entrants,
    )


def tournament_view(house: LiveHouse, name: str, staff: bool) -> TournamentShape:
    """Return a tournament as everyone may see it. Staff also see names, choices, results and disputes."""
    place = tournament_log(house, name)
    tournament: Tournament = place.state
    return TournamentShape(
        name=tournament.name,
        rulebook=tournament.rulebook,
        layout=f"{tournament.rulebook}/{tournament.layout_key}".rstrip("/"),
        stage=tournament.stage,
        seq=place.head.number,
        now=iso_time(house.wall_time()),
        version=tournament.version,
        advised=tournament.advised == tournament.version > 0,
        needs_advice=tournament.steps.advised is not None,
        committed=bool(tournament.commitments),
        director=person_name(house, tournament.director),
        present=tuple(person_name(house, one) for one in sorted(tournament.present)),
        tables=tournament.tables,
        round=tournament.round,
        heats=tuple(_heat_shape(house, tournament, heat) for heat in tournament.active_heats()),
        corrections=tuple(_corrections(tournament)),
        results=tuple(_results(tournament)) if staff else (),
        disputes=tuple(sorted(tournament.disputes)) if staff else (),
        signed=place.founding.signed if staff else (),
        **(_terms_fields(house, tournament, staff) if tournament.version else {"title": tournament.name}),
    )


def _terms_fields(house: LiveHouse, tournament: Tournament, staff: bool) -> dict[str, Any]:
    """Return the fields that depend on the published terms."""
    plan, played = tournament.plan, tournament.round_plan
    return {
        "title": plan.name,
        "sha256": parse_terms(tournament.terms).sha256,
        "needs_signature": plan.entry.signed_copies,
        "tables_wanted": max(part.tables for part in plan.format.rounds),
        "location": plan.details.location,
        "starts_at": iso_time(tournament.starts),
        "rounds": len(plan.format.rounds),
        "round_name": played.name if tournament.round else "",
        "progress": played.progress if tournament.round else "",
        "places": played.places if tournament.round else 0,
        "compulsory": plan.wagers.compulsory,
        "starting_bank": plan.format.starting_bank,
        "play_off": tuple(
            _public_name(house, tournament, name, staff) for name in play_off_entrants(tournament)
        ),
        "level": plan.winners.level,
        "repechage": bool(repechage_candidates(tournament)),
        "pool": sum(current_pool(tournament)),
        "prizes": _prizes(house, tournament, staff),
        "rows": _entrant_rows(house, tournament, staff),
        "fees": _fees(tournament),
        "choices": _choices(tournament) if staff else None,
    }


def person_name(house: LiveHouse, player: str) -> str:
    """Return the name behind a pseudonym, or the pseudonym if the name was erased."""
    return house.people.screen_name(player) or player.partition("#")[0]


def _public_name(house: LiveHouse, tournament: Tournament, player: str, staff: bool) -> str:
    """Return an entrant's name for staff or with permission, and otherwise the number of the entry."""
    entrant = tournament.entrants[player]
    return person_name(house, player) if staff or entrant.publicity else f"#{entrant.number:02}"


def _heat_end(house: LiveHouse, heat: Heat) -> str:
    """Return when the time of a heat is up. Its minutes count elapsed time, not the wall clock."""
    if not heat.minutes or heat.began is None:
        return ""
    now = house.clock.stamp(HOUSE_ACTOR, None)
    return iso_time(now.wall + (heat.began + heat.minutes * 60_000 - now.elapsed) * 1_000)


def _heat_shape(house: LiveHouse, tournament: Tournament, heat: Heat) -> HeatShape:
    state, played = tournament.table_state(heat.table), tournament.round_of(heat)
    slips = played.slips if played else {}
    return HeatShape(
        table=heat.table,
        why="play-off" if heat.play_off else "repechage" if heat.repechage else "round",
        phase=tournament.phase_of(heat),
        spin=heat.spin,
        spins=heat.spins,
        minutes=heat.minutes,
        ends_at=_heat_end(house, heat),
        sealed=tuple(heat.waiting_seals),
        seals=dict(sorted(heat.seals.items())),
        wagered=tuple(sorted(name for name, slip in slips.items() if slip.stakes)),
        passing=tuple(sorted(heat.passing)),
        players=heat.players,
        number=state.round_number_due,
        due=enum_key(state.due_stage.step),
        void_due=bool(played and played.void_due),
        versions={name: slip.version for name, slip in sorted(slips.items())},
        faults=fault_shapes(state),
    )


def _corrections(tournament: Tournament) -> Iterator[CorrectionShape]:
    for heat in tournament.heats:
        for one in heat.corrected:
            yield CorrectionShape(table=heat.table, spin=one.spin, entered=one.entered, dice=one.dice)


def _results(tournament: Tournament) -> Iterator[TableResult]:
    for table in tournament.tables:
        heat = correctable_heat(tournament, table)
        last = tournament.table_states[table].last if heat else None
        if heat and last and last.dice:
            yield TableResult(table=table, spin=heat.spin, dice=last.dice)


def _fees(tournament: Tournament) -> FeesShape:
    details = tournament.plan.details
    return FeesShape(
        entry=price_in_cents(details.entry_fee) + price_in_cents(details.buy_in),
        re_buy=price_in_cents(details.re_buy),
        add_on=price_in_cents(details.add_on),
        buy_back=price_in_cents(tournament.plan.format.buy_back),
    )


def _choices(tournament: Tournament) -> TermsChoices:
    conduct = tournament.plan.conduct
    return TermsChoices(
        methods=tournament.plan.entry.methods,
        penalties=tuple(one.name for one in conduct.penalties),
        disqualified_for=conduct.disqualified_for,
        substitute_for=conduct.substitute_for,
        refunds=tuple(one.ground for one in conduct.refunds),
        voids=tuple(enum_key(one.ground) for one in tournament.rules.irregularities),
        features=tuple(one.name for one in tournament.plan.wagers.features),
    )


def _prizes(house: LiveHouse, tournament: Tournament, staff: bool) -> tuple[PrizeRow, ...]:
    """Return the prizes won, or what every place would pay now."""
    if tournament.prizes:
        return tuple(
            PrizeRow(
                place=one.place, cents=one.cents, player=_public_name(house, tournament, one.player, staff)
            )
            for one in tournament.prizes
        )
    plan = tournament.plan.pool
    places = [[str(number)] for number in range(1, len(plan.places) + 1)]
    won = prize_shares(sum(current_pool(tournament)), plan.places, places, plan.odd_cents)
    return tuple(PrizeRow(place=place, cents=cents, player="") for place, _, cents in won)


def _entrant_rows(house: LiveHouse, tournament: Tournament, staff: bool) -> tuple[EntrantRow, ...]:
    """Return every entrant by rank. A sealed slip does not count until it is opened."""
    groups = final_groups(tournament, tournament.ranks) or standings(tournament)
    ranks = {name: place for place, name in _numbered_places(groups)}
    before = _places_before(tournament)
    advancing = _advancing_entrants(tournament)
    missing = [name for name in entrants_in_order(tournament) if name not in ranks]
    rows = []
    for name in [*ranks, *missing]:
        entrant, heat = tournament.entrants[name], tournament.heat_of(name)
        wagers = tournament.plan.wagers
        rows.append(
            EntrantRow(
                rank=ranks.get(name, 0),
                move=before.get(name, ranks.get(name, 0)) - ranks.get(name, 0),
                player=name,
                number=entrant.number,
                name=_public_name(house, tournament, name, staff),
                table=heat.table if heat else "",
                seat=heat.players.index(name) + 1 if heat else 0,
                bank=tournament.ranking_chips(name),
                this_spin=heat.last.get(name, 0) if heat else 0,
                secrets=max(wagers.secret - heat.secrets.get(name, 0), 0) if heat else wagers.secret,
                passes=max(wagers.passes - heat.passes.get(name, 0), 0) if heat else wagers.passes,
                status=entrant.status,
                above_line=name in advancing,
                briefed=entrant.briefed,
                signed=entrant.signed,
                present=entrant.present,
                staff=entrant.staff,
            )
        )
    return tuple(rows)


def _numbered_places(groups: list[list[str]]) -> list[tuple[int, str]]:
    place, found = 1, []
    for group in groups:
        found += [(place, name) for name in group]
        place += len(group)
    return found


def _places_before(tournament: Tournament) -> dict[str, int]:
    """Return the places before the last spin of each table."""
    if tournament.stage == DRAFT or not tournament.heats:
        return {}
    last = {name: change for heat in tournament.heats for name, change in heat.last.items()}
    worth = {
        name: (-tournament.entrants[name].round, last.get(name, 0) - tournament.ranking_chips(name))
        for name in entrants_in_order(tournament)
    }
    ordered = sorted(set(worth.values()))
    counts = {key: sum(1 for one in worth.values() if one < key) + 1 for key in ordered}
    return {name: counts[key] for name, key in worth.items()}


def _advancing_entrants(tournament: Tournament) -> set[str]:
    """Return the entrants who would advance if the round ended now; in the last round, the prize winners."""
    if not tournament.heats:
        return set()
    plan = tournament.round_plan
    if plan.progress == END:
        paid = len(tournament.plan.pool.places)
        return {name for place, name in _numbered_places(standings(tournament)) if place <= paid}
    groups = [
        [name for name in heat.players if tournament.entrants[name].status == PLAYING]
        for heat in tournament.heats
    ]
    if plan.progress != "top-of-table":
        groups = [[name for group in groups for name in group]]
    found: set[str] = set()
    for group in groups:
        places = {"all": len(group), "all-but-lowest": len(group) - plan.places}.get(
            plan.progress, plan.places
        )
        ordered = sorted(group, key=lambda name: -tournament.ranking_chips(name))
        least = (
            tournament.ranking_chips(ordered[min(places, len(ordered)) - 1])
            if ordered and places > 0
            else None
        )
        found |= {name for name in group if least is not None and tournament.ranking_chips(name) >= least}
    return found
