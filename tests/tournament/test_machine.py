"""Random tournaments: every command is answered, the books balance, and the verifier agrees.

`make test` plays a few dozen, always the same ones. SICBO_EXAMPLES in the environment sets the number, and
plays new ones each time.
"""

import random
from os import environ
from typing import Any

from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from sicbo.errors import Refusal
from sicbo.game.policies import Ground, Step
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.publication import enum_key
from sicbo.machine.ledger import Balances
from sicbo.table.messages.parts import Stake
from sicbo.tournament.log_kind import TOURNAMENT, evolve
from sicbo.tournament.messages import commands, spins
from sicbo.tournament.messages.heats import HeatDeclareVoid, HeatNotifyPerson, HeatPerform, HeatRectifyFault
from sicbo.tournament.simulation.autoplay import TournamentPlay, place_slip
from sicbo.tournament.state import BETWEEN, CHIP, FINISHED, RANKED, ROUND, Tournament, state_hash
from tests.tournament.test_formats import terms_with
from tests.tournament.tournaments import (
    BOOKS,
    SALT,
    correct_spin,
    play_with_entrants,
    seal_commitment_of,
    seed_of,
    slip,
    submit_entry,
    void_spin,
)
from tests.verify.test_tournaments import entries, followed

EXAMPLES = environ.get("SICBO_EXAMPLES")
SHORT: dict[str, Any] = {"max_examples": 40, "derandomize": True, "database": None}
LONG: dict[str, Any] = {"max_examples": int(EXAMPLES or 1), "derandomize": False}
PROFILE = settings(
    settings.get_profile("sicbo"),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    stateful_step_count=40,
    **(LONG if EXAMPLES else SHORT),
)
COMMANDS = tuple(TOURNAMENT.rules)
WORDS = {
    "to": ("", "inspectorate"),
    "name": ("", "director", "deputy"),
    "note": ("", "why"),
    "reason": ("", "why"),
    "method": ("desk", "pigeon"),
    "what": ("re-buy", "add-on", "buy-back", "house"),
    "ground": ("illness", "cancelled", "cheating", "time", "settled", "agreed", "not-flat", "void"),
    "penalty": ("slow play", "none"),
    "feature": ("double", "none"),
    "about": ("", "the dice"),
    "decision": ("", "it stands"),
    "dispute": ("", "c-1"),
    "commitment": ("0" * 64, "x"),
    "salt": (SALT, "x"),
    "seed": (*(seed_of(draw).hex() for draw in ("seats 1", "level 1", "seats 2", "level at the end")), "zz"),
    "location": ("Main floor, pit 4", "elsewhere"),
    "accepted": ("0" * 64,),
    "second": ("", "s1", "s2"),
    "forfeits": ("", "p1"),
    "fault": ("tumbler", "lights-wrong", "power"),
    "whom": ("manager", "surveillance", "guest"),
    "step": ("place-bets", "spin", "close", "enter", "pay"),
}
BANKS: tuple[dict[str, object], ...] = (
    {},
    {"elimination.rule": "no-chips"},
    {"elimination.rule": "by-progress-only"},
)
CHANGES: tuple[dict[str, object], ...] = (
    {},
    {"format.level": "draw", "winners.level": "draw"},
    {"format.disposition": "cash", "format.chip_value": "0.01", "conduct.phone": "penalty"},
    {"conduct.absent": "disqualified", "conduct.disqualified_chips": "shared-at-table"},
    {"conduct.retired_chips": "forfeited", "conduct.late": "disqualified", "conduct.phone": "disqualified"},
    {"winners.level": "play-off", "format.level": "countback"},
    {"winners.level": "countback", "wagers.compulsory": 0},
    {"wagers.if_not_made": "warning", "conduct.substituted": "may-return", "entry.late_entry_rounds": 2},
)
ROUNDS = (
    [(2, 0, 2, "fresh", 2, "top-of-table", 1), (2, 0, 1, "fresh", 1, "end", 0)],
    [
        (1, 0, 3, "fresh", 2, "all-but-lowest", 3),
        (1, 0, 1, "carried", 1, "all", 0),
        (2, 0, 1, "carried", 1, "end", 0),
    ],
    [(0, 1, 2, "fresh", 1, "top-overall", 2), (0, 1, 1, "carried", 1, "end", 0)],
)


class TournamentMachine(RuleBasedStateMachine):
    """One tournament of eight entrants in which any command may be given."""

    play: TournamentPlay

    @initialize(
        book=st.sampled_from(BOOKS),
        changes=st.sampled_from(CHANGES),
        banks=st.sampled_from(BANKS),
        rounds=st.sampled_from(ROUNDS),
    )
    def enters(self, book: str, changes: dict[str, object], banks: dict[str, object], rounds: Any) -> None:
        """Begin with eight entrants under one of many terms."""
        self.book, self.sealed = book, dict[str, Any]()
        self.play = play_with_entrants(book, 8, terms=terms_with(book, rounds, changes | banks))

    @property
    def tournament(self) -> Tournament:
        """The tournament in its current state."""
        return self.play.tournament

    @rule(data=st.data(), kind=st.sampled_from(COMMANDS))
    def submit_anything(self, data: st.DataObject, kind: type[Any]) -> None:
        """Give any command with any plausible arguments."""
        fields = [name for name in kind.__struct_fields__ if name not in ("id", "stamp")]
        said = {name: data.draw(self.field_values(kind, name), name) for name in fields}
        by = data.draw(st.sampled_from(("director", "deputy", "p1", "ghost")))
        rank = data.draw(st.sampled_from((None, Rank.DEALER, Rank.MANAGER)))
        self.play.submit(kind, by=by, rank=rank, **said)
        self.restore_director()

    def restore_director(self) -> None:
        """Appoint a director who is present and brief every entrant, so that play goes on."""
        if "director" not in self.tournament.present:
            self.play.submit(commands.AppointDirector, name="director")
            self.play.submit(commands.TakeCharge)
        if self.tournament.entrants:
            self.play.submit(commands.BriefEntrants, players=tuple(sorted(self.tournament.entrants)))

    def field_values(self, kind: type[Any], name: str) -> st.SearchStrategy[Any]:
        """Return the possible values of a field."""
        people = [*self.tournament.entrants, "stranger", "s1"]
        listed: dict[str, st.SearchStrategy[Any]] = {
            "player": st.sampled_from(sorted(people)),
            "players": st.sampled_from([(), tuple(sorted(self.tournament.entrants)), ("stranger",)]),
            "table": st.sampled_from(("T1", "T1", "T2", "T9")),
            "tables": st.sampled_from(((), ("T1",), ("T1", "T2"))),
            "tumbles": st.sampled_from((None, 0, 3)),
            "round": st.sampled_from((None, 1, 2)),
            "version": st.sampled_from((1, 2)),
            "bets": st.sampled_from(((), ("small",))),
            "dice": st.sampled_from(((1, 2, 4), (6, 6, 6), (0, 7, 1))),
            "stakes": st.sampled_from(((), slip(small=100), slip(big=10_000), (Stake("x", -1, CHIP),))),
            "commitments": st.sampled_from(((), ("0" * 64,) * 3)),
            "cents": st.sampled_from((0, 5_000, 10_000, 12_000)),
            "starts": st.just(self.play.wall),
            "terms": st.sampled_from(("", *(terms_with(self.book, rounds) for rounds in ROUNDS))),
        }
        if name in listed:
            return listed[name]
        if name == "ground" and kind is HeatDeclareVoid:
            return st.sampled_from([enum_key(one.ground) for one in self.tournament.rules.irregularities])
        if name == "player" and kind is HeatDeclareVoid:
            return st.sampled_from(("", *sorted(people)))
        return st.sampled_from(WORDS[name]) if name in WORDS else st.booleans()

    @rule(seed=st.integers(0, 999))
    def take_next_step(self, seed: int) -> None:
        """Do what a director would do next."""
        if self.tournament.stage == ROUND and self.tournament.active_heats():
            self.play_spins(random.Random(seed))
        elif self.tournament.stage == ROUND:
            self.play.submit(commands.HoldPlayOff, table=self.tournament.tables[0])
            self.play.submit(commands.ConcludeRound)
        elif self.tournament.stage == RANKED:
            self.play.submit(commands.AwardPrizes)
        elif seed % 5 or self.tournament.stage != BETWEEN:
            self.play.submit(commands.BeginRound)
        else:
            self.play.submit(commands.HoldRepechage, table="T1")

    def play_spins(self, chance: random.Random) -> None:
        """Play a spin with all kinds of slips at every table that is due for one."""
        for table in [heat.table for heat in self.tournament.active_heats()]:
            deal_on(self.play, table, Step.CLOSE)
            heat = self.tournament.heat_at(table)
            for name in list(self.tournament.live_entrants(heat)) if heat else ():
                bank = self.tournament.bank_of(name) // 100 * 100
                bet, chips = (
                    chance.choice(("small", "big", "triple_1")),
                    chance.choice((100, bank, bank // 2)),
                )
                wager: dict[str, Any] = {bet: chips - chips % 100}
                if chance.random() < 0.2 and heat:
                    made = seal_commitment_of(self.play, name, table, **wager)
                    self.play.submit(spins.SealSlip, table=table, player=name, commitment=made)
                place_slip(self.play, table, name, slip(**wager))
                self.sealed[name] = slip(**wager)
            deal_on(self.play, table, Step.UNCOVER)
            heat = self.tournament.heat_at(table)
            for name in sorted(heat.seals) if heat else ():
                stakes = self.sealed.get(name, ())
                self.play.submit(spins.OpenSeal, table=table, player=name, salt=SALT, stakes=stakes)
                self.play.submit(spins.LapseSeal, table=table, player=name, note="lost")
            deal_on(self.play, table, None, _some_dice(chance))
            if chance.random() < 0.3:
                correct_spin(self.play, _some_dice(chance), table, second="deputy")
            self.play.submit(commands.EndHeat, table=table, ground="settled")

    @rule(player=st.sampled_from(("late1", "late2")))
    def enter_late(self, player: str) -> None:
        """Enter a player in the usual way, at any time."""
        submit_entry(self.play, player)

    @rule()
    def retire_all(self) -> None:
        """Retire every entrant at once, which may end a tournament early."""
        for name in sorted(self.tournament.entrants):
            self.play.submit(commands.Retire, player=name)

    @invariant()
    def no_bank_is_negative(self) -> None:
        """No bank is negative."""
        if hasattr(self, "play"):
            assert all(self.tournament.bank_of(name) >= 0 for name in self.tournament.entrants)

    def teardown(self) -> None:
        """It can be played to its end: the books balance, a replay is the same, and the verifier agrees."""
        if not hasattr(self, "play"):
            return
        self.play_to_prizes()
        cup, balances = (
            Tournament(self.tournament.name, self.tournament.rulebook, self.tournament.layout_key),
            Balances(),
        )
        for event in self.play.events:
            balances = balances.after_transfers(TOURNAMENT.transfers(event, cup))
            cup = evolve(cup, event)
            assert not balances.accounts_with_wrong_sign()
            assert balances == cup.balances
        assert not balances.unbalanced_kinds()
        assert state_hash(cup) == state_hash(self.tournament)
        followed(self.book, entries(self.play))

    def play_to_prizes(self) -> None:
        """Play to the prizes: no state of a tournament that has begun is a dead end."""
        for step in range(200):
            if self.tournament.stage not in (ROUND, BETWEEN, RANKED):
                return
            self.restore_director()
            for dispute in sorted(self.tournament.disputes):
                said: dict[str, Any] = {"dispute": dispute, "decision": "it stands", "satisfied": True}
                self.play.submit(commands.DecideTournamentDispute, **said)
            outcome: Any = None
            if self.tournament.stage == BETWEEN:
                outcome = self.play.submit(commands.BeginRound)
            if self.tournament.stage != BETWEEN:
                self.take_next_step(step)
            elif isinstance(outcome, Refusal):
                tables = tuple(f"T{number}" for number in range(1, 4))
                self.play.submit(commands.DesignateTables, tables=tables, location="Main floor, pit 4")
                self.play.submit(commands.ConcludeRound)
            for heat in self.tournament.active_heats():
                self.play.command_count += heat.minutes * 60
                self.play.submit(commands.EndHeat, table=heat.table, ground="time")
        assert self.tournament.stage == FINISHED


def _some_dice(chance: random.Random) -> tuple[int, int, int]:
    return (chance.randint(1, 6), chance.randint(1, 6), chance.randint(1, 6))


def deal_on(
    play: TournamentPlay, table: str, end: Step | None, dice: tuple[int, int, int] | None = None
) -> None:
    """Deal until a step is due: void a spin that has to be void, and have every fault mended first."""
    for _ in range(20):
        state = play.tournament.table_state(table)
        for fault in state.faults.values():
            if fault.tell:
                told: dict[str, Any] = {"fault": fault.kind, "whom": fault.tell, "name": "lee"}
                play.submit(HeatNotifyPerson, table=table, **told)
            play.submit(HeatRectifyFault, table=table, fault=fault.kind)
        if state.round and state.round.void_due:
            void_spin(play, enum_key(Ground[state.round.void_due]), table, second="deputy", note="it stuck")
            return
        step = state.due_stage.step
        if step is end:
            return
        tumbles, shown = (3, None) if step is Step.SPIN else (None, dice if step is Step.ENTER else None)
        play.submit(HeatPerform, table=table, step=enum_key(step), tumbles=tumbles, dice=shown)
        if play.tournament.table_state(table).round is None:
            return


def test_whatever_is_asked_is_answered() -> None:
    """No command in any state raises an exception, and no state is a dead end."""
    run_state_machine_as_test(TournamentMachine, settings=PROFILE)
