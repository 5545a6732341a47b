"""Readings of the unclear words of The Star's order of 2016. The first option of each is the default."""

from sicbo.game.vocabulary import *

SIDES = {
    "small": total_of(*SMALL_TOTALS) - TRIPLES,
    "big": total_of(*BIG_TOTALS) - TRIPLES,
    "odd": total_of(*ODD_TOTALS) - TRIPLES,
    "even": total_of(*EVEN_TOTALS) - TRIPLES,
}
PRINTED = total_of(4, 6, 8, 12, 14, 16) - TRIPLES
SIXES = made_of(6, 6, 6)
DOUBLES = frozenset().union(*(showing(face, on=2) for face in FACES)) - TRIPLES


def even_is(winning: frozenset[tuple[int, int, int]]) -> dict[str, object]:
    """Return what changes with the rolls of Even: the runs that a Super Streak on it can follow."""
    return {"super_streak.sides": {**SIDES, "even": winning}}


READINGS = (
    Reading(
        "ST-01", "3.2.2.1, 3.2.2.2", FindingKind.CONFLICT, "Does Even win on a total of 10, and on 6-6-6?",
        (
            Option("intended", "On 4, 6, 8, 10, 12, 14 and 16; every triple loses."),
            Option("literal", "The list as printed, without 10; 6-6-6 loses as a triple.",
                   wins={"even": (PRINTED,)}, rulings=even_is(PRINTED)),
            Option("literal-with-18",
                   "The list as printed, without 10; 6-6-6 wins the bet, and a streak passes over it (6.4).",
                   wins={"even": (PRINTED | SIXES,)}, rulings=even_is(PRINTED)),
            Option("with-10-and-18",
                   "10 is put back and 18 is kept; 6-6-6 wins the bet, and a streak passes over it (6.4).",
                   wins={"even": (SIDES["even"] | SIXES,)}),
        ),
        "The two exceptions fit a list with 10 and without 18, as printed elsewhere; 18 is always a triple.",
    ),
    Reading(
        "ST-02", "6.3", FindingKind.XREF, "Which clauses say what an Odd or Even result of a streak is?",
        (
            Option("odd-and-even", "3.2.1 and 3.2.2, which define Odd and Even."),
            Option("literal", "3.1.3 and 3.1.4 as cited: such a result must also be a specific double.",
                   rulings={"super_streak.sides": {**SIDES, "odd": SIDES["odd"] & DOUBLES,
                                                   "even": SIDES["even"] & DOUBLES}}),
        ),
        "The clauses cited define triples and doubles, and the same sentence sets triples aside.",
    ),
    Reading(
        "ST-03", "3.1.4", FindingKind.TEXT_GAP,
        "What does a triple do to its Specific Double, where a verb is missing?",
        (
            Option("triple-once", "Two or three dice with the number win, once."),
            Option("triple-thrice", "A triple holds three doubles and pays for each.",
                   wins={f"double-{face}": (exactly(face, on=2), exactly(face, on=3)) for face in FACES},
                   pays=(Pay("7.1/specific-doubles", "double", "11 to 1"),
                         Pay("7.1/specific-doubles", "double", "33 to 1", tier=2))),
            Option("just-two", "Only just two dice with the number win.",
                   wins={f"double-{face}": (exactly(face, on=2),) for face in FACES}),
        ),
        "The clause has a triple of the number win once only.",
    ),
    Reading(
        "ST-04", "3.2.3", FindingKind.AMBIGUOUS, "May a number of the four come twice?",
        (
            Option("three-different", "No: three different numbers of the four."),
            Option("repeats", "Yes, but a triple loses.",
                   wins={f"four-{digits(four)}": (showing(*four, on=3) - TRIPLES,) for four in FOURS}),
            Option("repeats-and-triples", "Yes, even three times.",
                   wins={f"four-{digits(four)}": (showing(*four, on=3),) for four in FOURS}),
        ),
        "At 7 to 1 the other ways would favour the player by more than the stake.",
    ),
    Reading(
        "ST-05", "6.2, 6.3, 6.5, 7.2", FindingKind.AMBIGUOUS,
        "Whose run does a Super Streak follow, and is the breaking result its first?",
        (
            Option("next-result", "The side that broke the old run, counted from the next result."),
            Option("players-pick", "The side that the player picks, counted from the next result.",
                   rulings={"super_streak.side": Side.PLAYERS_PICK}),
            Option("breaking-result", "The side that broke the old run, whose breaking result is number one.",
                   rulings={"super_streak.count_from": CountFrom.BREAKING_RESULT}),
            Option("next-side", "Whichever side comes next; that result is number one.",
                   rulings={"super_streak.side": Side.NEXT_SIDE}),
        ),
        "The words lean to the breaking result, but only the next one makes the odds those of a house.",
    ),
    Reading(
        "ST-06", "6.2", FindingKind.CONFLICT, "Is a run of one result a streak in progress?",
        (
            Option("at-changeover", "No: the window is open at one result and shut from the second on.",
                   figures={"value of a wager placed after one result": Fraction(-201, 2048)}),
            Option("never", "Yes: some run is always in progress, and the wager is never open.",
                   rulings={"super_streak.opens": Window.NEVER_IN_PROGRESS}),
            Option("below-four",
                   "Four results make a streak; until then the window is open and the run is taken over.",
                   rulings={"super_streak.opens": Window.BELOW_FOUR},
                   figures={"value of a wager placed after one result": Fraction(823, 1024),
                            "value of a wager placed after two results": Fraction(1335, 512),
                            "value of a wager placed after three results": Fraction(1591, 256)}),
        ),
        "Otherwise either no wager could ever follow a break, or the player would choose the moment.",
    ),
    Reading(
        "ST-07", "6.2", FindingKind.TEXT_GAP,
        "Does a running Super Streak survive the change of the gaming day?",
        (
            Option("holds", "Yes, with its count; the day's first result that is no triple opens the window.",
                   figures={"value of a wager standing at three": Fraction(1591, 256)}),
            Option("refunded", "No: its stake goes back.",
                   rulings={"super_streak.on_new_day": Streak.REFUNDED},
                   figures={"value of a wager standing at three": Fraction(0)}),
            Option("restarts", "Its count begins again.",
                   rulings={"super_streak.on_new_day": Streak.RESTARTS},
                   figures={"value of a wager standing at three": Fraction(-201, 2048)}),
        ),
        "A wager must stay in play until its streak ends; tables run round the clock.",
    ),
    Reading(
        "ST-08", "6.2, 6.3, 7.2/12", FindingKind.TEXT_GAP, "Is a run of twelve paid at the twelfth result?",
        (
            Option("paid-and-closed", "Yes, at once; the window opens again when the run breaks."),
            Option("must-break", "No: the run must break, and a thirteenth like result is not in the table.",
                   rulings={"super_streak.after_twelve": AfterTwelve.MUST_BREAK}),
        ),
        "Twelve is named as the most that counts.",
    ),
    Reading(
        "ST-09", "6.4.2, 7.2", FindingKind.AMBIGUOUS,
        "Is a Super Streak paid once, or for each length on its way?",
        (
            Option("at-the-end", "Once, for its final length."),
            Option("each-rung",
                   "Each length of the table as it is reached; the stake is lost only below four.",
                   rulings={"super_streak.pays_when": StreakPays.EACH_RUNG}),
        ),
        "The clauses speak of how long the streak is, not of how it grows.",
    ),
    Reading(
        "ST-10", "8.7.1", FindingKind.AMBIGUOUS,
        "What becomes of a running Super Streak when the lights fail?",
        (
            Option("settled", "It is settled at its length, and loses at three or less.",
                   figures={"given up by a wager standing at three": Fraction(1847, 256)}),
            Option("refunded", "Only what this result decided is settled; others go back.",
                   rulings={"super_streak.on_lights": ForcedEnd.REFUNDED},
                   figures={"given up by a wager standing at three": Fraction(1591, 256)}),
        ),
        "Explicit words: all in play are collected and paid, and deemed ended.",
    ),
    Reading(
        "ST-11", "6.6", FindingKind.AMBIGUOUS,
        "Whose result do running Super Streaks wait for when the option closes?",
        (
            Option("play-on", "That of their streak; the table stays open for it.",
                   figures={"value of a wager standing at three": Fraction(1591, 256)}),
            Option("next-result", "That of the next dice, at which they are settled by length.",
                   rulings={"super_streak.on_closing": StreakClosing.NEXT_RESULT},
                   figures={"value of a wager standing at three": Fraction(173, 72)}),
        ),
        "6.2 keeps a wager in play until its streak ends.",
    ),
    Reading(
        "ST-12", "6.1, 5.1", FindingKind.AMBIGUOUS, "Must a Super Streak be down before the tumble?",
        (
            Option("before-spin", "Yes: the game commences with the tumble.",
                   figures={"winnings of 10 laid after the tumble, ending at four": Fraction(0)}),
            Option("with-other-bets", "No: it may be placed until the close, like any other.",
                   rulings={"super_streak.placed": StreakPlaced.WITH_OTHER_BETS},
                   figures={"winnings of 10 laid after the tumble, ending at four": Fraction(60)}),
        ),
        "5.1 calls the tumble the commencement of the game, and nothing else begins a round.",
    ),
    Reading(
        "ST-13", "9.4, 9.5", FindingKind.TEXT_GAP,
        "What becomes of a running Super Streak when a game is invalidated?",
        (
            Option("waits", "It waits, as after a no-result; other wagers are refunded.",
                   figures={"value of a wager standing at three": Fraction(1591, 256)}),
            Option("refunded", "It is refunded with the others.",
                   rulings={"super_streak.on_invalidated": Streak.REFUNDED},
                   figures={"value of a wager standing at three": Fraction(0)}),
        ),
        "Refunds are for wagers on that particular result; 8.6 lets Super Streak wait.",
    ),
    Reading(
        "ST-14", "1.1/void, 8.6", FindingKind.TEXT_GAP, "Does the stake of a void wager go back?",
        (
            Option("returned", "Yes; only Super Streak stays.",
                   figures={"house edge of small on a no-result": Fraction(0)}),
            Option("literal", "No clause demands it.", rulings={"faults.void": Returned.NOTHING},
                   figures={"house edge of small on a no-result": Fraction(1)}),
        ),
        "9.5 uses another word where a stake is forfeited.",
    ),
    Reading(
        "ST-15", "3.10, 3.13", FindingKind.CONFLICT,
        "Which place counts for a chip that moved between the close and the uncovering?",
        (
            Option("at-the-close", "Where it lay at the close; a later move is an incident.",
                   figures={"odds of a chip moved from total 4 to total 5": Fraction(62)}),
            Option("at-the-uncovering", "Where it lies when the cover is removed.",
                   rulings={"wagers.fixed_at": Moment.UNCOVER},
                   figures={"odds of a chip moved from total 4 to total 5": Fraction(31)}),
        ),
        "3.10 forbids the move that 3.13 would honour.",
    ),
    Reading(
        "ST-16", "1.1/casino-promotional-voucher", FindingKind.TEXT_GAP,
        "What becomes of a token whose bet wins?",
        (
            Option("kept", "The dealer keeps it, win or lose; a no-result gives it back.",
                   figures={"value of a token on small": Fraction(35, 72),
                            "value of a token on a dice combination": Fraction(5, 6)}),
            Option("returned", "It goes back with the winnings and is as good as chips.",
                   rulings={"wagers.tokens": TokenOnWin.RETURNED},
                   figures={"value of a token on small": Fraction(35, 36),
                            "value of a token on a dice combination": Fraction(35, 36)}),
            Option("plays-on", "It is wagered again until it loses.",
                   rulings={"wagers.tokens": TokenOnWin.PLAYS_ON},
                   figures={"value of a token on small": Fraction(35, 37),
                            "value of a token on a dice combination": Fraction(30, 31)}),
        ),
        "Only winnings are said to be paid in chips; the older text of the state has the token kept.",
    ),
    Reading(
        "ST-17", "5.2, 8.4", FindingKind.CONFLICT, "Is a button demanded at tables that have none?",
        (
            Option("touch-screens", "No: only touch screens have it.",
                   figures={"house edge of small at a table without the button": Fraction(1, 36)}),
            Option("every-table", "Yes: without it there is no result.",
                   rulings={"round.button": Button.EVERY_TABLE},
                   figures={"house edge of small at a table without the button": Fraction(0)}),
        ),
        "8.4 refers to 5.2, which demands it with a touch screen.",
    ),
    Reading(
        "ST-18", "8.7, 8.7.1", FindingKind.TEXT_GAP,
        "Is a result that the dealer keyed in wrongly a lighting fault?",
        (
            Option("dice-decide", "No: it is corrected to the dice and play goes on.",
                   figures={"given up by a Super Streak standing at three": Fraction(0)}),
            Option("as-lights", "Yes: play stops, an inspector is told and Super Streaks end.",
                   rulings={"faults.wrong_entry": WrongEntry.AS_LIGHTS},
                   figures={"given up by a Super Streak standing at three": Fraction(1847, 256)}),
        ),
        "A slip of the finger is no failure of the equipment.",
    ),
    Reading(
        "ST-22", "3.8", FindingKind.TEXT_GAP, "What is a colour check worth that bears no marker?",
        (
            Option("as-told", "What its buyer told the dealer.",
                   figures={"value of ten unmarked checks sold at 2, minimum 5": Fraction(20)}),
            Option("table-minimum", "The table minimum; above it there is a marker.",
                   rulings={"wagers.colour_value": ColourValue.MINIMUM_UNLESS_MARKED},
                   figures={"value of ten unmarked checks sold at 2, minimum 5": Fraction(50)}),
        ),
        "The dealer asks the value of every check; only the marker depends on the minimum.",
    ),
    Reading(
        "ST-25", "6.1, 8.9", FindingKind.TEXT_GAP,
        "What counts when the streak screen shows another length than the dice gave?",
        (
            Option("dice", "The dice.",
                   figures={"net of a wager of 1 shown at four, truly at three": Fraction(-1)}),
            Option("screen", "The screen.", rulings={"super_streak.counts_by": CountsBy.SCREEN},
                   figures={"net of a wager of 1 shown at four, truly at three": Fraction(6)}),
        ),
        "Displays are to be disregarded where they differ from the outcome.",
    ),
)
