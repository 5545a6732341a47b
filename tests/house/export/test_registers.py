"""Registers: every required matter is in one with its times, and no refused claim is lost."""

import csv
import io
import json
from pathlib import Path

import pytest

from sicbo.cli.main import main
from sicbo.errors import NotFound
from sicbo.game.ranks import Rank
from sicbo.house.export.registers import (
    REGISTERS,
    RegisterRow,
    register_rows,
    rows_as_csv,
    rows_of_register,
    unerasable_pseudonyms,
)
from sicbo.house.log_kinds import LOG_KINDS
from sicbo.i18n import message
from sicbo.promotion import commands
from sicbo.table.messages.faults import NotifyPerson, ReportFault
from sicbo.table.messages.people import DecideDispute, RaiseDispute, RecordOffence
from sicbo.table.messages.round import GiveNotice
from tests.house.evenings import journal_of_transcript, new_house
from tests.house.test_promotions import PromotionHouse, hold_draw
from tests.promotion.desk import DRAW, HOUR

MINUTE = 60_000_000
EVENINGS = ("star-faults", "crown-sydney-disputes", "melbourne-conduct", "star-notices")


def tags() -> set[str]:
    """Return the tags of all events."""
    kinds = [kind for subject in LOG_KINDS.values() for kind in subject.events.__args__]
    return {str(kind.__struct_config__.tag) for kind in kinds}


def test_every_register_names_events_that_exist() -> None:
    """A misspelled tag would leave a register empty for ever."""
    assert {tag for some in REGISTERS.values() for tag in some} <= tags()


def test_the_evenings_of_the_tests_fill_the_registers_of_a_table() -> None:
    """The faults, disputes, exclusions, withheld winnings and notices of some transcripts are found."""
    found = {row.register for name in EVENINGS for row in register_rows(journal_of_transcript(name))}

    assert found == set(REGISTERS) - {"refused-claims", "regulator"}


def night_of(tmp_path: Path) -> PromotionHouse:
    """Return a house in which many things go wrong."""
    night = PromotionHouse(new_house(tmp_path / "data"))
    night.open_table()
    night.give("T1", ReportFault, fault="tumbler", note="=SUM(A1) it rattles")
    night.now += 5 * MINUTE
    night.give("T1", NotifyPerson, fault="tumbler", whom="manager", name="Rita Chen")
    night.give("T1", RaiseDispute, player="Ana", about="I was not paid")
    (raised,) = night.house.floor.logs["T1"].state.disputes
    night.now += MINUTE
    said = {"decision": "she was", "told_of_inspector": True}
    night.give("T1", DecideDispute, dispute=raised, rank=Rank.SUPERVISOR, **said)
    night.give("T1", GiveNotice, subject="limits", minimum=1_000, in_seconds=1_200)
    night.give("T1", RecordOffence, player="Ben", offence="device", note="cheated")
    hold_draw(night)
    night.give(
        "P1",
        commands.RefuseClaim,
        award=0,
        reason="self-excluded",
        informed=True,
        name="Ben Wu",
        place="1 Bay St",
    )
    night.now = DRAW + HOUR
    night.give("P1", commands.CancelPromotion, reason="copied tickets", reference="call 2")
    return night


def of(rows: list[RegisterRow], what: str) -> RegisterRow:
    """Return the first row of one kind of event."""
    return next(row for row in rows if row.what == what)


def test_each_matter_stands_in_its_register_with_its_times(tmp_path: Path) -> None:
    """The manager was notified after 300 seconds, the dispute took 60, the claim has an address."""
    with night_of(tmp_path).house as house:
        rows = list(register_rows(house.journal, house.pseudonyms.name_of))

    assert of(rows, "person-notified").after == 300
    assert of(rows, "dispute-decided").after == 60
    assert of(rows, "fault-reported").after is None
    claim = of(rows, "claim-refused")
    assert (claim.register, claim.clause, claim.by) == ("refused-claims", "10.10.1", "mia")
    assert "name: Ben Wu; place: 1 Bay St" in claim.says
    assert {row.register for row in rows} == set(REGISTERS) - {"withheld"}
    assert of(rows, "promotion-cancelled").register == "incidents"


def test_a_gaming_day_and_a_register_are_chosen(tmp_path: Path) -> None:
    """The day of the draw has the claim but not January's fault; an unknown register is refused."""
    with night_of(tmp_path).house as house:
        march = list(register_rows(house.journal, day="2026-03-01"))
        disputes = list(rows_of_register(register_rows(house.journal), "disputes"))

    assert {row.log for row in march} == {"P1"}
    assert {row.what for row in disputes} == {"dispute-raised", "dispute-decided"}
    with pytest.raises(NotFound):
        rows_of_register(iter(()), "secrets")


def test_no_cell_is_a_formula(tmp_path: Path) -> None:
    """A text that a person wrote cannot make a spreadsheet calculate."""
    words = message("text", text="-x")
    row = RegisterRow(
        "incidents", "=1", "@x", "+T", 1, "-x", "'by", "", "9", None, "=cmd|' /C calc'!A0", words
    )
    cells = list(csv.reader(io.StringIO(rows_as_csv(iter([row])))))[1]

    assert [cell for cell in cells if cell[:1] in ("=", "@", "+", "-")] == []


def test_the_command_line_writes_csv_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The rows have names as long as they are known."""
    night_of(tmp_path).house.close()
    data = str(tmp_path / "data")
    assert main(["registers", data, "--register", "refused-claims"]) == 0
    assert "Ben Wu" in capsys.readouterr().out
    assert main(["registers", data, "--day", "2026-03-01", "--json"]) == 0
    assert {row["day"] for row in json.loads(capsys.readouterr().out)} == {"2026-03-01"}
    assert main(["registers", data, "--register", "nothing"]) == 4


def test_the_details_of_a_refused_claim_are_not_erased(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The law keeps name, address and reason of a claim over $100; anyone else can be erased."""
    night = night_of(tmp_path)
    kept = unerasable_pseudonyms(night.house.journal)
    night.house.close()

    assert set(kept.values()) == {"10.10.1"}
    for who in ("Ben Wu", "1 Bay St", "self-excluded"):
        assert main(["journal", "erase", str(tmp_path / "data"), who]) == 2
        assert "have to be kept (10.10.1)" in capsys.readouterr().err
    assert main(["journal", "erase", str(tmp_path / "data"), "Rita Chen"]) == 0
