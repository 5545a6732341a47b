"""Play a whole tournament by strategies: every command is decided, and chance comes from outside."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sicbo.draws import commitment
from sicbo.errors import BadInput, Refusal
from sicbo.game.layout import Layout
from sicbo.game.policies import Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.machine.messages import Command, Stamp, stable_name
from sicbo.table.messages.parts import Stake
from sicbo.table.round.slips import EMPTY_SLIP
from sicbo.tournament.before.draw_commitments import draw_labels, draw_opened_by
from sicbo.tournament.format import plan_of, price_in_cents
from sicbo.tournament.log_kind import decide, evolve_all
from sicbo.tournament.messages import commands
from sicbo.tournament.messages.heats import HeatPerform, HeatRegisterSlip
from sicbo.tournament.play.rounds import next_round_entrants
from sicbo.tournament.play.ties import play_off_entrants
from sicbo.tournament.state import BETWEEN, CHIP, RANKED, Heat, Tournament

Chance = Callable[[int], int]
"""A function that returns a whole number from 0 up to, but not including, its argument."""
Strategy = Callable[[Tournament, Heat, str, Chance], int]
DIRECTOR, SEED_BYTES = "director", 16


@dataclass
class TournamentPlay:
    """A tournament that takes one command after another; a refused command stops it with the reason."""

    tournament: Tournament
    wall: int = 0
    events: list[Any] = field(default_factory=list)
    command_count: int = 0
    seeds: dict[str, bytes] = field(default_factory=dict)
    commands: dict[str, Command] = field(default_factory=dict)

    def submit(
        self, kind: type[Any], by: str = DIRECTOR, rank: Rank | None = Rank.MANAGER, **fields: Any
    ) -> Any:
        """Give a command, with its seed if it opens a draw, and return its events or a refusal."""
        self.command_count += 1
        if draw := draw_opened_by(self.tournament, stable_name(kind.__name__)):
            fields = {"seed": self.seeds.get(draw, b"").hex()} | fields
        stamp = Stamp(by, rank, self.wall, self.command_count * 1000)
        command = kind(id=f"c-{self.command_count}", stamp=stamp, **fields)
        outcome = self.decide_and_apply(command)
        if not isinstance(outcome, Refusal):
            self.commands[command.id] = command
            self.events += outcome
        return outcome

    def decide_and_apply(self, command: Command) -> Any:
        """Decide a command, apply its events, and return the events or a refusal."""
        outcome = decide(self.tournament, command)
        if not isinstance(outcome, Refusal):
            self.tournament = evolve_all(self.tournament, outcome)
        return outcome

    def do(self, kind: type[Any], **fields: Any) -> Sequence[Any]:
        """Give a command that must be accepted, and return its events."""
        outcome = self.submit(kind, **fields)
        if isinstance(outcome, Refusal):
            raise BadInput(f"{kind.__name__}: {outcome}")
        events: Sequence[Any] = outcome
        return events


def new_tournament_play(terms: str) -> TournamentPlay:
    """Return a tournament with these terms at its start time."""
    plan = plan_of(terms)
    play = TournamentPlay(Tournament(plan.name, plan.rulebook, plan.layout))
    play.do(commands.PublishTournament, terms=terms)
    play.wall = play.tournament.starts
    return play


def random_seeds(chance: Chance) -> Callable[[str], bytes]:
    """Return a function that makes a seed for each draw from this source of chance."""
    return lambda draw: bytes(chance(256) for _ in range(SEED_BYTES))


def prepare_tournament(play: TournamentPlay, seed: Callable[[str], bytes]) -> None:
    """Do everything between the terms and the first entry; `seed` gives each draw its own seed."""
    play.seeds = {draw: seed(draw) for draw in draw_labels(play.tournament.plan)}
    play.do(commands.CommitSeatDraws, commitments=tuple(map(commitment, play.seeds.values())))
    if play.tournament.steps.advised:
        play.do(commands.AdviseRegulator, to="inspectorate")
    play.do(commands.AppointDirector, name=DIRECTOR)
    play.do(commands.TakeCharge)
    most = max(part.tables for part in play.tournament.plan.format.rounds)
    tables = tuple(f"T{number}" for number in range(1, most + 1))
    play.do(commands.DesignateTables, tables=tables, location=play.tournament.plan.details.location)


def enter_players(play: TournamentPlay, names: Sequence[str], **more: Any) -> None:
    """Enter these players at the price of the terms, briefed and signed."""
    plan = play.tournament.plan
    cents = price_in_cents(plan.details.entry_fee) + price_in_cents(plan.details.buy_in)
    accepted = hashlib.sha256(play.tournament.terms.encode()).hexdigest()
    method = plan.entry.methods[0]
    for name in names:
        fields = {"player": name, "method": method, "cents": cents, "accepted": accepted, "admitted": True}
        play.do(commands.EnterTournament, **(fields | more))
        if plan.entry.signed_copies:
            play.do(commands.SignTerms, player=name)
    play.do(commands.BriefEntrants, players=tuple(names))


def play_rounds(play: TournamentPlay, strategies: dict[str, Strategy], chance: Chance) -> Iterator[Heat]:
    """Play every round to the end and yield each heat when it is over. The prizes are left to be awarded."""
    while play.tournament.stage != RANKED:
        play.do(commands.BeginRound)
        while play.tournament.active_heats():
            for heat in play.tournament.active_heats():
                play_spin(play, heat.table, strategies, chance)
                if play.tournament.heat_at(heat.table) is not heat and _is_heat_over(play, heat):
                    yield heat
        while play_off_entrants(play.tournament):
            table = play.tournament.tables[0]
            play.do(commands.HoldPlayOff, table=table)
            play_spin(play, table, strategies, chance)
        conclude_play_round(play)
        assert play.tournament.stage in (BETWEEN, RANKED)


def conclude_play_round(play: TournamentPlay) -> None:
    """Conclude the round, and the tournament if no entrant is left to play on (8.4.8(d)(i))."""
    play.do(commands.ConcludeRound)
    if play.tournament.stage == BETWEEN and not next_round_entrants(play.tournament):
        play.do(commands.ConcludeRound)


def _is_heat_over(play: TournamentPlay, heat: Heat) -> bool:
    now = play.tournament.heat_at(heat.table)
    return now is None or now.players != heat.players


def play_spin(play: TournamentPlay, table: str, strategies: dict[str, Strategy], chance: Chance) -> None:
    """Play one spin: each entrant wagers by their strategy, and the dice are thrown."""
    deal_until(play, table, Step.CLOSE)
    heat = play.tournament.heat_at(table)
    assert heat is not None
    for name in list(play.tournament.live_entrants(heat)):
        stakes = strategy_wager(play.tournament, heat, name, strategies[name], chance)
        if stakes:
            place_slip(play, table, name, stakes)
    finish_spin(play, table, (chance(6) + 1, chance(6) + 1, chance(6) + 1))
    after_spin = play.tournament.heat_at(table)
    if after_spin and after_spin.minutes and after_spin.spin * 60 >= after_spin.minutes * 60:
        play.command_count += after_spin.minutes * 60  # the clock of the heat runs out
        play.do(commands.EndHeat, table=table, ground="time")


def deal_until(
    play: TournamentPlay, table: str, end: Step | None, dice: tuple[int, int, int] | None = None
) -> Sequence[Any]:
    """Perform the steps of a spin until this one is due, and return the events of the last one."""
    events: Sequence[Any] = ()
    while True:
        step = play.tournament.table_state(table).due_stage.step
        if step is end:
            return events
        tumbles = 3 if step is Step.SPIN else None
        shown = dice if step is Step.ENTER else None
        events = play.do(HeatPerform, table=table, step=enum_key(step), tumbles=tumbles, dice=shown)
        if play.tournament.table_state(table).round is None:
            return events


def finish_spin(play: TournamentPlay, table: str, dice: tuple[int, int, int]) -> Sequence[Any]:
    """Perform the steps that are left of a spin, with these dice, and return the events of the last one."""
    return deal_until(play, table, None, dice)


def place_slip(play: TournamentPlay, table: str, player: str, stakes: tuple[Stake, ...]) -> Any:
    """Register an entrant's slip on the spin in play, and return its events or a refusal."""
    played = play.tournament.table_state(table).round
    before = played.slips.get(player, EMPTY_SLIP) if played else EMPTY_SLIP
    number, version = played.number if played else 1, before.version + 1
    order: dict[str, Any] = {"player": player, "round": number, "version": version, "stakes": stakes}
    return play.submit(HeatRegisterSlip, table=table, **order)


def strategy_wager(
    tournament: Tournament, heat: Heat, name: str, strategy: Strategy, chance: Chance
) -> tuple[Stake, ...]:
    """Return the wager of a strategy within the terms: on an even chance, or on a long shot if negative."""
    wagers, bank = tournament.plan.wagers, tournament.bank_of(name)
    strategy_chips = strategy(tournament, heat, name, chance)
    likely, longest = _bets(tournament.layout)
    chips = min(max(abs(strategy_chips), wagers.compulsory, wagers.unit), bank, wagers.maximum or bank)
    chips -= chips % wagers.unit
    side = likely[chance(len(likely))] if strategy_chips >= 0 else longest
    return (Stake(side, chips, CHIP),) if chips and chips >= wagers.compulsory else ()


@cache
def _bets(layout: Layout) -> tuple[tuple[str, ...], str]:
    """Return the bets that pay one to one and win most often, and the bet that pays most."""
    even = [bet for bet in layout if [price.odds for price in layout.prices[bet.key]] == [1]]
    most = max(len(bet.winning_rolls) for bet in even)
    longest = max(layout, key=lambda bet: max(price.odds for price in layout.prices[bet.key]))
    return tuple(bet.key for bet in even if len(bet.winning_rolls) == most), longest.key


def steady(tournament: Tournament, heat: Heat, name: str, chance: Chance) -> int:
    """Wager the compulsory amount on every spin."""
    return 0


def bold(tournament: Tournament, heat: Heat, name: str, chance: Chance) -> int:
    """Wager a quarter of the bank on every spin."""
    return tournament.bank_of(name) // 4


def long_shot(tournament: Tournament, heat: Heat, name: str, chance: Chance) -> int:
    """Wager the compulsory amount on the bet that pays most."""
    return -max(tournament.plan.wagers.compulsory, tournament.plan.wagers.unit)


def late(tournament: Tournament, heat: Heat, name: str, chance: Chance) -> int:
    """Wager the compulsory amount until the last two spins, then the whole bank if another entrant leads."""
    leader = max(tournament.ranking_chips(other) for other in heat.players)
    near = bool(heat.spins) and heat.spin >= heat.spins - 2
    return tournament.bank_of(name) if near and tournament.ranking_chips(name) < leader else 0


STRATEGIES: dict[str, Strategy] = {"steady": steady, "bold": bold, "long-shot": long_shot, "late": late}
