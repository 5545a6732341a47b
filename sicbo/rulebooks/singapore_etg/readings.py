"""Readings of the unclear words of Singapore's electronic table. The first option of each is the default."""

from sicbo.game.vocabulary import *

CLOSE_FIRST = (
    Stage("3.2", Step.PLACE_BETS),
    Stage("3.5", Step.CLOSE),
    Stage("3.6", Step.COVER),
    Stage("3.6", Step.SPIN),
    Stage("3.7", Step.UNCOVER),
    Stage("1.3/game-console", Step.ENTER),
    Stage("3.8", Step.COLLECT),
    Stage("3.8", Step.PAY),
)

READINGS = (
    Reading(
        "SG-01", "4.1.2/four-number", FindingKind.ILLEGIBLE, "What does pay table 2 pay for four numbers?",
        (
            Option("7.5", "7.5 to 1, as pay table 1."),
            Option("7", "7 to 1, as pay table 3.", pays=(Pay("4.1.2/four-number", "four", "7 to 1"),)),
        ),
        "Unreadable; in all eight legible rows where tables 1 and 3 differ, table 2 follows table 1.",
    ),
    Reading(
        "SG-02", "4.1.1, 4.1.2, 4.1.3", FindingKind.AMBIGUOUS,
        "Is a row of two totals, such as 4 or 17, one bet on both or a bet on each?",
        (
            Option("one-each", "A bet on each total."),
            Option("both", "One bet that wins on either.",
                   wins={f"total-{n}": (rolls_totalling(n, 21 - n),) for n in TOTALS}),
        ),
        "3.9.5 names single totals, Appendix C has fourteen boxes; on both the player would gain.",
    ),
    Reading(
        "SG-03", "4.1.1/four-number, 4.1.2/four-number, 4.1.3/four-number", FindingKind.AMBIGUOUS,
        "Must the three dice show three different ones of the four numbers?",
        (
            Option("different", "Yes: three different numbers of the four."),
            Option("repeats", "No: a number may repeat, but a triple loses by 3.9.",
                   wins={f"four-{faces_label(four)}": (rolls_showing(*four, on=3) - TRIPLES,)
                         for four in FOURS}),
            Option("repeats-and-triples", "No: any three dice from the four numbers, triples too.",
                   wins={f"four-{faces_label(four)}": (rolls_showing(*four, on=3),) for four in FOURS}),
        ),
        "Three out of four are three numbers; with repeats the odds would favour the player.",
    ),
    Reading(
        "SG-05", "4.1.1/domino, 4.1.2/domino, 4.1.3/domino", FindingKind.TEXT_GAP,
        "May the third die repeat a chosen number, and does it then pay twice?",
        (
            Option("both-once", "Both numbers show; paid once."),
            Option("exactly-two", "The third die must show neither number.",
                   wins={f"domino-{a}{b}": (rolls_with_third_face(a, b),) for a, b in PAIRS}),
            Option("each-pair", "Paid for each pair of dice that shows both numbers.",
                   wins={f"domino-{a}{b}": (rolls_with_third_face(a, b), rolls_with_two_pairs(a, b)) for a,
                         b in PAIRS},
                   pays=tuple(Pay(f"4.1.{n}/domino", "domino", "12 to 1", tier=2) for n in (1, 2, 3))),
        ),
        "The odds fit thirty rolls paid once, as The Star says in words.",
    ),
    Reading(
        "SG-06", "3.9.3, 4.1.1/double, 4.1.2/double, 4.1.3/double", FindingKind.CONFLICT,
        "Does a triple win the double of its number, if the pay tables speak of two dice?",
        (
            Option("triples-win", "Yes, once: 3.9.3 says so."),
            Option("exactly-two", "No: just two dice, as the rows say.",
                   wins={f"double-{face}": (rolls_showing_exactly(face, on=2),) for face in FACES}),
        ),
        "3.9 was written for triples and lists the double among the winners.",
    ),
    Reading(
        "SG-08", "4.1", FindingKind.TEXT_GAP, "What is paid when half odds do not come out whole?",
        (
            Option("exact", "Never rounded: a stake that its odds cannot pay exactly is not taken.",
                   figures={"house edge of 1 unit on total-8": Fraction(11, 144),
                            "house edge of 1 unit on total-10": Fraction(1, 16),
                            "house edge of 1 unit on double-1": Fraction(2, 27),
                            "house edge of 1 unit on four-1234": Fraction(1, 18)}),
            Option("round-down", "The unit below.", rulings={"limits.odd_amount": OddAmount.PAID_DOWN},
                   figures={"house edge of 1 unit on total-8": Fraction(1, 8),
                            "house edge of 1 unit on total-10": Fraction(1, 8),
                            "house edge of 1 unit on double-1": Fraction(1, 9),
                            "house edge of 1 unit on four-1234": Fraction(1, 9)}),
            Option("round-up", "The unit above.", rulings={"limits.odd_amount": OddAmount.PAID_UP},
                   figures={"house edge of 1 unit on total-8": Fraction(1, 36),
                            "house edge of 1 unit on total-10": Fraction(0),
                            "house edge of 1 unit on double-1": Fraction(1, 27),
                            "house edge of 1 unit on four-1234": Fraction(0)}),
        ),
        "The odds are given and no clause changes them; rounded down these rows are table 3's.",
    ),
    Reading(
        "SG-09", "3.5, 3.6, 5.3.3", FindingKind.CONFLICT, "Do the dice tumble before or after the close?",
        (
            Option("tumble-first", "Before: covered dice lie ready while bets are open."),
            Option("close-first", "After: bets, close, spin.", rulings={"round.order": CLOSE_FIRST}),
        ),
        "5.3.3 voids for hidden dice seen before the close, so they tumble before it. No odds change.",
    ),
    Reading(
        "SG-10", "5.1, 5.2", FindingKind.CONFLICT, "What follows a power cut that stops every terminal?",
        (
            Option("by-outcome", "Dice or console cut: void without an outcome. Terminals only: go on.",
                   figures={"house edge of small, everything cut before an outcome": Fraction(0)}),
            Option("terminals-play-on", "Always 5.2: registered bets play, others go back.",
                   rulings={"faults.interruption": Interruption.TERMINALS_PLAY_ON},
                   figures={"house edge of small, everything cut before an outcome": Fraction(1, 36)}),
        ),
        "5.1 speaks of a round that cannot continue, 5.2 of terminals.",
    ),
    Reading(
        "SG-11", "5.1.1, 5.1.2", FindingKind.AMBIGUOUS,
        "Is there an outcome while the dice lie flat under the cover?",
        (
            Option("once-read", "No: only when they are uncovered or entered.",
                   figures={"house edge of small, power cut over covered dice at rest": Fraction(0)}),
            Option("at-rest", "Yes: the faces are fixed, though no person has seen them.",
                   rulings={"faults.established": OutcomeEstablished.AT_REST},
                   figures={"house edge of small, power cut over covered dice at rest": Fraction(1, 36)}),
        ),
        "A result that no person can have read has established nothing.",
    ),
    Reading(
        "SG-12", "5.4", FindingKind.AMBIGUOUS, "Does damage found late void rounds that are already settled?",
        (
            Option("every-affected", "Yes: every affected round, by a shift manager's ruling from which on.",
                   figures={"kept of 10 won on small in an affected earlier round": Fraction(0)}),
            Option("this-round", "No: only the round in play.",
                   rulings={"faults.damaged_dice": DamagedDice.THIS_ROUND},
                   figures={"kept of 10 won on small in an affected earlier round": Fraction(10)}),
        ),
        "The clause speaks of all affected rounds; unlike 5.3 it lets none stand.",
    ),
    Reading(
        "SG-13", "5.5, 5.6", FindingKind.TEXT_GAP, "Until when is a wrongly entered result settled again?",
        (
            Option("any-time", "Without end; later rounds are untouched.",
                   figures={"owed on 10 on small, dice 1-2-4 entered as 4-5-6, found late": Fraction(20)}),
            Option("until-next-round", "Until the next round begins.",
                   rulings={"faults.wrong_entry": WrongEntry.DICE_DECIDE_IN_ROUND},
                   figures={"owed on 10 on small, dice 1-2-4 entered as 4-5-6, found late": Fraction(0)}),
        ),
        "5.5 sets no term and 5.6 protects only later rounds; money already cashed out has no rule.",
    ),
    Reading(
        "SG-14", "5.7", FindingKind.AMBIGUOUS,
        "Is a bet paid that its player placed by mistake and that wins?",
        (
            Option("settles", "Yes: it settles where it stood at the close; mistakes are not made good.",
                   figures={"winnings of a mistaken 10 on small that wins": Fraction(10)}),
            Option("need-not-be-paid", "No: the house is not liable for it.",
                   rulings={"wagers.in_error": MistakenBet.NEED_NOT_BE_PAID},
                   figures={"winnings of a mistaken 10 on small that wins": Fraction(0)}),
        ),
        "The sentence before settles every bet by its place when betting closed.",
    ),
)
