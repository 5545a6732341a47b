"""Readings of the unclear words of Crown Melbourne 6.1. The first option of each is the default."""

from sicbo.game.vocabulary import *

THREE_OF_A_COLOUR = frozenset().union(*(showing(*faces, on=3) for faces in COLOURS.values()))
TWO_OF_A_COLOUR = frozenset().union(*(showing(*faces, on=2) for faces in COLOURS.values()))
THREE_DIFFERENT = rolls(lambda roll: len(set(roll)) == 3)
COLOUR_OF = {symbol: faces for symbol, face in SYMBOLS.items() for faces in COLOURS.values() if face in faces}

READINGS = (
    Reading(
        "M-01", "3.15, 3.15.1, 6.2/single-colour", FindingKind.CONFLICT,
        "Does Single Colour win on one or more dice of the colour, or on just one?",
        (
            Option("at-least-one", "One, two or three dice, paid once, as the words say; the player gains."),
            Option("exactly-one", "Just one die, as the odds seem made for.",
                   wins={f"colour-{colour}": (exactly(*faces, on=1),) for colour, faces in COLOURS.items()}),
        ),
        "The words are explicit; 3.15.1 rules out only a second payment. The odds fit the other count.",
    ),
    Reading(
        "M-02", "3.10.2, 3.10.2(a), 3.10.2(b), 6.2/specific-colour-double", FindingKind.CONFLICT,
        "Does a colour double win on two or three dice of the colour, or on just two?",
        (
            Option("at-least-two", "Two or three dice, paid once, as the words say; the player gains."),
            Option("exactly-two", "Just two dice, as the odds seem made for.",
                   wins={f"colour-double-{colour}": (exactly(*faces, on=2),)
                         for colour, faces in COLOURS.items()}),
            Option("each-pair", "Three dice hold three doubles, each of them paid.",
                   wins={f"colour-double-{colour}": (exactly(*faces, on=2), exactly(*faces, on=3))
                         for colour, faces in COLOURS.items()},
                   pays=(Pay("6.2/specific-colour-double", "colour-double", "9 to 1", tier=2),)),
        ),
        "The words are explicit and exclude three payments by name. The odds fit just two dice.",
    ),
    Reading(
        "M-03", "3.9.2, 3.9.2(a), 3.9.2(b)", FindingKind.AMBIGUOUS,
        "Are the symbol triple and the colour triple two bets, or two limbs of one?",
        (
            Option("two-bets", "Two: the symbol at 180, the colour at 23; three alike win both."),
            Option("symbol-or-colour", "One: a symbol wager at 180 also wins on its colour.",
                   wins={f"symbol-triple-{symbol}": (showing(*faces, on=3),)
                         for symbol, faces in COLOUR_OF.items()}),
            Option("symbol-and-colour",
                   "One: a colour wager at 23 needs one symbol of its colour, here the lower.",
                   wins={f"colour-triple-{colour}": (showing(low, on=3),)
                         for colour, (low, _) in COLOURS.items()}),
            Option("mixed-only", "Two, and three alike are no colour triple.",
                   wins={f"colour-triple-{colour}": (showing(*faces, on=3) - TRIPLES,)
                         for colour, faces in COLOURS.items()}),
        ),
        "3.6.2 lists them apart and Table 2 prices them apart.",
    ),
    Reading(
        "M-04", "3.11.2, 3.11.3", FindingKind.AMBIGUOUS,
        "Are any symbol triple and any colour triple two bets, or one?",
        (
            Option("two-bets", "Two: six rolls at 31, twenty-four at 7; three alike win both."),
            Option("one-bet", "One: the wager at 31 also wins on a colour.",
                   wins={"any-symbol-triple": (THREE_OF_A_COLOUR,)}),
            Option("mixed-only", "Two, and three alike are no colour triple.",
                   wins={"any-colour-triple": (THREE_OF_A_COLOUR - TRIPLES,)}),
        ),
        "3.6.2 lists them apart and Table 2 prices them apart.",
    ),
    Reading(
        "M-05", "3.7.1, 3.7.2, 3.8.1, 3.8.2", FindingKind.CONFLICT,
        "Does a triple inside the range win Big and Small?",
        (
            Option("triples-lose", "The losing limb prevails: every triple loses."),
            Option("triples-win", "The winning limb prevails: totals 6, 9, 12 and 15 win in any combination.",
                   wins={"small": (total_of(*SMALL_TOTALS),), "big": (total_of(*BIG_TOTALS),)}),
        ),
        "The losing limb names triples, and Diagram A's captions for Big and Small repeat it.",
    ),
    Reading(
        "M-06", "3.16.1, 3.16.2, 3.17.1, 3.17.2", FindingKind.CONFLICT, "Does a triple win Odd and Even?",
        (
            Option("triples-lose", "The losing limb prevails: every triple loses."),
            Option("triples-win", "The winning limb prevails: totals 6, 9, 12 and 15 win in any combination.",
                   wins={"odd": (total_of(*ODD_TOTALS),), "even": (total_of(*EVEN_TOTALS),)}),
        ),
        "The losing limb names triples, as it does for Big and Small.",
    ),
    Reading(
        "M-07", "3.18.1", FindingKind.AMBIGUOUS, "May a number repeat in 3 of 4 Dice?",
        (
            Option("three-different", "No: three different numbers of the four."),
            Option("within-the-four", "Yes: every die shows one of the four.",
                   wins={f"four-{digits(four)}": (showing(*four, on=3),) for four in FOURS}),
        ),
        "Three of four numbers are three numbers; with repeats the player would gain.",
    ),
    Reading(
        "M-08", "3.13.1, 6.1/two-dice", FindingKind.AMBIGUOUS,
        "May the third die repeat a chosen number, and does it then pay twice?",
        (
            Option("both-once", "Both numbers show; paid once."),
            Option("exactly-two", "The third die must show neither number.",
                   wins={f"domino-{a}{b}": (only_two(a, b),) for a, b in PAIRS}),
            Option("each-pair", "Paid for each pair of dice that shows both numbers.",
                   wins={f"domino-{a}{b}": (only_two(a, b), two_pairs(a, b)) for a, b in PAIRS},
                   pays=(Pay("6.1/two-dice", "domino", "12 to 1", tier=2),)),
        ),
        "The odds fit thirty rolls paid once, as The Star says in words.",
    ),
    Reading(
        "M-09",
        "3.14/outcome, 6.1/single-die-two, 6.1/single-die-three, 6.2/single-symbol-two, "
        "6.2/single-symbol-three",
        FindingKind.AMBIGUOUS, "Do the three lines of Single Die and Single Symbol add up?",
        (
            Option("highest-line", "Only the line of the number of dice that show it."),
            Option("cumulative", "Two dice earn lines one and two, three dice all three.",
                   pays=(Pay("6.1/single-die-two", "single", "3 to 1", tier=2),
                         Pay("6.1/single-die-three", "single", "15 to 1", tier=3),
                         Pay("6.2/single-symbol-two", "symbol", "3 to 1", tier=2),
                         Pay("6.2/single-symbol-three", "symbol", "15 to 1", tier=3))),
        ),
        "Added up, the bets would favour the player.",
    ),
    Reading(
        "M-10", "diagram-a/triples-4-6, diagram-a/doubles-4-6, 6.1/specific-triple, 6.1/specific-double",
        FindingKind.CONFLICT, "Do the captions beside triples and doubles four to six price them?",
        (
            Option("table-1", "No: Table 1 does, 180 and 11 to 1."),
            Option("captions", "Yes, as they stand: triples four to six 31, doubles four to six 180 to 1.",
                   pays=(Pay("6.1/specific-triple", "triple-1 triple-2 triple-3", "180 to 1"),
                         Pay("6.1/specific-triple", "triple-4 triple-5 triple-6", "31 to 1"),
                         Pay("6.1/specific-double", "double-1 double-2 double-3", "11 to 1"),
                         Pay("6.1/specific-double", "double-4 double-5 double-6", "180 to 1"))),
        ),
        "Rule 6 states the odds; the captions slipped when the drawing was made into text.",
    ),
    Reading(
        "M-11", "4.2.1", FindingKind.TEXT_GAP,
        "How long does the warning about wagers under the minimum last?",
        (
            Option("table-and-day", "At the table, for the gaming day: later ones go back.",
                   figures={"house edge of a second big under the minimum": Fraction(0)}),
            Option("round", "For the round only: the next round begins afresh.",
                   rulings={"limits.warning": WarningLasts.ROUND},
                   figures={"house edge of a second big under the minimum": Fraction(1, 36)}),
        ),
        "A warning about further wagers must outlast the round in which it is given.",
    ),
    Reading(
        "M-12", "4.2.2, 4.3", FindingKind.TEXT_GAP, "Which stake is held to which maximum?",
        (
            Option("area-and-agreed",
                   "The whole stake on an area, to the agreed limit if there is one; the rest goes back.",
                   figures={"winnings of two 300s on big, maximum 500": Fraction(500),
                            "winnings of 1500 on big, agreed maximum 2000, sign 500": Fraction(1500)}),
            Option("each-wager", "Each wager by itself.", rulings={"limits.per": Per.WAGER},
                   figures={"winnings of two 300s on big, maximum 500": Fraction(600)}),
            Option("sign", "The sign's maximum, agreed limits or not.",
                   rulings={"limits.measured_by": Measured.SIGN},
                   figures={"winnings of 1500 on big, agreed maximum 2000, sign 500": Fraction(500)}),
        ),
        "A split stake would pass any maximum, and 4.3 would decide nothing.",
    ),
    Reading(
        "M-13", "4.2.3", FindingKind.AMBIGUOUS, "Is an amount that chips can pay exactly still raised?",
        (
            Option("least-payable", "No: the least payable amount that is not below the winnings.",
                   figures={"house edge of 7 on big paid in chips of 5": Fraction(-13, 72),
                            "house edge of 10 on big paid in chips of 5": Fraction(1, 36),
                            "house edge of 30 on big, unit 25, paid in chips of 5": Fraction(1, 36)}),
            Option("one-step-up", "Yes: always the next amount.",
                   rulings={"limits.odd_amount": OddAmount.PAID_A_STEP_UP},
                   figures={"house edge of 7 on big paid in chips of 5": Fraction(-13, 72),
                            "house edge of 10 on big paid in chips of 5": Fraction(-31, 144),
                            "house edge of 30 on big, unit 25, paid in chips of 5": Fraction(-23, 432)}),
        ),
        "A barred multiple that chips can pay is already at the amount to which payment can be made.",
    ),
    Reading(
        "M-14", "9.5, 7.1, 7.2, 9.2.1, 9.3, 5.1.5", FindingKind.CONFLICT,
        "What goes back when a spin or a wager is void?",
        (
            Option("refunded",
                   "All stakes of a void spin; an offender's wager waits for a recorded decision.",
                   figures={"house edge of big on a no-spin": Fraction(0)}),
            Option("stand", "Nothing after a no-spin: wagers stand for the repeated spin.",
                   rulings={"irregularities.NOT_FLAT.returned": Returned.STANDS,
                            "irregularities.TUMBLER_FAULT.returned": Returned.STANDS,
                            "irregularities.EXPOSED_EARLY.returned": Returned.STANDS},
                   figures={"house edge of big on a no-spin": Fraction(1, 36)}),
            Option("offender-refunded", "All stakes, an offender's voided wager too.",
                   rulings={"conduct.offenders_wager": OffendersWager.REFUNDED},
                   figures={"house edge of an offender's voided big": Fraction(0)}),
            Option("offender-forfeits", "All stakes but an offender's voided wager, which may be kept.",
                   rulings={"conduct.offenders_wager": OffendersWager.MAY_BE_FORFEITED},
                   figures={"house edge of an offender's voided big": Fraction(1)}),
        ),
        "9.5 refunds an invalidated game, a word used nowhere else; only a void spin can be meant. "
        "For a wager voided alone (9.2.1, 9.3) no clause says anything; we hold the offender's.",
    ),
    Reading(
        "M-15", "3.1.2(c)(ii)", FindingKind.AMBIGUOUS,
        "What are colour chips worth whose value cannot be traced?",
        (
            Option("lowest-minimum", "Each the lowest table minimum of the game.",
                   figures={"paid for ten chips issued at 1, lowest minimum 25": Fraction(250)}),
            Option("not-exchanged", "They are not exchanged until traced.",
                   rulings={"wagers.foreign_chips": ForeignChips.CLOSED_TABLE_KNOWN},
                   figures={"paid for ten chips issued at 1, lowest minimum 25": Fraction(0)}),
        ),
        "The words are plain, however generous; a TG Area Manager verifies.",
    ),
    Reading(
        "M-16", "3.2, 3.5", FindingKind.CONFLICT, "Which place counts for a chip that moved after the close?",
        (
            Option("at-the-close", "Where it lay at the close; a later move is an incident.",
                   figures={"odds of a chip moved from total 4 to total 5": Fraction(62)}),
            Option("at-the-call", "Where it lies when the result is announced.",
                   rulings={"wagers.fixed_at": Moment.CALL},
                   figures={"odds of a chip moved from total 4 to total 5": Fraction(31)}),
        ),
        "3.2 forbids the move that 3.5 would honour.",
    ),
    Reading(
        "M-17", "7.3, 7.5", FindingKind.TEXT_GAP,
        "Is a spin corrected that the dealer entered or called wrongly?",
        (
            Option("dice-decide", "Yes, until the next spin starts; afterwards only by a dispute.",
                   figures={"winnings of 10 on big, dice 1-2-4 entered as 6-2-4": Fraction(0)}),
            Option("as-entered", "No: 7.3 speaks of equipment only.",
                   rulings={"faults.wrong_entry": WrongEntry.AS_ENTERED},
                   figures={"winnings of 10 on big, dice 1-2-4 entered as 6-2-4": Fraction(10)}),
        ),
        "The dice decide wherever the text speaks of a wrong showing.",
    ),
    Reading(
        "M-18",
        "3.9.3, 3.10.3, 3.11.4, 6.1/specific-triple, 6.1/specific-double, 6.1/any-triple",
        FindingKind.AMBIGUOUS,
        "Does a number wager lose on what only the colour limb describes?",
        (
            Option("own-limb", "Yes: only the limb of the option in play counts."),
            Option("both-limbs",
                   "No: at a number table such a roll neither wins nor loses; the stake goes back.",
                   wins={**{f"triple-{face}": (showing(face, on=3), THREE_OF_A_COLOUR - TRIPLES)
                            for face in FACES},
                         **{f"double-{face}": (showing(face, on=2), TWO_OF_A_COLOUR - showing(face, on=2))
                            for face in FACES},
                         "any-triple": (TRIPLES, THREE_OF_A_COLOUR - TRIPLES)},
                   pays=(Pay("6.1/specific-triple", "triple", "0 to 1", tier=2),
                         Pay("6.1/specific-double", "double", "0 to 1", tier=2),
                         Pay("6.1/any-triple", "any-triple", "0 to 1", tier=2))),
        ),
        "The dice of a number table show no colours.",
    ),
    Reading(
        "M-19", "3.1, 3.3", FindingKind.CONFLICT, "Is a token or voucher itself a stake?",
        (
            Option("converted", "No: it is changed into chips, and a chip goes back on a win.",
                   figures={"value of a token on big": Fraction(35, 36)}),
            Option("kept", "Yes, and the house keeps it at settlement.",
                   rulings={"wagers.stakes": (Instrument.VALUE_CHIP, Instrument.COLOUR_CHIP,
                                              Instrument.TOKEN),
                            "wagers.tokens": TokenOnWin.KEPT, "wagers.vouchers": Voucher.AS_TOKENS},
                   figures={"value of a token on big": Fraction(35, 72)}),
        ),
        "3.3 has everything but chips converted before it reaches the layout, and no clause keeps a token.",
    ),
    Reading(
        "M-20", "6.1/three-of-four, 3.18.1", FindingKind.ILLEGIBLE,
        "Is Table 1's run of sixteen numbers four sets, or one list?",
        (
            Option("four-sets", "Four sets, those of 3.18.1."),
            Option("one-list", "One list that holds every number: any three different ones win.",
                   wins={f"four-{digits(four)}": (THREE_DIFFERENT,) for four in FOURS}),
        ),
        "3.18.1 separates the four sets, and each of them has the same edge.",
    ),
)
