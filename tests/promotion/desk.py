"""A promotions desk for the tests: terms of every rulebook that has promotions, and a person who acts."""

import json
from datetime import datetime
from functools import cache
from typing import Any

from sicbo import rulebooks
from sicbo.draws import commitment
from sicbo.errors import Refusal
from sicbo.game.ranks import Rank
from sicbo.game.rulebook.rules import Rules
from sicbo.machine.ledger import Balances
from sicbo.machine.messages import Command, Event, Stamp
from sicbo.machine.structs import encode_sorted
from sicbo.promotion.commands import (
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
from sicbo.promotion.log_kind import PROMOTION, decide, evolve
from sicbo.promotion.state import Promotion
from sicbo.terms.loader import Terms, parse_terms
from sicbo.terms.template import terms_template
from tests.terms.complete import terms_with_line

WITH_PROMOTIONS = [rules for rules in rulebooks.every_rulebook().values() if rules.promotions]
SEED = bytes(range(32))
HOUR = 3_600_000_000


def wall_time(moment: str) -> int:
    """Return a time as stamps have it."""
    return (datetime.fromisoformat(moment) - EPOCH) // MICROSECOND


JANUARY, START, CLOSE, DRAW = (
    wall_time(f"2026-{day}+11:00")
    for day in ("01-20T10:00:00", "02-01T10:00:00", "03-01T20:00:00", "03-01T21:00:00")
)


@cache
def complete_promotion(key: str) -> Terms:
    """Return the template of a promotion, which states every item and has a prize of each kind."""
    rules = rulebooks.get_rulebook(key)
    head = {"kind": "promotion", "rulebook": rules.key, "layout": rules.layouts[0].key, "name": "Autumn"}
    return parse_terms(terms_template(head, rules.terms.promotion))


def one_prize_terms(
    key: str, *, kind: str = "cash", value: str = "500.00", number: int = 2, **more: object
) -> Terms:
    """Return terms with one kind of prize and entry at the desk."""
    rules = rulebooks.get_rulebook(key)
    text = complete_promotion(key).text
    head, *prizes = text.split("[[prizes]]\n")
    (chosen,) = (one for one in prizes if f'kind = "{kind}"' in one)
    terms = parse_terms(f"{head}[[prizes]]\n{chosen}")
    given = {"prizes[].value": value, "prizes[].count": number, "entry.rounds": 0, "entry.most_tickets": 1}
    for path, said in (given | more).items():
        terms = with_prize(terms, path, said) if "[]" in path else terms_with_line(terms, path, said)
    assert rules.promotions is not None
    return terms


def with_prize(terms: Terms, path: str, value: object) -> Terms:
    """Return the same terms with a change to the first prize."""
    head, title, rest = terms.text.partition("[[prizes]]\n")
    inner = terms_with_line(
        parse_terms(f'kind = "promotion"\nrulebook = "x"\nname = "x"\n[one]\n{rest}'),
        f"one.{path[9:]}",
        value,
    )
    return parse_terms(head + title + inner.text.partition("[one]\n")[2])


class PromotionDesk:
    """A desk that acts on a promotion, an hour at a time, and keeps its books."""

    def __init__(self, rulebook: str) -> None:
        rules: Rules = rulebooks.get_rulebook(rulebook)
        self.promotion = Promotion("Autumn", rules.key, rules.layouts[0].key)
        self.books = Balances()
        self.now = JANUARY
        self.events: list[Event] = []
        self.records: list[dict[str, Any]] = []
        self.before: list[Promotion] = []
        self._ids = 0

    def submit(
        self,
        kind: type[Command],
        *,
        by: str = "mia",
        rank: Rank | None = Rank.SENIOR_MANAGER,
        **words: Any,
    ) -> tuple[Event, ...] | Refusal:
        """Give a command now and apply its events."""
        self._ids += 1
        command = kind(id=f"c{self._ids}", stamp=Stamp(by, rank, self.now, 0), **words)
        outcome = decide(self.promotion, command)
        self._record_outcome(command, outcome)
        if not isinstance(outcome, Refusal):
            for event in outcome:
                self.books = self.books.after_transfers(PROMOTION.transfers(event, self.promotion))
                self.promotion = evolve(self.promotion, event)
                self.events.append(event)
        return outcome

    def _record_outcome(self, command: Command, outcome: tuple[Event, ...] | Refusal) -> None:
        """Keep a command with its outcome, as a journal does."""
        came = (
            {"refusal": {"clause": outcome.clause}} if isinstance(outcome, Refusal) else {"events": outcome}
        )
        self.before.append(self.promotion)
        self.records.append(json.loads(encode_sorted({"command": command, **came})))

    def do(self, kind: type[Command], **words: Any) -> tuple[Event, ...]:
        """Give a command that must be accepted."""
        outcome = self.submit(kind, **words)
        assert not isinstance(outcome, Refusal), str(outcome)
        return outcome

    def expect_refusal(self, kind: type[Command], **words: Any) -> Refusal:
        """Give a command that must be refused."""
        outcome = self.submit(kind, **words)
        assert isinstance(outcome, Refusal), outcome
        return outcome

    def publish(self, terms: Terms | None = None) -> "PromotionDesk":
        """Publish terms and send them to the regulator."""
        text = (terms or complete_promotion(self.promotion.rulebook)).text
        self.do(PublishPromotion, terms=text, commitment=commitment(SEED))
        self.do(SendPromotionTerms, reference="letter 1")
        return self

    def start(self, terms: Terms | None = None) -> "PromotionDesk":
        """Start the promotion at the time of its terms."""
        self.publish(terms)
        self.now = START
        self.do(StartPromotion)
        return self

    def close(self, terms: Terms | None = None, names: int = 5) -> "PromotionDesk":
        """Enter this many persons and close the list."""
        self.start(terms or one_prize_terms(self.promotion.rulebook))
        for number in range(names):
            self.do(EnterPromotion, player=f"P{number}")
        self.now = CLOSE
        self.do(ClosePromotion)
        return self

    def draw(self, terms: Terms | None = None, names: int = 5, scrutineer: str = "") -> "PromotionDesk":
        """Draw at the time of the terms; a scrutineer who oversaw the draw signs for it."""
        self.close(terms, names)
        if scrutineer:
            self.do(NominateScrutineer, name=scrutineer)
        self.now = DRAW
        self.do(DrawPrizes, seed=SEED.hex(), second=scrutineer)
        if scrutineer:
            self.do(ConfirmDraw, by=scrutineer, rank=None)
        return self
