"""A table plays without any third-party package, and the same to the byte as with msgspec."""

import json
import pickle
import subprocess
import sys
from datetime import UTC, datetime
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest

from sicbo.game.settlement import Outcome
from sicbo.machine import fast_structs, plain_structs, structs
from tests.machine.transcripts import records_of_transcripts

ROOT = Path(__file__).parent.parent.parent
WITHOUT_PACKAGES = """
import json, sys
sys.modules["msgspec"] = sys.modules["immutables"] = None
from tests.machine.transcripts import records_of_transcripts
print(json.dumps(records_of_transcripts()))
"""


def test_transcripts_are_the_same_without_any_package() -> None:
    """Every transcript gives the same events and the same table as in a house, and is fulfilled or not."""
    command = [sys.executable, "-c", WITHOUT_PACKAGES]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert not ran.stderr
    assert json.loads(ran.stdout) == records_of_transcripts()


def test_a_house_has_the_fast_structs() -> None:
    """With both packages installed, nothing of the plain module is used."""
    assert (structs.Struct, structs.Map) == (fast_structs.Struct, fast_structs.Map)


class Weight(IntEnum):
    """A weight."""

    LIGHT = 1


class Pair(plain_structs.Struct, frozen=True, array_like=True):
    """A bet and cents."""

    bet: str
    cents: int = 5


class Message(plain_structs.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """A message with an id."""

    id: str


class Ask(Message, frozen=True, forbid_unknown_fields=True):
    """A question."""

    pairs: tuple[Pair, ...]
    weight: Weight | None = None
    at: datetime | None = None


class Say(Message, frozen=True, omit_defaults=True):
    """A statement."""

    text: str = ""
    place: tuple[int, int] = (0, 0)


def test_a_struct_is_a_frozen_value() -> None:
    """It is equal by its fields, can be hashed, pickled and copied with changes, and never changes."""
    ask = Ask(((pair := Pair("small")),), id="a")

    assert ask == Ask(pairs=(Pair("small", 5),), weight=None, id="a") == pickle.loads(pickle.dumps(ask))
    assert ask != Say(id="a") and len({ask, Ask((pair,), id="a"), Say(id="a")}) == 2
    assert repr(ask) == "Ask(pairs=(Pair(bet='small', cents=5),), weight=None, at=None, id='a')"
    assert plain_structs.replace(pair, cents=7) == Pair("small", 7)
    assert Ask.__struct_fields__ == ("pairs", "weight", "at", "id")
    with pytest.raises(AttributeError):
        pair.cents = 8


@pytest.mark.parametrize("wrong", [{}, {"bet": "a", "bets": "b"}])
def test_a_struct_has_exactly_its_fields(wrong: dict[str, Any]) -> None:
    """A field that is missing or unknown is an error, in a copy too."""
    with pytest.raises(TypeError):
        Pair(**wrong)
    with pytest.raises(TypeError):
        Pair("a", 1, 2)
    with pytest.raises(TypeError):
        plain_structs.replace(Pair("a"), bets="b")


def test_json_is_canonical_and_is_read_back() -> None:
    """Fields are sorted, defaults left out if the class says so, and the tag finds the class."""
    ask, say = Ask((Pair("é"),), Weight.LIGHT, id="a"), Say(id="b", place=(1, 2))
    read = plain_structs.decoder(Ask | Say)

    assert plain_structs.encode_sorted(ask) == (
        '{"at":null,"id":"a","pairs":[["é",5]],"type":"ask","weight":1}'.encode()
    )
    assert plain_structs.encode_state(say) == b'{"type":"say","place":[1,2],"id":"b"}'
    assert plain_structs.encode_state({"some": frozenset({2, 1})}) == b'{"some":[1,2]}'
    assert plain_structs.encode_state(Outcome.WON) == b'"won"'
    assert plain_structs.to_builtins((ask, [Weight.LIGHT], None)) == (
        {"type": "ask", "pairs": (["é", 5],), "weight": 1, "at": None, "id": "a"},
        [1],
        None,
    )
    for message in (ask, say):
        assert read(plain_structs.encode_sorted(message)) == message
    moment = datetime(2026, 1, 31, tzinfo=UTC)
    assert plain_structs.convert({"id": "a", "pairs": [], "at": moment}, Ask).at == moment


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('{"type":"tell"}', "$"),
        ('{"type":"ask","id":"a"}', "$"),
        ('{"type":"ask","id":"a","pairs":[],"more":1}', "$"),
        ('{"type":"ask","id":1,"pairs":[]}', "$.id"),
        ('{"type":"ask","id":"a","pairs":[["small",true]]}', "$.pairs[...].cents"),
        ('{"type":"ask","id":"a","pairs":[7]}', "$.pairs[...]"),
        ('{"type":"ask","id":"a","pairs":"small"}', "$.pairs"),
        ('{"type":"ask","id":"a","pairs":[],"weight":9}', "$.weight"),
        ('{"type":"say","id":"a","place":[1]}', "$.place"),
        ('{"type":"say","id":"a","place":[1,"2"]}', "$.place[1]"),
    ],
)
def test_another_type_is_an_error_with_its_place(text: str, at: str) -> None:
    """Nothing is coerced, and the message ends with the place, as that of msgspec does."""
    with pytest.raises(plain_structs.ValidationError) as error:
        plain_structs.decoder(Ask | Say)(text.encode())

    assert str(error.value).endswith(f" - at `{at}`")


def test_a_map_is_copied_on_change() -> None:
    """Every change leaves the map before it as it was."""
    before = plain_structs.Map({"a": 1})
    changes = before.mutate()
    changes["c"] = 3
    del changes["a"]

    assert before.set("b", 2).delete("a") == before.update(b=2).delete("a") == {"b": 2}
    assert changes.finish() == plain_structs.Map(c=3) == plain_structs.Map({"c": 3})
    assert (dict(before), len(before), "a" in before, before.get("z", 0)) == ({"a": 1}, 1, True, 0)
    assert hash(before) == hash(plain_structs.Map(a=1)) and repr(before) == "Map({'a': 1})"
