"""What Crown Sydney 9 and The Star 10 both demand in the terms of a promotion, each under its own clauses."""

from collections.abc import Callable

from sicbo.game.vocabulary import *

YES, COUNT, MONEY, TEXT = AnswerKind.YES_OR_NO, AnswerKind.COUNT, AnswerKind.MONEY, AnswerKind.TEXT
NAME, LIST, MOMENT = AnswerKind.NAME, AnswerKind.LIST, AnswerKind.MOMENT
Of = Callable[[str], str]

# An example of each kind: cash, tokens, an appliance, a vehicle, travel, real estate, liquor.
NAMES = ("Cash prize", "Table play", "Television", "Car", "Week in Hobart", "Apartment", "Case of wine")
NATURES = ("Cash.", "Promotional tokens for table games.", "A new television.", "A new car.",
           "A holiday for two.", "An apartment.", "Twelve bottles of wine.")
VALUES = ("500.00", "100.00", "1900.00", "32000.00", "4200.00", "810000.00", "240.00")
COUNTS = (4, 10, 1, 1, 1, 1, 2)
CONDITIONS = ("None.", "Valid for thirty days.", "Collected by the winner.", "Registered to the winner.",
              "Not transferable.", "Settled within ninety days.", "The winner is an adult.")


def numbered_clauses(parent: str) -> Of:
    """Return a function that numbers the clauses under one: 9.5.1, 9.5.2 and so on."""
    return lambda number: f"{parent}.{number}"


def barred_prize_items(of: Of) -> tuple[Item, ...]:
    """The items that rule out prizes forbidden by the Act, whole or in part."""
    listed = (("1", "tobacco", "tobacco in any form"),
              ("2", "firearms", "a firearm, ammunition or an imitation firearm"),
              ("3", "weapons", "a prohibited weapon"),
              ("4", "liquor", "more than twenty litres of liquor"),
              ("5", "prescribed", "what the regulation lists"))
    return (
        *(Item(of(number), f"barred.{field}", f"that no prize is or includes {says}", YES, False,
               never=(True,))
          for number, field, says in listed),
        Item(of("5"), "barred.regulation", "which version of the regulation was looked at", NAME,
             "Casino Control Regulation 2019"),
    )


def availability_items(clause: str) -> tuple[Item, ...]:
    """The items that make the terms available."""
    return (
        Item(clause, "terms.marketing", "how marketing material refers to the terms", TEXT,
             "Every poster, message and page names these terms and where they are."),
        Item(clause, "terms.available", "how patrons get the terms", TEXT,
             "At the promotions desk, at every table that takes part and on the casino's website."),
    )


def award_items(of: Of) -> tuple[Item, ...]:
    """The items on how, when and where prizes are awarded, and who is eligible."""
    return (
        Item(of("1"), "award.method", "whether prizes are drawn, or given by the dice at the table", NAME,
             "draw", one_of=("draw", "dice")),
        Item(of("1"), "award.manner", "the manner in which a prize is awarded, in words", TEXT,
             "Names are drawn from the tickets, none twice, by a draw that anyone can recompute; the first "
             "name has the first prize, and so on. A prize that is not given goes to the next name."),
        Item(of("2"), "award.at", "when the prize is awarded", MOMENT,
             datetime.fromisoformat("2026-03-01T21:00:00+11:00")),
        Item(of("2"), "award.place", "where the prize is awarded", NAME, "Main floor, promotions desk"),
        Item(of("3"), "entry.criteria", "who is eligible, and by what", TEXT,
             "Members of the rewards club who are neither excluded nor barred: a ticket for every ten rounds "
             "with a wager."),
        Item(of("3"), "entry.rounds", "how many rounds with a wager make a ticket; 0 if play is not "
             "needed", COUNT, 10),
        Item(of("3"), "entry.most_tickets", "how many tickets one person may have", COUNT, 50),
        Item(of("4"), "entry.minimum_wager", "the least wager of a round that counts", MONEY, "25.00"),
        Item(of("5"), "award.reservations", "qualifications, reservations or guarantees; `none` is an answer",
             TEXT, "None."),
        Item(of("6"), "entry.closes", "until when entries are received", MOMENT,
             datetime.fromisoformat("2026-03-01T20:00:00+11:00")),
    )


def claim_items(clause: str) -> tuple[Item, ...]:
    """The items on how a prize is claimed."""
    return (
        Item(clause, "claim.method", "how a prize is claimed", TEXT,
             "At the promotions desk, with proof of identity, within thirty days."),
        Item(clause, "claim.present", "whether a winner has to be present at the draw", YES, False),
    )


def notification_items(notified: str, published: str) -> tuple[Item, ...]:
    """The items on how winners are informed and results published."""
    return (
        Item(notified, "winners.notified", "the ways in which a winner is told", LIST, ["telephone", "email"],
             one_of=("in-person", "mail", "telephone", "email")),
        Item(published, "winners.published", "how the results are published", TEXT,
             "On the casino's website and at the promotions desk, for thirty days."),
    )


def prize_items(nature: str, details: str) -> tuple[Item, ...]:
    """The items that every prize needs."""
    return (
        Item(details, "prizes", "the prizes", LIST, ()),
        Item(details, "prizes[].name", "the name of each prize", NAME, NAMES),
        Item(details, "prizes[].kind", "the kind of each prize", NAME, "goods"),
        Item(nature, "prizes[].nature", "the nature of each prize", TEXT, NATURES),
        Item(details, "prizes[].count", "how many of each prize there are", COUNT, COUNTS, never=(0,)),
        Item(details, "prizes[].value", "the value of each prize", MONEY, VALUES),
        Item(details, "prizes[].conditions", "the conditions of receiving, using or accepting each prize",
             TEXT, CONDITIONS),
        Item(details, "prizes[].bet", "the bet that has to win for each prize that the dice give", NAME,
             "triple-6", when="award.method=dice"),
    )


def prize_part_item(clause: str, kind: str, field: str, says: str, asks: AnswerKind, example: object,
         never: tuple[object, ...] = ()) -> Item:
    """Return an item that only one kind of prize needs."""
    return Item(clause, f"prizes[].{field}", says, asks, example, when=f"prizes[].kind={kind}", never=never)


def goods_items(appliance: Of, vehicle: Of) -> tuple[Item, ...]:
    """The items on machinery, appliances and motor vehicles."""
    return (
        prize_part_item(appliance("i"), "appliance", "make", "the make of the appliance", NAME, "Aurora"),
        prize_part_item(appliance("ii"), "appliance", "model", "the model of the appliance", NAME, "65 X"),
        prize_part_item(appliance("iii"), "appliance", "accessories", "the accessories; `none` is an answer",
                        TEXT,
             "Wall mount."),
        prize_part_item(vehicle("i"), "vehicle", "make", "the make of the vehicle", NAME, "Corvus"),
        prize_part_item(vehicle("ii"), "vehicle", "model", "the model of the vehicle", NAME, "S 2"),
        prize_part_item(vehicle("iii"), "vehicle", "accessories", "the accessories; `none` is an answer",
                        TEXT, "None."),
        prize_part_item(vehicle("iv"), "vehicle", "on_road",
                        "which on-road costs are included; `none` is an answer",
             TEXT, "Registration for twelve months, stamp duty and delivery."),
    )


def travel_items(of: Of) -> tuple[Item, ...]:
    """The items on travel that both texts need."""
    return (
        prize_part_item(of("iii"), "travel", "dates",
                        "when the travel must be taken; `any time` is an answer", TEXT,
             "Before 1 December 2026."),
        prize_part_item(of("iv"), "travel", "spending_money", "the spending money that is included", MONEY,
                        "500.00"),
    )


def real_estate_items(of: Of) -> tuple[Item, ...]:
    """The items on real estate that both texts need."""
    return (
        prize_part_item(of("i"), "real-estate", "dwelling", "the type of dwelling", NAME, "apartment"),
        prize_part_item(of("ii"), "real-estate", "plans", "the plans, or where they are", TEXT,
                        "Plan 4B, at the desk."),
        prize_part_item(of("iii"), "real-estate", "contract", "the details of the contract", TEXT,
             "Unconditional; the draft is at the desk."),
        prize_part_item(of("iv"), "real-estate", "easements", "the easements; `none` is an answer", TEXT,
                        "None."),
        prize_part_item(of("v"), "real-estate", "address", "the address or other location", TEXT,
                        "4B, 1 Harbour St"),
    )
