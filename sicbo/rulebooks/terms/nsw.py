"""What Crown Sydney 9 and The Star 10 demand of the terms of a promotion: the same items, other clauses."""

from collections.abc import Callable

from sicbo.game.vocabulary import *

YES, COUNT, MONEY, TEXT = Asks.YES_OR_NO, Asks.COUNT, Asks.MONEY, Asks.TEXT
NAME, LIST, MOMENT = Asks.NAME, Asks.LIST, Asks.MOMENT
Of = Callable[[str], str]

NAMES = ("Cash prize", "Table play", "Television", "Car", "Week in Hobart", "Apartment", "Case of wine")
NATURES = (
    "Cash.",
    "Promotional tokens for table games.",
    "A new television.",
    "A new car.",
    "A holiday for two.",
    "An apartment.",
    "Twelve bottles of wine.",
)
VALUES = ("500.00", "100.00", "1900.00", "32000.00", "4200.00", "810000.00", "240.00")
COUNTS = (4, 10, 1, 1, 1, 1, 2)
CONDITIONS = (
    "None.",
    "Valid for thirty days.",
    "Collected by the winner.",
    "Registered in the winner's name.",
    "Not transferable.",
    "Settled within ninety days.",
    "The winner is an adult.",
)


def barred(of: Of) -> tuple[Item, ...]:
    """That nothing which the Act forbids is a prize, or part of one."""

    def never(clause: str, what: str, says: str) -> Item:
        return Item(
            of(clause), f"barred.{what}", f"that no prize is or includes {says}", YES, False, never=(True,)
        )

    return (
        never("1", "tobacco", "tobacco in any form"),
        never("2", "firearms", "a firearm, ammunition or an imitation firearm"),
        never("3", "weapons", "a prohibited weapon"),
        never("4", "liquor", "more than twenty litres of liquor"),
        never("5", "prescribed", "what the regulation lists"),
        Item(
            of("5"),
            "barred.regulation",
            "which version of the regulation was looked at",
            NAME,
            "Casino Control Regulation 2019, 1 July 2025",
        ),
    )


def offering(clause: str) -> tuple[Item, ...]:
    """That terms are there and can be had."""
    return (
        Item(
            clause,
            "terms.marketing",
            "how marketing material refers to the terms",
            TEXT,
            "Every poster, message and page names these terms and where they are.",
        ),
        Item(
            clause,
            "terms.available",
            "how patrons get the terms",
            TEXT,
            "At the promotions desk, at every table that takes part and on the casino's website.",
        ),
    )


def awarding(of: Of) -> tuple[Item, ...]:
    """How, when and where prizes are awarded, and who is eligible."""
    return (
        Item(
            of("1"),
            "award.method",
            "how a prize is awarded: by a draw of tickets, or by the dice at the table",
            NAME,
            "draw",
            one_of=("draw", "dice"),
        ),
        Item(
            of("1"),
            "award.manner",
            "the manner in which a prize is awarded, in words",
            TEXT,
            "Names are drawn from the tickets, none twice, by a draw that anyone can recompute; the "
            "first name has the first prize, and so on. A prize that is not given goes to the next name.",
        ),
        Item(
            of("2"),
            "award.at",
            "when the prize is awarded",
            MOMENT,
            datetime.fromisoformat("2026-03-01T21:00:00+11:00"),
        ),
        Item(of("2"), "award.place", "where the prize is awarded", NAME, "Main floor, promotions desk"),
        Item(
            of("3"),
            "entry.criteria",
            "who is eligible, and by what",
            TEXT,
            "Members of the rewards club who are neither excluded nor barred: a ticket for ten rounds "
            "with a wager.",
        ),
        Item(
            of("3"),
            "entry.rounds",
            "how many rounds with a wager make a ticket; nought where no play is needed",
            COUNT,
            10,
        ),
        Item(of("3"), "entry.most_tickets", "how many tickets one person may have", COUNT, 50),
        Item(of("4"), "entry.minimum_wager", "the least wager of a round that counts", MONEY, "25.00"),
        Item(
            of("5"),
            "award.reservations",
            "any qualification, reservation or guarantee; `none` is an answer",
            TEXT,
            "None.",
        ),
        Item(
            of("6"),
            "entry.closes",
            "until when entries are received",
            MOMENT,
            datetime.fromisoformat("2026-03-01T20:00:00+11:00"),
        ),
    )


def claiming(clause: str) -> tuple[Item, ...]:
    """How a prize is claimed."""
    return (
        Item(
            clause,
            "claim.method",
            "how a prize is claimed",
            TEXT,
            "At the promotions desk, with proof of identity, within thirty days.",
        ),
        Item(clause, "claim.present", "whether a winner has to be present at the draw", YES, False),
    )


def telling(notified: str, published: str) -> tuple[Item, ...]:
    """How winners are told and results published."""
    return (
        Item(
            notified,
            "winners.notified",
            "the ways in which a winner is told",
            LIST,
            ["telephone", "email"],
            one_of=("in-person", "mail", "telephone", "email"),
        ),
        Item(
            published,
            "winners.published",
            "how the results are published",
            TEXT,
            "On the casino's website and at the promotions desk, for thirty days.",
        ),
    )


def prizes(nature: str, details: str) -> tuple[Item, ...]:
    """What every prize has."""
    return (
        Item(details, "prizes", "the prizes", LIST, ()),
        Item(details, "prizes[].name", "the name of each prize", NAME, NAMES),
        Item(details, "prizes[].kind", "the kind of each prize", NAME, "goods"),
        Item(nature, "prizes[].nature", "the nature of each prize", TEXT, NATURES),
        Item(details, "prizes[].count", "how many of each prize there are", COUNT, COUNTS, never=(0,)),
        Item(details, "prizes[].value", "the value of each prize", MONEY, VALUES),
        Item(
            details,
            "prizes[].conditions",
            "the conditions of receiving, using or accepting each prize",
            TEXT,
            CONDITIONS,
        ),
        Item(
            details,
            "prizes[].bet",
            "the bet that has to win for each prize that the dice give",
            NAME,
            "triple-6",
            when="award.method=dice",
        ),
    )


def part(
    clause: str, kind: str, field: str, says: str, asks: Asks, example: object, never: tuple[object, ...] = ()
) -> Item:
    """A detail that only one kind of prize has."""
    return Item(clause, f"prizes[].{field}", says, asks, example, when=f"prizes[].kind={kind}", never=never)


def goods(appliance: Of, vehicle: Of) -> tuple[Item, ...]:
    """Machinery, appliances and motor vehicles."""
    return (
        part(appliance("i"), "appliance", "make", "the make of the appliance", NAME, "Aurora"),
        part(appliance("ii"), "appliance", "model", "the model of the appliance", NAME, "65 X"),
        part(
            appliance("iii"),
            "appliance",
            "accessories",
            "the accessories; `none` is an answer",
            TEXT,
            "Wall mount.",
        ),
        part(vehicle("i"), "vehicle", "make", "the make of the vehicle", NAME, "Corvus"),
        part(vehicle("ii"), "vehicle", "model", "the model of the vehicle", NAME, "S 2"),
        part(vehicle("iii"), "vehicle", "accessories", "the accessories; `none` is an answer", TEXT, "None."),
        part(
            vehicle("iv"),
            "vehicle",
            "on_road",
            "which on-road costs are included; `none` is an answer",
            TEXT,
            "Registration for twelve months, stamp duty and delivery.",
        ),
    )


def estate(of: Of) -> tuple[Item, ...]:
    """What real estate has in both texts."""
    return (
        part(of("i"), "real-estate", "dwelling", "the type of dwelling", NAME, "apartment"),
        part(
            of("ii"),
            "real-estate",
            "plans",
            "the plans, or where they are shown",
            TEXT,
            "At the desk, plan 4B.",
        ),
        part(
            of("iii"),
            "real-estate",
            "contract",
            "the details of the contract",
            TEXT,
            "Unconditional; the draft is at the desk.",
        ),
        part(of("iv"), "real-estate", "easements", "the easements; `none` is an answer", TEXT, "None."),
        part(
            of("v"), "real-estate", "address", "the address or other location", TEXT, "4B, 1 Harbour Street"
        ),
    )


def crown_promotion() -> tuple[Item, ...]:
    """Crown Sydney 9.3 to 9.5."""

    def at(parent: str) -> Of:
        return lambda number: f"{parent}.{number}"

    def inner(letter: str) -> Of:
        return lambda numeral: f"9.5.9({letter})({numeral})"

    travel, real = inner("c"), inner("d")
    included = [
        part(travel("ii"), "travel", field, f"whether {field} are included", YES, True)
        for field in ("airfares", "accommodation", "transfers", "meals")
    ]
    return (
        *barred(at("9.3")),
        *offering("9.4"),
        *awarding(at("9.5")),
        *claiming("9.5.7"),
        *telling("9.5.8", "9.5.8"),
        *prizes("9.5.5", "9.5.9"),
        part(
            "9.5.9",
            "cash",
            "paid_by",
            "how cash is paid",
            TEXT,
            "In cash or by transfer, as the winner asks.",
        ),
        part(
            "1.1/casino-promotional-token",
            "tokens",
            "tokens",
            "how the tokens are used and what becomes of them",
            TEXT,
            "They are wagered at a table; winnings are paid in chips and the dealer keeps the tokens.",
        ),
        *goods(inner("a"), inner("b")),
        part(travel("i"), "travel", "guests", "how many guests the winner may bring", COUNT, 1),
        *included,
        part(
            travel("iii"),
            "travel",
            "dates",
            "when the travel must be taken; `any time` is an answer",
            TEXT,
            "Before 1 December 2026.",
        ),
        part(
            travel("iv"), "travel", "spending_money", "the spending money that is included", MONEY, "500.00"
        ),
        *estate(real),
        part(
            real("vi"),
            "real-estate",
            "inclusions",
            "what else is included; `nothing` is an answer",
            TEXT,
            "Conveyancing, legal costs, fixtures and fittings.",
        ),
        part("9.3.4", "liquor", "millilitres", "how much liquor the prize holds", COUNT, 9_000),
    )


def star_promotion() -> tuple[Item, ...]:
    """The Star 10.3 to 10.7."""

    def at(parent: str) -> Of:
        return lambda number: f"{parent}.{number}"

    def inner(number: int) -> Of:
        return lambda numeral: f"10.7.11.{number}/{numeral}"

    travel, real = inner(3), inner(4)
    included = [
        part(travel("ii"), "travel", field, f"whether {says}", YES, True)
        for field, says in (
            ("airfares", "airfares are included"),
            ("transfers", "transfers are included"),
            ("transport", "other transport is included"),
            ("meals", "meals are included"),
        )
    ]
    costs = [
        part(real("vi"), "real-estate", field, f"whether {says} included", YES, True)
        for field, says in (
            ("conveyancing", "conveyancing is"),
            ("legal_costs", "legal costs are"),
            ("fixtures", "fixtures are"),
            ("furniture", "furniture is"),
        )
    ]
    return (
        *barred(at("10.5")),
        *offering("10.6"),
        *awarding(at("10.7")),
        Item(
            "10.7.7",
            "details.starts",
            "when the promotion starts",
            MOMENT,
            datetime.fromisoformat("2026-02-01T10:00:00+11:00"),
        ),
        Item("10.7.7", "details.place", "where the promotion is held", NAME, "Main floor, tables 1 to 4"),
        *claiming("10.7.8"),
        *telling("10.7.9", "10.7.10"),
        *prizes("10.7.5", "10.7.11"),
        Item(
            "10.3",
            "prizes[].cash_alternative",
            'the cash that a winner may have instead; "0.00" where none',
            MONEY,
            ("0.00", "0.00", "1500.00", "28000.00", "0.00", "0.00", "0.00"),
        ),
        part(
            "10.4",
            "cash",
            "paid_by",
            "how cash is paid, and the winner's choice over $10,000",
            TEXT,
            "In cash; over $10,000 as the winner chooses: cash, crossed cheque, transfer or a mix.",
        ),
        part(
            "1.1/casino-promotional-voucher",
            "tokens",
            "tokens",
            "how the voucher is exchanged and the tokens used",
            TEXT,
            "The dealer exchanges the voucher for tokens of its value; winnings are paid in chips.",
        ),
        *goods(inner(1), inner(2)),
        part(travel("i"), "travel", "persons", "how many persons may travel", COUNT, 2, never=(0,)),
        *included,
        part(travel("ii"), "travel", "days", "how many days it lasts", COUNT, 7, never=(0,)),
        part(
            travel("ii"),
            "travel",
            "lodging",
            "the standard of the accommodation; `none` is an answer",
            TEXT,
            "A room for two in a hotel of four stars.",
        ),
        part(
            travel("iii"),
            "travel",
            "dates",
            "when the travel must be taken; `any time` is an answer",
            TEXT,
            "Before 1 December 2026.",
        ),
        part(
            travel("iv"), "travel", "spending_money", "the spending money that is included", MONEY, "500.00"
        ),
        *estate(real),
        *costs,
        part("10.5.4", "liquor", "millilitres", "how much liquor the prize holds", COUNT, 9_000),
    )
