"""The desk: what comes to the table and leaves it, colour chips, the float and its counts, who is on duty."""

from typing import Any

from sicbo.verify.schema import LARGEST
from sicbo.verify.slips import NOTHING
from sicbo.verify.state import Round, Sign, Table
from sicbo.verify.streaks import opened as streaks_opened

Event = dict[str, Any]
VALUE, COLOUR, TOKEN, CREDIT = "value-chip", "colour-chip:", "token", "credit"
MARKED = ("marked-above-minimum", "minimum-unless-marked")
CASH_CHIP = "cash chip"
PROFILES = ("home", "training", "floor")


def opened(table: Table, command: Event, event: Event) -> None:
    """The table opens under a sign that can stand."""
    law = table.law
    table.must(table.sign is None and table.round is None, "order", "an open table is opened")
    if law.choice["limits.below_minimum"] == "void-under-approved":
        table.must(event["approved_minimum"] is not None, "limits", "the approved minimum is not set")
    areas = tuple((area, low, high) for area, low, high in event["areas"])
    figures = (event["minimum"], event["maximum"], event["unit"], event["chip"], event["approved_minimum"])
    table.sign = Sign(*figures, areas)
    can_stand(table, table.sign)
    table.must(event["profile"] in PROFILES, "opening", "the table opens as nothing that there is")
    if event["profile"] == "floor":
        missing = law.to_confirm - set(event["confirmed"])
        table.must(not missing, "opening", f"not confirmed: {', '.join(sorted(missing)[:5])}")
    table.equipment, table.profile = frozenset(event["equipment"]), event["profile"]
    table.must(_is_a_set(table, event["colours"]), "colour", "the colours of the table are no set of them")
    table.colours, table.colour_only = event["colours"], set()
    table.chips, table.seats = None, event["seats"]
    streaks_opened(table, event["streak_stake"])
    table.lay_out()


def _is_a_set(table: Table, colours: list[str]) -> bool:
    """Whether there are none, or several that differ where the rulebook has colour chips."""
    several = len(set(colours)) == len(colours) > 1
    return not colours or (several and table.law.choice["wagers.colour_value"] != "no-colours")


def can_stand(table: Table, sign: Sign) -> None:
    """Whether such limits may be shown."""
    table.must(sign.unit > 0 and sign.chip > 0, "limits", "unit and smallest chip are at least one cent")
    for _, minimum, maximum in (("", sign.minimum, sign.maximum), *sign.areas):
        high = maximum is None or maximum >= minimum
        table.must(minimum > 0 and high, "limits", "a sign with a minimum over its maximum")
        approved = sign.approved is None or minimum >= sign.approved
        table.must(approved, "limits", "a sign under the approved minimum")
    areas = [area for area, _, _ in sign.areas]
    known = {*table.law.bets, *(bet.family for bet in table.law.bets.values())}
    table.must(known.issuperset(areas), "limits", "a sign with limits for an area that there is not")
    table.must(len(set(areas)) == len(areas), "limits", "an area stands twice on the sign")


def brought(table: Table, command: Event, event: Event) -> None:
    """Cash or a voucher became chips, tokens or credits."""
    law, kind, cents = table.law, event["instrument"], event["cents"]
    if command["type"] == "buy-credits":
        table.must(kind == CREDIT == law.money, "money", "credits are bought at terminals alone")
    table.must(table.sign is not None, "money", "money comes to a closed table")
    lawful = kind in law.instruments and kind != "colour-chip"
    table.must(lawful and 0 < cents < LARGEST, "money", f"{cents} of {kind} come in")
    boxed = law.cash is None or kind == TOKEN or law.cash in table.equipment
    table.must(boxed, "money", "cash is taken at a table without a drop box")
    table.give(event["player"], kind, cents)


def taken(table: Table, command: Event, event: Event) -> None:
    """A player carried chips away."""
    table.must(event["cents"] > 0, "money", "nothing is taken away")
    table.take(event["player"], table.law.money, event["cents"])
    if table.chips is not None:
        table.chips -= event["cents"]


def exchanged(table: Table, command: Event, event: Event) -> None:
    """A voucher was changed into what the rulebook makes of it, once."""
    law, number = table.law, event["number"]
    vouchers = law.choice["wagers.vouchers"]
    into = None
    if event["kind"] == "promotional" and TOKEN in law.instruments:
        into = TOKEN
    elif vouchers in ("into-chips", "as-chips"):
        into = law.money
    elif vouchers == "as-tokens":
        into = TOKEN
    table.must(event["instrument"] == into, "money", f"a voucher becomes {into} here")
    table.must(event["kind"] in ("promotional", "complimentary"), "money", "an unknown kind of voucher")
    table.must(table.sign is not None, "money", "a voucher is changed at a closed table")
    table.must(number and number not in table.vouchers, "money", f"voucher {number} is spent twice")
    table.must(0 < event["cents"] < LARGEST, "money", "a voucher without a value")
    table.vouchers.add(number)
    table.give(event["player"], event["instrument"], event["cents"])


def dispensed(table: Table, command: Event, event: Event) -> None:
    """All credits of a terminal became one ticket."""
    has = table.racks.get((event["player"], CREDIT), 0)
    table.must(event["cents"] == has > 0 and event["number"], "money", f"the terminal holds {has} cents")
    table.must(table.law.money == CREDIT, "money", "there are no terminals here")
    table.take(event["player"], CREDIT, event["cents"])


def issued(table: Table, command: Event, event: Event) -> None:
    """Value chips became pieces of a colour, at one value, for those who may hold it."""
    law, player, colour, value = table.law, event["player"], event["colour"], event["value"]
    policy = law.choice["wagers.colour_value"]
    if table.sign is None:
        table.wrong("colour", "a colour is sold at a closed table")
        return
    table.must(colour in table.colours, "colour", f"{colour} is no colour here")
    table.must(event["pieces"] > 0 and value > 0, "colour", "pieces and their value are at least one")
    least = (table.round.sign if table.round else table.sign).minimum
    asked = least if command["value"] is None and policy == "minimum-unless-marked" else command["value"]
    table.must(value == asked, "colour", "the pieces count for something else than was declared")
    if policy == "minimum-unless-marked":
        table.must(value >= least, "colour", "an unmarked piece counts for the minimum")
    if policy in MARKED and value > least and law.markers is not None:
        table.must(law.markers in table.equipment, "colour", "a value over the minimum has no marker")
    table.must(
        event["shown_by"] == _shown_by(table, value > least), "colour", "something else shows the value"
    )
    holders = _holders(table, colour)
    table.must(
        event["holders"] == sorted({*holders, player}), "colour", "the holders are not those who hold it"
    )
    if holders:
        table.must(table.sets[colour] == value, "colour", "one colour has two values")
        shared = law.choice["wagers.shared_colour"] == "by-consent"
        agreed = all(one in command["consent"] for one in holders)
        table.must(player in holders or (shared and agreed), "colour", f"{colour} is somebody else's")
    _second_colour(table, command, player, colour, value)
    table.sets[colour] = value
    table.take(player, law.money, event["pieces"] * value)
    table.give(player, COLOUR + colour, event["pieces"] * value)


def _shown_by(table: Table, above: bool) -> str:
    """What shows the value of pieces: where it is declared, and where it is above the minimum."""
    law = table.law
    policy = law.choice["wagers.colour_value"]
    marker = law.markers if law.markers is not None and law.markers in table.equipment else ""
    if policy == "declared":
        return marker or CASH_CHIP
    return marker if policy in MARKED and above else ""


def _second_colour(table: Table, command: Event, player: str, colour: str, value: int) -> None:
    """A further colour for one player: by rank, and at a lawful value."""
    mine = [one for one in sorted(table.sets) if _holds(table, player, one)]
    if not mine or colour in mine:
        return
    policy, power = table.law.choice["wagers.second_colour"], table.law.powers.get("issue-second-colour")
    may = power is not None and (command["stamp"]["rank"] or 0) >= power.rank
    table.must(policy in ("any-value", "same-value"), "colour", "no clause gives a second colour")
    table.must(may, "power", "a second colour without the rank for it")
    if policy == "same-value":
        table.must(table.sets[mine[0]] == value, "colour", "all colours of one player count alike")
    free = [one for one in table.colours if one != colour and not _holders(table, one)]
    waiting = {*command["waiting"]} - {player}
    table.must(len(waiting) <= len(free), "colour", "no colour is left for somebody who waits for one")


def redeemed(table: Table, command: Event, event: Event) -> None:
    """Pieces of a colour became value chips again, at the value they were sold for."""
    table.give(event["player"], table.law.money, event["pieces"] * event["value"])
    _comes_home(table, event)


def surrendered(table: Table, command: Event, event: Event) -> None:
    """Pieces that another table changed came home to this closed one, once."""
    table.must(table.sign is None, "colour", "an open table's chips are changed elsewhere")
    redemption = (event["redeemer"], event["redemption"])
    named = all(redemption) and event["redeemer"] != table.name
    once = redemption not in table.surrendered
    table.must(named and once, "colour", "no redemption elsewhere stands for these chips alone")
    table.surrendered.add(redemption)
    _comes_home(table, event)


def _comes_home(table: Table, event: Event) -> None:
    """Pieces leave their holder's rack at the value they were sold for."""
    player, colour = event["player"], event["colour"]
    lawful = table.sets.get(colour) == event["value"] and _holds(table, player, colour)
    table.must(lawful and event["pieces"] > 0, "colour", f"{colour} comes back that {player} does not hold")
    table.take(player, COLOUR + colour, event["pieces"] * event["value"])
    if not _holders(table, colour):
        table.sets.pop(colour, None)


def redeemed_foreign(table: Table, command: Event, event: Event) -> None:
    """A closed table's colour chips became value chips here."""
    table.must(table.sign is not None, "colour", "another table's chips are changed at a closed table")
    policy, power = table.law.choice["wagers.foreign_chips"], table.law.powers.get("verify-foreign-chips")
    may = power is not None and (command["stamp"]["rank"] or 0) >= power.rank
    table.must(may, "power", "another table's chips are changed without the rank for it")
    closed = command["issuer_closed"] and command["issuer"] != table.name
    table.must(
        closed and policy.startswith("closed-table"), "colour", "another table's chips do not count here"
    )
    value = command["traced"]
    if value is None and policy == "closed-table-traced":
        value = command["lowest"]
    same = event["value"] == value and event["traced"] == (command["traced"] is not None)
    table.must(
        same and event["pieces"] > 0 and event["value"] > 0, "colour", "the chips count for something else"
    )
    table.give(event["player"], table.law.money, event["pieces"] * event["value"])


def required(table: Table, command: Event, event: Event) -> None:
    """A player must, or need no longer, stake colour chips."""
    if event["required"]:
        table.colour_only = table.colour_only | {event["player"]}
    else:
        table.colour_only = table.colour_only - {event["player"]}


def _holders(table: Table, colour: str) -> list[str]:
    known = {player for player, _ in (*table.racks, *table.suspense)} | set(table.streaks.wagers)
    for one in _kept(table):
        known |= {*one.slips, *one.streak_lines}
    return sorted(player for player in known if _holds(table, player, colour))


def _holds(table: Table, player: str, colour: str) -> bool:
    """Whether a player has pieces of a colour, or staked some that can still come back."""
    kind = COLOUR + colour
    if table.racks.get((player, kind)) or table.suspense.get((player, kind)):
        return True
    staked = [one.stake[2] for one in table.streaks.wagers.get(player, ())]
    for played in _kept(table):
        staked += [stake[2] for stake in played.slips.get(player, NOTHING)[1]]
        staked += [line["stake"][2] for line in played.streak_lines.get(player, ())]
    return kind in staked


def _kept(table: Table) -> list[Round]:
    return [one for one in (table.round, table.last, *table.past) if one is not None]


def with_players(table: Table) -> int:
    """The value chips before players, on the layout, on Super Streak and held back."""
    apart = sum(
        cents for (_, kind), cents in (*table.racks.items(), *table.suspense.items()) if kind == VALUE
    )
    lying: list[Any] = [one.stake for mine in table.streaks.wagers.values() for one in mine]
    gone: list[Any] = []
    if table.round is not None:
        lying += [stake for _, stakes in table.round.slips.values() for stake in stakes]
        done = (*table.round.collected.values(), *table.round.paid.values())
        gone = [line["stake"] for lines in done for line in lines]
    return apart + _value_chips(lying) - _value_chips(gone)


def _value_chips(stakes: list[Any]) -> int:
    return sum(cents for _, cents, kind in stakes if kind == VALUE)


def float_moved(table: Table, command: Event, event: Event) -> None:
    """Value chips came to the tray or left it, counted by two."""
    _by_two(table, command, event)
    if table.chips is None:
        table.wrong("float", "chips move before the first count")
        return
    table.must(0 < event["cents"] < LARGEST and event["number"], "float", "no chips move, or on no slip")
    if event["type"] == "float-filled":
        table.chips += event["cents"]
        return
    lies = table.chips - with_players(table)
    table.must(event["cents"] <= lies, "float", f"the tray should hold {lies} cents")
    table.chips -= event["cents"]


def float_counted(table: Table, command: Event, event: Event) -> None:
    """What lay in the tray beside what should have."""
    _by_two(table, command, event)
    expected = None if table.chips is None else table.chips - with_players(table)
    variance = 0 if expected is None else event["cents"] - expected
    table.must(0 <= event["cents"] < LARGEST, "float", "that was not counted")
    same = event["expected"] == expected and event["variance"] == variance
    table.must(same, "float", f"the tray should hold {expected} cents")
    table.chips = event["cents"] + with_players(table)
    if variance:
        table.report.count("float variances")


def _by_two(table: Table, command: Event, event: Event) -> None:
    law = table.law
    tray = law.tray is None or law.tray in table.equipment
    table.must(table.sign is not None and law.money == VALUE and tray, "float", "there is no float to count")
    other = event["second"] not in ("", command["stamp"]["by"])
    table.must(other, "second person", "the float was counted by one alone")


def signed_on(table: Table, command: Event, event: Event) -> None:
    """Somebody came on duty."""
    by = command["stamp"]["by"]
    table.must(by not in table.on_duty, "order", f"{by} is on duty already")
    table.on_duty.add(by)


def signed_off(table: Table, command: Event, event: Event) -> None:
    """Somebody went off duty; on the floor a round keeps its dealer."""
    by = command["stamp"]["by"]
    table.must(by in table.on_duty, "order", f"{by} was not on duty")
    alone = table.profile == "floor" and table.round is not None and len(table.on_duty) == 1
    table.must(not alone, "order", "a round is left without a dealer")
    table.on_duty.discard(by)
