"""Slips: registered for their own round while betting is open, within the limits, out of what is there."""

from typing import Any

from sicbo.verify.lines import in_chips
from sicbo.verify.state import Round, Sign, Stake, Table

COLOUR = "colour-chip"
NOTHING: tuple[int, list[Stake]] = (0, [])
LARGEST = 10**15
"""The largest stake in cents that any table takes."""
BARRED = {"exclude-from-game", "exclude-from-casino"}


def registered(table: Table, command: dict[str, Any], event: dict[str, Any]) -> None:
    """A slip takes the place of the one before."""
    player, stakes, played = event["player"], event["stakes"], table.round
    if table.sign is None or played is None or not played.open or played.number != event["round"]:
        table.wrong(
            "cutoff", f"a slip of {player} for round {event['round']} while betting on it is not open"
        )
        if played is None:
            return
    if played.void_due:
        table.wrong("cutoff", f"a slip of {player} in a round that can only be void")
    version, before = played.slips.get(player, NOTHING)
    if event["version"] != version + 1:
        table.wrong("slip", f"version {event['version']} follows version {version}")
    if event["before"] != before:
        table.wrong("slip", "what it says lay there before is not what lay there")
    if stakes:
        if player in table.sanctions:
            table.must(not table.sanctions[player] & BARRED, "sanction", f"{player} is excluded and wagers")
        sign = table.limits_of(player, played) if played.agreed else played.sign
        if not _is_plain(table, sign, stakes):
            _check(table, sign, player, stakes)
    if table.faults:
        _may_come(table, player)
    if before:
        for _, cents, kind in before:
            table.give(player, kind, cents)
    needs: dict[str, int] = {}
    for _, cents, kind in stakes:
        needs[kind] = needs.get(kind, 0) + cents
    for kind, cents in needs.items():
        table.take(player, kind, cents)
    played.slips[player] = (event["version"], stakes)
    if table.idle and stakes:
        table.idle = False
        table.lay_out()


def _may_come(table: Table, player: str) -> None:
    """Nothing is registered while play is interrupted, nor from a terminal that is cut off."""
    table.must("power" not in table.faults, "fault", "a slip is taken while play is interrupted")
    fault = table.faults.get("terminals")
    cut = fault is not None and player in fault.players and not fault.mended
    table.must(not cut, "fault", f"the terminal of {player} is cut off and takes a slip")


def _is_plain(table: Table, sign: Sign, stakes: list[Stake]) -> bool:
    """Whether every stake is money on a bet of its own, within the limits and in the unit of the sign."""
    law, minimum, maximum, unit = table.law, sign.minimum, sign.maximum, sign.unit
    bets, money = law.bets, law.money
    if sign.areas or table.colour_only or law.odd_amount == "never-taken":
        return False
    seen = set()
    for bet, cents, kind in stakes:
        seen.add(bet)
        if kind != money or bet not in bets or cents < minimum or (cents - minimum) % unit:
            return False
        if cents > LARGEST if maximum is None else cents > maximum:
            return False
    return len(seen) == len(stakes)


def _check(table: Table, sign: Sign, player: str, stakes: list[Stake]) -> None:
    """Each bet once for each kind of chip, known, and within the limits of its area."""
    law = table.law
    totals: dict[str, int] = {}
    for bet, cents, kind in stakes:
        if bet not in law.bets or kind_of(kind) not in law.instruments:
            table.wrong("slip", f"{bet} in {kind} is no wager of this layout")
            return
        if not 0 < cents <= LARGEST:
            table.wrong("slip", f"{cents} cents are no stake")
        totals[bet] = totals.get(bet, 0) + cents
        in_pieces(table, player, cents, kind)
    if len(totals) != len(stakes) and len({(bet, kind) for bet, _, kind in stakes}) != len(stakes):
        table.wrong("slip", "it names a bet twice")
    for bet, cents in totals.items():
        _within(table, sign, bet, cents)


def _within(table: Table, sign: Sign, bet: str, cents: int) -> None:
    """Whether the rulebook lets a stake be placed as it is while betting is open."""
    law = table.law
    minimum, maximum = sign.bounds(law.bets[bet]) if sign.areas else (sign.minimum, sign.maximum)
    if cents < minimum:
        if law.refuses_under:
            table.wrong("limits", f"{cents} cents on {bet}, the minimum is {minimum}")
        return
    if maximum is not None and cents > maximum:
        if law.refuses_over:
            table.wrong("limits", f"{cents} cents on {bet}, the maximum is {maximum}")
        return
    if (cents - minimum) % sign.unit:
        table.wrong("limits", f"{cents} cents on {bet} are not in the unit of {sign.unit} on the sign")
    if law.odd_amount == "never-taken":
        for price in law.bets[bet].prices.values():
            if not in_chips(cents * price.pays, price.per, sign.chip, "paid-up")[1]:
                table.wrong("limits", f"{cents} cents on {bet} cannot be paid exactly")
                return


def kind_of(instrument: str) -> str:
    """The kind of chip: pieces of every colour are colour chips."""
    return COLOUR if instrument.startswith(f"{COLOUR}:") else instrument


def in_pieces(table: Table, player: str, cents: int, kind: str) -> None:
    """Colour chips are whole pieces of one colour; that the player has them is seen when they are taken."""
    if kind_of(kind) != COLOUR:
        table.must(player not in table.colour_only, "slip", f"{player} is to stake colour chips")
        return
    value = table.sets.get(kind.partition(":")[2])
    table.must(value and cents % value == 0, "slip", f"{cents} cents are no whole pieces of {kind}")


def taken_off(table: Table, command: dict[str, Any], event: dict[str, Any], check: str) -> Round | None:
    """A player's stakes, or those that were named, leave the layout before they are settled.

    The slip is one version further.
    """
    played, player = table.round, event["player"]
    if played is None or played.number != event["round"] or player not in played.slips:
        table.wrong(check, f"{player} has no wager in round {event['round']}")
        return None
    version, stakes = played.slips[player]
    named, gone = command.get("bets"), event["stakes"]
    own = [stake for stake in stakes if not named or stake[0] in named]
    table.must("collect" not in played.steps, check, "the wagers are settled already")
    table.must(own and own == gone, check, "not just the wagers that were named go back")
    played.slips[player] = (version + 1, [stake for stake in stakes if stake not in gone])
    return played


def refused(table: Table, command: dict[str, Any], event: dict[str, Any]) -> None:
    """Wagers that were refused before the close go back."""
    played = taken_off(table, command, event, "slip")
    table.must(played is not None and played.open, "cutoff", "a wager is refused after the close")
    table.must(event["reason"], "reason", "no reason is given for refusing a wager")
    for _, cents, kind in event["stakes"]:
        table.give(event["player"], kind, cents)
