"""What Crown Melbourne 8.4 demands in the terms of a tournament."""

from sicbo.game.vocabulary import *
from sicbo.rulebooks.shared import crown_terms as crown

TOURNAMENT = (
    *crown.approval_items("1/tournament-terms-and-conditions"),
    *crown.DETAILS,
    Item("8.4.1(c)", "details.changes_reported", "that the regulator hears of changes before the tournament",
         AnswerKind.STATEMENT, "The VCGLR is told of every change to these details before the tournament.",
         names=("VCGLR",)),
    crown.ACCEPTANCE,
    Item("8.4.2(a)(ii)", "entry.eligible", "that only persons who may enter, remain and gamble may enter it",
         AnswerKind.STATEMENT,
         "Only persons who are entitled to enter and remain in the casino and to gamble may "
         "enter the tournament."),
    Item("8.4.2(a)(iii)", "entry.may_refuse", "whether any application may be refused", AnswerKind.YES_OR_NO,
         True),
    Item("8.4.2(a)(iii)", "entry.refusal", "that any application may be refused", AnswerKind.STATEMENT,
         "The casino may refuse any application.", when="entry.may_refuse"),
    *crown.criteria_items("8.4.2(a)(iv)"),
    Item("8.4.2(a)(v)", "entry.staff_event", "whether it is a charity or media event", AnswerKind.YES_OR_NO,
         True),
    Item("8.4.2(a)(v)", "entry.staff", "that approved staff may play, win nothing, and are passed over",
         AnswerKind.STATEMENT,
         "With the prior approval of the Chief Operating Officer or Chief Executive Officer, "
         "certain employees, contractors or associates may play. None of them can win a prize: the next "
         "eligible place-getter takes their place.",
         when="entry.staff_event", names=("Chief Operating Officer", "Chief Executive Officer")),
    *crown.OF_THE_TERMS,
    Item("8.4.2(b)(iii)", "entry.signed_copies", "whether every entrant signs a copy of the terms",
         AnswerKind.YES_OR_NO, True),
    Item("8.4.2(b)(iii)", "entry.signing", "that every entrant signs a copy", AnswerKind.STATEMENT,
         "Every entrant signs a copy of these terms and conditions before the first spin.",
         when="entry.signed_copies"),
    *crown.ENTERING,
    *crown.FORMAT,
    Item("8.4.4(a)", "wagers.chips", "the type of chips that is played, other than cash chips",
         AnswerKind.NAME,
         "tournament", one_of=("tournament",), never=("cash",)),
    *crown.COMPULSORY,
    *crown.SECRET,
    *crown.RESULTS,
    *crown.CONDUCT,
    crown.disputes_item(
        "that the director's decision is final",
        "In a dispute about the tournament the decision of the tournament director is final.",
    ),
    crown.liability_item(
        "As far as the law permits, and without touching rights that the Australian Consumer Law and Fair "
        "Trading Act 2012 (Vic) and the Competition and Consumer Act 2010 (Cth) do not let parties exclude, "
        "the casino and the tournament director are not liable for losses from a decision of the tournament "
        "director.",
        "Australian Consumer Law and Fair Trading Act 2012",
        "Competition and Consumer Act 2010",
    ),
    Item("8.4.8(j)", "conduct.complaints", "that the regulator investigates complaints", AnswerKind.STATEMENT,
         "A patron who complains about the conduct of gaming or betting in the casino has the right that the "
         "VCGLR investigates, by law and by the rules of Sic Bo.", names=("VCGLR",)),
)

STEPS = TournamentSteps(
    held="8.1",
    documented="8.2.1",
    available="8.2.2(a)",
    director="8.2.3",
    deputies="8.2.3(a)",
    designated="8.2.4",
    exclusive="8.2.5",
    briefed="8.3.1",
    practice="8.3.2",
    player="1/tournament-player",
    advised="8.2.2(b)",
)
