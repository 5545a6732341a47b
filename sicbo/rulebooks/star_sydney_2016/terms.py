"""What The Star 10.3 to 10.7 demands in the terms of a promotion."""

from sicbo.game.vocabulary import *
from sicbo.rulebooks.shared import nsw_terms as nsw


def _detail(number: int) -> nsw.Of:
    return lambda numeral: f"10.7.11.{number}/{numeral}"


PROMOTION = (
    *nsw.barred(nsw.numbered("10.5")),
    *nsw.offering("10.6"),
    *nsw.awarding(nsw.numbered("10.7")),
    Item("10.7.7", "details.starts", "when the promotion starts", Asks.MOMENT,
         datetime.fromisoformat("2026-02-01T10:00:00+11:00")),
    Item("10.7.7", "details.place", "where the promotion is held", Asks.NAME, "Main floor, tables 1 to 4"),
    *nsw.claiming("10.7.8"),
    *nsw.telling("10.7.9", "10.7.10"),
    *nsw.prizes("10.7.5", "10.7.11"),
    Item("10.3", "prizes[].cash_alternative", "the cash that a winner may have instead; nought where none",
         Asks.MONEY, ("0.00", "0.00", "1500.00", "28000.00", "0.00", "0.00", "0.00")),
    nsw.part("10.4", "cash", "paid_by", "how cash is paid, and the winner's choice over $10,000", Asks.TEXT,
             "In cash; over $10,000 as the winner chooses: cash, crossed cheque, transfer or a mix."),
    nsw.part("1.1/casino-promotional-voucher", "tokens", "tokens",
             "how the voucher is exchanged and the tokens used", Asks.TEXT,
             "The dealer exchanges the voucher for tokens of its value; winnings are paid in chips."),
    *nsw.goods(_detail(1), _detail(2)),
    nsw.part("10.7.11.3/i", "travel", "persons", "how many persons may travel", Asks.COUNT, 2, never=(0,)),
    *(nsw.part("10.7.11.3/ii", "travel", field, f"whether {says} included", Asks.YES_OR_NO, True)
      for field, says in (("airfares", "airfares are"), ("transfers", "transfers are"),
                          ("transport", "other transport is"), ("meals", "meals are"))),
    nsw.part("10.7.11.3/ii", "travel", "days", "how many days it lasts", Asks.COUNT, 7, never=(0,)),
    nsw.part("10.7.11.3/ii", "travel", "lodging", "the standard of the accommodation; `none` is an answer",
             Asks.TEXT, "A room for two in a hotel of four stars."),
    *nsw.journey(_detail(3)),
    *nsw.estate(_detail(4)),
    *(nsw.part("10.7.11.4/vi", "real-estate", field, f"whether {says} included", Asks.YES_OR_NO, True)
      for field, says in (("conveyancing", "conveyancing is"), ("legal_costs", "legal costs are"),
                          ("fixtures", "fixtures are"), ("furniture", "furniture is"))),
    nsw.part("10.5.4", "liquor", "millilitres", "how much liquor the prize holds", Asks.COUNT, 9_000),
)
