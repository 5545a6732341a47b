"""Singapore, Sic Bo (Electronic Table Game), pay tables 1 to 3; the text names neither approver nor date."""

from sicbo.game.vocabulary import *
from sicbo.rulebooks.singapore_etg.readings import READINGS

# Each row of 4.1: its name, the bets it pays, and its odds in pay tables 1, 2 and 3 ("" if missing). Table
# 2's figure for four numbers is illegible (SG-01).
ODDS = (
    ("small", "small", "1 to 1", "1 to 1", "1 to 1"),
    ("big", "big", "1 to 1", "1 to 1", "1 to 1"),
    ("even", "even", "1 to 1", "1 to 1", "1 to 1"),
    ("odd", "odd", "1 to 1", "1 to 1", "1 to 1"),
    ("single-1", "single", "1 to 1", "1 to 1", "1 to 1"),
    ("single-2", "single", "2 to 1", "2 to 1", "2 to 1"),
    ("single-3", "single", "12 to 1", "12 to 1", "12 to 1"),
    ("total-4-17", "total-4 total-17", "64 to 1", "64 to 1", "62 to 1"),
    ("total-5-16", "total-5 total-16", "32 to 1", "32 to 1", "31 to 1"),
    ("total-6-15", "total-6 total-15", "19 to 1", "19 to 1", "18 to 1"),
    ("total-7-14", "total-7 total-14", "12 to 1", "12 to 1", "12 to 1"),
    ("total-8-13", "total-8 total-13", "8.5 to 1", "8.5 to 1", "8 to 1"),
    ("total-9-12", "total-9 total-12", "7 to 1", "7 to 1", "7 to 1"),
    ("total-10-11", "total-10 total-11", "6.5 to 1", "6.5 to 1", "6 to 1"),
    ("domino", "domino", "6 to 1", "6 to 1", "6 to 1"),
    ("four-number", "four", "7.5 to 1", "7.5 to 1", "7 to 1"),
    ("double", "double", "11.5 to 1", "11.5 to 1", "11 to 1"),
    ("any-triple", "any-triple", "32 to 1", "32 to 1", "31 to 1"),
    ("specific-triple", "triple", "195 to 1", "195 to 1", "180 to 1"),
    ("three-single", "three", "", "30 to 1", "30 to 1"),
    ("double-with-single", "double-single", "", "50 to 1", "50 to 1"),
)

# In rows as Appendix C shows them. 112 and 665 are not offered: they are the totals 4 and 17.
WITH_SINGLE = (
    "113 114 115 116",
    "221 223 224 225 226 331 332 334 335 336 441 442 443 445 446 551 552 553 554 556",
    "661 662 663 664",
)
THREE_SINGLE = "126 135 234 256 346 123 136 145 235 356 124 146 236 245 456 125 134 156 246 345"
FALLING_TOTALS = " ".join(f"total-{n}" for n in reversed(TOTALS))
FALLING_PAIRS = " ".join(f"domino-{faces_label(pair)}" for pair in reversed(PAIRS))


def layout(number: int, appendix: str, cloth: tuple[Block, ...], orientation: str) -> Layout:
    """Return the layout of one pay table: every row says when its bets win and what they pay."""
    table = f"4.1.{number}"
    rows = [(row, on, odds[number - 1]) for row, on, *odds in ODDS if odds[number - 1]]
    bets = (
        small(f"{table}/small"),
        big(f"{table}/big"),
        even(f"{table}/even"),
        odd(f"{table}/odd"),
        *singles(table, name="Single Dice"),
        *(
            bet
            for low in range(4, 11)
            for bet in bets_by_label("total", "Total Sum", f"{table}/total-{low}-{21 - low}", None,
                            {str(n): (rolls_totalling(n),) for n in (low, 21 - low)})
        ),
        *dominoes(f"{table}/domino", name="Domino Combination"),
        *fours(f"{table}/four-number"),
        *doubles(f"{table}/double", name="Double Dice"),
        any_triple(f"{table}/any-triple"),
        *triples(f"{table}/specific-triple", name="Specific Straight Triple"),
        *threes(f"{table}/three-single"),
        *double_singles(f"{table}/double-with-single", " ".join(WITH_SINGLE).split()),
    )
    paid = {name for _, on, _ in rows for name in on.split()}
    return Layout(
        key=str(number),
        name=f"Singapore, pay table {number}",
        clause=table,
        bets=tuple(bet for bet in bets if bet.key in paid or bet.family in paid),
        pays=tuple(
            Pay(f"{table}/{row}", on, odds, tier=int(row[-1]) if on == "single" else 1)
            for row, on, odds in rows
        ),
        cloth=cloth,
        orientation=f"BIG on the left, numbers falling from SIX to ONE; appendix {appendix} {orientation}",
    )


def main_cloth(left: int, drawn: bool) -> tuple[Block, ...]:
    """Return the cloth right of `left`; `drawn` if Appendix C shows the position of a block."""
    width, unit, guess = 1600 - left, (1600 - left) // 20, not drawn
    return (
        Block("even-money", left, 0, 3 * unit, 260, 1, "big", guess),
        Block("even-money", left + 3 * unit, 0, 2 * unit, 260, 1, "odd", True),
        Block("triples", left + 5 * unit, 0, 4 * unit, 130, 3, "triple-6 triple-5 triple-4", guess),
        Block("triples", left + 9 * unit, 0, 2 * unit, 130, 1, "any-triple", guess),
        Block("triples", left + 11 * unit, 0, 4 * unit, 130, 3, "triple-3 triple-2 triple-1", guess),
        Block("doubles", left + 5 * unit, 130, 10 * unit, 130, 6,
              "double-6 double-5 double-4 double-3 double-2 double-1", True),
        Block("even-money", left + 15 * unit, 0, 2 * unit, 260, 1, "even", True),
        Block("even-money", left + 17 * unit, 0, 3 * unit, 260, 1, "small", guess),
        Block("totals", left, 260, width, 180, 14, FALLING_TOTALS, True),
        Block("pairs", left, 440, width, 150, 15, FALLING_PAIRS, True),
        Block("specials", left, 590, width, 110, 4, "four-3456 four-2356 four-2345 four-1234", guess),
        Block("singles", left, 700, width, 200, 6,
              "single-6 single-5 single-4 single-3 single-2 single-1", guess),
    )


def side_columns(drawn: bool) -> tuple[Block, ...]:
    """Return the two columns on the left of Appendix C: pairs with a single above, three singles below."""
    top, middle, foot = (" ".join(f"double-single-{label}" for label in row.split()) for row in WITH_SINGLE)
    threes = " ".join(f"three-{label}" for label in THREE_SINGLE.split())
    return (
        Block("specials", 80, 0, 320, 80, 4, top, not drawn),
        Block("specials", 0, 80, 400, 320, 5, middle, not drawn),
        Block("specials", 0, 400, 320, 80, 4, foot, not drawn),
        Block("specials", 0, 500, 400, 400, 5, threes, not drawn),
    )


RULES = Rules(
    key="singapore-etg",
    name="Singapore",
    version="undated",
    approval=Approval(
        by="not named in the text",
        reference="",
        signed=None,
        operator="the Casino Operator, not named in the text",
        regulator="not named in the text",
        effective="not stated",
    ),
    titles={
        Rank.DEALER: "Dealer",
        Rank.SUPERVISOR: "Pit Supervisor",
        Rank.MANAGER: "Pit Manager",
        Rank.SENIOR_MANAGER: "Table Games Shift Manager",
    },
    layouts=(
        layout(1, "A", main_cloth(0, drawn=False), "is missing and taken after C"),
        layout(2, "B", main_cloth(400, drawn=False) + side_columns(drawn=False),
               "is missing and taken after C"),
        layout(3, "C", main_cloth(400, drawn=True) + side_columns(drawn=True), "is legible in part"),
    ),
    wagers=Wagers(
        stakes=Ruling("1.7/player-terminal", (Instrument.CREDIT,),
                      "Bets are made with credits bought on the terminal."),
        spoken=Ruling("3.4", OralWager.NEVER, "Bets are made on the terminal's display."),
        tokens=Ruling("1.7/player-terminal", TokenOnWin.NONE, "The text knows no tokens."),
        vouchers=Ruling("1.7/player-terminal", Voucher.NONE, "The text knows no vouchers."),
        colour_value=Ruling("1.7/player-terminal", ColourValue.NO_COLOURS, "The text knows no colour chips."),
        foreign_chips=Ruling("1.7/player-terminal", ForeignChips.NO_COLOURS,
                             "The text knows no colour chips."),
        second_colour=Ruling("1.7/player-terminal", SecondColour.NO_COLOURS,
                             "The text knows no colour chips."),
        shared_colour=Ruling("1.7/player-terminal", SharedColour.NO_COLOURS,
                             "The text knows no colour chips."),
        late=Ruling("3.5", WagerFreeze.NEXT_NOTICE,
                    "No bet after the close is shown, until bets are invited again."),
        fixed_at=Ruling("5.7", DecisiveMoment.CLOSE, "A bet settles by its place when betting closed."),
        in_error=Ruling("5.7", MistakenBet.SETTLES, "Players answer for bets placed by mistake.",
                        reading="SG-14"),
    ),
    limits=LimitRules(
        below_minimum_seen=Ruling("3.3", BelowMinimumSeen.NEVER_TAKEN,
                                  "Limits are shown; a terminal takes nothing under them."),
        below_minimum=Ruling("3.3", BelowMinimum.NEVER_TAKEN, "None can lie on the layout."),
        below_sign=Ruling("3.3", BelowSign.ONE_MINIMUM, "The minimum shown is the only one."),
        warning=Ruling("3.3", WarningLasts.NO_WARNING, "What is not taken needs no warning."),
        above_maximum_seen=Ruling("3.3", AboveMaximumSeen.NEVER_TAKEN,
                                  "A terminal takes nothing over the maximum."),
        above_maximum=Ruling("3.3", AboveMaximum.NEVER_TAKEN, "None can lie on the layout."),
        uncured=Ruling("3.3", UncorrectedWager.AS_FOUND_LATE, "None can be left on the layout."),
        per=Ruling("3.3", LimitScope.AREA, "A terminal counts a player's whole stake on an area."),
        unit=Ruling("3.3", OffUnit.NEVER_TAKEN,
                    "Nothing is said of units; a terminal offers only those of its sign."),
        odd_amount=Ruling("4.1", OddAmount.NEVER_TAKEN, "Odds are paid exactly, half ones too.",
                          reading="SG-08"),
        measured_by=Ruling("3.3", ApplicableLimit.SIGN, "The limits shown count for everyone."),
        personal=Ruling("3.3", PersonalLimits.NONE, "Limits for one player are named nowhere."),
        change=Ruling("3.3", Notice(NoticeKind.NONE), "No notice is demanded; the new limits are shown."),
        raise_minimum=Ruling("3.3", RaiseMinimum.NOT_PROVIDED, "Changes of the limits are named nowhere."),
        raise_notice=Ruling("3.3", Notice(NoticeKind.NONE),
                            "No notice is demanded; the new limits are shown."),
    ),
    round=RoundRules(
        begins=Ruling("1.8/round-of-play", RoundBegins.NOTICE,
                      "From the notice on the terminals until all are settled."),
        order=Ruling(
            "3.6",
            (
                Stage("3.2", Step.PLACE_BETS),
                Stage("3.6", Step.COVER),
                Stage("3.6", Step.SPIN),
                Stage("3.5", Step.CLOSE),
                Stage("3.7", Step.UNCOVER),
                Stage("1.3/game-console", Step.ENTER),
                Stage("3.8", Step.COLLECT),
                Stage("3.8", Step.PAY),
            ),
            "Notice, cover and tumble, close, uncover, entry at the console, settlement.",
            reading="SG-09",
        ),
        tumbles=Ruling("3.6", 3, "At least three tumbles make a valid one."),
        button=Ruling("3.5", Button.NONE, "The terminals show the close; no button is named."),
        call=Ruling("1.3/game-console", Call.SHOWN, "The console sends the result to the terminals."),
        idle=Ruling("3.6", IdleSpin.NOT_PROVIDED, "Spins without bets are named nowhere."),
    ),
    irregularities=(
        Irregularity("5.1.2", Ground.INTERRUPTED, VoidDemand.MUST, Rank.DEALER, Afterwards.WHEN_REPAIRED,
                     "A round interrupted before any bet is decided is void."),
        Irregularity("5.3.1", Ground.TOO_FEW_TUMBLES, VoidDemand.MUST, Rank.DEALER, Afterwards.NEXT_ROUND,
                     "Fewer than three tumbles void the round."),
        Irregularity("5.3.2", Ground.NOT_FLAT, VoidDemand.MUST, Rank.DEALER, Afterwards.NEXT_ROUND,
                     "A die that does not lie flat on the platform voids the round."),
        Irregularity("5.3.3", Ground.EXPOSED_EARLY, VoidDemand.MUST, Rank.DEALER, Afterwards.NEXT_ROUND,
                     "Hidden dice seen before the close void the round."),
        Irregularity("5.4", Ground.DICE_DAMAGED, VoidDemand.MUST, Rank.SENIOR_MANAGER,
                     Afterwards.WHEN_REPAIRED,
                     "Damaged dice void every affected round; a shift manager says which.",
                     returned=VoidRefund.STAKES_AND_PAYOUTS),
    ),
    faults=Faults(
        void=Ruling("5.9", VoidRefund.STAKES, "All bets of a void round go back."),
        tumbler_fault=Ruling("5.3.1", VoidDemand.MUST,
                             "A short tumble leaves no choice; other tumbler faults are not named."),
        damaged_dice=Ruling("5.4", DamagedDice.EVERY_AFFECTED, "All affected rounds are void.",
                            reading="SG-12"),
        lights=Ruling("5.8", LightFault.INFORMATION_ONLY,
                      "What is displayed only informs; the table decides."),
        malfunction=Ruling("5.10(a)", Malfunction.NOT_PROVIDED,
                           "Only interruptions and damaged dice are named."),
        wrong_entry=Ruling("5.5", WrongEntry.DICE_DECIDE, "A wrong entry is settled by the dice.",
                           reading="SG-13"),
        display=Ruling("5.8", Display.INFORMATION, "Displays of results inform and nothing more."),
        late_error=Ruling("5.6", LateError.LATER_ROUNDS_STAND,
                          "An error found later changes no later round."),
        interruption=Ruling("5.1, 5.2", Interruption.BY_OUTCOME, "Finished with an outcome, void without.",
                            reading="SG-10"),
        established=Ruling("5.1.1", OutcomeEstablished.READ,
                           "An outcome is there once some bet has won or lost.",
                           reading="SG-11"),
    ),
    powers=(
        Power("1.5/pit-employee", Act.OPEN_TABLE, Rank.SUPERVISOR,
              "No clause names a rank; opening is the pit's routine."),
        Power("3.6", Act.DEAL, Rank.DEALER, "The dealer covers, tumbles and works the console."),
        Power("5.3", Act.DECLARE_VOID, Rank.DEALER,
              "Rules 5.1 and 5.3 void by themselves; the dealer says so."),
        Power("5.10(b)", Act.VOID_FOR_EQUIPMENT, Rank.SENIOR_MANAGER,
              "Which rounds damage affected is a shift manager's ruling."),
        Power("5.5", Act.CORRECT_RESULT, Rank.SUPERVISOR,
              "No rank is named; a correction to the dice is supervised."),
        Power("5.10", Act.DECIDE_DISPUTE, Rank.SENIOR_MANAGER,
              "Disputes are named nowhere, so they fall to 5.10."),
        Power("5.10", Act.RESOLVE_UNFORESEEN, Rank.SENIOR_MANAGER,
              "What the rules leave out, and what they mean, is for a shift manager or above."),
        Power("5.10(a)", Act.RESUME_AFTER_FAULT, Rank.SENIOR_MANAGER,
              "No rank is named, so it falls to 5.10."),
        Power("5.10(a)", Act.CHANGE_LIMITS, Rank.SENIOR_MANAGER,
              "Changing limits is named nowhere, so it falls to 5.10."),
        Power("5.10(a)", Act.CLOSE_TABLE, Rank.SENIOR_MANAGER,
              "Closing is named nowhere, so it falls to 5.10."),
    ),
    conduct=Conduct(
        closing=Ruling("5.10(a)", Notice(NoticeKind.NONE),
                       "Closing is named nowhere; no notice is demanded."),
        idle_rounds_before_vacating=None,
        disputes=Ruling("5.10", Finality.SHIFT_MANAGER, "The shift manager or above decides."),
        offenders_wager=Ruling("5.10(a)", OffendersWager.NOT_PROVIDED, "Offenders are named nowhere."),
        sanctions=Ruling("5.10(a)", Sanctions.NONE, "Sanctions are named nowhere."),
        forbidden=(
            Prohibition("3.5", Offence.LATE_HANDLING, Exemption.NEVER,
                        "No bet is placed after the close is shown."),
        ),
    ),
    duties=(
        Duty("2.2.1", "operator", "Three dice with six faces are used.",
             "the dice set is confirmed at opening"),
    ),
    readings=READINGS,
    findings=(
        Finding(FindingKind.NOTE, "4.1.2/double-with-single, 4.1.3/double-with-single",
                "28 of the 30 pairs with a single are offered: 112 is total 4 and 665 is total 17, sold "
                "there at 62 or 64 to 1. At 50 to 1 they would cost 7/24 where the totals cost 1/8 or 7/72."),
        Finding(FindingKind.ILLEGIBLE, "4.1.1/total-8-13, 4.1.2/total-8-13",
                "The figure has lost its point: 8.5 to 1 is read; 85 to 1 would give the player 265/36."),
        Finding(FindingKind.ILLEGIBLE, "appendix-C",
                "The drawing shows 22 in the fourth box of totals (14 as we place them), where the pay table "
                "has 12; no Odd, Even or domino boxes can be made out, nor its odds for four numbers."),
        Finding(FindingKind.TEXT_GAP, "appendix-A, appendix-B",
                "The drawings are missing; the places are reconstructed after C."),
        Finding(FindingKind.TEXT_GAP, "3.3",
                "Limits are shown, but nothing is said of bets outside them: none is accepted."),
        Finding(FindingKind.TEXT_GAP, "5.10",
                "Nothing on disputes, closing, exclusion, fraud, disturbance, devices or side bets: a shift "
                "manager or above decides. No rank is named for voids; the dealer declares plain ones."),
        Finding(FindingKind.NOTE, "3.6, 5.3.1",
                "The tumbler is said to tumble three times; the dice are meant."),
        Finding(FindingKind.NOTE, "1.5/pit-employee",
                "Pit Employee is defined and never used; Table Games Shift Manager, "
                "ETG, cluster and betting instruments are used and never defined."),
        Finding(FindingKind.NOTE, "1.1/bet",
                "Numbers stand apart from their paragraphs in parts 1, 3 and 5; they match in order. "
                "The sentence before 5.2.1 has none."),
    ),
)
