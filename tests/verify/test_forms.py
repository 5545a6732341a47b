"""A text that looks like one before is taken for the same only where it cannot be another."""

import json

import pytest

from sicbo.verify import forms as module
from sicbo.verify.canonical import Wrong
from sicbo.verify.forms import LONGEST, Forms
from tests.verify.bundles import Entry
from tests.verify.lies import Entries, asked
from tests.verify.test_planted import told


def having_learnt(*texts: bytes) -> Forms:
    """Forms that have seen these."""
    forms = Forms()
    for text in texts:
        forms.learn(text)
    return forms


@pytest.mark.parametrize(
    ("learnt", "given", "known"),
    [
        (b'{"id":"a","type":"b"}', b'{"id":"c","type":"b"}', True),
        (b'{"id":"a","type":"b"}', b'{"id":"a","type":"c"}', False),
        (b'{"id":"a","type":"b"}', b'{"as":"a","type":"b"}', False),
        (b'{"id":1,"type":"b"}', b'{"id":"1","type":"b"}', False),
        (b'{"id":1,"type":2}', b'{"id":3,"type":4}', True),
        (b'{"id":1,"up":2}', b'{"id":30,"up":40}', True),
        (b'{"id":"a","type":[]}', b'{"id":"b","type":[]}', True),
        (b'{"id":"a","type":[]}', b'{"id":"a","type":[5]}', False),
        (b'{"id":"a","type":[1,2]}', b'{"id":"b","type":[3,44]}', True),
        (b'{"id":-1,"type":"b"}', b'{"id":-1,"type":"b"}', False),
    ],
)
def test_a_text_of_the_same_form_has_the_same_names_types_and_kinds(
    learnt: bytes, given: bytes, known: bool
) -> None:
    """Other strings and other numbers may stand in it; another type or an item in a list is another form."""
    assert having_learnt(learnt).understood(given) == (json.loads(given), known)


@pytest.mark.parametrize(
    ("learnt", "given"),
    [
        (b'{"id":"a","type":"b"}', b'{"id":"\\u0061","type":"b"}'),
        (b'{"id":"a","type":"b"}', b'{"id":"\\/","type":"b"}'),
        (b'{"id":"a","type":"\\"}b"}', b'{"id":"a","type":"c"}b"}'),
        (b'{"id":1,"type":"b"}', b'{"id":1,"type":"b"}7'),
        (b'{"id":1,"type":"b"}', b'7{"id":1,"type":"b"}'),
        (b'{"id":1,"type":"b"}', b'{"id":01,"type":"b"}'),
        (b'{"id":1,"type":"b"}', b'{"id":,"type":"b"}'),
        (b'{"id":1,"type":"b"}', b'{"id":1,"type":"b\xff"}'),
    ],
)
def test_whatever_is_not_canonical_is_found_though_its_form_is_known(learnt: bytes, given: bytes) -> None:
    """A letter written otherwise, something behind the end or before it, no number, no text."""
    with pytest.raises(Wrong):
        having_learnt(learnt).understood(given)


def test_a_long_text_is_read_with_care_each_time() -> None:
    """Up to one byte less its form is kept and asked for."""
    short = b'{"id":"%b","type":"b"}'
    room = LONGEST - len(short % b"")
    just_short, just_long = short % (b"x" * (room - 1)), short % (b"x" * room)
    assert len(just_long) == LONGEST

    assert having_learnt(just_short).understood(just_short)[1]
    assert not having_learnt(just_short).understood(just_long)[1]
    assert not having_learnt(just_long).understood(just_short)[1]


def test_as_many_forms_are_known_as_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for two the third one is alone again, and the fourth stands beside it."""
    monkeypatch.setattr(module, "MOST", 2)
    texts, forms = [b'{"%c":1,"type":"x"}' % letter for letter in b"abcd"], Forms()
    known = []
    for text in texts:
        forms.learn(text)
        known.append("".join("abcd"[at] for at, one in enumerate(texts) if forms.understood(one)[1]))

    assert known == ["a", "ab", "c", "cd"]


class WithDigits(Entry):
    """A record with digits behind its text."""

    @property
    def text(self) -> bytes:
        """JSON, and no JSON."""
        return super().text + b"77"


def test_digits_behind_a_record_are_found_in_a_whole_journal() -> None:
    """The second buy-in looks like the first but for digits; other programs do not read its line at all."""

    def longer(entries: Entries) -> None:
        entry = asked(entries, "buy-in", nth=1)
        at = entries.index(entry)
        entries[at] = WithDigits(entry.told, entry.wall, entry.actor, entry.id)

    found = told("crown-sydney-chips").changed(longer).made().verified()

    assert "its text is not in canonical form" in [one.says for one in found.every]


def test_a_number_among_names_is_found_in_a_whole_journal() -> None:
    """The first sale had no waiting players, the second one has the player 5, who has no name."""

    def another(entries: Entries) -> None:
        asked(entries, "issue-colours", player="ana", colour="blue").command["waiting"] = [5]

    found = told("melbourne-colours").changed(another).made().verified()

    assert [(one.check, one.says) for one in found.every] == [
        ("schema", "issue-colours has waiting of another kind")
    ]
