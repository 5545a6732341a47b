"""Free text does not enter the chain: fields have closed lists and lengths, and writers a budget of bytes."""

import re
from collections.abc import Iterator
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
import pytest

from sicbo.house.entries import PersonSignature
from sicbo.house.log_kinds import LOG_KINDS
from sicbo.machine.messages import Stamp
from sicbo.promotion.commands import DrawPrizes
from sicbo.server.access.authentication import command_id
from sicbo.server.commands.bodies import body_type
from sicbo.server.commands.field_types import MOST_ENTRIES, number_type, range_of, text_type
from sicbo.table.messages.people import RequestReview
from sicbo.table.messages.round import CloseTable
from tests.server.in_process import InProcessHouse, in_process_house

JANE = "Jane Citizen 12 Main St"
DOTTED, DASHED = "Jane.Citizen.12.Main.St", "Jane-Citizen-12-Main-St"
"""The same text in the form of a log's name or a document's number."""
HEX_WORDS = "gambleraa-dead-beef-facade-c0ffee-babe"
"""Words made of the letters of hexadecimal numbers."""
SIGNED = {"by": f"p-{'0' * 24}", "key": f"p-{'0' * 24}+{'0' * 8}", "signature": "A" * 86 + "=="}
PLAYERS_ORDERS: list[tuple[str, dict[str, Any]]] = [
    ("slip", {"stakes": [{"bet": JANE, "cents": 500}]}),
    ("slip", {"stakes": [{"bet": "small", "cents": 500, "instrument": JANE}]}),
    ("slip", {"stakes": [{"bet": "small", "cents": 500}] * (MOST_ENTRIES["stakes"] + 1)}),
    ("streaks", {"side": JANE}),
    ("commands", {"type": "raise-dispute", "player": "", "about": "the dice", "matter": JANE}),
    ("commands", {"type": "raise-dispute", "player": "", "about": JANE * 100}),
    ("commands", {"type": "request-review", "dispute": JANE}),
    ("commands", {"type": "request-review", "dispute": DOTTED}),
    ("commands", {"type": "request-review", "dispute": HEX_WORDS}),
    ("commands", {"type": "request-review", "dispute": HEX_WORDS.replace("gambleraa", "web")}),
    ("commands", {"type": "request-review", "dispute": "web-deadbeef"}),
    ("commands", {"type": "request-review", "dispute": f"house-{'a' * 23}"}),
    ("slip", {"stakes": [{"bet": "small", "cents": 500, "instrument": "colour-chip:janecitizen"}]}),
]
UNAFFORDABLE = {"round": 1, "version": 1, "stakes": [{"bet": "small", "cents": 9_000_000}]}
STAFFS_ORDERS: list[dict[str, Any]] = [
    {"type": "report-fault", "fault": JANE},
    {"type": "declare-void", "ground": JANE},
    {"type": "perform", "step": JANE},
    {"type": "begin-gaming-day", "day": JANE},
    {"type": "fill-float", "cents": 100, "number": JANE, "second": ""},
    {"type": "exchange-voucher", "player": "ana", "number": "V-1", "kind": JANE, "cents": 500},
    {"type": "record-offence", "offence": JANE, "player": "ana", "note": ""},
    {"type": "refer", "player": "ana", "note": "", "to": JANE},
    {"type": "give-notice", "subject": JANE},
    {"type": "notify-person", "fault": "dice", "whom": JANE, "name": "Lee"},
    {"type": "close-table", "signatures": [{**SIGNED, "by": DOTTED}]},
    {"type": "close-table", "signatures": [{**SIGNED, "key": DOTTED}]},
    {"type": "close-table", "signatures": [{**SIGNED, "signature": "JaneCitizen12MainSt="}]},
    {"type": "close-table", "signatures": [SIGNED] * 3},
    {"type": "fill-float", "cents": 100, "number": DASHED, "second": ""},
    {"type": "issue-colours", "player": "ana", "colour": "janecitizen", "pieces": 1, "value": 100},
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessHouse]:
    """A home house with the default rate limit."""
    with in_process_house(tmp_path_factory.mktemp("house"), rate=40) as house:
        yield house


def seat_token(house: InProcessHouse) -> str:
    """Seat a player at the table in Sydney, and return the token."""
    return str(house.ask("POST", "/tables/sydney/seats", {"name": "Ana"}).cookies["sicbo"])


def texts(kind: Any, owner: Any, field: str) -> Iterator[tuple[type, str]]:
    """Yield every text of a type, by its message and field."""
    if kind is str:
        yield owner, field
    elif get_origin(kind) in (UnionType, Union, tuple):
        for part in get_args(kind):
            yield from texts(part, owner, field)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not Stamp:
        for one in msgspec.structs.fields(kind):
            yield from texts(one.type, kind, one.name)


COMMANDS = [command for subject in LOG_KINDS.values() for command in get_args(subject.commands)]


def accepts(kind: Any, said: object) -> bool:
    """Whether a value is of a type."""
    try:
        msgspec.convert(said, kind)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize("has_terms", [False, True])
@pytest.mark.parametrize("kind", [*COMMANDS, PersonSignature], ids=lambda kind: kind.__name__)
def test_every_text_field_of_a_command_has_a_list_a_form_or_a_length(
    kind: type[msgspec.Struct], has_terms: bool
) -> None:
    """A new field needs a type, and no type lets long free text through."""
    for owner, field in texts(kind, kind, kind.__name__):
        if field not in ("id", "terms"):
            allowed = text_type(owner, field, has_terms=has_terms)
            assert not accepts(allowed, JANE * 100), f"{owner.__name__}.{field}"
            assert accepts(allowed, ""), f"{owner.__name__}.{field}"
            for example in (
                one for rule in get_args(allowed)[1:] for one in getattr(rule, "examples", None) or ()
            ):
                assert not accepts(allowed, f"{example}\n"), f"{owner.__name__}.{field}"


def numbers(kind: Any, field: str) -> Iterator[str]:
    """Every whole number in a type, by the field that it is in."""
    if kind is int:
        yield field
    elif get_origin(kind) in (UnionType, Union, tuple):
        for part in get_args(kind):
            yield from numbers(part, field)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not Stamp:
        for one in msgspec.structs.fields(kind):
            yield from numbers(one.type, one.name)


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_every_number_of_a_command_has_a_lawful_range(kind: type[msgspec.Struct]) -> None:
    """None is negative, or larger than every reader of JSON reads exactly; rounds begin at one."""
    for field in numbers(kind, kind.__name__):
        least, most = range_of(field)
        assert least == (1 if field in ("dice", "pieces", "round", "seat", "version") else 0), field
        assert most == (6 if field == "dice" else 2**53 - 1), field
        within = [accepts(number_type(field), number) for number in (least - 1, least, most, most + 1)]
        assert within == [False, True, True, False], field


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_a_body_has_every_field_of_its_command_but_id_and_stamp(kind: type[msgspec.Struct]) -> None:
    """A signature may stand beside any command."""
    sent = set(body_type(kind).__struct_fields__)
    assert sent == {*kind.__struct_fields__, "signatures"} - {"id", "stamp"}


OUT_OF_RANGE: list[tuple[str, dict[str, Any]]] = [
    ("slip", {"round": -5, "version": -1}),
    ("slip", {"round": -5, "version": 1}),
    ("slip", {"round": 1, "version": 0}),
    ("streaks", {"round": 0, "side": "small"}),
    ("commands", {"type": "take-seat", "player": "ana", "seat": 0}),
    ("commands", {"type": "buy-in", "player": "ana", "cents": -500}),
    ("commands", {"type": "perform", "step": "enter", "dice": [1, 2, 7]}),
    ("commands", {"type": "perform", "step": "spin", "tumbles": -1}),
    ("commands", {"type": "declare-void", "ground": "fault", "round": -1}),
    ("commands", {"type": "change-limits", "minimum": -1, "maximum": 500}),
    ("commands", {"type": "change-limits", "minimum": 1, "maximum": 500, "areas": [["small", -1, 5]]}),
]


def test_a_number_out_of_its_range_is_a_400_and_is_not_recorded(house: InProcessHouse) -> None:
    """Such a slip was a refusal with a record; the pointer says which number is wrong."""
    token = seat_token(house)
    house.ask("POST", "/tables/sydney/console", {"rank": "senior-manager"}, token)
    before = house.live_house.live_table("sydney").seq
    for path, words in OUT_OF_RANGE:
        body = words | ({"stakes": []} if path == "slip" else {})
        answer = house.ask("PUT" if path == "slip" else "POST", f"/tables/sydney/{path}", body, token)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), (words, answer.text)
        assert answer.json()["errors"][0]["pointer"].split("/")[1] in words
    assert house.live_house.live_table("sydney").seq == before
    house.ask("DELETE", "/tables/sydney/console", token=token)
    house.ask("DELETE", "/tables/sydney/seats/mine", token=token)


def test_an_unknown_word_is_a_400_and_is_not_recorded(house: InProcessHouse) -> None:
    """This holds for players and staff; the answer names the field, and the journal has not grown."""
    token = seat_token(house)
    player = pseudonym_of(house, token)
    dealer = str(house.ask("POST", "/tables/star/console", {"rank": "senior-manager"}).cookies["sicbo"])
    before = house.live_house.live_table("sydney").seq, house.live_house.live_table("star").seq

    for path, words in PLAYERS_ORDERS:
        body = words | ({"round": 1, "version": 1} if path == "slip" else {})
        body |= {"round": 1} if path == "streaks" else {}
        body |= {"player": player} if "player" in words else {}
        answer = house.ask("PUT" if path == "slip" else "POST", f"/tables/sydney/{path}", body, token)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), (path, answer.text)
        assert answer.json()["errors"][0]["pointer"].split("/")[1] in words, answer.text
        assert JANE not in answer.text
    for words in STAFFS_ORDERS:
        answer = house.ask("POST", "/tables/star/commands", words, dealer)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), (words, answer.text)

    assert (house.live_house.live_table("sydney").seq, house.live_house.live_table("star").seq) == before


@pytest.mark.parametrize(
    "key", ["0ec66962-f029-4119-86bb-b1eade797e3c", "0b94a02267664c5690c83aa2408fa145", "a-key-of-my-own"]
)
def test_every_id_that_the_house_gives_has_the_form_of_one(house: InProcessHouse, key: str) -> None:
    """Of players with a random key or any other, and of the house itself: each can be named again."""
    allowed = text_type(RequestReview, "dispute")
    assert accepts(allowed, command_id(key))
    assert accepts(allowed, house.live_house.new_command("sydney", CloseTable, "house", None).command.id)


@pytest.mark.parametrize("word", ["plum", "48291", "wattle"])
def test_the_word_of_a_scrutineer_is_one_short_word_or_number(word: str) -> None:
    """Forty letters, digits and dashes were enough to name a person and what they owe."""
    allowed = text_type(DrawPrizes, "word")
    assert accepts(allowed, word)
    for other in (
        DASHED,
        JANE,
        word.upper() + "x",
        f"{word}-{word}",
        "a" * 13,
        "jane_owes_4500",
        "plum5",
    ):
        assert not accepts(allowed, other), other


def test_a_signature_beside_a_result_has_a_form_too(house: InProcessHouse) -> None:
    """A preview is confirmed by another route, and its signatures are recorded too."""
    dealer = str(house.ask("POST", "/tables/canberra/console", {"rank": "dealer"}).cookies["sicbo"])
    while house.live_house.live_table("canberra").table.round is None or not step_is(house, "enter"):
        said = {"step": house.ask("GET", "/tables/canberra").json()["view"]["due"]["step"]}
        body = {"type": "perform", **said, **({"tumbles": 3} if said["step"] == "spin" else {})}
        assert house.ask("POST", "/tables/canberra/commands", body, dealer).status_code == 200
    seen = house.ask("POST", "/tables/canberra/result", {"dice": [1, 2, 4]}, dealer).json()
    before = house.live_house.live_table("canberra").seq

    body = {"preview": seen["preview"], "signatures": [{**SIGNED, "by": JANE * 100}]}
    answer = house.ask("POST", "/tables/canberra/result/confirm", body, dealer)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/signatures/0/by")
    assert house.live_house.live_table("canberra").seq == before


def step_is(house: InProcessHouse, step: str) -> bool:
    """Whether this is the next step in Canberra."""
    due = house.ask("GET", "/tables/canberra").json()["view"]["due"]
    return bool(due and due["step"] == step)


def test_a_player_signs_nothing(house: InProcessHouse) -> None:
    """Signatures that a player sends are not recorded, because no log requires them."""
    token = seat_token(house)
    words = {
        "type": "raise-dispute",
        "player": pseudonym_of(house, token),
        "about": "dice",
        "signatures": [SIGNED],
    }
    before = house.live_house.live_table("sydney").seq
    house.ask("POST", "/tables/sydney/commands", words, token)
    records = list(house.live_house.journal.read("sydney", before))
    assert records and not any(b"signature" in record.text for record in records)


def test_an_unknown_word_is_answered_in_the_players_language(house: InProcessHouse) -> None:
    """A terminal can show the sentence unchanged."""
    body = {"round": 1, "version": 1, "stakes": [{"bet": "smal", "cents": 500}]}
    answer = house.ask("PUT", "/tables/sydney/slip?lang=vi", body, seat_token(house))

    assert answer.json()["detail"] == "bet có giá trị mà nhà cái không biết: hãy chọn trong danh sách."
    assert answer.json()["errors"][0]["pointer"] == "/stakes/0/bet"


def test_a_well_formed_refusal_is_recorded_as_ever(house: InProcessHouse) -> None:
    """A refusal for missing chips or closed bets has its record and its clause."""
    token, before = seat_token(house), house.live_house.live_table("sydney").seq
    answer = house.ask("PUT", "/tables/sydney/slip", UNAFFORDABLE, token)

    assert answer.status_code in (409, 422)
    assert house.live_house.live_table("sydney").seq > before


def test_a_key_that_says_something_is_hashed_before_it_names_a_command() -> None:
    """A random key stays as it is, because a page signs an id that it knows."""
    key = "3f8a0c1e-8d5b-4c7f-9a2e-0123456789ab"
    assert command_id(key) == f"web-{key}"
    assert re.fullmatch(r"web-[0-9a-f]{32}", command_id("Jane-Citizen-12-Main-St"))


def test_what_a_dispute_is_about_is_veiled_whether_it_is_taken_or_refused(house: InProcessHouse) -> None:
    """The record has a hash in its place; the words are stored beside the chain and can be erased."""
    token = seat_token(house)
    player, before = pseudonym_of(house, token), house.live_house.live_table("sydney").seq
    for matter in ("dispute", "unforeseen", "promotion"):
        words = {"type": "raise-dispute", "player": player, "about": JANE, "matter": matter}
        assert house.ask("POST", "/tables/sydney/commands", words, token).status_code in (200, 409)

    records = list(house.live_house.journal.read("sydney", before))
    assert len(records) >= 3 and not any(b"Jane" in record.text for record in records)


def pseudonym_of(house: InProcessHouse, token: str) -> str:
    """Return the pseudonym of a player at the table."""
    return str(house.ask("GET", "/tables/sydney", token=token).json()["mine"]["player"])
