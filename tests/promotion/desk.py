"""A promotions desk for the tests: terms of every rulebook that has promotions, and a person who acts."""

from datetime import datetime
from functools import cache
from typing import Any

import msgspec

from sicbo import rulebooks
from sicbo.draws import commitment
from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.rules import Rules
from sicbo.ledger.balances import Balances
from sicbo.ledger.prizes import transfers
from sicbo.promotion.commands import (
    AnyPromotionCommand,
    ClosePromotion,
    ConfirmDraw,
    DrawPrizes,
    EnterPromotion,
    NominateScrutineer,
    PublishPromotion,
    SendPromotionTerms,
    StartPromotion,
)
from sicbo.promotion.conditions import EPOCH, MICROSECOND
from sicbo.promotion.decide import decide, evolve
from sicbo.promotion.events import AnyPromotionEvent
from sicbo.promotion.state import Promotion
from sicbo.table.messages.base import Stamp
from sicbo.terms.loader import Terms, load
from sicbo.terms.template import template
from tests.terms.complete import with_line

WITH_PROMOTIONS = [rules for rules in rulebooks.every_rulebook().values() if rules.promotions]
SEED = bytes(range(32))
HOUR = 3_600_000_000


def wall(moment: str) -> int:
    """Return a time as stamps have it."""
    return (datetime.fromisoformat(moment) - EPOCH) // MICROSECOND


JANUARY, START, CLOSE, DRAW = (
    wall(f"2026-{day}+11:00")
    for day in ("01-20T10:00:00", "02-01T10:00:00", "03-01T20:00:00", "03-01T21:00:00")
)


@cache
def complete(key: str) -> Terms:
    """Return the template of a promotion, which states every item and has a prize of each kind."""
    rules = rulebooks.get(key)
    head = {"kind": "promotion", "rulebook": rules.key, "layout": rules.layouts[0].key, "name": "Autumn"}
    return load(template(head, rules.terms.promotion))


def small(key: str, *, kind: str = "cash", value: str = "500.00", number: int = 2, **more: object) -> Terms:
    """Return terms with one kind of prize and entry at the desk."""
    rules = rulebooks.get(key)
    text = complete(key).text
    head, *prizes = text.split("[[prizes]]\n")
    (chosen,) = (one for one in prizes if f'kind = "{kind}"' in one)
    terms = load(f"{head}[[prizes]]\n{chosen}")
    given = {"prizes[].value": value, "prizes[].count": number, "entry.rounds": 0, "entry.most_tickets": 1}
    for path, said in (given | more).items():
        terms = with_prize(terms, path, said) if "[]" in path else with_line(terms, path, said)
    assert rules.promotions is not None
    return terms


def with_prize(terms: Terms, path: str, value: object) -> Terms:
    """Return the same terms with a change to the first prize."""
    head, title, rest = terms.text.partition("[[prizes]]\n")
    inner = with_line(
        load(f'kind = "promotion"\nrulebook = "x"\nname = "x"\n[one]\n{rest}'), f"one.{path[9:]}", value
    )
    return load(head + title + inner.text.partition("[one]\n")[2])


class Desk:
    """A desk that acts on a promotion, an hour at a time, and keeps its books."""

    def __init__(self, rulebook: str) -> None:
        rules: Rules = rulebooks.get(rulebook)
        self.promotion = Promotion("Autumn", rules.key, rules.layouts[0].key)
        self.books = Balances()
        self.now = JANUARY
        self.said: list[AnyPromotionEvent] = []
        self.records: list[dict[str, Any]] = []
        self.before: list[Promotion] = []
        self._ids = 0

    def say(
        self,
        kind: type[AnyPromotionCommand],
        *,
        by: str = "mia",
        rank: Rank | None = Rank.SENIOR_MANAGER,
        **words: Any,
    ) -> tuple[AnyPromotionEvent, ...] | Refusal:
        """Give a command now and apply its events."""
        self._ids += 1
        command = kind(id=f"c{self._ids}", stamp=Stamp(by, rank, self.now, 0), **words)
        outcome = decide(self.promotion, command)
        self._recorded(command, outcome)
        if not isinstance(outcome, Refusal):
            for event in outcome:
                self.books = self.books.after(transfers(event, self.promotion))
                self.promotion = evolve(self.promotion, event)
                self.said.append(event)
        return outcome

    def _recorded(
        self, command: AnyPromotionCommand, outcome: tuple[AnyPromotionEvent, ...] | Refusal
    ) -> None:
        """Keep a command with its outcome, as a journal does."""
        refused = isinstance(outcome, Refusal)
        came = {"refusal": {"clause": "", "says": str(outcome)}} if refused else {"events": outcome}
        self.before.append(self.promotion)
        self.records.append(msgspec.json.decode(msgspec.json.encode({"command": command, **came})))

    def done(self, kind: type[AnyPromotionCommand], **words: Any) -> tuple[AnyPromotionEvent, ...]:
        """Give a command that must be accepted."""
        outcome = self.say(kind, **words)
        assert not isinstance(outcome, Refusal), str(outcome)
        return outcome

    def refused(self, kind: type[AnyPromotionCommand], **words: Any) -> Refusal:
        """Give a command that must be refused."""
        outcome = self.say(kind, **words)
        assert isinstance(outcome, Refusal), outcome
        return outcome

    def published(self, terms: Terms | None = None) -> "Desk":
        """Publish terms and send them to the regulator."""
        text = (terms or complete(self.promotion.rulebook)).text
        self.done(PublishPromotion, terms=text, commitment=commitment(SEED))
        self.done(SendPromotionTerms, reference="letter 1")
        return self

    def running(self, terms: Terms | None = None) -> "Desk":
        """Start the promotion at the time of its terms."""
        self.published(terms)
        self.now = START
        self.done(StartPromotion)
        return self

    def closed(self, terms: Terms | None = None, names: int = 5) -> "Desk":
        """Enter this many persons and close the list."""
        self.running(terms or small(self.promotion.rulebook))
        for number in range(names):
            self.done(EnterPromotion, player=f"P{number}")
        self.now = CLOSE
        self.done(ClosePromotion)
        return self

    def drawn(self, terms: Terms | None = None, names: int = 5, scrutineer: str = "") -> "Desk":
        """Draw at the time of the terms; a scrutineer who oversaw the draw signs for it."""
        self.closed(terms, names)
        if scrutineer:
            self.done(NominateScrutineer, name=scrutineer)
        self.now = DRAW
        self.done(DrawPrizes, seed=SEED.hex(), second=scrutineer)
        if scrutineer:
            self.done(ConfirmDraw, by=scrutineer, rank=None)
        return self
