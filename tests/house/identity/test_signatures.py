"""Signatures: the house signs its notes, and orders on a real floor need the signature of their giver."""

from pathlib import Path

import pytest

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.house.entries import Asked, PersonSignature, founded
from sicbo.house.identity.keys import Keys, sign_command
from sicbo.house.identity.signatures import Guard, HouseSigner, order_of
from sicbo.journal.notes import Key
from sicbo.table.messages.base import Stamp
from sicbo.table.messages.codec import encode
from sicbo.table.messages.commands import CorrectResult, Perform

KIM, LEE = f"p-{1:024x}", f"p-{2:024x}"
STAMP = Stamp(KIM, Rank.MANAGER, 1, 1)
CORRECT = CorrectResult(id="c", stamp=STAMP, dice=(1, 4, 4), second=LEE, reason="t-1")
FLOOR = founded("house.example", "T1", "crown-sydney-2024", profile="floor")
HOME = founded("house.example", "T1", "crown-sydney-2024")


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    """Return a house with its own key and those of two managers."""
    keys = Keys(tmp_path)
    keys.new_house("house.example")
    for person in (KIM, LEE):
        keys.new_person(person, tmp_path / person)
    return keys


def signed(tmp_path: Path, *people: str, command: CorrectResult = CORRECT) -> tuple[PersonSignature, ...]:
    """Return the signatures of these people on a command."""
    return tuple(sign_command(Key.load(tmp_path / who), "T1", who, encode(command)) for who in people)


def test_the_house_knows_its_own_hand_before_and_after_a_rotation(keys: Keys) -> None:
    """It accepts no other house's signature."""
    before = HouseSigner.of(keys).sign("a text\n")
    keys.rotate(1)
    signer = HouseSigner.of(keys)

    assert signer.signed(before) == signer.signed(signer.sign("a text\n")) == "a text\n"
    assert signer.signed(HouseSigner(Key.new("house.example")).sign("a text\n")) is None
    assert signer.signed("no note") is None


def test_an_order_of_a_real_floor_needs_the_hand_of_everyone_whose_order_it_is(
    keys: Keys, tmp_path: Path
) -> None:
    """The second person must sign too; with the profile `home` no signature is needed."""
    guard = Guard(keys)
    unsigned, half = Asked("T1", CORRECT), Asked("T1", CORRECT, signed(tmp_path, KIM))
    whole = Asked("T1", CORRECT, signed(tmp_path, KIM, LEE))

    assert guard(HOME, unsigned) is None
    assert guard(FLOOR, whole) is None
    for asked, missing in ((unsigned, f"{KIM} and {LEE}"), (half, LEE)):
        refusal = guard(FLOOR, asked)
        assert isinstance(refusal, Refusal)
        assert (refusal.clause, missing in refusal.says) == ("house/signatures", True)


def test_a_signature_is_for_this_command_alone(keys: Keys, tmp_path: Path) -> None:
    """It is invalid for other dice, even if no signature is needed."""
    other = CorrectResult(id="c", stamp=STAMP, dice=(6, 6, 6), second=LEE, reason="t-1")
    asked = Asked("T1", other, signed(tmp_path, KIM, LEE))

    assert isinstance(Guard(keys)(FLOOR, asked), Refusal)
    assert isinstance(Guard(keys)(HOME, asked), Refusal)


def test_entering_the_result_is_an_order_and_covering_the_dice_is_not(keys: Keys) -> None:
    """Steps are distinguished by their names."""
    enter, cover = (Asked("T1", Perform(id="s", stamp=STAMP, step=step)) for step in ("enter", "cover"))

    assert (order_of(enter), order_of(Asked("T1", CORRECT))) == ("perform:enter", "correct-result")
    assert isinstance(Guard(keys)(FLOOR, enter), Refusal)
    assert Guard(keys)(FLOOR, cover) is None
