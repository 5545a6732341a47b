"""Readings of the unclear words of Casino Canberra 2005. The first option of each is the default."""

from sicbo.game.vocabulary import *

READINGS = (
    Reading(
        "C-01", "A/round-of-play, A/void, 10.3", FindingKind.TEXT_GAP,
        "When does a round of play begin, if its definition speaks of a card shoe and a discard rack?",
        (
            Option("bet-or-spin", "With the first bet or the spin; it ends with the last settlement.",
                   figures={"house edge of small in a round stopped for fraud": Fraction(0)}),
            Option("to-the-letter", "Never: no card is drawn, so 10.3 has nothing to void and wagers stand.",
                   rulings={"round.begins": RoundBegins.FIRST_CARD},
                   figures={"house edge of small in a round stopped for fraud": Fraction(1, 36)}),
        ),
        "The definition is left over from a card game; to the letter 10.3 could never be used.",
    ),
    Reading(
        "C-02", "4.3(d), 6.1(d)", FindingKind.AMBIGUOUS, "Does a triple win Specific Double, and how often?",
        (
            Option("two-or-three", "Yes, once."),
            Option("exactly-two", "No: just two of the dice must show the number.",
                   wins={f"double-{face}": (rolls_showing_exactly(face, on=2),) for face in FACES}),
            Option("three-times", "Yes, once for each of the three pairs in it.",
                   wins={f"double-{face}": (rolls_showing_exactly(face, on=2), rolls_showing(face, on=3))
                         for face in FACES},
                   pays=(Pay("6.1(d)", "double", "11 to 1"), Pay("6.1(d)", "double", "33 to 1", tier=2))),
        ),
        "Every other text with these odds counts a triple once; only the list in 4.3(f) speaks for just two.",
    ),
    Reading(
        "C-03", "4.3(g), 6.1(g)", FindingKind.AMBIGUOUS,
        "May the third die repeat a chosen number, and does it then pay twice?",
        (
            Option("both-once", "Both numbers show; paid once."),
            Option("exactly-two", "The third die must show neither number.",
                   wins={f"domino-{a}{b}": (rolls_with_third_face(a, b),) for a, b in PAIRS}),
            Option("each-pair", "Paid for each pair of dice that shows both numbers.",
                   wins={f"domino-{a}{b}": (rolls_with_third_face(a, b), rolls_with_two_pairs(a, b)) for a,
                         b in PAIRS},
                   pays=(Pay("6.1(g)", "domino", "6 to 1"), Pay("6.1(g)", "domino", "12 to 1", tier=2))),
        ),
        "The odds fit thirty rolls paid once, as The Star says in words.",
    ),
    Reading(
        "C-04", "4.3(h), 6.1(f)", FindingKind.TEXT_GAP, "Does a triple win the total that it makes?",
        (
            Option("triples-count", "Yes: any three dice that add up to the total."),
            Option("triples-lose", "No: as with Small and Big, a triple loses.",
                   wins={f"total-{n}": (rolls_totalling(n) - TRIPLES,) for n in (6, 9, 12, 15)}),
        ),
        "Small and Big name their exception, the totals none; 3 and 18 have no odds and are not offered.",
    ),
    Reading(
        "C-08", "10.1", FindingKind.TEXT_GAP, "What becomes of the wagers when an outcome is invalidated?",
        (
            Option("as-void", "They go back, as in any void round.",
                   figures={"house edge of small on an invalidated outcome": Fraction(0)}),
            Option("no-rule", "Nothing that a clause demands: 10.1, unlike 10.3, speaks of no void.",
                   rulings={"irregularities.DISRUPTION.returned": VoidRefund.NOTHING},
                   figures={"house edge of small on an invalidated outcome": Fraction(1)}),
        ),
        "Without an outcome no wager has won or lost, which is what void means here.",
    ),
    Reading(
        "C-09", "A/void", FindingKind.AMBIGUOUS,
        "Do payouts come back when a round is voided after they were made?",
        (
            Option("payouts-too", "Yes: stakes go back to the players and payouts to the house.",
                   figures={"kept of 10 paid on small before the void": Fraction(0)}),
            Option("stakes-only", "No: what was paid stays paid.", rulings={"faults.void": VoidRefund.STAKES},
                   figures={"kept of 10 paid on small before the void": Fraction(10)}),
        ),
        "The definition names chips that were paid beside those that were wagered.",
    ),
    Reading(
        "C-10", "8.5, 7.1", FindingKind.TEXT_GAP,
        "Is a result settled as entered and lit, if the dice show another?",
        (
            Option("dice-decide", "No: the uppermost faces decide.",
                   figures={"winnings of 10 on small, dice 1-2-4 entered as 4-5-6": Fraction(10)}),
            Option("as-entered", "Yes: only lights that stay dark are provided for.",
                   rulings={"faults.wrong_entry": WrongEntry.AS_ENTERED},
                   figures={"winnings of 10 on small, dice 1-2-4 entered as 4-5-6": Fraction(0)}),
        ),
        "7.1 decides every result by the faces.",
    ),
    Reading(
        "C-11", "3.4", FindingKind.TEXT_GAP, "How long does a warning about wagers under the minimum count?",
        (
            Option("table-and-day", "At this table for the gaming day: later ones go back.",
                   figures={"house edge of small under the minimum, one round later": Fraction(0)}),
            Option("round", "For the round: the next one stands again.",
                   rulings={"limits.warning": WarningLasts.ROUND},
                   figures={"house edge of small under the minimum, one round later": Fraction(1, 36)}),
        ),
        "Within a round there is hardly a further wager to return.",
    ),
    Reading(
        "C-14", "10.2", FindingKind.AMBIGUOUS,
        "Must an offender's wager be voided and the offender excluded together?",
        (
            Option("either", "No: either sanction, or both."),
            Option("together", "Yes: the two stand joined, so no wager is void without an exclusion.",
                   rulings={"conduct.sanctions": Sanctions.TOGETHER}),
        ),
        "The operator may use the powers; nothing forces both on every breach.",
    ),
    Reading(
        "C-18", "8.2", FindingKind.AMBIGUOUS, "Until when does a broken die void the game?",
        (
            Option("until-paid", "Until the last winner is paid; payouts already made come back.",
                   figures={"winnings of 10 on small, die broken between call and payment": Fraction(0)}),
            Option("until-called", "Until the result is called.",
                   rulings={"faults.damaged_dice": DamagedDice.UNTIL_CALLED},
                   figures={"winnings of 10 on small, die broken between call and payment": Fraction(10)}),
        ),
        "Settlement is part of conducting the game, and the clause names no earlier end.",
    ),
    Reading(
        "C-20", "4.5, 7.2", FindingKind.TEXT_GAP, "Which place counts for a chip that moved after the close?",
        (
            Option("at-the-close", "Where it lay at the close; a later move is an incident.",
                   figures={"winnings of 1 knocked from total 4 to total 5, roll 1-1-2": Fraction(62),
                            "winnings of 1 knocked from total 4 to total 5, roll 1-2-2": Fraction(0)}),
            Option("at-settlement", "Where it lies when it is settled.",
                   rulings={"wagers.fixed_at": DecisiveMoment.SETTLEMENT},
                   figures={"winnings of 1 knocked from total 4 to total 5, roll 1-1-2": Fraction(0),
                            "winnings of 1 knocked from total 4 to total 5, roll 1-2-2": Fraction(31)}),
        ),
        "7.2 names no moment, and 4.5 lets no player move a wager after the close.",
    ),
)
