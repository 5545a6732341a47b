"""A tournament in the storm: a director who follows the terms, entrants, and tables used by it."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from sicbo.draws import commitment
from sicbo.errors import Refusal
from sicbo.game.policies import Ground, Step
from sicbo.game.rulebook.publication import enum_key
from sicbo.table.equipment.faults import FAULT_KINDS
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.people import DesignateTable, ReleaseTable
from sicbo.table.round.slips import EMPTY_SLIP
from sicbo.table.state import TableState
from sicbo.tournament.before.draw_commitments import draw_labels, draw_opened_by
from sicbo.tournament.format import plan_of, price_in_cents
from sicbo.tournament.messages import commands as ask, spins as spin
from sicbo.tournament.messages.heats import (
    HeatCorrectResult,
    HeatDeclareVoid,
    HeatNotifyPerson,
    HeatPerform,
    HeatRectifyFault,
    HeatRegisterSlip,
    HeatReportFault,
)
from sicbo.tournament.play.counts import correctable_heat
from sicbo.tournament.play.rounds import next_round_entrants
from sicbo.tournament.play.secret_wagers import slip_commitment
from sicbo.tournament.state import (
    BETWEEN,
    CHIP,
    CLOSED,
    DRAFT,
    ENTRIES,
    FINISHED,
    OPEN,
    PLAYING,
    RANKED,
    WAITING,
    Heat,
    Tournament,
)
from tests.storm.actors.actor import Actor
from tests.storm.actors.managers import SECOND_PERSON
from tests.storm.actors.staff import TrueDice
from tests.storm.fault_rates import SECOND
from tests.storm.house import CUP, SimulatedHouse
from tests.storm.messages import Reply, Request
from tests.storm.world import World
from tests.tournament.tournaments import MELBOURNE, SYDNEY, terms_of

EVERY, AT = 5, 3
"""One seed of this many has a tournament."""
PLAYERS, TABLES = 6, ("T1", "T2")
LAYOUTS = (SYDNEY, f"{MELBOURNE}/a")
BETTING, PATIENCE = 3 * SECOND, 20 * SECOND
Order = tuple[type[Any], dict[str, Any]]


def has_tournament(seed: int) -> bool:
    """Whether a seed has a tournament."""
    return seed % EVERY == AT


def short_terms(book: str) -> str:
    """Return the terms of a tournament that takes a few minutes and was scheduled to start yesterday."""
    text = terms_of(book)
    for old, new in (("2026-01", "2025-10"), ("2026-02", "2025-11"), ("spins = 20", "spins = 3")):
        text = text.replace(old, new)
    return text.replace("fewest = 8", "fewest = 4").replace("places = 4\n", "places = 2\n")


class Director(Actor):
    """The director: does what is next by the terms, and deals at the tables of the tournament."""

    period = SECOND // 3
    staff = True

    def __init__(
        self, world: World, house: SimulatedHouse, layout: str, players: Sequence[str], truth: TrueDice
    ) -> None:
        super().__init__(world, house, CUP, "director", "senior-manager")
        self.terms = short_terms(layout.partition("/")[0])
        self.players, self.truth = players, truth
        names = draw_labels(plan_of(self.terms))
        self.seeds = {draw: world.random.randbytes(16) for draw in names}
        self.tables: list[str] = []
        self.marshals: list[TableProvider] = []
        self._since: dict[tuple[str, int, int, str], int] = {}

    @property
    def stage(self) -> str:
        """The stage of the tournament, as far as the director can see."""
        return self.view.table.stage if self.view else DRAFT

    def is_using_tables(self) -> bool:
        """Whether dealers must not begin a round, so that their tables can be given to the tournament."""
        return self.stage not in (DRAFT, FINISHED)

    def act(self, cup: Tournament) -> None:
        """Give the first command that is due."""
        kind, words = next(self._orders(cup), (None, {}))
        if kind is not None:
            self.send_until_answered(kind, **words)

    def _orders(self, cup: Tournament) -> Iterator[Order]:
        if cup.stage == DRAFT:
            yield ask.PublishTournament, {"terms": self.terms}
        elif cup.stage != FINISHED:
            if not cup.director:
                yield ask.AppointDirector, {"name": self.person}
            if self.person not in cup.present:
                yield ask.TakeCharge, {}
            elif self.world.chance(self.world.fault_rates.conduct):
                yield ask.LeaveCharge, {}
            stages = {
                ENTRIES: self._preparation_orders,
                BETWEEN: self._start_orders,
                RANKED: self._award_orders,
            }
            yield from stages.get(cup.stage, self._play_orders)(cup)

    def _preparation_orders(self, cup: Tournament) -> Iterator[Order]:
        plan = cup.plan
        if not cup.commitments:
            yield ask.CommitSeatDraws, {"commitments": tuple(map(commitment, self.seeds.values()))}
        if cup.steps.advised and cup.advised < cup.version:
            yield ask.AdviseRegulator, {"to": "inspectorate"}
        if not cup.tables:
            yield ask.DesignateTables, {"tables": tuple(self.tables), "location": plan.details.location}
        words = {
            "method": plan.entry.methods[0],
            "cents": price_in_cents(plan.details.entry_fee) + price_in_cents(plan.details.buy_in),
            "accepted": hashlib.sha256(cup.terms.encode()).hexdigest(),
            "admitted": True,
        }
        for player in self.players:
            if player not in cup.entrants:
                yield ask.EnterTournament, words | {"player": player}
            elif plan.entry.signed_copies and not cup.entrants[player].signed:
                yield ask.SignTerms, {"player": player}
        if any(not one.briefed for one in cup.entrants.values()):
            yield ask.BriefEntrants, {"players": tuple(sorted(cup.entrants))}
        if all(one.is_table_free for one in self.marshals):
            yield from self._start_orders(cup)

    def _start_orders(self, cup: Tournament) -> Iterator[Order]:
        """Yield the command that begins the next round, or that ends the tournament if no entrant can play
        one.
        """
        if next_round_entrants(cup):
            yield ask.BeginRound, self._opened_seed(cup, "begin-round")
        else:
            yield ask.ConcludeRound, self._opened_seed(cup, "conclude-round")

    def _opened_seed(self, cup: Tournament, kind: str) -> dict[str, Any]:
        return {"seed": self.seeds[draw_opened_by(cup, kind) or ""].hex()}

    def _award_orders(self, cup: Tournament) -> Iterator[Order]:
        yield ask.AwardPrizes, {}

    def _play_orders(self, cup: Tournament) -> Iterator[Order]:
        for heat in cup.active_heats():
            yield from self._deal_orders(cup, heat)
        if not cup.active_heats():
            yield ask.ConcludeRound, self._opened_seed(cup, "conclude-round")

    def _deal_orders(self, cup: Tournament, heat: Heat) -> Iterator[Order]:
        """Yield the command that is due at a table; a spin is sometimes void, or its result corrected."""
        table, phase = cup.table_state(heat.table), cup.phase_of(heat)
        key = heat.table, cup.round, heat.spin, phase
        waited, here = self.world.now - self._since.setdefault(key, self.world.now), {"table": heat.table}
        due, played = table.due_stage.step, table.round
        yield from self._fault_orders(table, here)
        if played is None:
            yield from self._correction_orders(cup, table, here)
        elif played.void_due or self.world.chance(self.world.fault_rates.void):
            ground = self.world.random.choice([one.ground for one in cup.rules.irregularities])
            wanted = Ground[played.void_due] if played.void_due else ground
            void = {"ground": enum_key(wanted), "note": "n", "second": SECOND_PERSON if played.dice else ""}
            yield HeatDeclareVoid, here | void
        if due is Step.CLOSE and waited < BETTING:
            return
        if due is Step.UNCOVER and heat.waiting_seals:
            if waited > PATIENCE:
                yield spin.LapseSeal, here | {"player": heat.waiting_seals[0], "note": "n"}
            return
        said: dict[str, Any] = {"step": enum_key(due), "round": table.round_number_due}
        if due is Step.SPIN:
            said |= {"tumbles": 3}
        elif due is Step.ENTER:
            said |= {"dice": self.truth.random_dice()}
        yield HeatPerform, here | said

    def _fault_orders(self, table: TableState, here: dict[str, Any]) -> Iterator[Order]:
        """Yield the report of a fault, or what has to be done about one."""
        for fault in table.faults.values():
            if fault.tell and fault.tell not in fault.told:
                yield HeatNotifyPerson, here | {"fault": fault.kind, "whom": fault.tell, "name": "lee"}
            yield HeatRectifyFault, here | {"fault": fault.kind}
        if not table.faults and self.world.chance(self.world.fault_rates.fault):
            yield HeatReportFault, here | {"fault": self.world.random.choice(FAULT_KINDS), "note": "n"}

    def _correction_orders(self, cup: Tournament, table: TableState, here: dict[str, Any]) -> Iterator[Order]:
        """Yield a correction of the last result of a table."""
        heat = correctable_heat(cup, table.name)
        if heat and table.last and self.world.chance(self.world.fault_rates.wrong_result):
            dice = self.truth.random_dice()
            if sorted(dice) != sorted(table.last.dice or ()):
                yield HeatCorrectResult, here | {"dice": dice, "second": SECOND_PERSON, "reason": "r"}


class TableProvider(Actor):
    """Staff who give a table to the tournament while it lasts, and take it back."""

    period = SECOND
    staff = True

    def __init__(self, world: World, house: SimulatedHouse, table: str, director: Director) -> None:
        super().__init__(world, house, table, f"{table}-marshal", "senior-manager")
        self.director = director

    @property
    def is_table_free(self) -> bool:
        """Whether the table is free for the tournament, as far as can be seen."""
        return bool(self.view and self.view.table.designated)

    def act(self, table: TableState) -> None:
        """Give the table away as soon as no round is in play, or take it back."""
        if self.director.is_using_tables() and not table.designated and table.round is None:
            self.send_until_answered(DesignateTable, tournament=CUP)
        elif self.director.stage == FINISHED and table.designated:
            self.send_until_answered(ReleaseTable)


class Entrant(Actor):
    """An entrant who plays for the prizes with slips, passes, and sealed slips that survive a restart of the
    terminal.
    """

    period = 3 * SECOND // 2
    restarts = True

    def __init__(self, world: World, house: SimulatedHouse, name: str) -> None:
        super().__init__(world, house, CUP, name)
        self.secrets: dict[str, tuple[str, tuple[Stake, ...]]] = {}

    def act(self, cup: Tournament) -> None:
        """Do something that the heat in play allows."""
        heat = next((one for one in cup.active_heats() if self.person in one.players), None)
        if heat is not None and cup.entrants[self.person].status == PLAYING:
            phase = cup.phase_of(heat)
            if phase == OPEN:
                self._wager(cup, heat)
            elif phase == CLOSED and self.person in heat.waiting_seals:
                salt, stakes = self.secrets[heat.seals[self.person]]
                self.send_until_answered(spin.OpenSeal, table=heat.table, salt=salt, stakes=stakes)
            elif phase == WAITING and self.world.chance(0.05):
                self.send_until_answered(spin.UseFeature, feature="lifeline")

    def _wager(self, cup: Tournament, heat: Heat) -> None:
        random, here = self.world.random, {"table": heat.table}
        chance = random.random()
        if self.person in heat.seals or self.person in heat.passing or chance < 0.2:
            return
        chips = random.choice((100, 200, 1_000, cup.bank_of(self.person) // 100 * 100))
        stakes = (Stake(random.choice(("small", "big", "total-7", "single-3")), chips, CHIP),)
        if chance < 0.3:
            self.send_until_answered(spin.PlayPass, **here)
        elif chance < 0.55:
            salt, seat = f"{random.getrandbits(128):032x}", heat.players.index(self.person) + 1
            made = slip_commitment(salt, heat.table, seat, cup.round, heat.spin + 1, stakes)
            self.secrets[made] = salt, stakes
            self.send_until_answered(spin.SealSlip, commitment=made, **here)
        else:
            played = cup.table_state(heat.table).round
            assert played is not None
            version = played.slips.get(self.person, EMPTY_SLIP).version + 1
            slip = {"round": played.number, "version": version, "stakes": stakes}
            self.send_until_answered(HeatRegisterSlip, **slip, **here)

    def on_answer(self, message: Request, reply: Reply) -> None:
        """Assert that the slip on the layout is the requested one."""
        if reply.answer is None or isinstance(reply.answer.outcome, Refusal):
            return
        event = reply.answer.outcome[0]
        assert event.player == self.person, "another player's slip"
        for name in ("stakes", "commitment", "salt"):
            if name in message.words:
                self.world.counts[f"{name} of a tournament"] += 1
                assert getattr(event, name) == message.words[name], "a slip was changed on its way"


class UnsignedAttacker(Actor):
    """An attacker with a staff session but without keys, who wagers without a seat in a heat."""

    def act(self, cup: Tournament) -> None:
        """Try one attack."""
        random = self.world.random
        tables, victim = cup.tables or ("T1",), random.choice((self.person, *sorted(cup.entrants)))
        table = random.choice(tables)
        sealed = [
            (heat.table, name)
            for heat in cup.active_heats()
            if cup.phase_of(heat) == CLOSED
            for name in heat.waiting_seals
        ]
        if sealed:
            table, victim = random.choice(sealed)
        slip = {"table": table, "player": victim, "stakes": (Stake("big", 100, CHIP),)}
        orders: tuple[Order, ...] = (
            (HeatRegisterSlip, slip | {"round": 1, "version": 1}),
            (spin.OpenSeal, slip | {"salt": "00" * 16}),
            (HeatPerform, {"table": table, "step": "enter", "dice": (6, 6, 6)}),
            (HeatPerform, {"table": table, "step": "close"}),
            (ask.Disqualify, {"player": victim, "ground": "cheating", "note": "n"}),
            (ask.AwardPrizes, {}),
        )
        if self.world.chance(self.world.fault_rates.attack):
            kind, words = orders[1] if sealed else random.choice(orders)
            self.world.counts["attacks on a tournament"] += 1
            if (stolen := self.house.signed_last) is not None and random.random() < 0.5:
                self.given += 1
                name = f"{self.name}-{self.given}"
                self._send(stolen._replace(id=name, kind=kind, words=words, table=CUP, replies=_ignore_reply))
            else:
                self.send_once(kind, random.random() < 0.5 and kind is not HeatRegisterSlip, **words)


def _ignore_reply(reply: Reply) -> None:
    """Ignore a reply."""
