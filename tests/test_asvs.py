"""The page on security answers every requirement of levels 1 and 2, and names none that does not exist."""

import re
from collections import Counter

from tests.asvs import PAGE, answered, in_part, levels, named, strange, unanswered

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_edition_has_345_requirements() -> None:
    """There are seventy at level 1, 183 at level 2 and 92 at level 3, without gaps in any section."""
    assert Counter(levels().values()) == {1: 70, 2: 183, 3: 92}
    for name in levels():
        section, last = name.rsplit(".", 1)
        assert last == "1" or f"{section}.{int(last) - 1}" in levels()


def test_every_requirement_has_a_test_or_a_reason() -> None:
    """A number that the edition does not have is noticed, too."""
    assert unanswered(TEXT) == []
    assert strange(TEXT) == []


def test_what_holds_only_in_part_is_named_at_the_top() -> None:
    """The first lines of the page list them."""
    top = re.search(r"^\*\*What does not hold by itself\*\*.*$", TEXT, re.MULTILINE)
    assert top is not None
    rows = [
        row for row in TEXT.partition("## Six items")[0].splitlines() if row.startswith("|") and "**" in row
    ]

    assert len(list(named(top[0]))) == len(rows)
    assert set(named(top[0])) <= set(in_part(TEXT))


def test_a_requirement_that_is_forgotten_or_made_up_is_found() -> None:
    """Spans and sections count for all that they contain; a line without a reason counts for nothing."""
    assert list(named("1.2.6 to 1.2.8, 9.1")) == ["1.2.6", "1.2.7", "1.2.8", "9.1.1", "9.1.2", "9.1.3"]
    assert answered("Not applicable: 4.3, no GraphQL.") == {"4.3.1": "no GraphQL", "4.3.2": "no GraphQL"}
    assert answered("Not applicable: 4.3.") == {"4.3.1": "", "4.3.2": ""}
    assert unanswered(TEXT.replace("6.2.12", "6.2.13")) == ["6.2.12"]
    assert strange("| 6.2.13 | at 127.0.0.1 | in 5.0.0 |") == ["6.2.13"]
