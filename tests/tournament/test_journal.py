"""A tournament in a real journal: no secret is in it, and after a crash its state is the same."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.house.entries import CommandRequest, new_founding
from sicbo.house.export import bundles
from sicbo.house.export.readers import SqliteReader
from sicbo.house.export.registers import register_rows
from sicbo.house.export.sources import public_keys
from sicbo.house.identity.keys import Keys
from sicbo.house.opening import open_house
from sicbo.machine.messages import Command, Stamp
from sicbo.table.messages.parts import Stake
from sicbo.tournament.messages import commands, spins
from sicbo.tournament.messages.heats import (
    HeatCorrectResult,
    HeatDeclareVoid,
    HeatNotifyPerson,
    HeatRectifyFault,
)
from sicbo.tournament.play.secret_wagers import slip_commitment
from sicbo.tournament.play.ties import standings
from sicbo.tournament.simulation.autoplay import TournamentPlay, finish_spin
from sicbo.tournament.state import state_hash
from tests.tournament.tournaments import (
    SALT,
    SYDNEY,
    bank_of,
    close_bets,
    invite_bets,
    play_with_round_begun,
    put,
    seal_commitment_of,
    slip,
)

TOURNAMENT = "lunar-cup"


class TournamentLog(TournamentPlay):
    """A house with one tournament, played through its floor."""

    def __init__(self, data: Path) -> None:
        self.data = data
        Keys(data).new_house_key("house.example")
        self.house = open_house(str(data))
        self.house.floor.found_log(new_founding("house.example", TOURNAMENT, SYDNEY, kind="tournament"))
        super().__init__(self.house.floor.logs[TOURNAMENT].state, wall=2_000_000_000_000_000)

    def decide_and_apply(self, command: Command) -> Any:
        """Give a command to the floor, and return its outcome."""
        (answer,) = self.house.floor.handle([CommandRequest(TOURNAMENT, command)])
        self.tournament = self.house.floor.logs[TOURNAMENT].state
        return answer.outcome

    def crash_and_reopen(self) -> None:
        """End the process without closing anything, and open the journal in another."""
        self.house.journal.close()
        self.house = open_house(str(self.data))
        self.tournament = self.house.floor.logs[TOURNAMENT].state


@pytest.fixture
def log(tmp_path: Path) -> Iterator[TournamentLog]:
    """A tournament whose first round has begun, written record by record."""
    one = TournamentLog(tmp_path / "house")
    replay_events(one, play_with_round_begun(SYDNEY, 8).events)
    yield one
    one.house.journal.close()


def replay_events(log: TournamentLog, events: list[Any]) -> None:
    """Give the commands that led to these events to the house."""
    kinds = {kind.__name__: kind for kind in vars(commands).values() if isinstance(kind, type)}
    asks = {
        "TournamentPublished": ("PublishTournament", ("terms",)),
        "SeatDrawsCommitted": ("CommitSeatDraws", ("commitments",)),
        "DirectorAppointed": ("AppointDirector", ("name",)),
        "ChargeTaken": ("TakeCharge", ()),
        "TablesDesignated": ("DesignateTables", ("tables",)),
        "TournamentEntered": ("EnterTournament", ("player", "method", "accepted")),
        "EntrantsBriefed": ("BriefEntrants", ("players",)),
        "RoundBegun": ("BeginRound", ("seed",)),
    }
    more: dict[str, dict[str, Any]] = {
        "DesignateTables": {"location": "Main floor, pit 4"},
        "EnterTournament": {"cents": 12_000, "admitted": True},
    }
    for event in events:
        name, fields = asks[type(event).__name__]
        log.do(kinds[name], **{field: getattr(event, field) for field in fields}, **more.get(name, {}))


def test_a_crash_in_mid_session_resumes_at_the_same_spin(log: TournamentLog) -> None:
    """Banks, seats, seals, passes and ranks are the same, and the seal can be opened after the crash."""
    table, first = "T1", log.tournament.heats[0].players
    invite_bets(log, table)
    commitment = _seal_wager(log, first[0])
    put(log, first[1], slip(big=900), table)
    log.do(spins.SealSlip, table=table, player=first[0], commitment=commitment)
    log.do(spins.PlayPass, table=table, player=first[2])
    close_bets(log, table)
    before = log.tournament
    log.crash_and_reopen()

    assert state_hash(log.tournament) == state_hash(before)
    assert standings(log.tournament) == standings(before)
    heat = log.tournament.heat_at(table)
    assert heat and (heat.spin, heat.seals[first[0]]) == (0, commitment)
    assert log.tournament.phase_of(heat) == "closed"
    log.do(spins.OpenSeal, table=table, player=first[0], salt=SALT, stakes=slip(small=700))
    finish_spin(log, table, (1, 2, 4))
    log.crash_and_reopen()
    banks = [bank_of(log, name) for name in first]
    assert banks == [10_700, 9_100, 10_000, 9_900]


def _seal_wager(log: TournamentLog, player: str) -> str:
    """Seal a secret wager of 700 on small and return its commitment, as a terminal would."""
    seat = log.tournament.heats[0].players.index(player) + 1
    return slip_commitment(SALT, "T1", seat, 1, 1, (Stake("small", 700, "tournament-chip"),))


def test_a_secret_wager_is_nowhere_before_it_is_opened(log: TournamentLog, tmp_path: Path) -> None:
    """It is not in a record, a snapshot, a file of the house or a bundle, even if it is opened too early."""
    table, sly = "T1", log.tournament.heats[0].players[0]
    invite_bets(log, table)
    log.do(spins.SealSlip, table=table, player=sly, commitment=_seal_wager(log, sly))
    opening: dict[str, Any] = {"table": table, "player": sly, "salt": SALT, "stakes": slip(small=700)}
    early = spins.OpenSeal(id="early", stamp=Stamp(sly, None, 0, 0), **opening)
    (answer,) = log.house.floor.handle([CommandRequest(TOURNAMENT, early)])
    assert isinstance(answer.outcome, Refusal) and answer.record is None
    close_bets(log, table)
    assert SALT.encode() not in all_bytes_written(log, tmp_path / "before")
    log.do(spins.OpenSeal, **opening)

    assert SALT.encode() in all_bytes_written(log, tmp_path / "after")


def all_bytes_written(log: TournamentLog, bundle: Path) -> bytes:
    """Return all bytes that the house wrote or would export: database, write-ahead log, keys, bundle."""
    with_reader = SqliteReader(log.data)
    try:
        bundles.export_bundle(
            with_reader, [TOURNAMENT], public_keys(str(log.data)), bundle, log.house.floor.signer
        )
    finally:
        with_reader.close()
    files = [path for folder in (log.data, bundle) for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 4
    state = repr(log.tournament).encode()
    return b"".join(path.read_bytes() for path in files) + state


def test_a_commitment_does_not_tell_two_slips_apart_without_the_salt() -> None:
    """The same slip with another salt, seat or spin has another commitment."""
    play = play_with_round_begun(SYDNEY)
    invite_bets(play)
    one, other = list(play.tournament.heats[0].players)[:2]
    made = {
        seal_commitment_of(play, one, small=700),
        seal_commitment_of(play, one, salt="6b" * 16, small=700),
        seal_commitment_of(play, other, small=700),
        seal_commitment_of(play, one, small=600),
    }
    assert len(made) == 4


def _play_irregular_spins(log: TournamentLog) -> None:
    """Void a spin because the tumbler stuck, have it mended, and correct the result of the next spin."""
    invite_bets(log)
    log.do(HeatDeclareVoid, table="T1", ground="tumbler-fault", note="it stuck")
    log.do(HeatNotifyPerson, table="T1", fault="tumbler", whom="manager", name="lee")
    log.do(HeatRectifyFault, table="T1", fault="tumbler")
    invite_bets(log)
    for name in log.tournament.heats[0].players:
        put(log, name, slip(small=100))
    close_bets(log)
    finish_spin(log, "T1", (1, 2, 4))
    log.do(HeatCorrectResult, table="T1", dice=(6, 5, 4), second="kim", reason="misread")


def test_what_goes_wrong_in_a_tournament_stands_in_the_registers(log: TournamentLog) -> None:
    """A void, its fault, a correction, penalties, a phone and a dispute are listed, losses not."""
    player, other = log.tournament.heats[0].players[:2]
    _play_irregular_spins(log)
    log.do(commands.RecordPhone, player=player)
    log.do(
        commands.Penalise, player=player, penalty=log.tournament.plan.conduct.penalties[0].name, note="slow"
    )
    log.do(commands.RaiseTournamentDispute, player=player, about="the penalty")
    (raised,) = log.tournament.disputes
    log.do(commands.DecideTournamentDispute, dispute=raised, decision="it stands", satisfied=True)
    log.do(
        commands.Disqualify, player=player, ground=log.tournament.plan.conduct.disqualified_for[0], note=""
    )
    log.do(commands.Retire, player=other)
    rows = list(register_rows(log.house.journal, log.house.pseudonyms.name_of))

    assert [(row.register, row.what) for row in rows] == [
        ("regulator", "tournament-published"),
        ("incidents", "heat-round-voided"),
        ("incidents", "heat-fault-reported"),
        ("incidents", "heat-person-notified"),
        ("incidents", "heat-fault-rectified"),
        ("incidents", "heat-result-corrected"),
        ("exclusions", "phone-used"),
        ("exclusions", "penalty-imposed"),
        ("disputes", "tournament-dispute-raised"),
        ("disputes", "tournament-dispute-decided"),
        ("exclusions", "entrant-out"),
    ]
    assert rows[-2].after == 0 and "decision: it stands" in rows[-2].says
    assert "how: disqualified" in rows[-1].says
