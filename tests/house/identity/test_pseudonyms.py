"""Pseudonyms: the chain has no names and no free texts, and erasing a person leaves every hash unchanged."""

import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

from sicbo.errors import StorageError
from sicbo.game.ranks import Rank
from sicbo.house.entries import CommandRequest, new_founding
from sicbo.house.export.bundles import export_bundle
from sicbo.house.export.readers import checked_records
from sicbo.house.floor import WRONG_LOG_KIND
from sicbo.house.identity.pseudonyms import (
    NAME_FIELDS,
    PLAIN_FIELDS,
    TEXT_FIELDS,
    Pseudonyms,
    is_pseudonym,
    stored_name,
)
from sicbo.house.log_kinds import LOG_KINDS
from sicbo.house.opening import House
from sicbo.journal.memory import MemoryJournal
from sicbo.machine.messages import Command, Stamp
from sicbo.promotion.commands import StartPromotion
from sicbo.table.messages.parts import Stake
from sicbo.table.messages.people import RecordOffence
from sicbo.table.messages.round import BuyIn, OpenTable, Perform, RegisterSlip
from sicbo.verify.bundle import bundle_at
from sicbo.verify.verifier import verify
from tests.house.evenings import NAME, new_house

COMMANDS = [kind for subject in LOG_KINDS.values() for kind in get_args(subject.commands)]
MARIGOLD, QUILL = "Quentin Marigold", "Żofia Ångström-Quill"
SHIRAZ = "spilled a glass of Shiraz over the tumbler"
SAMPLES: dict[Any, Any] = {int: 1, bool: True, type(None): None, tuple[int, int, int]: (1, 2, 3)}


def texts_in(kind: Any) -> Iterator[str]:
    """Yield the names of all text fields of a message and of what it contains."""
    for name, hint in get_type_hints(kind).items():
        for part in _parts(hint):
            if part is str:
                yield name
            elif isinstance(part, type) and issubclass(part, msgspec.Struct) and part is not Stamp:
                yield from texts_in(part)


def _parts(hint: Any) -> Iterator[Any]:
    inside = [one for one in get_args(hint) if one is not Ellipsis]
    if not inside:
        yield hint
    for one in inside:
        yield from _parts(one)


def filled_command(kind: Any, number: int) -> Command:
    """Return a command with a name in every name field and free text in every text field."""
    stamp = Stamp(f"{MARIGOLD} the dealer", Rank.SENIOR_MANAGER, number, number)
    words: dict[str, Any] = {"id": f"c{number}", "stamp": stamp}
    for name, hint in get_type_hints(kind).items():
        if name not in words:
            words[name] = _sample(name, hint)
    command: Command = kind(**words)
    return command


def _sample(name: str, hint: Any) -> Any:
    told = (
        f"{MARIGOLD} of {name}"
        if name in NAME_FIELDS
        else f"{SHIRAZ} ({name})"
        if name in TEXT_FIELDS
        else "plain"
    )
    if hint is str:
        return told
    if hint in SAMPLES:
        return SAMPLES[hint]
    if get_origin(hint) is tuple:
        return (told,) if get_args(hint)[0] is str else ()
    return _sample(name, next(one for one in get_args(hint) if one is not type(None)))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Return a house with one table."""
    with new_house(tmp_path / "data") as house:
        house.floor.found_log(new_founding(NAME, "T1", "crown-sydney-2024"), wall=1)
        yield house


def play_day(house: House) -> None:
    """Play a day with named people, and write a note about one of them."""
    given = iter(range(1, 100))

    def ask(kind: type[Command], by: str, **words: Any) -> None:
        number = next(given)
        rank = None if by == QUILL else Rank.SENIOR_MANAGER
        stamp = Stamp(by, rank, number, number)
        (answer,) = house.floor.handle([CommandRequest("T1", kind(id=f"c{number}", stamp=stamp, **words))])
        assert isinstance(answer.outcome, tuple), answer.outcome

    ask(OpenTable, MARIGOLD, minimum=500, maximum=50_000, approved_minimum=500, equipment=("drop box",))
    ask(BuyIn, MARIGOLD, player=QUILL, cents=10_000)
    ask(Perform, MARIGOLD, step="place-bets")
    ask(RegisterSlip, QUILL, player=QUILL, round=1, version=1, stakes=(Stake("small", 2_500),))
    ask(RecordOffence, MARIGOLD, player=QUILL, offence="device", note=SHIRAZ)
    for step in ("cover", "spin", "close", "uncover", "call", "enter", "light", "collect", "pay"):
        told: dict[str, Any] = {"spin": {"tumbles": 3}, "enter": {"dice": (1, 2, 4)}}
        ask(Perform, MARIGOLD, step=step, **told.get(step, {}))


def everything_in(house: House, out: Path) -> bytes:
    """Return all bytes of a house's bundle."""
    export_bundle(house.journal, sorted(house.floor.logs), house.keys.public_keys(), out, house.floor.signer)
    return b"".join(path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file())


def on_disk(text: str, directory: Path) -> bool:
    """Whether any file of a directory contains a text, as another process sees it."""
    found = subprocess.run(["grep", "-r", "-q", "-a", "-F", text, directory], check=False)
    assert found.returncode in (0, 1)
    return found.returncode == 0


def test_every_text_of_every_command_is_classified() -> None:
    """A new field is a name, free text or plain: add it in sicbo/house/identity/pseudonyms.py."""
    known = {name for command in COMMANDS for name in texts_in(command)}

    assert {"player", "note", "bet", "area", "consent"} <= known
    assert sorted(known) == sorted([*NAME_FIELDS, *TEXT_FIELDS, *PLAIN_FIELDS])


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_nothing_personal_of_any_command_reaches_the_chain(kind: type[Command], tmp_path: Path) -> None:
    """Every name and free text is replaced before writing, whether the command is accepted or refused."""
    people = Pseudonyms(MemoryJournal())
    command = filled_command(kind, 1)
    plain = msgspec.json.encode(command).decode()

    veiled = msgspec.json.encode(people.pseudonymize(command)).decode()

    assert "Marigold" in plain
    assert "Marigold" not in veiled and "Shiraz" not in veiled
    assert people.pseudonymize(people.pseudonymize(command)) == people.pseudonymize(command)


def test_the_way_in_from_outside_leaves_no_name_in_the_bundle(house: House, tmp_path: Path) -> None:
    """A whole day and every command, most of them refused; without pseudonyms the names would be there."""
    play_day(house)
    for kind in LOG_KINDS:
        if kind != "table":
            house.floor.found_log(new_founding(NAME, f"log-{kind}", "crown-sydney-2024", kind=kind), wall=1)
        log = "T1" if kind == "table" else f"log-{kind}"
        asked = [
            filled_command(one, number) for number, one in enumerate(get_args(LOG_KINDS[kind].commands), 100)
        ]
        house.floor.handle([CommandRequest(log, command) for command in asked])

    told = everything_in(house, tmp_path / "night")

    assert len(told) > 50_000
    for word in ("Marigold", "Quill", "Shiraz", "Żofia", "\\u017b"):
        assert word.encode() not in told
    house.floor.pseudonymize = None
    house.floor.handle([CommandRequest("T1", filled_command(BuyIn, 999))])
    assert b"Marigold" in everything_in(house, tmp_path / "careless")


def test_a_log_takes_no_command_of_another_kind(house: House) -> None:
    """A table that is asked to start a promotion refuses, writes nothing, and continues."""
    before = house.floor.logs["T1"].head
    (answer,) = house.floor.handle([CommandRequest("T1", filled_command(StartPromotion, 1))])

    assert answer.outcome == WRONG_LOG_KIND
    assert answer.record is None
    assert house.floor.logs["T1"].head == before


def test_erasing_a_person_leaves_every_hash_and_the_verdict(house: House, tmp_path: Path) -> None:
    """The bundle has the same bytes before and after, but the names can no longer be recovered."""
    play_day(house)
    pseudonym = house.pseudonyms.find_pseudonym(QUILL)
    assert pseudonym is not None and is_pseudonym(pseudonym)
    assert house.pseudonyms.name_of(pseudonym) == QUILL
    before = everything_in(house, tmp_path / "before")

    assert house.pseudonyms.erase(QUILL) == [pseudonym]

    assert house.pseudonyms.find_pseudonym(QUILL) is None and house.pseudonyms.name_of(pseudonym) is None
    assert everything_in(house, tmp_path / "after") == before
    assert pseudonym.encode() in before
    assert [verify(bundle_at(tmp_path / name)).code for name in ("before", "after")] == [0, 0]
    assert sum(1 for _ in checked_records(house.journal, "T1")) == house.floor.logs["T1"].head.number


def test_what_is_erased_is_gone_from_the_files(house: House, tmp_path: Path) -> None:
    """The name, its salt and its index are gone from the database and its log, while the house plays on."""
    play_day(house)
    text, person = house.pseudonyms.find_pseudonym(SHIRAZ, "t"), house.pseudonyms.find_pseudonym(QUILL)
    assert text is not None and person is not None
    salt = (house.journal.aside(person) or "").partition("\n")[0]
    index = sha256(QUILL.encode()).hexdigest()
    traces = (QUILL, salt, index, SHIRAZ)
    assert all(on_disk(trace, tmp_path / "data") for trace in traces)

    assert house.pseudonyms.erase(person) == [person]
    assert house.pseudonyms.erase(text) == [text]

    assert not any(on_disk(trace, tmp_path / "data") for trace in traces)
    assert on_disk(MARIGOLD, tmp_path / "data")
    assert on_disk(person, tmp_path / "data")


def test_the_same_name_is_called_the_same_and_after_erasing_something_new() -> None:
    """So the two pseudonyms look like those of two people."""
    journal = MemoryJournal()
    people = Pseudonyms(journal)
    first = people.pseudonym(QUILL)

    assert people.pseudonym(QUILL) == Pseudonyms(journal).pseudonym(QUILL) == first
    assert people.pseudonym(first) == first and people.pseudonym("") == ""
    text = people.pseudonym(QUILL, "t")
    assert text != first
    assert people.erase(first) == [first]
    again = people.pseudonym(QUILL)
    assert again != first
    assert people.erase(first) == people.erase("stranger") == []
    assert people.erase(QUILL) == [again, text]


class Failing(MemoryJournal):
    """A journal whose erasing is interrupted after a part of it."""

    left = 2

    def erase(self, key: str) -> None:
        super().erase(key)
        self.left -= 1
        if not self.left:
            raise StorageError("erase again")


@pytest.mark.parametrize("by_name", [True, False])
@pytest.mark.parametrize("left", [1, 2])
def test_erasing_that_was_cut_off_is_ended_by_erasing_again(by_name: bool, left: int) -> None:
    """Erasing by the same name or pseudonym completes it, whatever was done before."""
    journal = Failing()
    pseudonym = Pseudonyms(journal).pseudonym(QUILL)
    index = f"p:{sha256(QUILL.encode()).hexdigest()}"
    journal.left = left

    with pytest.raises(StorageError):
        Pseudonyms(journal).erase(QUILL if by_name else pseudonym)
    again = Pseudonyms(journal).erase(QUILL if by_name else pseudonym)

    assert again == ([pseudonym] if left == 1 else [])
    assert journal.aside(index) is journal.aside(pseudonym) is None


def test_a_name_that_was_half_introduced_is_introduced_again() -> None:
    """The process ended between the index and the name, so no command had the pseudonym yet."""
    journal = MemoryJournal()
    people = Pseudonyms(journal)
    first = people.pseudonym(QUILL)
    journal.erase(first)

    assert Pseudonyms(journal).find_pseudonym(QUILL) is None
    second = Pseudonyms(journal).pseudonym(QUILL)
    assert Pseudonyms(journal).name_of(second) == QUILL
    assert stored_name(None) is None
