"""Pass cards and features of the terms: a spin without a wager, and further chips between two spins."""

from collections.abc import Iterator

from sicbo.errors import Refusal
from sicbo.i18n import message
from sicbo.machine.ledger import Transfer, no_transfers
from sicbo.machine.log_kind import Audience, Effect, Events
from sicbo.machine.messages import event_from_command
from sicbo.tournament.authority import TournamentRule
from sicbo.tournament.chip_transfers import bank_transfers
from sicbo.tournament.messages import spins
from sicbo.tournament.play.heat_checks import heat_of_entrant
from sicbo.tournament.play.secret_wagers import refuse_if_decided
from sicbo.tournament.state import OPEN, PLAYING, WAITING, Tournament, with_entrant, with_heat


def play_pass(tournament: Tournament, command: spins.PlayPass) -> Events | Refusal:
    """Accept a pass card instead of the compulsory wager."""
    wagers = tournament.plan.wagers
    if not wagers.passes_offered:
        return Refusal(tournament.steps.held, message("tournament-play.no-passes"))
    clause = tournament.clause("wagers.passes_offered")
    heat = heat_of_entrant(tournament, command.table, command.player, OPEN)
    if isinstance(heat, Refusal):
        return heat
    if heat.passes.get(command.player, 0) >= wagers.passes or command.player in heat.passing:
        return Refusal(clause, message("tournament-play.passes-used", passes=wagers.passes))
    return refuse_if_decided(tournament, heat, command.player, clause) or (
        event_from_command(spins.PassPlayed, command, clause),
    )


def use_feature(tournament: Tournament, command: spins.UseFeature) -> Events | Refusal:
    """Use a feature that the terms list, up to its number of times, between two spins."""
    if not tournament.plan.wagers.features_offered:
        return Refusal(tournament.steps.held, message("tournament-play.no-features"))
    features = {one.name: one for one in tournament.plan.wagers.features}
    clause = tournament.clause("wagers.features")
    heat, entrant = tournament.heat_of(command.player), tournament.entrants.get(command.player)
    if command.feature not in features:
        return Refusal(clause, message("tournament-play.features", features=", ".join(features)))
    feature = features[command.feature]
    waits = heat is not None and tournament.phase_of(heat) == WAITING
    if entrant is None or entrant.status != PLAYING or not waits:
        return Refusal(clause, message("tournament-play.feature-time"))
    if entrant.features.get(command.feature, 0) >= feature.times:
        return Refusal(clause, message("tournament-play.feature-used", times=feature.times))
    return (event_from_command(spins.FeatureUsed, command, clause, chips=feature.chips),)


def _apply_pass_played(tournament: Tournament, event: spins.PassPlayed) -> Tournament:
    heat = tournament.heat_at(event.table)
    assert heat is not None, "A pass card is played in a heat."
    used = heat.passes.set(event.player, heat.passes.get(event.player, 0) + 1)
    return with_heat(tournament, heat, passes=used, passing=heat.passing | {event.player})


def _apply_feature_used(tournament: Tournament, event: spins.FeatureUsed) -> Tournament:
    used = tournament.entrants[event.player].features
    used = used.set(event.feature, used.get(event.feature, 0) + 1)
    return with_entrant(tournament, event.player, features=used)


def _book_feature(event: spins.FeatureUsed, before: Tournament) -> Iterator[Transfer]:
    return bank_transfers(event.player, event.chips)


RULES = (
    TournamentRule(spins.PlayPass, decide=play_pass),
    TournamentRule(spins.UseFeature, decide=use_feature),
)
EFFECTS = (
    Effect(
        spins.PassPlayed,
        apply=_apply_pass_played,
        transfers=no_transfers,
        audience=Audience.EVERYONE,
    ),
    Effect(
        spins.FeatureUsed,
        apply=_apply_feature_used,
        transfers=_book_feature,
        audience=Audience.EVERYONE,
    ),
)
