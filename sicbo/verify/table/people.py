"""People: ranks, seats, offences and sanctions, voided and refused wagers, withheld winnings."""

from collections.abc import Iterator

from sicbo.verify.decisions import Event, Order, OrderRow, Refused, event, refuse, refuse_if, repeated
from sicbo.verify.table.state import FLOAT, Stake, Table

GAME, CASINO, WITHHOLD = "exclude-from-game", "exclude-from-casino", "withhold-winnings"
VOID = "void-offenders-wagers"
NOBODY = 0
PLAY = frozenset(
    (
        "buy-in", "perform", "register-slip", "place-streak", "buy-credits", "issue-colours",
        "exchange-voucher", "direct-idle-spins",
    )
)  # fmt: skip
"""What only its tournament does at a table that is given to one."""


def refuse_if_not_permitted(table: Table, order: Order, act: str) -> None:
    """Refuse an order of a rank that the rulebook does not let do this act."""
    power = table.law.powers.get(act)
    if power is None:
        refuse(table.law.clause["round.order"])
    refuse_if((order["stamp"]["rank"] or NOBODY) < power.rank, power.clause)


def refuse_if_reserved(table: Table, order: Order) -> None:
    """Refuse other play at a table that a tournament uses."""
    if table.designated and table.law.exclusive is not None and order["type"] in PLAY:
        refuse(table.law.exclusive)


def designate_table(table: Table, order: Order) -> Iterator[Event]:
    """Give the table to a tournament."""
    law = table.law
    assert law.designated is not None and law.exclusive is not None
    refuse_if(table.designated or not order["tournament"], law.designated)
    refuse_if(table.round is not None, law.exclusive)
    yield repeated(order, "table-designated", law.exclusive)


def release_table(table: Table, order: Order) -> Iterator[Event]:
    """Open the table to other play again."""
    assert table.law.exclusive is not None
    refuse_if(not table.designated, table.law.exclusive)
    yield event(order, "table-released", table.law.exclusive)


def take_seat(table: Table, order: Order) -> Iterator[Event]:
    """Sit down on a free seat."""
    taken = {seat for seat, _ in table.seated.values()}
    known = 1 <= order["seat"] <= table.seats
    refuse_if(not known or order["player"] in table.seated or order["seat"] in taken, _seat_clause(table))
    yield repeated(order, "seat-taken", _seat_clause(table))


def leave_seat(table: Table, order: Order) -> Iterator[Event]:
    """Leave a seat."""
    refuse_if(order["player"] not in table.seated, _seat_clause(table))
    yield repeated(order, "seat-left", _seat_clause(table), required=False)


def require_to_vacate(table: Table, order: Order) -> Iterator[Event]:
    """Ask for the seat of a player who has not wagered for some rounds at a full table."""
    rounds, clause = table.law.choice["conduct.idle_rounds_before_vacating"], _seat_clause(table)
    seat = table.seated.get(order["player"])
    if seat is None or len(table.seated) < table.seats:
        refuse(clause)
    if seat[1] < rounds:
        raise Refused(clause, spins=rounds - seat[1])
    yield repeated(order, "seat-left", clause, required=True)


def _seat_clause(table: Table) -> str:
    clause = table.law.clause
    return clause.get("conduct.idle_rounds_before_vacating", clause["round.begins"])


def record_offence(table: Table, order: Order) -> Iterator[Event]:
    """Record conduct that the rulebook forbids, unless an excuse makes it lawful."""
    offence, law = order["offence"], table.law
    if offence not in law.forbidden:
        refuse(law.clause["conduct.sanctions"])
    clause, excuse = law.forbidden_by[offence], law.forbidden[offence]
    refuse_if(not order["note"] or (order["excuse"] and order["excuse"] == excuse != "never"), clause)
    yield repeated(order, "offence-recorded", clause, "offence", "player", "note")


def exclude(table: Table, order: Order) -> Iterator[Event]:
    """Exclude an offender from the game, or from the casino with the reference of the order."""
    act, reference = order["type"], order.get("reference", "")
    refuse_if(act == CASINO and not reference, table.law.powers[act].clause)
    _refuse_if_not_sanctionable(table, order, act)
    yield _sanction(table, order, act, reference)


def lift_exclusion(table: Table, order: Order) -> Iterator[Event]:
    """Let a player who was excluded from the game play again."""
    clause = table.law.powers[GAME].clause
    refuse_if(GAME not in table.sanctions.get(order["player"], ()), clause)
    yield repeated(order, "exclusion-lifted", clause)


def refer(table: Table, order: Order) -> Iterator[Event]:
    """Refer an offender to an inspector or the police."""
    refuse_if(order["to"] not in ("inspector", "police"), table.law.powers["refer"].clause)
    _refuse_if_not_sanctionable(table, order, "refer")
    yield _sanction(table, order, "refer", order["to"])


def detain(table: Table, order: Order) -> Iterator[Event]:
    """Detain an offender on a suspicion that the rulebook lists."""
    law, player = table.law, order["player"]
    clause, suspicion = law.powers["detain"].clause, order["statute"] or "device"
    refuse_if(suspicion not in law.choice["conduct.detention"], law.clause["conduct.detention"])
    refuse_if(not order["place"] or "detain" in table.sanctions.get(player, ()), clause)
    refuse_if(suspicion == "device" and "device" not in table.offences.get(player, ()), clause)
    _refuse_if_not_sanctionable(table, order, "detain")
    yield _sanction(table, order, "detain", f"{order['place']}, {suspicion}")


def end_detention(table: Table, order: Order) -> Iterator[Event]:
    """End a detention: when a police officer arrives, or earlier for a reason."""
    clause = table.law.powers["detain"].clause
    refuse_if("detain" not in table.sanctions.get(order["player"], ()), clause)
    refuse_if(not order["name"] and not order["note"], clause)
    yield repeated(order, "detention-ended", clause)


def refuse_if_excluded(table: Table, player: str) -> None:
    """Refuse the wager of a player who is excluded."""
    for act in (GAME, CASINO):
        if act in table.sanctions.get(player, ()):
            refuse(table.law.powers[act].clause)


def _refuse_if_not_sanctionable(table: Table, order: Order, act: str) -> None:
    """Refuse a sanction without its offence or a reason, or against how sanctions combine."""
    law, player = table.law, order["player"]
    power, ruled, how = law.powers[act], law.clause["conduct.sanctions"], law.choice["conduct.sanctions"]
    offences, before = table.offences.get(player, set()), table.sanctions.get(player, set())
    refuse_if(power.only is not None and power.only not in offences, power.clause)
    refuse_if(not offences or not order["note"], power.clause)
    refuse_if(how == "one" and before, ruled)
    refuse_if(how == "together" and act == VOID and GAME not in before, ruled)


def _sanction(table: Table, order: Order, act: str, reference: str = "") -> Event:
    fields = {"player": order["player"], "note": order["note"], "reference": reference}
    return event(order, "player-sanctioned", table.law.powers[act].clause, sanction=act, **fields)


def unsettled_stakes(table: Table, player: str) -> list[Stake]:
    """Return a player's stakes on the layout that are not settled yet."""
    played = table.round
    if played is None or table.has_done("collect") or player not in played.slips:
        return []
    return played.slips[player][1]


def void_players_wagers(table: Table, order: Order) -> Iterator[Event]:
    """Void all of an offender's wagers; the rulebook says what becomes of them."""
    law, player = table.law, order["player"]
    clause, fate = law.powers[VOID].clause, law.choice["conduct.offenders_wager"]
    _refuse_if_not_sanctionable(table, order, VOID)
    stakes = unsettled_stakes(table, player)
    running = [list(one.stake) for one in table.streaks.wagers.get(player, ())]
    refuse_if(not stakes and not running, clause)
    if order["forfeit"]:
        refuse_if("forfeit" in law.powers, law.powers["forfeit"].clause if "forfeit" in law.powers else "")
        refuse_if(fate != "may-be-forfeited", law.clause["conduct.offenders_wager"])
    becomes = "forfeited" if order["forfeit"] else "suspense" if fate == "suspense" else "refunded"
    if stakes:
        assert table.round is not None
        fields = {"round": table.round.number, "stakes": stakes, "becomes": becomes}
        yield repeated(order, "wagers-voided", clause, "player", "note", **fields)
    if running:
        yield event(order, "streak-returned", clause, player=player, round=table.rounds, stakes=running)
    yield _sanction(table, order, VOID)


def refuse_wager(table: Table, order: Order) -> Iterator[Event]:
    """Refuse a player's wagers before the close, for a reason."""
    clause = table.law.powers["refuse-wager"].clause
    refuse_if(not table.takes_wagers or not order["reason"], clause)
    lying = unsettled_stakes(table, order["player"])
    stakes = [stake for stake in lying if not order["bets"] or stake[0] in order["bets"]]
    refuse_if(not stakes, clause)
    assert table.round is not None
    yield repeated(
        order, "wager-refused", clause, "player", "reason", round=table.round.number, stakes=stakes
    )


def withhold_winnings(table: Table, order: Order) -> Iterator[Event]:
    """Withhold winnings: of the round just settled, or of the round in play when it is paid."""
    player = order["player"]
    _refuse_if_not_sanctionable(table, order, WITHHOLD)
    yield _sanction(table, order, WITHHOLD)
    last = table.last
    if last is not None and player not in last.withheld:
        cents = sum(line["winnings"] for line in last.paid.get(player, ()))
        if cents:
            clause = table.law.powers[WITHHOLD].clause
            yield event(order, "winnings-withheld", clause, player=player, round=last.number, cents=cents)


def determine_suspense(table: Table, order: Order) -> Iterator[Event]:
    """Give withheld winnings to the player, or to the house."""
    clause, place = table.law.powers[WITHHOLD].clause, ("suspense", order["player"])
    held = sorted([kind, cents] for (where, kind), cents in table.chips.items() if where == place)
    refuse_if(not held or not order["note"], clause)
    fields = {"released": order["release"], "held": held}
    yield repeated(order, "suspense-determined", clause, "player", "note", **fields)


def apply_seat_taken(table: Table, taken: Event) -> None:
    """Seat a player; a round in play does not count for the seat."""
    table.seated[taken["player"]] = (taken["seat"], -1 if table.round else 0)


def apply_offence(table: Table, recorded: Event) -> None:
    """Put an offence on record."""
    table.offences.setdefault(recorded["player"], set()).add(recorded["offence"])


def apply_sanction(table: Table, sanctioned: Event) -> None:
    """Put a sanction on a player; an exclusion also takes the seat."""
    player, sanction = sanctioned["player"], sanctioned["sanction"]
    table.sanctions.setdefault(player, set()).add(sanction)
    if sanction in (GAME, CASINO):
        table.seated.pop(player, None)


def apply_lifted(table: Table, lifted: Event) -> None:
    """Take a sanction from a player."""
    sanction = GAME if lifted["type"] == "exclusion-lifted" else "detain"
    table.sanctions.get(lifted["player"], set()).discard(sanction)


def apply_stakes_gone(table: Table, gone: Event) -> None:
    """Take stakes off the layout; the slip is one version further."""
    assert table.round is not None
    player, stakes = gone["player"], gone["stakes"]
    version, lying = table.round.slips[player]
    table.round.slips[player] = (version + 1, [stake for stake in lying if stake not in stakes])
    becomes = gone.get("becomes", "refunded")
    target = {"refunded": ("rack", player), "suspense": ("suspense", player)}.get(becomes, FLOAT)
    for _, cents, kind in stakes:
        table.move(kind, cents, ("layout", player), target)


def apply_determined(table: Table, determined: Event) -> None:
    """End the suspense of a player's winnings."""
    player, released = determined["player"], determined["released"]
    for played in table.kept_rounds():
        if player in played.withheld and player not in played.released:
            played.released[player] = released
            played.doubted = played.doubted - {player} if released else played.doubted | {player}
    table.sanctions.get(player, set()).discard(WITHHOLD)
    for kind, cents in determined["held"]:
        table.move(kind, cents, ("suspense", player), ("rack", player) if released else FLOAT)


def apply_designated(table: Table, designated: Event) -> None:
    """Reserve a table for a tournament, or release it."""
    table.designated = designated.get("tournament", "")


ORDERS = {
    "take-seat": OrderRow(take_seat),
    "leave-seat": OrderRow(leave_seat),
    "require-to-vacate": OrderRow(require_to_vacate, "vacate-seat"),
    "record-offence": OrderRow(record_offence, "deal"),
    GAME: OrderRow(exclude, GAME),
    CASINO: OrderRow(exclude, CASINO),
    "lift-exclusion": OrderRow(lift_exclusion, GAME),
    "refer": OrderRow(refer, "refer"),
    "detain": OrderRow(detain, "detain"),
    "end-detention": OrderRow(end_detention, "detain"),
    "void-players-wagers": OrderRow(void_players_wagers, VOID),
    "refuse-wager": OrderRow(refuse_wager, "refuse-wager"),
    WITHHOLD: OrderRow(withhold_winnings, WITHHOLD),
    "determine-suspense": OrderRow(determine_suspense, WITHHOLD),
    "designate-table": OrderRow(designate_table, "designate-table"),
    "release-table": OrderRow(release_table, "designate-table"),
}
EFFECTS = {
    "seat-taken": apply_seat_taken,
    "seat-left": lambda table, event: table.seated.pop(event["player"]),
    "offence-recorded": apply_offence,
    "player-sanctioned": apply_sanction,
    "exclusion-lifted": apply_lifted,
    "detention-ended": apply_lifted,
    "wagers-voided": apply_stakes_gone,
    "wager-refused": apply_stakes_gone,
    "suspense-determined": apply_determined,
    "table-designated": apply_designated,
    "table-released": apply_designated,
}
