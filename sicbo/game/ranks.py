"""Ranks, and the acts for which a rulebook demands a minimum rank."""

from enum import Enum, IntEnum


class Rank(IntEnum):
    """The four ranks. Each rulebook has its own titles. A higher rank has all powers of a lower one."""

    DEALER = 1
    SUPERVISOR = 2
    MANAGER = 3
    SENIOR_MANAGER = 4


class Act(Enum):
    """An act that needs a rank. An act that no clause grants is refused."""

    DEAL = "deal the round: call, spin, enter results, settle"
    DECLARE_VOID = "declare a round void on a ground that leaves no choice"
    VOID_FOR_EQUIPMENT = "void a round whose result faulty equipment affected"
    VOID_FOR_DISRUPTION = "void a round that was disrupted"
    VOID_FOR_FRAUD = "void a round or a wager for fraud"
    VOID_WHEN_IMPRACTICAL = "void a round that cannot practically continue"
    VOID_OFFENDERS_WAGERS = "void the wagers of a person who broke the rules"
    FORFEIT = "let a fraudster's wager be forfeited"
    WITHHOLD_WINNINGS = "withhold an offender's winnings until they are determined"
    EXCLUDE_FROM_GAME = "exclude a person from the game"
    EXCLUDE_FROM_CASINO = "exclude a person from the casino"
    REFER = "refer a person to an inspector or the police"
    DETAIN = "detain a person until the police arrive"
    REFUSE_WAGER = "refuse a wager before the close, on reasonable grounds"
    CHANGE_LIMITS = "change the limits of the table"
    AGREE_PERSONAL_LIMITS = "agree limits for one player"
    IDLE_SPIN = "direct spins while no wager lies on the layout"
    ISSUE_SECOND_COLOUR = "issue colour chips of more than one colour to one player"
    VERIFY_FOREIGN_CHIPS = "verify the exchange of a closed table's colour chips"
    REQUIRE_COLOUR_CHIPS = "oblige a player to use colour chips"
    CLOSE_TABLE = "close a table at which players are present"
    CLOSE_SUPER_STREAK = "close Super Streak"
    VACATE_SEAT = "require a player who does not wager to give up the seat"
    RESUME_AFTER_FAULT = "let play go on after a fault was put right"
    CORRECT_RESULT = "correct a result that was entered wrongly"
    DECIDE_DISPUTE = "decide a dispute in the first place"
    REVIEW_DISPUTE = "review a decided dispute"
    RESOLVE_UNFORESEEN = "decide what the rules do not provide for"
    OPEN_TABLE = "open the table for play"
    DESIGNATE_TABLE = "keep the table for a tournament alone"
