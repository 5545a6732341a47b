"""Colour chips: sold, staked, shared and redeemed as the rulebook allows.

A colour of the table's set has one value while any player holds it. Each colour is an instrument of its own,
`colour-chip:red`: racks, stakes and the ledger keep colours apart, in cents that are always whole pieces.
Colour chips are bought with value chips. A winning colour chip goes back to its player and wins value chips:
no rulebook demands winnings in the colour staked.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.money import money
from sicbo.game.ranks import Act
from sicbo.table.authority import may_not
from sicbo.table.messages.base import Stake
from sicbo.table.messages.chip_commands import IssueColours, RedeemColours, RequireColours, SurrenderColours
from sicbo.table.messages.chip_events import ColoursIssued, ColoursRedeemed, ColoursRequired
from sicbo.table.money.racks import COLOUR_CHIP, colour_chip, in_words, kind_of, money_of, moved
from sicbo.table.open_items import happened
from sicbo.table.state import Colour, Round, Table

CASH_CHIP = "cash chip"


def issue(table: Table, command: IssueColours) -> tuple[ColoursIssued] | Refusal:
    """Sell pieces of a colour at a value that is visible at the table."""
    refusal = _not_sold(table, command)
    if refusal:
        return refusal
    value = _value(table, command)
    if isinstance(value, Refusal):
        return value
    refusal = (
        _not_shared(table, command, value)
        or _no_second(table, command, value)
        or _not_paid(table, command, value)
    )
    if refusal:
        return refusal
    issued = happened(
        ColoursIssued,
        command,
        table.rules.wagers.colour_value.clause,
        value=value,
        shown_by=_shown_by(table, value),
        holders=tuple(sorted({*holders(table, command.colour), command.player})),
    )
    return (issued,)


def _not_sold(table: Table, command: IssueColours) -> Refusal | None:
    ruling = table.rules.wagers.colour_value
    if not ruling.choice.has_colours:
        return Refusal(
            ruling.clause, f"There are no colour chips here: play with {in_words(money_of(table))}."
        )
    if table.sign is None:
        return Refusal(ruling.clause, "The table is closed: wait until it opens.")
    if command.colour not in table.colours:
        known = ", ".join(table.colours) or "none"
        return Refusal(ruling.clause, f"The colours of this table are {known}: choose one of them.")
    if command.pieces < 1:
        return Refusal(ruling.clause, "Buy at least one piece.")
    return None


def _value(table: Table, command: IssueColours) -> int | Refusal:
    """Return the value of each piece, or why it is not allowed."""
    ruling = table.rules.wagers.colour_value
    minimum = table.sign_in_force.minimum
    if command.value is not None and command.value < 1:
        return Refusal(ruling.clause, "Let each piece count for at least one cent.")
    if command.value is None and not ruling.choice.defaults_to_minimum:
        return Refusal(
            ruling.clause, f"The pieces have no value: ask {command.player} what each shall count for."
        )
    value = minimum if command.value is None else command.value
    if not ruling.choice.is_marked:
        return value
    if value < minimum and ruling.choice.defaults_to_minimum:
        return Refusal(
            ruling.clause, f"A piece without a marker counts for the minimum, {money(minimum)}: sell it so."
        )
    markers = table.rules.fittings.markers
    if value > minimum and markers is not None and markers.choice not in table.equipment:
        return Refusal(
            markers.clause, f"The table has no {markers.choice}: sell at the minimum, {money(minimum)}."
        )
    return value


def _shown_by(table: Table, value: int) -> str:
    """Return what shows the value, or an empty string if no clause demands it."""
    markers = table.rules.fittings.markers
    marker = markers.choice if markers is not None and markers.choice in table.equipment else ""
    choice = table.rules.wagers.colour_value.choice
    if choice.is_always_shown:
        return marker or CASH_CHIP
    above = choice.is_marked and value > table.sign_in_force.minimum
    return marker if above else ""


def _not_shared(table: Table, command: IssueColours, value: int) -> Refusal | None:
    """Refuse a colour that another player holds without having consented, or that has another value."""
    ruling = table.rules.wagers.shared_colour
    held_by = holders(table, command.colour)
    if not held_by:
        return None
    if command.player not in held_by:
        if not ruling.choice.is_by_consent:
            return Refusal(ruling.clause, f"{command.colour} is sold to {held_by[0]}: sell another colour.")
        against = " and ".join(player for player in held_by if player not in command.consent)
        if against:
            return Refusal(
                ruling.clause, f"{command.colour} is sold to {against}: ask them, or sell another colour."
            )
    counts = table.sets[command.colour].value
    if counts == value:
        return None
    return Refusal(
        table.rules.wagers.colour_value.clause,
        f"{command.colour} counts for {money(counts)} a piece: sell it at that, or sell another colour.",
    )


def _no_second(table: Table, command: IssueColours, value: int) -> Refusal | None:
    """Refuse a player's second colour unless the rank, the value and the waiting players allow it."""
    ruling = table.rules.wagers.second_colour
    mine = colours_of(table, command.player)
    if not mine or command.colour in mine:
        return None
    if ruling.choice.is_refused:
        return Refusal(
            ruling.clause, f"{command.player} has {mine[0]} and gets no second colour: sell more of it."
        )
    if refusal := may_not(table, command, Act.ISSUE_SECOND_COLOUR):
        return refusal
    counts = table.sets[mine[0]].value
    if ruling.choice.needs_same_value and value != counts:
        return Refusal(
            ruling.clause, f"All colours of one player count alike: sell it at {money(counts)} a piece."
        )
    free = [colour for colour in table.colours if colour != command.colour and not holders(table, colour)]
    waiting = sorted({*command.waiting} - {command.player})
    if len(waiting) > len(free):
        return Refusal(ruling.clause, f"Keep a colour for each who waits: {', '.join(waiting)}.")
    return None


def _not_paid(table: Table, command: IssueColours, value: int) -> Refusal | None:
    cents, has = command.pieces * value, table.rack(command.player, money_of(table))
    if cents <= has:
        return None
    clause = table.rules.wagers.colour_value.clause
    return Refusal(clause, f"That costs {money(cents)} and {command.player} has {money(has)}: buy in first.")


def redeem(table: Table, command: RedeemColours) -> tuple[ColoursRedeemed] | Refusal:
    """Change pieces of a colour that this table issued back, at the value they were sold for."""
    clause = table.rules.wagers.colour_value.clause
    if command.colour not in colours_of(table, command.player):
        return Refusal(
            clause, f"{command.player} holds no {command.colour} of this table: redeem what they hold."
        )
    value = table.sets[command.colour].value
    if refusal := too_many(table, command, clause):
        return refusal
    redeemed = happened(ColoursRedeemed, command, clause, value=value)
    return (redeemed,)


def too_many(table: Table, command: RedeemColours | SurrenderColours, clause: str) -> Refusal | None:
    """Return why their holder cannot give back this many pieces."""
    has = table.rack(command.player, colour_chip(command.colour)) // table.sets[command.colour].value
    if 0 < command.pieces <= has:
        return None
    if not has:
        return Refusal(
            clause, f"{command.player} has no {command.colour} before them: redeem it once some is."
        )
    pieces = "1 piece" if has == 1 else f"{has} pieces"
    return Refusal(clause, f"{command.player} has {pieces} of {command.colour}: redeem at most that.")


def require(table: Table, command: RequireColours) -> tuple[ColoursRequired]:
    """Require a player to stake colour chips, or end that."""
    power = table.rules.power(Act.REQUIRE_COLOUR_CHIPS)
    assert power is not None
    required = happened(ColoursRequired, command, power.clause)
    return (required,)


def not_staked(table: Table, player: str, stakes: Iterable[Stake]) -> Refusal | None:
    """Return why a slip cannot use these chips: a colour is required, a piece is broken, or it is foreign."""
    for stake in stakes:
        if kind_of(stake.instrument) == COLOUR_CHIP:
            if refusal := not_in_pieces(table, player, stake):
                return refusal
        elif player in table.colour_only:
            power = table.rules.power(Act.REQUIRE_COLOUR_CHIPS)
            assert power is not None
            return Refusal(
                power.clause, f"{player} is to stake colour chips: change the chips into a colour."
            )
    return None


def not_in_pieces(table: Table, player: str, stake: Stake) -> Refusal | None:
    """Return why a stake is not a whole number of pieces of a colour that its player holds here."""
    clause, colour = table.rules.wagers.colour_value.clause, stake.instrument.partition(":")[2]
    if not colour:
        return Refusal(clause, f"Say which colour lies on {stake.bet}: each counts for itself.")
    if not holds(table, player, colour):
        return Refusal(
            table.rules.wagers.foreign_chips.clause,
            f"{player} has no {colour} of this table: buy some, those of other tables do not count here.",
        )
    value = table.sets[colour].value
    if stake.cents % value:
        return Refusal(clause, f"Stake whole pieces on {stake.bet}: {colour} counts for {money(value)} each.")
    return None


def holders(table: Table, colour: str) -> tuple[str, ...]:
    """Return the players who have pieces of a colour."""
    known = {player for player, instrument in table.racks if instrument == colour_chip(colour)}
    known |= {player for player, _ in table.suspense} | set(table.streaks.wagers)
    for played in _kept(table):
        known |= {*played.slips, *played.streak_lines}
    return tuple(player for player in sorted(known) if holds(table, player, colour))


def colours_of(table: Table, player: str) -> list[str]:
    """Return the colours of which a player has pieces."""
    return [colour for colour in sorted(table.sets) if holds(table, player, colour)]


def holds(table: Table, player: str, colour: str) -> bool:
    """Return whether a player has pieces of a colour, or staked some that can still come back."""
    mine = player, colour_chip(colour)
    if mine in table.racks or mine in table.suspense:
        return True
    return any(stake.instrument == mine[1] for stake in _staked(table, player))


def _staked(table: Table, player: str) -> Iterator[Stake]:
    """Yield what a player has on the layout, or had in a round that can still be corrected."""
    for running in table.streaks.wagers.get(player, ()):
        yield running.stake
    for played in _kept(table):
        if player in played.slips:
            yield from played.slips[player].stakes
        for line in played.streak_lines.get(player, ()):
            yield line.stake


def _kept(table: Table) -> list[Round]:
    return [played for played in (table.round, table.last, *table.past) if played]


def issued(table: Table, event: ColoursIssued) -> Table:
    """Record a sale of colour chips."""
    sets = table.sets.set(event.colour, Colour(event.value, event.shown_by))
    cents = event.pieces * event.value
    moves = ((money_of(table), -cents), (colour_chip(event.colour), cents))
    return moved(replace(table, sets=sets), event.player, moves)


def redeemed(table: Table, event: ColoursRedeemed) -> Table:
    """Record colour chips that were changed back."""
    cents = event.pieces * event.value
    moves = ((colour_chip(event.colour), -cents), (money_of(table), cents))
    return given_up(moved(table, event.player, moves), event.colour)


def given_up(table: Table, colour: str) -> Table:
    """Remove the value of a colour if no player holds it any more."""
    return table if holders(table, colour) else replace(table, sets=table.sets.delete(colour))


def required(table: Table, event: ColoursRequired) -> Table:
    """Record that a player must stake colour chips, or no longer has to."""
    before = table.colour_only
    return replace(table, colour_only=before | {event.player} if event.required else before - {event.player})
