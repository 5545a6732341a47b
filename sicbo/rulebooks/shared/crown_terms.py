"""What both Crown texts demand in the terms of a tournament, under the same clauses of 8.4."""

from sicbo.game.vocabulary import *

YES, COUNT, MONEY, TEXT = AnswerKind.YES_OR_NO, AnswerKind.COUNT, AnswerKind.MONEY, AnswerKind.TEXT
NAME, STATEMENT, LIST, MOMENT = AnswerKind.NAME, AnswerKind.STATEMENT, AnswerKind.LIST, AnswerKind.MOMENT

DETAILS = (
    Item("8.4.1(a)(i)", "details.starts", "when the tournament begins", MOMENT,
         datetime.fromisoformat("2026-02-14T19:00:00+11:00")),
    Item("8.4.1(a)(ii)", "details.entry_fee", "the entry fee, which the house keeps", MONEY, "20.00"),
    Item("8.4.1(a)(ii)", "details.buy_in", "the buy-in, of which the prizes are made", MONEY, "100.00"),
    Item("8.4.1(a)(ii)", "details.re_buy", "the price of a re-buy", MONEY, "50.00"),
    Item("8.4.1(a)(ii)", "details.re_buys", "how many re-buys an entrant may make", COUNT, 1),
    Item("8.4.1(a)(ii)", "details.add_on", "the price of an add-on", MONEY, "50.00"),
    Item("8.4.1(a)(ii)", "details.add_ons", "how many add-ons an entrant may make", COUNT, 1),
    Item("8.4.1(a)(iii)", "details.fewest", "the least number of entrants", COUNT, 8),
    Item("8.4.1(a)(iii)", "details.most", "the largest number of entrants", COUNT, 24),
    Item("8.4.1(a)(iv)", "details.location", "where the tournament is held", NAME, "Main floor, pit 4"),
    Item("8.4.1(b)", "details.start_may_move",
         "that start times may be moved after reasonable notice", STATEMENT,
         "The tournament director may move the start of any round or session after giving the entrants "
         "reasonable notice."),
    Item("8.4.1(b)", "details.notice_minutes", "how many minutes of notice are reasonable", COUNT, 15),
)

ACCEPTANCE = Item("8.4.2(a)(i)", "entry.acceptance", "that taking part accepts the terms", STATEMENT,
                  "Every entrant accepts these terms and conditions by taking part.")


def criteria_items(clause: str) -> tuple[Item, ...]:
    """The items on how entrants are chosen, if there is a choice."""
    return (
        Item(clause, "entry.criteria_apply", "whether entrants are chosen by criteria", YES, True),
        Item(clause, "entry.criteria", "the criteria by which entrants are chosen", TEXT,
             "Members of the rewards club, in the order of their applications.", when="entry.criteria_apply"),
    )


OF_THE_TERMS = (
    Item("8.4.2(b)(i)", "entry.abide", "that an entrant who breaks the terms risks disqualification",
         STATEMENT, "Every entrant keeps to these terms and conditions or risks disqualification."),
    Item("8.4.2(b)(ii)", "entry.available", "how entrants get the terms", TEXT,
         "At the entry desk, at every tournament table and on the casino's website."),
)

ENTERING = (
    Item("8.4.2(c)", "entry.methods", "the ways to enter", LIST, ["desk", "online"]),
    Item("8.4.2(d)", "entry.withdraw_until", "until when an entrant withdraws without penalty", MOMENT,
         datetime.fromisoformat("2026-02-13T19:00:00+11:00")),
    Item("8.4.2(d)", "entry.withdraw_later", "the percentage that comes back after that", COUNT, 50),
    Item("8.4.2(d)", "entry.substitute_until", "until when an entrant may nominate a substitute", MOMENT,
         datetime.fromisoformat("2026-02-14T18:30:00+11:00")),
    Item("8.4.2(d)", "entry.late_entry_rounds", "through how many rounds late entries are taken", COUNT, 0),
)

FORMAT = (
    Item("8.4.3(a)(i)", "format.rounds", "the rounds, each with its spins or its minutes", LIST, ()),
    Item("8.4.3(a)(i)", "format.rounds[].name", "the name of each round", NAME, ("Heats", "Final")),
    Item("8.4.3(a)(i)", "format.rounds[].spins", "spins of a session; 0 for no limit", COUNT, (20, 20)),
    Item("8.4.3(a)(i)", "format.rounds[].minutes", "minutes of a session; 0 for no limit", COUNT, (0, 0)),
    Item("8.4.3(a)(i)", "format.rounds[].heats", "into how many heats entrants are drawn", COUNT, (2, 1)),
    Item("8.4.3(a)(i)", "format.rounds[].banks", "whether banks are fresh or carried", NAME,
         ("fresh", "fresh"), one_of=("fresh", "carried")),
    Item("8.4.3(a)(ii)", "format.rounds[].tables", "how many tables are active at once", COUNT, (2, 1)),
    Item("8.4.3(a)(iii)", "format.rounds[].progress", "who goes on from each round", NAME,
         ("top-of-table", "end"), one_of=("top-of-table", "top-overall", "all-but-lowest", "all", "end")),
    Item("8.4.3(a)(iii)", "format.rounds[].places", "how many go on, or drop out", COUNT, (4, 0)),
    Item("8.4.3(a)(iii)", "format.level", "who goes on where entrants are level", NAME, "all",
         one_of=("all", "draw", "countback")),
    Item("8.4.3(a)(iv)", "format.buy_back_offered", "whether eliminated entrants may buy back", YES, True),
    Item("8.4.3(a)(iv)", "format.buy_back", "the price of a buy-back", MONEY, "100.00",
         when="format.buy_back_offered"),
    Item("8.4.3(a)(iv)", "format.buy_back_rounds", "through how many rounds buy-backs are sold", COUNT, 1,
         when="format.buy_back_offered"),
    Item("8.4.3(a)(iv)", "format.buy_back_how", "how and when to buy back", TEXT,
         "At the entry desk until the round in which the entrant was eliminated is over; a buy-back gives "
         "the starting bank.", when="format.buy_back_offered"),
    Item("8.4.3(a)(v)", "format.repechage_offered", "whether there is a repechage", YES, True),
    Item("8.4.3(a)(v)", "format.repechage", "who qualifies for the repechage, or that the director decides",
         TEXT, "The tournament director may decide to hold a repechage after a round; those whom it "
         "eliminated play it.", when="format.repechage_offered"),
    Item("8.4.3(a)(v)", "format.repechage_places", "how many go on from a repechage", COUNT, 1,
         when="format.repechage_offered"),
    Item("8.4.3(a)(v)", "format.repechage_spins", "how many spins a repechage has", COUNT, 10,
         when="format.repechage_offered"),
    Item("8.4.3(b)", "format.starting_bank", "the bank with which everybody starts", COUNT, 10_000),
    Item("8.4.3(b)", "format.equal_banks", "that all start with the same bank and hear of it before play",
         STATEMENT, "All entrants are given the same starting bank of chips and are told its amount before "
         "the tournament begins."),
    Item("8.4.3(c)", "format.disposition", "what becomes of tournament chips at the end", NAME, "no-value",
         one_of=("no-value", "cash")),
    Item("8.4.3(c)", "format.chip_value", "what a chip is changed for at the end", MONEY, "0.00"),
)

COMPULSORY = (
    Item("8.4.4(b)", "wagers.compulsory", "the compulsory wager on each spin; 0 for none", COUNT, 100),
    Item("8.4.4(b)", "wagers.if_not_made", "what follows if it is not made", NAME, "forfeit",
         one_of=("forfeit", "warning")),
    Item("8.4.4(b)", "wagers.unit", "the unit in which chips are wagered", COUNT, 100),
    Item("8.4.4(b)", "wagers.maximum", "the most that lies on one bet; 0 for no limit", COUNT, 0),
)

SECRET = (
    Item("8.4.4(c)", "wagers.secret_offered", "whether secret wagers are permitted", YES, True),
    Item("8.4.4(c)", "wagers.secret", "how many secret wagers an entrant has in a session", COUNT, 2,
         when="wagers.secret_offered"),
    Item("8.4.4(c)", "wagers.secret_how", "how to make a secret wager", TEXT,
         "Seal the slip at the terminal; it is opened on the board once bets are closed.",
         when="wagers.secret_offered"),
)

RESULTS = (
    Item("8.4.5(a)", "elimination.rule", "when an entrant is eliminated", NAME, "below-compulsory",
         one_of=("below-compulsory", "no-chips", "by-progress-only")),
    Item("8.4.5(a)", "elimination.criteria", "the criteria of elimination in words", TEXT,
         "An entrant whose bank cannot make the compulsory wager is out, and so is an entrant who does "
         "not go on from a round."),
    Item("8.4.6(a)", "winners.rule", "who wins", NAME, "largest-bank", one_of=("largest-bank",)),
    Item("8.4.6(a)", "winners.criteria", "how the winners are found, in words", TEXT,
         "The largest bank at the end of the last round wins; the others follow by their banks."),
    Item("8.4.6(a)", "winners.level", "what entrants with level banks get", NAME, "share",
         one_of=("share", "draw", "countback", "play-off")),
    Item("8.4.7(a)", "pool.of_fees", "the percentage of entry fees in the prize pool", COUNT, 0),
    Item("8.4.7(a)", "pool.of_buy_ins",
         "the percentage of buy-ins, re-buys, add-ons and buy-backs in the prize pool", COUNT, 100),
    Item("8.4.7(a)", "pool.added", "what the house adds to the prize pool", MONEY, "1000.00"),
    Item("8.4.7(a)", "pool.guaranteed", "the least that the prize pool comes to", MONEY, "2000.00"),
    Item("8.4.7(b)", "pool.places", "the percentage of the pool for each place, from the first", LIST,
         [50, 30, 20]),
    Item("8.4.7(b)", "pool.odd_cents", "who gets cents that do not divide", NAME, "largest-remainder",
         one_of=("largest-remainder", "first-place")),
)

CONDUCT = (
    Item("8.4.8(a)(i)", "conduct.penalties", "when an entrant is penalised, and how", LIST, ()),
    Item("8.4.8(a)(i)", "conduct.penalties[].name", "the name of each penalty", NAME,
         ("slow play", "abuse", "phone")),
    Item("8.4.8(a)(i)", "conduct.penalties[].chips", "how many chips each penalty costs", COUNT,
         (200, 1000, 500)),
    Item("8.4.8(a)(ii)", "conduct.disqualified_for", "the grounds of disqualification", LIST,
         ["breach of the terms", "cheating", "abuse of staff or entrants"]),
    Item("8.4.8(a)(iii)", "conduct.substitute_for", "when an entrant may nominate a substitute", LIST,
         ["illness", "travel delay"]),
    Item("8.4.8(a)(iv)", "conduct.refunds", "when entry fee and buy-in come back, and how much of them", LIST,
         ()),
    Item("8.4.8(a)(iv)", "conduct.refunds[].ground", "the ground of each refund", NAME,
         ("cancelled", "illness")),
    Item("8.4.8(a)(iv)", "conduct.refunds[].percent", "the percentage that comes back on each ground", COUNT,
         (100, 50)),
    Item("8.4.8(b)(i)", "conduct.late", "what late arrival at a round costs", NAME, "forfeit",
         one_of=("forfeit", "sit-out", "disqualified")),
    Item("8.4.8(b)(ii)", "conduct.absent", "what absence costs", NAME, "forfeit",
         one_of=("forfeit", "sit-out", "disqualified")),
    Item("8.4.8(b)(iii)", "conduct.phone", "what using a phone or the like costs", NAME, "warning",
         one_of=("warning", "penalty", "disqualified")),
    Item("8.4.8(b)(iv)", "conduct.substituted", "what follows from nominating a substitute", NAME, "final",
         one_of=("final", "may-return")),
    Item("8.4.8(b)(v)", "conduct.disqualified_chips", "what becomes of the chips of the disqualified", NAME,
         "forfeited", one_of=("forfeited", "shared-at-table")),
    Item("8.4.8(b)(vi)", "conduct.retired_chips", "what becomes of the chips of the retired", NAME, "counted",
         one_of=("forfeited", "counted")),
    Item("8.4.8(c)", "conduct.rules_prevail", "that the rules of the game prevail over the terms", STATEMENT,
         "The tournament director conducts the tournament by these terms and the applicable rules of Sic Bo; "
         "where they differ, the rules of Sic Bo prevail."),
    Item("8.4.8(d)", "conduct.early_end", "that the director may end play at a table early", STATEMENT,
         "The tournament director may end play at a table before its last spin or its time:"),
    Item("8.4.8(d)(i)", "conduct.early_known", "the first ground of an early end", STATEMENT,
         "if it is settled who goes on; or"),
    Item("8.4.8(d)(ii)", "conduct.early_agreed", "the second ground of an early end", STATEMENT,
         "if chips are changed into cash at the end of the round and every entrant at the table agrees."),
    Item("8.4.8(e)", "conduct.privacy", "that personal information is kept by the privacy policy", STATEMENT,
         "Personal information of entrants is handled by the casino's privacy policy, which is given on "
         "request and stands on its website, unless these terms say otherwise."),
    Item("8.4.8(f)", "conduct.publicity", "that likenesses advertise the casino with permission only",
         STATEMENT, "With an entrant's permission the casino may use name, suburb, photographs, images and "
         "likeness to promote and advertise itself."),
    Item("8.4.8(g)", "conduct.director", "that the director follows the terms and the rules", STATEMENT,
         "The tournament director keeps to these terms and conditions and to the rules of Sic Bo."),
)


def disputes_item(says: str, example: str, *names: str) -> Item:
    """The item that makes the director's decision final."""
    return Item("8.4.8(h)", "conduct.disputes", says, STATEMENT, example, names=names)


def liability_item(example: str, *acts: str) -> Item:
    """The item that limits the casino's liability, and by which Acts."""
    return Item("8.4.8(i)", "conduct.liability", "how far liability for decisions is excluded, by which Acts",
                STATEMENT, example, names=acts)


def approval_items(clause: str) -> tuple[Item, ...]:
    """The items on who approved the terms. The text demands approved terms and does not say by whom."""
    return (
        Item(clause, "approved.by", "who approved the terms", NAME, ""),
        Item(clause, "approved.at", "when the terms were approved", MOMENT, ""),
    )
