"""What The Star 10.3 to 10.7 demands in the terms of a promotion."""

from sicbo.game.vocabulary import *
from sicbo.rulebooks.shared import nsw_terms as nsw


def _detail(number: int) -> nsw.Of:
    return lambda numeral: f"10.7.11.{number}/{numeral}"


PROMOTION = (
    *nsw.barred_prize_items(nsw.numbered_clauses("10.5")),
    *nsw.availability_items("10.6"),
    *nsw.award_items(nsw.numbered_clauses("10.7")),
    Item("10.7.7", "details.starts", "when the promotion starts", AnswerKind.MOMENT,
         datetime.fromisoformat("2026-02-01T10:00:00+11:00")),
    Item("10.7.7", "details.place", "where the promotion is held", AnswerKind.NAME,
         "Main floor, tables 1 to 4"),
    *nsw.claim_items("10.7.8"),
    *nsw.notification_items("10.7.9", "10.7.10"),
    *nsw.prize_items("10.7.5", "10.7.11"),
    Item("10.3", "prizes[].cash_alternative", "the cash that a winner may have instead; 0.00 if none",
         AnswerKind.MONEY, ("0.00", "0.00", "1500.00", "28000.00", "0.00", "0.00", "0.00")),
    nsw.prize_part_item("10.4", "cash", "paid_by", "how cash is paid, and the winner's choice over $10,000",
                        AnswerKind.TEXT,
             "In cash; over $10,000 as the winner chooses: cash, crossed cheque, transfer or a mix."),
    nsw.prize_part_item("1.1/casino-promotional-voucher", "tokens", "tokens",
             "how the voucher is exchanged and the tokens used", AnswerKind.TEXT,
             "The dealer exchanges the voucher for tokens of its value; winnings are paid in chips."),
    *nsw.goods_items(_detail(1), _detail(2)),
    nsw.prize_part_item("10.7.11.3/i", "travel", "persons", "how many persons may travel", AnswerKind.COUNT,
                        2, never=(0,)),
    *(nsw.prize_part_item("10.7.11.3/ii", "travel", field, f"whether {says} included", AnswerKind.YES_OR_NO,
                          True)
      for field, says in (("airfares", "airfares are"), ("transfers", "transfers are"),
                          ("transport", "other transport is"), ("meals", "meals are"))),
    nsw.prize_part_item("10.7.11.3/ii", "travel", "days", "how many days it lasts", AnswerKind.COUNT, 7,
                        never=(0,)),
    nsw.prize_part_item("10.7.11.3/ii", "travel", "lodging",
                        "the standard of the accommodation; `none` is an answer",
             AnswerKind.TEXT, "A room for two in a hotel of four stars."),
    *nsw.travel_items(_detail(3)),
    *nsw.real_estate_items(_detail(4)),
    *(nsw.prize_part_item("10.7.11.4/vi", "real-estate", field, f"whether {says} included",
                          AnswerKind.YES_OR_NO, True)
      for field, says in (("conveyancing", "conveyancing is"), ("legal_costs", "legal costs are"),
                          ("fixtures", "fixtures are"), ("furniture", "furniture is"))),
    nsw.prize_part_item("10.5.4", "liquor", "millilitres", "how much liquor the prize holds",
                        AnswerKind.COUNT, 9_000),
)
