"""Colour chips: sold, staked, shared and redeemed as the rulebook allows.

A colour of the table's set has one value while any player holds it. Each colour is an instrument of its own,
`colour-chip:red`: racks, stakes and the ledger keep colours apart, in cents that are always whole pieces.
Colour chips are bought with value chips. A winning colour chip goes back to its player and wins value chips:
no rulebook demands winnings in the colour staked.
"""

from collections.abc import Iterable, Iterator

from sicbo.errors import Refusal
from sicbo.game.ranks import Act
from sicbo.i18n import Message, message
from sicbo.machine.accounts import TABLE_FLOAT, rack_account, suspense_account
from sicbo.machine.ledger import Transfer, move, no_transfers
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import event_from_command
from sicbo.machine.structs import replace
from sicbo.table.authority import refuse_if_not_permitted
from sicbo.table.messages.chips import (
    ColoursIssued,
    ColoursRedeemed,
    ColoursRequired,
    IssueColours,
    RedeemColours,
    RequireColours,
    SurrenderColours,
)
from sicbo.table.messages.parts import Stake
from sicbo.table.money.racks import (
    COLOUR_CHIP,
    colour_instrument,
    instrument_kind,
    payout_instrument,
)
from sicbo.table.state import Round, SoldColour, TableState

CASH_CHIP = "cash chip"


def issue_colours(table: TableState, command: IssueColours) -> tuple[ColoursIssued] | Refusal:
    """Sell pieces of a colour at a value that is visible at the table."""
    refusal = _refuse_if_not_sold(table, command)
    if refusal:
        return refusal
    value = _piece_value(table, command)
    if isinstance(value, Refusal):
        return value
    refusal = (
        _refuse_if_colour_taken(table, command, value)
        or _refuse_if_second_colour(table, command, value)
        or _refuse_if_unaffordable(table, command, value)
    )
    if refusal:
        return refusal
    issued = event_from_command(
        ColoursIssued,
        command,
        table.rules.wagers.colour_value.clause,
        value=value,
        shown_by=_value_marker(table, value),
        holders=tuple(sorted({*holders_of_colour(table, command.colour), command.player})),
    )
    return (issued,)


def _refuse_if_not_sold(table: TableState, command: IssueColours) -> Refusal | None:
    ruling = table.rules.wagers.colour_value
    if not ruling.choice.has_colours:
        return Refusal(
            ruling.clause,
            message("colour-chips.none-here", instrument=payout_instrument(table)),
        )
    if table.sign is None:
        return Refusal(ruling.clause, message("slips.table-closed"))
    if command.colour not in table.colours:
        says = message("colour-chips.unknown-colour", colour=command.colour, known=tuple(table.colours))
        return Refusal(ruling.clause, says)
    if command.pieces < 1:
        return Refusal(ruling.clause, message("colour-chips.no-pieces"))
    return None


def _piece_value(table: TableState, command: IssueColours) -> int | Refusal:
    """Return the value of each piece, or why it is not allowed."""
    ruling = table.rules.wagers.colour_value
    minimum = table.sign_in_force.minimum
    if command.value is not None and command.value < 1:
        return Refusal(ruling.clause, message("colour-chips.value-too-low"))
    if command.value is None and not ruling.choice.defaults_to_minimum:
        return Refusal(ruling.clause, message("colour-chips.value-missing", player=command.player))
    value = minimum if command.value is None else command.value
    if not ruling.choice.is_marked:
        return value
    if value < minimum and ruling.choice.defaults_to_minimum:
        return Refusal(ruling.clause, message("colour-chips.below-minimum", minimum=minimum))
    markers = table.rules.fittings.markers
    if value > minimum and markers is not None and markers.choice not in table.equipment:
        return Refusal(
            markers.clause, message("colour-chips.no-markers", markers=markers.choice, minimum=minimum)
        )
    return value


def _value_marker(table: TableState, value: int) -> str:
    """Return what shows the value, or an empty string if no clause demands it."""
    markers = table.rules.fittings.markers
    marker = markers.choice if markers is not None and markers.choice in table.equipment else ""
    choice = table.rules.wagers.colour_value.choice
    if choice.is_always_shown:
        return marker or CASH_CHIP
    above = choice.is_marked and value > table.sign_in_force.minimum
    return marker if above else ""


def _refuse_if_colour_taken(table: TableState, command: IssueColours, value: int) -> Refusal | None:
    """Refuse a colour that another player holds without having consented, or that has another value."""
    ruling = table.rules.wagers.shared_colour
    held_by = holders_of_colour(table, command.colour)
    if not held_by:
        return None
    if command.player not in held_by:
        if not ruling.choice.is_by_consent:
            return Refusal(
                ruling.clause,
                message("colour-chips.held-by-another", colour=command.colour, holder=held_by[0]),
            )
        holders = tuple(player for player in held_by if player not in command.consent)
        if holders:
            says = message("colour-chips.holders-have-not-agreed", colour=command.colour, holders=holders)
            return Refusal(ruling.clause, says)
    sold_at = table.sets[command.colour].value
    if sold_at == value:
        return None
    return Refusal(
        table.rules.wagers.colour_value.clause,
        message("colour-chips.other-value", colour=command.colour, value=sold_at),
    )


def _refuse_if_second_colour(table: TableState, command: IssueColours, value: int) -> Refusal | None:
    """Refuse a player's second colour unless the rank, the value and the waiting players allow it."""
    ruling = table.rules.wagers.second_colour
    mine = colours_held_by(table, command.player)
    if not mine or command.colour in mine:
        return None
    if ruling.choice.is_refused:
        says = message("colour-chips.one-colour-only", player=command.player, colour=mine[0])
        return Refusal(ruling.clause, says)
    if refusal := refuse_if_not_permitted(table, command, Act.ISSUE_SECOND_COLOUR):
        return refusal
    sold_at = table.sets[mine[0]].value
    if ruling.choice.needs_same_value and value != sold_at:
        return Refusal(ruling.clause, message("colour-chips.values-differ", value=sold_at))
    free = [
        colour
        for colour in table.colours
        if colour != command.colour and not holders_of_colour(table, colour)
    ]
    waiting = tuple(sorted({*command.waiting} - {command.player}))
    if len(waiting) > len(free):
        return Refusal(ruling.clause, message("colour-chips.others-wait", waiting=waiting))
    return None


def _refuse_if_unaffordable(table: TableState, command: IssueColours, value: int) -> Refusal | None:
    cents, has = command.pieces * value, table.rack(command.player, payout_instrument(table))
    if cents <= has:
        return None
    clause = table.rules.wagers.colour_value.clause
    return Refusal(
        clause, message("colour-chips.costs-too-much", cents=cents, player=command.player, has=has)
    )


def redeem_colours(table: TableState, command: RedeemColours) -> tuple[ColoursRedeemed] | Refusal:
    """Change pieces of a colour that this table issued back, at the value they were sold for."""
    clause = table.rules.wagers.colour_value.clause
    if command.colour not in colours_held_by(table, command.player):
        return Refusal(
            clause, message("colour-chips.none-held", player=command.player, colour=command.colour)
        )
    value = table.sets[command.colour].value
    if refusal := refuse_if_too_many_pieces(table, command, clause):
        return refusal
    redeemed = event_from_command(ColoursRedeemed, command, clause, value=value)
    return (redeemed,)


def refuse_if_too_many_pieces(
    table: TableState, command: RedeemColours | SurrenderColours, clause: str
) -> Refusal | None:
    """Return why their holder cannot give back this many pieces."""
    has = table.rack(command.player, colour_instrument(command.colour)) // table.sets[command.colour].value
    if 0 < command.pieces <= has:
        return None
    if not has:
        return Refusal(
            clause, message("colour-chips.none-in-rack", player=command.player, colour=command.colour)
        )
    says = message("colour-chips.more-than-held", player=command.player, pieces=has, colour=command.colour)
    return Refusal(clause, says)


def require_colours(table: TableState, command: RequireColours) -> tuple[ColoursRequired]:
    """Require a player to stake colour chips, or end that."""
    power = table.rules.power(Act.REQUIRE_COLOUR_CHIPS)
    assert power is not None
    required = event_from_command(ColoursRequired, command, power.clause)
    return (required,)


def refuse_if_not_stakable(table: TableState, player: str, stakes: Iterable[Stake]) -> Refusal | None:
    """Return why a slip cannot use these chips: a colour is required, a piece is broken, or it is foreign."""
    for stake in stakes:
        if instrument_kind(stake.instrument) == COLOUR_CHIP:
            if refusal := refuse_if_not_whole_pieces(table, player, stake):
                return refusal
        elif player in table.colour_only:
            power = table.rules.power(Act.REQUIRE_COLOUR_CHIPS)
            assert power is not None
            return Refusal(power.clause, message("colour-chips.required", player=player))
    return None


def refuse_if_not_whole_pieces(table: TableState, player: str, stake: Stake) -> Refusal | None:
    """Return why a stake is not a whole number of pieces of a colour that its player holds here."""
    clause, colour = table.rules.wagers.colour_value.clause, stake.instrument.partition(":")[2]
    if not colour:
        return Refusal(clause, message("colour-chips.colour-missing", bet=stake.bet))
    if not holds_colour(table, player, colour):
        return Refusal(
            table.rules.wagers.foreign_chips.clause,
            message("colour-chips.not-of-this-table", player=player, colour=colour),
        )
    value = table.sets[colour].value
    if stake.cents % value:
        return Refusal(
            clause, message("colour-chips.whole-pieces", bet=stake.bet, colour=colour, value=value)
        )
    return None


def holders_of_colour(table: TableState, colour: str) -> tuple[str, ...]:
    """Return the players who have pieces of a colour."""
    known = {player for player, instrument in table.racks if instrument == colour_instrument(colour)}
    known |= {player for player, _ in table.suspense} | set(table.streaks.wagers)
    for played in _correctable_rounds(table):
        known |= {*played.slips, *played.streak_lines}
    return tuple(player for player in sorted(known) if holds_colour(table, player, colour))


def colours_held_by(table: TableState, player: str) -> list[str]:
    """Return the colours of which a player has pieces."""
    return [colour for colour in sorted(table.sets) if holds_colour(table, player, colour)]


def holds_colour(table: TableState, player: str, colour: str) -> bool:
    """Return whether a player has pieces of a colour, or staked some that can still come back."""
    mine = player, colour_instrument(colour)
    held = (rack_account(player), suspense_account(player))
    if any(table.balances.amount_of(account, mine[1]) for account in held):
        return True
    return any(stake.instrument == mine[1] for stake in _correctable_stakes(table, player))


def _correctable_stakes(table: TableState, player: str) -> Iterator[Stake]:
    """Yield what a player has on the layout, or had in a round that can still be corrected."""
    for running in table.streaks.wagers.get(player, ()):
        yield running.stake
    for played in _correctable_rounds(table):
        if player in played.slips:
            yield from played.slips[player].stakes
        for line in played.streak_lines.get(player, ()):
            yield line.stake


def _correctable_rounds(table: TableState) -> list[Round]:
    return [played for played in (table.round, table.last, *table.past) if played]


def apply_colours_issued(table: TableState, event: ColoursIssued) -> TableState:
    """Record the value of a colour that was sold."""
    return replace(table, sets=table.sets.set(event.colour, SoldColour(event.value, event.shown_by)))


def apply_colours_redeemed(table: TableState, event: ColoursRedeemed) -> TableState:
    """Forget the value of a colour, once all of it was changed back."""
    return release_colour_if_unheld(table, event.colour)


def release_colour_if_unheld(table: TableState, colour: str) -> TableState:
    """Remove the value of a colour if no player holds it any more."""
    return table if holders_of_colour(table, colour) else replace(table, sets=table.sets.delete(colour))


def apply_colours_required(table: TableState, event: ColoursRequired) -> TableState:
    """Record that a player must stake colour chips, or no longer has to."""
    before = table.colour_only
    return replace(table, colour_only=before | {event.player} if event.required else before - {event.player})


def _book_colours_issued(event: ColoursIssued, table: TableState) -> Iterator[Transfer]:
    cents, player_rack = event.pieces * event.value, rack_account(event.player)
    yield from move(payout_instrument(table), cents, player_rack, TABLE_FLOAT)
    yield from move(colour_instrument(event.colour), cents, TABLE_FLOAT, player_rack)


def _book_colours_redeemed(event: ColoursRedeemed, table: TableState) -> Iterator[Transfer]:
    cents, player_rack = event.pieces * event.value, rack_account(event.player)
    yield from move(colour_instrument(event.colour), cents, player_rack, TABLE_FLOAT)
    yield from move(payout_instrument(table), cents, TABLE_FLOAT, player_rack)


def _describe_colours_issued(event: ColoursIssued) -> Message:
    return message(
        "event.colours-issued",
        player=event.player,
        pieces=event.pieces,
        colour=event.colour,
        value=event.value,
        shown_by=event.shown_by,
        shared=event.holders if len(event.holders) > 1 else (),
    )


RULES = (
    Rule(IssueColours, decide=issue_colours, act=Act.DEAL),
    Rule(RedeemColours, decide=redeem_colours, act=Act.DEAL),
    Rule(RequireColours, decide=require_colours, act=Act.REQUIRE_COLOUR_CHIPS),
)
EFFECTS = (
    Effect(
        ColoursIssued,
        apply=apply_colours_issued,
        transfers=_book_colours_issued,
        audience=Audience.PLAYER,
        narrate=_describe_colours_issued,
    ),
    Effect(
        ColoursRedeemed,
        apply=apply_colours_redeemed,
        transfers=_book_colours_redeemed,
        audience=Audience.PLAYER,
    ),
    Effect(
        ColoursRequired,
        apply=apply_colours_required,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
)
