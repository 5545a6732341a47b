"""What Crown Sydney demands in terms: 8.4 for a tournament, 9.3 to 9.5 for a promotion."""

from sicbo.game.vocabulary import *
from sicbo.rulebooks.shared import crown_terms as crown, nsw_terms as nsw

TOURNAMENT = (
    *crown.approval_items("1.1/tournament-terms-and-conditions"),
    *crown.DETAILS,
    crown.ACCEPTANCE,
    Item("8.4.2(a)(ii)", "entry.eligible", "that excluded and barred persons cannot register",
         AnswerKind.STATEMENT,
         "Only persons who are neither excluded nor otherwise barred from the casino may register."),
    *crown.criteria_items("8.4.2(a)(iii)"),
    *crown.OF_THE_TERMS,
    *crown.ENTERING,
    *crown.FORMAT,
    Item("8.4.4(a)", "wagers.chips", "the type of chips that is played", AnswerKind.NAME, "tournament",
         one_of=("tournament", "cash")),
    *crown.COMPULSORY,
    *crown.SECRET,
    Item("8.4.4(d)", "wagers.passes_offered", "whether there are pass cards", AnswerKind.YES_OR_NO, True),
    Item("8.4.4(d)", "wagers.passes", "how many pass cards an entrant has in a session", AnswerKind.COUNT, 1,
         when="wagers.passes_offered"),
    Item("8.4.4(d)", "wagers.passes_how", "how to use a pass card", AnswerKind.TEXT,
         "Hand it in before bets are closed; nothing need be wagered on that spin.",
         when="wagers.passes_offered"),
    Item("8.4.4(e)", "wagers.features_offered", "whether there are further features", AnswerKind.YES_OR_NO,
         True),
    Item("8.4.4(e)", "wagers.features", "the further features and their use", AnswerKind.LIST, (),
         when="wagers.features_offered"),
    Item("8.4.4(e)", "wagers.features[].name", "the name of each feature", AnswerKind.NAME, "lifeline",
         when="wagers.features_offered"),
    Item("8.4.4(e)", "wagers.features[].chips", "how many chips each feature gives", AnswerKind.COUNT, 1000,
         when="wagers.features_offered"),
    Item("8.4.4(e)", "wagers.features[].times", "how often an entrant may use each feature", AnswerKind.COUNT,
         1,
         when="wagers.features_offered"),
    Item("8.4.4(e)", "wagers.features[].how", "how each feature is used", AnswerKind.TEXT,
         "Ask the dealer between two spins; it is given once in the tournament.",
         when="wagers.features_offered"),
    *crown.RESULTS,
    *crown.CONDUCT,
    crown.disputes_item(
        "that the director's decision is final and how an inspector is reached",
        "In a dispute about the tournament the decision of the tournament director is final. An entrant who "
        "is not satisfied, or who complains about the conduct of gaming, is told how to reach an Inspector "
        "and has the right that an Inspector investigates, by law and by the rules of Sic Bo.",
        "Inspector",
    ),
    crown.liability_item(
        "As far as the law permits, and without touching rights that the Competition and Consumer Act 2010 "
        "(Cth) does not let parties exclude, the casino and the tournament director are not liable for "
        "losses from a decision of the tournament director.",
        "Competition and Consumer Act 2010",
    ),
)


def _detail(letter: str) -> nsw.Of:
    return lambda numeral: f"9.5.9({letter})({numeral})"


PROMOTION = (
    *nsw.barred_prize_items(nsw.numbered_clauses("9.3")),
    *nsw.availability_items("9.4"),
    *nsw.award_items(nsw.numbered_clauses("9.5")),
    *nsw.claim_items("9.5.7"),
    *nsw.notification_items("9.5.8", "9.5.8"),
    *nsw.prize_items("9.5.5", "9.5.9"),
    nsw.prize_part_item("9.5.9", "cash", "paid_by", "how cash is paid", AnswerKind.TEXT,
             "In cash or by transfer, as the winner asks."),
    nsw.prize_part_item("1.1/casino-promotional-token", "tokens", "tokens",
             "how the tokens are used and what becomes of them", AnswerKind.TEXT,
             "They are wagered at a table; winnings are paid in chips and the dealer keeps the tokens."),
    *nsw.goods_items(_detail("a"), _detail("b")),
    nsw.prize_part_item("9.5.9(c)(i)", "travel", "guests", "how many guests the winner may bring",
                        AnswerKind.COUNT, 1),
    *(nsw.prize_part_item("9.5.9(c)(ii)", "travel", field, f"whether {says} included", AnswerKind.YES_OR_NO,
                          True)
      for field, says in (("airfares", "airfares are"), ("accommodation", "accommodation is"),
                          ("transfers", "transfers are"), ("meals", "meals are"))),
    *nsw.travel_items(_detail("c")),
    *nsw.real_estate_items(_detail("d")),
    nsw.prize_part_item("9.5.9(d)(vi)", "real-estate", "inclusions",
                        "what else is included; `nothing` is an answer",
             AnswerKind.TEXT, "Conveyancing, legal costs, fixtures and fittings."),
    nsw.prize_part_item("9.3.4", "liquor", "millilitres", "how much liquor the prize holds", AnswerKind.COUNT,
                        9_000),
)

STEPS = TournamentSteps(
    held="8.1",
    documented="8.2.1",
    available="8.2.2",
    director="8.2.3",
    deputies="8.2.3(a)",
    designated="8.2.4",
    exclusive="8.2.5",
    briefed="8.3.1",
    practice="8.3.2",
    player="1.1/tournament-player",
)
