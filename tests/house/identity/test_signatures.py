"""Signatures: the house signs its notes, and orders on a real floor need the signature of their giver."""

from pathlib import Path

import pytest

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.house.entries import CommandRequest, PersonSignature, new_founding
from sicbo.house.identity.keys import Keys, sign_command
from sicbo.house.identity.signatures import HouseSigner, SignatureGuard, order_kind
from sicbo.journal.notes import SigningKey
from sicbo.machine.messages import Stamp, encode_message
from sicbo.table.messages.round import CorrectResult, Perform

KIM, LEE = f"p-{1:024x}", f"p-{2:024x}"
STAMP = Stamp(KIM, Rank.MANAGER, 1, 1)
CORRECT = CorrectResult(id="c", stamp=STAMP, dice=(1, 4, 4), second=LEE, reason="t-1")
FLOOR = new_founding("house.example", "T1", "crown-sydney-2024", profile="floor")
HOME = new_founding("house.example", "T1", "crown-sydney-2024")


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    """Return a house with its own key and those of two managers."""
    keys = Keys(tmp_path)
    keys.new_house_key("house.example")
    for person in (KIM, LEE):
        keys.new_person_key(person, tmp_path / person)
    return keys


def signatures_of(
    tmp_path: Path, *people: str, command: CorrectResult = CORRECT
) -> tuple[PersonSignature, ...]:
    """Return the signatures of these people on a command."""
    return tuple(
        sign_command(SigningKey.load(tmp_path / who), "T1", who, encode_message(command)) for who in people
    )


def test_the_house_knows_its_own_hand_before_and_after_a_rotation(keys: Keys) -> None:
    """It accepts no other house's signature."""
    before = HouseSigner.from_keys(keys).sign("a text\n")
    keys.rotate(1)
    signer = HouseSigner.from_keys(keys)

    assert signer.verified_text(before) == signer.verified_text(signer.sign("a text\n")) == "a text\n"
    assert signer.verified_text(HouseSigner(SigningKey.new("house.example")).sign("a text\n")) is None
    assert signer.verified_text("no note") is None


def test_an_order_of_a_real_floor_needs_the_hand_of_everyone_whose_order_it_is(
    keys: Keys, tmp_path: Path
) -> None:
    """The second person must sign too; with the profile `home` no signature is needed."""
    guard = SignatureGuard(keys)
    unsigned, half = (
        CommandRequest("T1", CORRECT),
        CommandRequest("T1", CORRECT, signatures_of(tmp_path, KIM)),
    )
    whole = CommandRequest("T1", CORRECT, signatures_of(tmp_path, KIM, LEE))

    assert guard(HOME, unsigned) is None
    assert guard(FLOOR, whole) is None
    for asked, missing in ((unsigned, f"{KIM}, {LEE}"), (half, LEE)):
        refusal = guard(FLOOR, asked)
        assert isinstance(refusal, Refusal)
        assert (refusal.clause, missing in refusal.says) == ("house/signatures", True)


def test_a_signature_is_for_this_command_alone(keys: Keys, tmp_path: Path) -> None:
    """It is invalid for other dice, even if no signature is needed."""
    other = CorrectResult(id="c", stamp=STAMP, dice=(6, 6, 6), second=LEE, reason="t-1")
    asked = CommandRequest("T1", other, signatures_of(tmp_path, KIM, LEE))

    assert isinstance(SignatureGuard(keys)(FLOOR, asked), Refusal)
    assert isinstance(SignatureGuard(keys)(HOME, asked), Refusal)


def test_entering_the_result_is_an_order_and_covering_the_dice_is_not(keys: Keys) -> None:
    """Steps are distinguished by their names."""
    enter, cover = (
        CommandRequest("T1", Perform(id="s", stamp=STAMP, step=step)) for step in ("enter", "cover")
    )

    assert (order_kind(enter), order_kind(CommandRequest("T1", CORRECT))) == (
        "perform:enter",
        "correct-result",
    )
    assert isinstance(SignatureGuard(keys)(FLOOR, enter), Refusal)
    assert SignatureGuard(keys)(FLOOR, cover) is None
