"""Forbidden conduct, sanctions, disputes and draws."""

from enum import Enum
from typing import assert_never


class Offence(Enum):
    """Conduct that a rulebook forbids."""

    # The sentence of each prohibition says which of these a rulebook forbids.
    DEVICE = "use or intend a device to record, forecast, analyse or send outcomes, chances or strategy"
    INFLUENCE = "influence another player's decisions"
    PROXY = "wager for a person who is not in the casino"
    SIDE_BET = "bet with or against other players"
    ADVICE_BY_STAFF = "advise a player how to play, as a member of staff"
    ADVANTAGE_BY_STAFF = "give an advantage or change a probability, as a member of staff"
    INTERFERENCE = "interfere with the tumbler or the console without being staff of the game"
    LATE_HANDLING = "place, change or take back a wager after the close"


class Suspicion(Enum):
    """The grounds on which a person may be detained, if the suspicion is reasonable."""

    # crown-melbourne 9.2.4 names the sections; the descriptions are ours.
    DEVICE = "having a forbidden device"
    CRIMES_ACT_81 = "getting property by deception, section 81"
    CRIMES_ACT_82 = "getting a financial advantage by deception, section 82"
    CRIMES_ACT_83 = "false accounting, section 83"
    CRIMES_ACT_83A = "falsifying documents, section 83A"
    CASINO_CONTROL_ACT = "breaking a prescribed provision, which the note names"


class Unless(Enum):
    """The exception that makes forbidden conduct lawful."""

    NEVER = "never"
    PERMITTED = "the player permits it"  # crown-sydney 10.7
    REQUESTED = "the player asks for it"  # crown-melbourne 9.7, star-sydney 9.7
    TO_KEEP_THE_RULES = "it keeps the player within the rules"
    ON_DUTY = "an agent, employee or inspector acts in the course of duty"  # star-sydney 9.2

    @property
    def can_excuse(self) -> bool:
        """Whether anything makes the conduct lawful."""
        match self:
            case Unless.PERMITTED | Unless.REQUESTED | Unless.TO_KEEP_THE_RULES | Unless.ON_DUTY:
                return True
            case Unless.NEVER:
                return False
            case _:
                assert_never(self)


class Finality(Enum):
    """What a person can still do after a dispute has been decided."""

    INSPECTOR = "final; a dissatisfied person is told how to reach an inspector"
    COMMISSION = "final, subject to a review by the commission if asked for"  # canberra 10.4
    SHIFT_MANAGER = "as the shift manager decides"  # singapore-etg 5.10

    @property
    def is_reviewed(self) -> bool:
        """Whether the commission may review the decision."""
        match self:
            case Finality.COMMISSION:
                return True
            case Finality.INSPECTOR | Finality.SHIFT_MANAGER:
                return False
            case _:
                assert_never(self)

    @property
    def refers_to_inspector(self) -> bool:
        """Whether a dissatisfied person is referred to an inspector."""
        match self:
            case Finality.INSPECTOR:
                return True
            case Finality.COMMISSION | Finality.SHIFT_MANAGER:
                return False
            case _:
                assert_never(self)


class OffendersWager(Enum):
    """What happens to a wager that was voided because its player broke the rules."""

    REFUNDED = "it is refunded"  # crown-sydney 10.4
    SUSPENSE = "it is held until the rank that voided it records refund or forfeiture"  # crown-melbourne 9.2
    MAY_BE_FORFEITED = "it may be forfeited"  # star-sydney 9.5
    NOT_PROVIDED = "no clause provides for it"

    @property
    def may_be_forfeited(self) -> bool:
        """Whether the voided wager may be forfeited."""
        match self:
            case OffendersWager.MAY_BE_FORFEITED:
                return True
            case OffendersWager.REFUNDED | OffendersWager.SUSPENSE | OffendersWager.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)

    @property
    def is_held(self) -> bool:
        """Whether the voided wager is held until a decision is recorded."""
        match self:
            case OffendersWager.SUSPENSE:
                return True
            case OffendersWager.REFUNDED | OffendersWager.MAY_BE_FORFEITED | OffendersWager.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)


class Sanctions(Enum):
    """How a rulebook's sanctions combine."""

    ANY = "any of them, also several"
    ONE = "one of them only"
    TOGETHER = "all of them together"
    NONE = "no clause provides for sanctions"

    @property
    def is_one_only(self) -> bool:
        """Whether a second sanction is refused."""
        match self:
            case Sanctions.ONE:
                return True
            case Sanctions.ANY | Sanctions.TOGETHER | Sanctions.NONE:
                return False
            case _:
                assert_never(self)

    @property
    def is_all_together(self) -> bool:
        """Whether the sanctions apply together."""
        match self:
            case Sanctions.TOGETHER:
                return True
            case Sanctions.ANY | Sanctions.ONE | Sanctions.NONE:
                return False
            case _:
                assert_never(self)


class Scrutineer(Enum):
    """Whether a scrutineer oversees the draw of a large prize."""

    MAY = "may oversee it"  # crown-sydney 9.2
    SHALL = "shall oversee it"  # star-sydney 10.2

    @property
    def is_required(self) -> bool:
        """Whether a scrutineer has to oversee the draw."""
        match self:
            case Scrutineer.SHALL:
                return True
            case Scrutineer.MAY:
                return False
            case _:
                assert_never(self)


class CashInstead(Enum):
    """Whether a winner may have cash instead of a prize that is not money."""

    STATED = (
        "where the terms state the amount, and never instead of tokens or casino dollars"  # star-sydney 10.3
    )
    NOT_PROVIDED = "no clause provides for it"

    @property
    def is_allowed(self) -> bool:
        """Whether the terms may state an amount of cash instead."""
        match self:
            case CashInstead.STATED:
                return True
            case CashInstead.NOT_PROVIDED:
                return False
            case _:
                assert_never(self)


class Amending(Enum):
    """Who approves a change to the terms of a promotion after its start."""

    AUTHORITY = "the regulator, by an approval that is named"  # star-sydney 10.9.1
    OPERATOR = "the operator, and every version stays on record"

    @property
    def needs_approval(self) -> bool:
        """Whether the regulator's approval has to be named."""
        match self:
            case Amending.AUTHORITY:
                return True
            case Amending.OPERATOR:
                return False
            case _:
                assert_never(self)


class Doubt(Enum):
    """When an inspector is informed that the integrity of a promotion is in doubt."""

    ON_CANCELLING = "as soon as practicable after it is cancelled"  # crown-sydney 9.10
    AT_ONCE = "at once when it is postponed or cancelled"  # star-sydney 10.12

    @property
    def informs_at_once(self) -> bool:
        """Whether an inspector is informed before anything else."""
        match self:
            case Doubt.AT_ONCE:
                return True
            case Doubt.ON_CANCELLING:
                return False
            case _:
                assert_never(self)
