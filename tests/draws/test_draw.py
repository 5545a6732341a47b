"""The draw: fixed vectors, equal probabilities, and names by their tickets."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from string import ascii_letters
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sicbo.cli.main import main
from sicbo.draws import Entrant, commitment, drawn, entrants_hash, listed
from sicbo.draws.draw import BLOCK, Urn, below
from sicbo.errors import BadInput
from sicbo.verify.canonical import Wrong
from sicbo.verify.draws import FIELDS, check_draw, recomputed

SEED = bytes(range(32))
NAMES = ("Ada", "Bo", "Chi", "Đức", "六")


def test_the_vectors_never_change() -> None:
    """An old draw can always be recomputed: these figures were recorded once and never change."""
    assert commitment(SEED) == "1bf46d1e20890e54f58d0e08946ef83ff36511237f599a6c7a26946020d7b502"
    assert entrants_hash(NAMES) == "f806d2a2933b163b2b8c059ee6352c8ae10b3034725051ee2c508dd70e181fad"
    assert drawn(SEED, NAMES, "weekly 12") == ("Chi", "Ada", "Bo", "六", "Đức")
    assert drawn(SEED, [("Ada", 900), ("Bo", 90), ("Chi", 10)], "seats") == ("Ada", "Chi", "Bo")


def test_the_hash_of_the_entrants_is_that_of_the_published_list() -> None:
    """`sha256sum` of the text file gives the same hash, so the check needs no program of ours."""
    assert listed([("Ada", 3), "Bo"]) == "3 Ada\n1 Bo\n"
    assert entrants_hash([("Ada", 3), "Bo"]) == hashlib.sha256(b"3 Ada\n1 Bo\n").hexdigest()


def test_each_order_of_four_names_is_as_likely() -> None:
    """All 24 orders are equally likely in 4,800 draws: chi-square is under its 99.9 % point, 49.7."""
    seen = Counter(drawn(SEED, NAMES[:4], f"draw {number}") for number in range(4_800))

    assert set(seen) == set(permutations(NAMES[:4]))
    assert sum(Fraction((count - 200) ** 2, 200) for count in seen.values()) < Fraction(497, 10)


def test_tickets_are_the_chances() -> None:
    """Names with 1, 2 and 7 of ten tickets are drawn first in that proportion: 99.9 % point 13.8."""
    tickets = (("Ada", 1), ("Bo", 2), ("Chi", 7))
    seen = Counter(drawn(SEED, tickets, f"draw {number}", 1)[0] for number in range(3_000))

    assert sum(Fraction((seen[name] - 300 * own) ** 2, 300 * own) for name, own in tickets) < 13


@given(st.lists(st.integers(1, 9), min_size=1, max_size=40), st.text("ab ", min_size=1, max_size=5))
def test_two_implementations_draw_the_same(tickets: list[int], label: str) -> None:
    """The verifier counts the tickets one by one and the house uses a tree of sums; both draw the same."""
    entrants = [(f"P{place}", own) for place, own in enumerate(tickets)]

    ours = drawn(SEED, entrants, label)
    theirs = recomputed(SEED.hex(), entrants, entrants_hash(entrants), label, len(entrants))

    assert list(ours) == theirs
    assert sorted(ours) == sorted(name for name, _ in entrants)


@pytest.mark.parametrize(
    ("tickets", "says"), [(0, "no sensible number"), (1, "not the one that was promised")]
)
def test_an_entrant_without_a_ticket_is_no_entrant(tickets: int, says: str) -> None:
    """The verifier rejects an entrant without tickets first; with one ticket it goes on to check the seed."""
    told = {**dict.fromkeys(FIELDS, ""), "seed": SEED.hex(), "entrants": [["Ada", 3], ["Bo", tickets]]}

    with pytest.raises(Wrong, match=says):
        check_draw(told)


def test_a_block_that_would_favour_some_is_passed() -> None:
    """For a limit of 6 the last four of 2^256 blocks are skipped to make each remainder equally likely."""
    assert BLOCK % 6 == 4
    assert below(6, iter([BLOCK - 4, BLOCK - 1, BLOCK - 5])) == 5


def test_all_tickets_of_a_name_leave_the_urn_with_it() -> None:
    """After Bo's three tickets are removed, ticket 2 is Chi's."""
    urn = Urn([2, 3, 4])

    assert urn.take(2) == 1
    assert urn.left == 6
    assert urn.take(2) == 2
    assert urn.take(1) == 0


def test_fewer_places_are_the_first_of_all() -> None:
    """A reserve drawn later is the next name of the same draw."""
    assert drawn(SEED, NAMES, "weekly 12", 2) == drawn(SEED, NAMES, "weekly 12")[:2]
    assert drawn(SEED, NAMES, "weekly 12", 99) == drawn(SEED, NAMES, "weekly 12")
    assert drawn(SEED, (), "weekly 12") == ()


@pytest.mark.parametrize(
    ("seed", "names", "label"),
    [
        (b"short", ("Ada",), "x"),
        (SEED, ("Ada", "Ada"), "x"),
        (SEED, ("Ada\nBo",), "x"),
        (SEED, ("",), "x"),
        (SEED, (("Ada", 0),), "x"),
        (SEED, ("Ada",), ""),
        (SEED, ("Ada",), "a\nb"),
    ],
)
def test_what_two_people_could_read_in_two_ways_is_no_draw(
    seed: bytes, names: tuple[Entrant, ...], label: str
) -> None:
    """Short seeds, repeated names, names over two lines and empty labels are refused in one sentence."""
    with pytest.raises(BadInput):
        drawn(seed, names, label)


@pytest.fixture
def draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Draw two of four names on the command line."""
    (tmp_path / "list.txt").write_text("1 Ada\n2 Bo\n1 Chi\n5 Dan\n", encoding="utf-8")
    assert main(["promotion", "promise", str(tmp_path / "seed")]) == 0
    promised = capsys.readouterr().out.strip()
    words = [
        "draw",
        str(tmp_path / "list.txt"),
        "--seed",
        str(tmp_path / "seed"),
        "--label",
        "x",
        "--places",
        "2",
    ]
    assert main(["promotion", *words]) == 0
    told = capsys.readouterr().out
    assert json.loads(told)["commitment"] == promised
    (tmp_path / "draw.json").write_text(told, encoding="utf-8")
    return tmp_path / "draw.json"


def test_a_draw_from_the_command_line_is_verified(draw: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The commands for commitment, draw and verification agree, and only the owner can read the seed."""
    assert main(["promotion", "verify-draw", str(draw)]) == 0
    assert capsys.readouterr().out.startswith("VERIFIED: 2 of 4 entrants")
    assert (draw.parent / "seed").stat().st_mode & 0o077 == 0
    assert main(["promotion", "promise", str(draw.parent / "seed")]) == 2


def another_label(told: dict[str, Any]) -> None:
    """Return a label that draws other names; by chance another label may draw the same two of four."""
    entrants = [(name, tickets) for name, tickets in told["entrants"]]
    known = told["seed"], entrants, told["entrants_hash"]
    told["label"] = next(one for one in ascii_letters if recomputed(*known, one, 2) != told["drawn"])


LIES: dict[str, Callable[[Any], object]] = {
    "an entrant more": lambda told: told["entrants"].append(["Eve", 1]),
    "an entrant less": lambda told: told["entrants"].pop(),
    "another name": lambda told: told["entrants"][0].__setitem__(0, "Eve"),
    "a ticket more": lambda told: told["entrants"][0].__setitem__(1, 2),
    "another order": lambda told: told["entrants"].reverse(),
    "another seed": lambda told: told.update(seed="00" * 32),
    "another promise": lambda told: told.update(commitment="00" * 32),
    "another label": another_label,
    "another list hash": lambda told: told.update(entrants_hash="00" * 32),
    "another winner": lambda told: told["drawn"].reverse(),
    "a winner from nowhere": lambda told: told["drawn"].__setitem__(0, "Eve"),
    "a name twice": lambda told: told["entrants"].append(["Ada", 1]),
    "no tickets": lambda told: told["entrants"][0].__setitem__(1, True),
    "more drawn than entered": lambda told: told["drawn"].extend("abc"),
    "a field more": lambda told: told.update(more=1),
    "no list": lambda told: told.update(entrants="Ada"),
    "a seed of words": lambda told: told.update(seed="no"),
}


@pytest.mark.parametrize("lie", LIES)
def test_every_change_of_a_draw_is_found(lie: str, draw: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Changing an entrant, ticket, seed, commitment or winner gives exit code 3 and a sentence."""
    told = json.loads(draw.read_text(encoding="utf-8"))
    LIES[lie](told)
    draw.write_text(json.dumps(told), encoding="utf-8")

    assert main(["promotion", "verify-draw", str(draw)]) == 3
    assert capsys.readouterr().out.startswith("NOT VERIFIED: ")


def test_a_list_remade_with_its_hash_gives_another_draw(draw: Path) -> None:
    """A forged list with a matching hash changes all blocks, so the winners reveal the forgery."""
    told = json.loads(draw.read_text(encoding="utf-8"))
    found = 0
    for number in range(20):
        told["entrants"][0][0] = f"Eve {number}"
        told["entrants_hash"] = entrants_hash([tuple(one) for one in told["entrants"]])
        draw.write_text(json.dumps(told), encoding="utf-8")
        found += main(["promotion", "verify-draw", str(draw)]) == 3

    assert found > 10


@pytest.mark.parametrize("text", ["", "[]", '{"format": "other"}', '{"format": 1.5}'])
def test_what_is_no_draw_is_said_to_be_none(text: str, tmp_path: Path) -> None:
    """A file that is not a draw cannot be verified: exit code 2."""
    (tmp_path / "draw.json").write_text(text, encoding="utf-8")

    assert main(["promotion", "verify-draw", str(tmp_path / "draw.json")]) == 2
    assert main(["promotion", "verify-draw", str(tmp_path / "missing.json")]) == 2
