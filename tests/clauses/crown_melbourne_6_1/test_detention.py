"""Crown Melbourne 6.1, 9.2.4: on which suspicions an offender may be detained, and until when."""

from typing import Any

import pytest

from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.i18n import message
from sicbo.table.messages.people import Detain, EndDetention
from tests.clauses.crown_melbourne_6_1.test_conduct import BOOK, offence
from tests.refused import Refused
from tests.table.equipment.test_faults import opened_table, refusal


@pytest.mark.parametrize(
    "statute", ["crimes-act-81", "crimes-act-82", "crimes-act-83", "crimes-act-83a", "casino-control-act"]
)
def test_9_2_4_five_provisions_let_an_offender_be_detained(statute: str) -> None:
    """It takes an offence on record, a place of detention, and a rank above Area Manager."""
    dealer = opened_table(BOOK)
    words: dict[str, Any] = {"player": "ana", "note": "chips gone", "place": "room 3", "statute": statute}
    innocent = dealer.say(Detain, **words)
    offence(dealer, "side-bet")
    nowhere = dealer.say(Detain, **{**words, "place": ""})
    low = dealer.say(Detain, Rank.MANAGER, **words)
    detained = dealer.say(Detain, **words)

    assert innocent == Refused("9.2.4", "No offence of ana is on record. Record it first.")
    assert nowhere == Refused("9.2.4", "Name a suitable place in or near the casino for the detention.")
    assert refusal(low).clause == "9.2.4"
    assert not isinstance(detained, Refusal)
    assert detained[0].clause == "9.2.4"
    assert dealer.table.sanctions["ana"] == ("detain",)


def test_9_2_4_no_other_suspicion_is_enough_and_a_device_is_on_record_first() -> None:
    """Theft is not on the list, and a side bet on record does not make a player suspected of a device."""
    dealer = opened_table(BOOK)
    offence(dealer, "side-bet")
    theft = dealer.say(Detain, player="ana", note="chips gone", place="room 3", statute="crimes-act-74")
    unseen = dealer.say(Detain, player="ana", note="a device", place="room 3")
    offence(dealer, "device")
    seen = dealer.say(Detain, player="ana", note="a device", place="room 3")

    known = (
        "device",
        "crimes-act-81",
        "crimes-act-82",
        "crimes-act-83",
        "crimes-act-83a",
        "casino-control-act",
    )
    assert theft == Refusal("9.2.4", message("conduct.no-ground-for-detention", known=known))
    assert unseen == Refused("9.2.4", "Record the device of ana first, or name another suspicion.")
    assert not isinstance(seen, Refusal)


def test_9_2_4_a_detention_lasts_until_a_police_officer_arrives() -> None:
    """Days later ana is still detained; an officer ends it, recorded by the rank that began it or above."""
    dealer = opened_table(BOOK)
    offence(dealer, "device")
    dealer.say(Detain, player="ana", note="a device", place="room 3")
    dealer.wait(200_000)
    before = dealer.table.sanctions["ana"]
    low = dealer.say(EndDetention, Rank.MANAGER, player="ana", name="Lee")
    handed = dealer.say(EndDetention, player="ana", name="Lee")

    assert before == ("detain",)
    assert refusal(low).clause == "9.2.4"
    assert not isinstance(handed, Refusal)
    assert handed[0].clause == "9.2.4"
    assert dealer.table.sanctions["ana"] == ()
