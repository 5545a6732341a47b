"""Conduct: offences on record, the sanctions that the rulebook provides for them, and refused wagers."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import Offence, Step, Suspicion
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.rules import Power
from sicbo.table.messages.base import Stake, TableCommand
from sicbo.table.messages.commands import RegisterSlip
from sicbo.table.messages.events import AnyEvent, StreakReturned
from sicbo.table.messages.people import (
    Detain,
    DetentionEnded,
    EndDetention,
    ExcludeFromCasino,
    ExcludeFromGame,
    ExclusionLifted,
    LiftExclusion,
    OffenceRecorded,
    PlayerSanctioned,
    RecordOffence,
    Refer,
    RefuseWager,
    VoidPlayersWagers,
    WagerRefused,
    WagersForfeited,
    WagersVoided,
    WithholdWinnings,
)
from sicbo.table.money.racks import move_chips, move_into_suspense, stake_moves
from sicbo.table.open_items import event_fields, event_from_command
from sicbo.table.state import TableState

Events = tuple[AnyEvent, ...]
Sanction = VoidPlayersWagers | ExcludeFromGame | ExcludeFromCasino | Refer | Detain | WithholdWinnings
BARRING_ACTS = (Act.EXCLUDE_FROM_GAME, Act.EXCLUDE_FROM_CASINO)


def record_offence(table: TableState, command: RecordOffence) -> Events | Refusal:
    """Record conduct that this rulebook forbids, unless an excuse makes it lawful."""
    conduct = table.rules.conduct
    known = {enum_key(item.offence): item for item in conduct.forbidden}
    item = known.get(command.offence)
    if item is None:
        says = f"{command.offence} is not forbidden here: record one of {', '.join(known)}."
        return Refusal(conduct.sanctions.clause, says)
    if not command.note:
        return Refusal(item.clause, "The note is empty: say in it what was seen.")
    if command.excuse and item.unless.can_excuse and command.excuse == enum_key(item.unless):
        return Refusal(item.clause, f"That is no offence here if {item.unless.value}: record nothing.")
    offence = event_from_command(OffenceRecorded, command, item.clause)
    return (offence,)


def void_players_wagers(table: TableState, command: VoidPlayersWagers) -> Events | Refusal:
    """Void an offender's wagers before they are settled; the rulebook says what becomes of them.

    A running Super Streak wager is voided too, and its stake is returned.
    """
    power = required_power(table, Act.VOID_OFFENDERS_WAGERS)
    refusal = refuse_if_not_sanctionable(table, command, power)
    if refusal:
        return refusal
    stakes = unsettled_stakes(table, command.player)
    running = tuple(one.stake for one in table.streaks.wagers.get(command.player, ()))
    if not stakes and not running:
        return Refusal(power.clause, f"{command.player} has no wager on the layout: there is none to void.")
    becomes = _fate_of_wagers(table, command)
    if isinstance(becomes, Refusal):
        return becomes
    void = (wagers_voided_event(table, command, power.clause, stakes, becomes),) if stakes else ()
    back = event_from_command(StreakReturned, command, power.clause, round=table.rounds, stakes=running)
    return (*void, *((back,) if running else ()), player_sanctioned_event(command, power))


def wagers_voided_event(
    table: TableState, command: TableCommand, clause: str, stakes: tuple[Stake, ...], becomes: str
) -> WagersVoided:
    """Build the event that voids some of one player's wagers; the command names the player and the reason."""
    said: Any = command
    assert table.round is not None
    return WagersVoided(
        **event_fields(command, clause),
        player=said.player,
        round=table.round.number,
        stakes=stakes,
        becomes=becomes,
        note=said.note,
    )


def unsettled_stakes(table: TableState, player: str) -> tuple[Stake, ...]:
    """Return a player's stakes on the layout that are not settled yet."""
    if table.round is None or table.has_done(Step.COLLECT) or player not in table.round.slips:
        return ()
    return table.round.slips[player].stakes


def _fate_of_wagers(table: TableState, command: VoidPlayersWagers) -> str | Refusal:
    ruling, forfeiture = table.rules.conduct.offenders_wager, table.rules.power(Act.FORFEIT)
    if command.forfeit and forfeiture is not None:
        return Refusal(
            forfeiture.clause,
            "Only a fraudster's wager is forfeited: void the round for fraud and name them.",
        )
    if command.forfeit and not ruling.choice.may_be_forfeited:
        return Refusal(
            ruling.clause, f"Nothing is forfeited here, {ruling.choice.value}: void it without that."
        )
    if command.forfeit:
        return "forfeited"
    return "suspense" if ruling.choice.is_held else "refunded"


def exclude_from_game(table: TableState, command: ExcludeFromGame) -> Events | Refusal:
    """Exclude an offender from the game; later slips are refused."""
    power = required_power(table, Act.EXCLUDE_FROM_GAME)
    return refuse_if_not_sanctionable(table, command, power) or (player_sanctioned_event(command, power),)


def exclude_from_casino(table: TableState, command: ExcludeFromCasino) -> Events | Refusal:
    """Exclude an offender from the casino, with the reference of the order."""
    power = required_power(table, Act.EXCLUDE_FROM_CASINO)
    if not command.reference:
        return Refusal(power.clause, "The exclusion has no order: give the reference of one.")
    return refuse_if_not_sanctionable(table, command, power) or (
        player_sanctioned_event(command, power, command.reference),
    )


def lift_exclusion(table: TableState, command: LiftExclusion) -> Events | Refusal:
    """Let an excluded player play again."""
    power = required_power(table, Act.EXCLUDE_FROM_GAME)
    if enum_key(power.act) not in table.sanctions.get(command.player, ()):
        return Refusal(
            power.clause, f"{command.player} is not excluded from the game: there is nothing to lift."
        )
    return (event_from_command(ExclusionLifted, command, power.clause),)


def refer_offender(table: TableState, command: Refer) -> Events | Refusal:
    """Refer an offender to an inspector or the police."""
    power = required_power(table, Act.REFER)
    if command.to not in ("inspector", "police"):
        return Refusal(power.clause, "An offender is referred to an inspector or the police: say to whom.")
    return refuse_if_not_sanctionable(table, command, power) or (
        player_sanctioned_event(command, power, command.to),
    )


def detain_offender(table: TableState, command: Detain) -> Events | Refusal:
    """Detain an offender on a suspicion that the rulebook lists; that of a device must be on record first."""
    power, ruling, player = required_power(table, Act.DETAIN), table.rules.conduct.detention, command.player
    assert ruling is not None  # a rulebook with this power lists the suspicions
    known, device = [enum_key(one) for one in ruling.choice], enum_key(Suspicion.DEVICE)
    suspicion = command.statute or device
    if suspicion not in known:
        says = f"Suspicion of {suspicion} is not a ground for detention: name one of {', '.join(known)}."
        return Refusal(ruling.clause, says)
    if not command.place:
        return Refusal(power.clause, "The detention has no place: name a suitable one in or near the casino.")
    if is_detained(table, player):
        return Refusal(power.clause, f"{player} is detained already: wait for the police.")
    if suspicion == device and enum_key(Offence.DEVICE) not in table.offences.get(player, ()):
        return Refusal(power.clause, f"Record the device of {player} first, or name another suspicion.")
    return refuse_if_not_sanctionable(table, command, power) or (
        player_sanctioned_event(command, power, f"{command.place}, {suspicion}"),
    )


def is_detained(table: TableState, player: str) -> bool:
    """Return whether a player is detained until the police arrive."""
    return enum_key(Act.DETAIN) in table.sanctions.get(player, ())


def end_detention(table: TableState, command: EndDetention) -> Events | Refusal:
    """End a detention: when a police officer arrives, or earlier for a reason."""
    clause = required_power(table, Act.DETAIN).clause
    if not is_detained(table, command.player):
        return Refusal(clause, f"{command.player} is not detained: there is nothing to end.")
    if not command.name and not command.note:
        return Refusal(
            clause,
            "Nothing says why it ends: name the police officer who arrived, or give a reason in the note.",
        )
    return (event_from_command(DetentionEnded, command, clause),)


def refuse_wager(table: TableState, command: RefuseWager) -> Events | Refusal:
    """Refuse a wager before the close, on recorded grounds; it is returned."""
    clause = required_power(table, Act.REFUSE_WAGER).clause
    if not table.takes_wagers:
        return Refusal(clause, "A wager is refused before the close only: let this one stand.")
    if not command.reason:
        return Refusal(clause, "The refusal has no grounds: record those on which it is reasonable.")
    lying = unsettled_stakes(table, command.player)
    stakes = tuple(stake for stake in lying if not command.bets or stake.bet in command.bets)
    if not stakes:
        return Refusal(clause, f"{command.player} has no such wager on the layout: name one that lies there.")
    assert table.round is not None
    event = event_from_command(WagerRefused, command, clause, round=table.round.number, stakes=stakes)
    return (event,)


def refuse_if_barred(table: TableState, slip: RegisterSlip) -> Refusal | None:
    """Return why a player may not wager: the exclusion, with its clause. An empty slip is not a wager."""
    return refuse_if_excluded(table, slip.player) if slip.stakes else None


def refuse_if_excluded(table: TableState, player: str) -> Refusal | None:
    """Return the exclusion in force against a player, and who may lift it."""
    sanctions = table.sanctions.get(player)
    for act in BARRING_ACTS if sanctions else ():
        if enum_key(act) in table.sanctions[player]:
            power = required_power(table, act)
            rank = table.rules.title(power.rank)
            says = f"{player} is excluded and may not wager: ask this rank to lift it: {rank}."
            return Refusal(power.clause, says)
    return None


def required_power(table: TableState, act: Act) -> Power:
    """Return the power of the rulebook for an act."""
    power = table.rules.power(act)
    assert power is not None  # without the power, the command was refused before
    return power


def refuse_if_not_sanctionable(table: TableState, command: Sanction, power: Power) -> Refusal | None:
    """Return why a sanction cannot apply to this player: no offence, no reason, or how sanctions combine."""
    player, ruling = command.player, table.rules.conduct.sanctions
    offences, before = table.offences.get(player, ()), table.sanctions.get(player, ())
    if power.only is not None and enum_key(power.only) not in offences:
        return Refusal(power.clause, f"Record first that {player} offended: {power.only.value}.")
    if not offences:
        return Refusal(power.clause, f"No offence of {player} is on record: record it first.")
    if not command.note:
        return Refusal(power.clause, "The note is empty: say in it why.")
    if ruling.choice.is_one_only and before:
        return Refusal(ruling.clause, f"One sanction only: let {before[0]} stand.")
    void = power.act is Act.VOID_OFFENDERS_WAGERS
    if ruling.choice.is_all_together and void and enum_key(Act.EXCLUDE_FROM_GAME) not in before:
        return Refusal(ruling.clause, f"Exclude {player} from the game first: the two stand together.")
    return None


def player_sanctioned_event(command: Sanction, power: Power, reference: str = "") -> PlayerSanctioned:
    """Build the event of a sanction on the player whom the command names."""
    return event_from_command(
        PlayerSanctioned, command, power.clause, sanction=enum_key(power.act), reference=reference
    )


def _apply_offence_recorded(table: TableState, event: OffenceRecorded) -> TableState:
    before = table.offences.get(event.player, ())
    offences = tuple(sorted({*before, event.offence}))
    return replace(table, offences=table.offences.set(event.player, offences))


def apply_player_sanctioned(table: TableState, event: PlayerSanctioned) -> TableState:
    """Put a sanction on a player; an exclusion also takes the player's seat."""
    marks = tuple(sorted({*table.sanctions.get(event.player, ()), event.sanction}))
    table = replace(table, sanctions=table.sanctions.set(event.player, marks))
    if event.sanction in map(enum_key, BARRING_ACTS) and event.player in table.seated:
        table = replace(table, seated=table.seated.delete(event.player))
    return table


def remove_sanction(table: TableState, player: str, sanction: str) -> TableState:
    """Remove a sanction from a player."""
    marks = tuple(mark for mark in table.sanctions.get(player, ()) if mark != sanction)
    return replace(table, sanctions=table.sanctions.set(player, marks))


def _apply_exclusion_lifted(table: TableState, event: ExclusionLifted) -> TableState:
    return remove_sanction(table, event.player, enum_key(Act.EXCLUDE_FROM_GAME))


def _apply_detention_ended(table: TableState, event: DetentionEnded) -> TableState:
    return remove_sanction(table, event.player, enum_key(Act.DETAIN))


def _remove_stakes(table: TableState, event: WagersVoided | WagerRefused) -> TableState:
    """Remove these stakes and raise the slip's version, which the player's next slip has to follow."""
    assert table.round is not None
    slip = table.round.slips[event.player]
    kept = tuple(stake for stake in slip.stakes if stake not in event.stakes)
    slip = replace(slip, version=slip.version + 1, stakes=kept)
    return replace(table, round=replace(table.round, slips=table.round.slips.set(event.player, slip)))


def _apply_wager_refused(table: TableState, event: WagerRefused) -> TableState:
    return move_chips(_remove_stakes(table, event), event.player, stake_moves(event.stakes))


def _apply_wagers_voided(table: TableState, event: WagersVoided) -> TableState:
    table = _remove_stakes(table, event)
    match event.becomes:
        case "refunded":
            return move_chips(table, event.player, stake_moves(event.stakes))
        case "suspense":
            return move_into_suspense(table, event.player, stake_moves(event.stakes))
        case _:
            return table


def _apply_wagers_forfeited(table: TableState, event: WagersForfeited) -> TableState:
    return table


DECIDERS: dict[type[Any], Callable[[TableState, Any], Events | Refusal]] = {
    RecordOffence: record_offence,
    VoidPlayersWagers: void_players_wagers,
    ExcludeFromGame: exclude_from_game,
    ExcludeFromCasino: exclude_from_casino,
    LiftExclusion: lift_exclusion,
    Refer: refer_offender,
    Detain: detain_offender,
    EndDetention: end_detention,
    RefuseWager: refuse_wager,
}
REQUIRED_ACTS: dict[type[Any], Act] = {
    RecordOffence: Act.DEAL,
    VoidPlayersWagers: Act.VOID_OFFENDERS_WAGERS,
    ExcludeFromGame: Act.EXCLUDE_FROM_GAME,
    ExcludeFromCasino: Act.EXCLUDE_FROM_CASINO,
    LiftExclusion: Act.EXCLUDE_FROM_GAME,
    Refer: Act.REFER,
    Detain: Act.DETAIN,
    EndDetention: Act.DETAIN,
    RefuseWager: Act.REFUSE_WAGER,
}
APPLIERS: dict[type[Any], Callable[[TableState, Any], TableState]] = {
    OffenceRecorded: _apply_offence_recorded,
    PlayerSanctioned: apply_player_sanctioned,
    ExclusionLifted: _apply_exclusion_lifted,
    DetentionEnded: _apply_detention_ended,
    WagersVoided: _apply_wagers_voided,
    WagersForfeited: _apply_wagers_forfeited,
    WagerRefused: _apply_wager_refused,
}
