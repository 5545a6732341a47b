"""The state of a promotion: what the next decision needs."""

from sicbo.game.layout import Layout
from sicbo.game.rulebook.prize_rules import Promotions
from sicbo.game.rulebook.rules import Rules
from sicbo.machine.ledger import Balances
from sicbo.machine.structs import Map, Struct
from sicbo.promotion.conditions import PromotionTerms, parse_promotion_terms
from sicbo.promotion.events import PrizeWon
from sicbo.table.state import Readings, layout_of, rules_of

DRAFT, PUBLISHED, RUNNING, CLOSED, DRAWN = "draft", "published", "running", "closed", "drawn"
CANCELLED, FINISHED = "cancelled", "finished"
PHASES = (DRAFT, PUBLISHED, RUNNING, CLOSED, DRAWN, CANCELLED, FINISHED)
OPEN, CLAIMED, REFUSED = "open", "claimed", "refused"


class Award(Struct, frozen=True):
    """A prize that was won: when, how its winner was notified, and the state of the claim."""

    won: PrizeWon
    at: int
    told: str = ""
    claim: str = OPEN


class Promotion(Struct, frozen=True):
    """One promotion under one rulebook.

    `held` is the reason why it is postponed. `sent` is when the regulator got the terms of each hash. `came`
    counts the names drawn: a prize that its winner does not get goes to the next one.
    """

    name: str
    rulebook: str
    layout_key: str
    readings: Readings = ()
    balances: Balances = Balances()
    phase: str = DRAFT
    held: str = ""
    terms: str = ""
    commitment: str = ""
    versions: tuple[str, ...] = ()
    requests: tuple[str, ...] = ()
    sent: Map[str, int] = Map()
    barred: frozenset[str] = frozenset()
    played: Map[str, int] = Map()
    tickets: Map[str, int] = Map()
    entrants_hash: str = ""
    scrutineer: str = ""
    seed: str = ""
    label: str = ""
    came: int = 0
    confirmed: bool = False
    awards: tuple[Award, ...] = ()
    tell_inspector: bool = False
    published: bool = False
    complaints: Map[str, str] = Map()

    @property
    def rules(self) -> Rules:
        """The rulings that govern the promotion."""
        return rules_of(self.rulebook, self.readings)

    @property
    def law(self) -> Promotions:
        """The rulebook's rules for promotions."""
        found = self.rules.promotions
        assert found is not None, "A promotion is created only if a clause provides for one."
        return found

    @property
    def layout(self) -> Layout:
        """The layout whose bets may give prizes."""
        return layout_of(self.rulebook, self.readings, self.layout_key)

    @property
    def offer(self) -> PromotionTerms:
        """The terms in force."""
        return parse_promotion_terms(self.terms)

    def clause(self, path: str) -> str:
        """Return the clause that requires the item of the terms at this path."""
        return next(item.clause for item in self.rules.terms.promotion if item.path == path)

    @property
    def entrants(self) -> list[tuple[str, int]]:
        """The list of entrants with their tickets, in the order of their names."""
        return sorted(self.tickets.items())

    @property
    def prizes_left(self) -> dict[str, int]:
        """The number of each prize that is not won, or was refused and not given to another winner."""
        taken = [award.won.prize for award in self.awards if award.claim != REFUSED]
        return {prize.name: prize.number - taken.count(prize.name) for prize in self.offer.prizes}

    @property
    def needs_scrutineer(self) -> bool:
        """Whether a prize is so large that the rulebook provides for a scrutineer."""
        return self.offer.largest > self.law.scrutineer_above.choice
