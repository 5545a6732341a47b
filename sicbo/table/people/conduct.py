"""Conduct: offences on record, the sanctions that the rulebook provides for them, and refused wagers."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from sicbo.errors import Refusal
from sicbo.game.policies import Offence, Step, Suspicion
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import key_of
from sicbo.game.rulebook.rules import Power
from sicbo.table.messages.base import Command, Stake
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
from sicbo.table.money.racks import into_suspense, moved, stakes_of
from sicbo.table.open_items import facts, happened
from sicbo.table.state import Table

Events = tuple[AnyEvent, ...]
Sanction = VoidPlayersWagers | ExcludeFromGame | ExcludeFromCasino | Refer | Detain | WithholdWinnings
BARRED = (Act.EXCLUDE_FROM_GAME, Act.EXCLUDE_FROM_CASINO)


def record(table: Table, command: RecordOffence) -> Events | Refusal:
    """Record conduct that this rulebook forbids, unless an excuse makes it lawful."""
    conduct = table.rules.conduct
    known = {key_of(item.offence): item for item in conduct.forbidden}
    item = known.get(command.offence)
    if item is None:
        says = f"{command.offence} is not forbidden here: record one of {', '.join(known)}."
        return Refusal(conduct.sanctions.clause, says)
    if not command.note:
        return Refusal(item.clause, "The note is empty: say in it what was seen.")
    if command.excuse and item.unless.can_excuse and command.excuse == key_of(item.unless):
        return Refusal(item.clause, f"That is no offence here if {item.unless.value}: record nothing.")
    offence = happened(OffenceRecorded, command, item.clause)
    return (offence,)


def void_wagers(table: Table, command: VoidPlayersWagers) -> Events | Refusal:
    """Void an offender's wagers before they are settled; the rulebook says what becomes of them.

    A running Super Streak wager is voided too, and its stake is returned.
    """
    power = power_for(table, Act.VOID_OFFENDERS_WAGERS)
    refusal = not_for(table, command, power)
    if refusal:
        return refusal
    stakes = unsettled(table, command.player)
    running = tuple(one.stake for one in table.streaks.wagers.get(command.player, ()))
    if not stakes and not running:
        return Refusal(power.clause, f"{command.player} has no wager on the layout: there is none to void.")
    becomes = _becomes(table, command)
    if isinstance(becomes, Refusal):
        return becomes
    void = (voided(table, command, power.clause, stakes, becomes),) if stakes else ()
    back = happened(StreakReturned, command, power.clause, round=table.rounds, stakes=running)
    return (*void, *((back,) if running else ()), sanctioned(command, power))


def voided(
    table: Table, command: Command, clause: str, stakes: tuple[Stake, ...], becomes: str
) -> WagersVoided:
    """Build the event that voids some of one player's wagers; the command names the player and the reason."""
    said: Any = command
    assert table.round is not None
    return WagersVoided(
        **facts(command, clause),
        player=said.player,
        round=table.round.number,
        stakes=stakes,
        becomes=becomes,
        note=said.note,
    )


def unsettled(table: Table, player: str) -> tuple[Stake, ...]:
    """Return a player's stakes on the layout that are not settled yet."""
    if table.round is None or table.has_done(Step.COLLECT) or player not in table.round.slips:
        return ()
    return table.round.slips[player].stakes


def _becomes(table: Table, command: VoidPlayersWagers) -> str | Refusal:
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


def exclude_from_game(table: Table, command: ExcludeFromGame) -> Events | Refusal:
    """Exclude an offender from the game; later slips are refused."""
    power = power_for(table, Act.EXCLUDE_FROM_GAME)
    return not_for(table, command, power) or (sanctioned(command, power),)


def exclude_from_casino(table: Table, command: ExcludeFromCasino) -> Events | Refusal:
    """Exclude an offender from the casino, with the reference of the order."""
    power = power_for(table, Act.EXCLUDE_FROM_CASINO)
    if not command.reference:
        return Refusal(power.clause, "The exclusion has no order: give the reference of one.")
    return not_for(table, command, power) or (sanctioned(command, power, command.reference),)


def lift(table: Table, command: LiftExclusion) -> Events | Refusal:
    """Let an excluded player play again."""
    power = power_for(table, Act.EXCLUDE_FROM_GAME)
    if key_of(power.act) not in table.sanctions.get(command.player, ()):
        return Refusal(
            power.clause, f"{command.player} is not excluded from the game: there is nothing to lift."
        )
    return (happened(ExclusionLifted, command, power.clause),)


def refer(table: Table, command: Refer) -> Events | Refusal:
    """Refer an offender to an inspector or the police."""
    power = power_for(table, Act.REFER)
    if command.to not in ("inspector", "police"):
        return Refusal(power.clause, "An offender is referred to an inspector or the police: say to whom.")
    return not_for(table, command, power) or (sanctioned(command, power, command.to),)


def detain(table: Table, command: Detain) -> Events | Refusal:
    """Detain an offender on a suspicion that the rulebook lists; that of a device must be on record first."""
    power, ruling, player = power_for(table, Act.DETAIN), table.rules.conduct.detention, command.player
    assert ruling is not None  # a rulebook with this power lists the suspicions
    known, device = [key_of(one) for one in ruling.choice], key_of(Suspicion.DEVICE)
    suspicion = command.statute or device
    if suspicion not in known:
        says = f"Suspicion of {suspicion} is not a ground for detention: name one of {', '.join(known)}."
        return Refusal(ruling.clause, says)
    if not command.place:
        return Refusal(power.clause, "The detention has no place: name a suitable one in or near the casino.")
    if is_detained(table, player):
        return Refusal(power.clause, f"{player} is detained already: wait for the police.")
    if suspicion == device and key_of(Offence.DEVICE) not in table.offences.get(player, ()):
        return Refusal(power.clause, f"Record the device of {player} first, or name another suspicion.")
    return not_for(table, command, power) or (sanctioned(command, power, f"{command.place}, {suspicion}"),)


def is_detained(table: Table, player: str) -> bool:
    """Return whether a player is detained until the police arrive."""
    return key_of(Act.DETAIN) in table.sanctions.get(player, ())


def end_detention(table: Table, command: EndDetention) -> Events | Refusal:
    """End a detention: when a police officer arrives, or earlier for a reason."""
    clause = power_for(table, Act.DETAIN).clause
    if not is_detained(table, command.player):
        return Refusal(clause, f"{command.player} is not detained: there is nothing to end.")
    if not command.name and not command.note:
        return Refusal(
            clause,
            "Nothing says why it ends: name the police officer who arrived, or give a reason in the note.",
        )
    return (happened(DetentionEnded, command, clause),)


def refuse_wager(table: Table, command: RefuseWager) -> Events | Refusal:
    """Refuse a wager before the close, on recorded grounds; it is returned."""
    clause = power_for(table, Act.REFUSE_WAGER).clause
    if not table.takes_wagers:
        return Refusal(clause, "A wager is refused before the close only: let this one stand.")
    if not command.reason:
        return Refusal(clause, "The refusal has no grounds: record those on which it is reasonable.")
    lying = unsettled(table, command.player)
    stakes = tuple(stake for stake in lying if not command.bets or stake.bet in command.bets)
    if not stakes:
        return Refusal(clause, f"{command.player} has no such wager on the layout: name one that lies there.")
    assert table.round is not None
    event = happened(WagerRefused, command, clause, round=table.round.number, stakes=stakes)
    return (event,)


def barred(table: Table, slip: RegisterSlip) -> Refusal | None:
    """Return why a player may not wager: the exclusion, with its clause. An empty slip is not a wager."""
    return excluded(table, slip.player) if slip.stakes else None


def excluded(table: Table, player: str) -> Refusal | None:
    """Return the exclusion in force against a player, and who may lift it."""
    sanctions = table.sanctions.get(player)
    for act in BARRED if sanctions else ():
        if key_of(act) in table.sanctions[player]:
            power = power_for(table, act)
            rank = table.rules.title(power.rank)
            says = f"{player} is excluded and may not wager: ask this rank to lift it: {rank}."
            return Refusal(power.clause, says)
    return None


def power_for(table: Table, act: Act) -> Power:
    """Return the power of the rulebook for an act."""
    power = table.rules.power(act)
    assert power is not None  # without the power, the command was refused before
    return power


def not_for(table: Table, command: Sanction, power: Power) -> Refusal | None:
    """Return why a sanction cannot apply to this player: no offence, no reason, or how sanctions combine."""
    player, ruling = command.player, table.rules.conduct.sanctions
    offences, before = table.offences.get(player, ()), table.sanctions.get(player, ())
    if power.only is not None and key_of(power.only) not in offences:
        return Refusal(power.clause, f"Record first that {player} offended: {power.only.value}.")
    if not offences:
        return Refusal(power.clause, f"No offence of {player} is on record: record it first.")
    if not command.note:
        return Refusal(power.clause, "The note is empty: say in it why.")
    if ruling.choice.is_one_only and before:
        return Refusal(ruling.clause, f"One sanction only: let {before[0]} stand.")
    void = power.act is Act.VOID_OFFENDERS_WAGERS
    if ruling.choice.is_all_together and void and key_of(Act.EXCLUDE_FROM_GAME) not in before:
        return Refusal(ruling.clause, f"Exclude {player} from the game first: the two stand together.")
    return None


def sanctioned(command: Sanction, power: Power, reference: str = "") -> PlayerSanctioned:
    """Build the event of a sanction on the player whom the command names."""
    return happened(PlayerSanctioned, command, power.clause, sanction=key_of(power.act), reference=reference)


def _recorded(table: Table, event: OffenceRecorded) -> Table:
    before = table.offences.get(event.player, ())
    offences = tuple(sorted({*before, event.offence}))
    return replace(table, offences=table.offences.set(event.player, offences))


def marked(table: Table, event: PlayerSanctioned) -> Table:
    """Put a sanction on a player; an exclusion also takes the player's seat."""
    marks = tuple(sorted({*table.sanctions.get(event.player, ()), event.sanction}))
    table = replace(table, sanctions=table.sanctions.set(event.player, marks))
    if event.sanction in map(key_of, BARRED) and event.player in table.seated:
        table = replace(table, seated=table.seated.delete(event.player))
    return table


def unmarked(table: Table, player: str, sanction: str) -> Table:
    """Remove a sanction from a player."""
    marks = tuple(mark for mark in table.sanctions.get(player, ()) if mark != sanction)
    return replace(table, sanctions=table.sanctions.set(player, marks))


def _lifted(table: Table, event: ExclusionLifted) -> Table:
    return unmarked(table, event.player, key_of(Act.EXCLUDE_FROM_GAME))


def _detention_ended(table: Table, event: DetentionEnded) -> Table:
    return unmarked(table, event.player, key_of(Act.DETAIN))


def _taken_off(table: Table, event: WagersVoided | WagerRefused) -> Table:
    """Remove these stakes and raise the slip's version, which the player's next slip has to follow."""
    assert table.round is not None
    slip = table.round.slips[event.player]
    kept = tuple(stake for stake in slip.stakes if stake not in event.stakes)
    slip = replace(slip, version=slip.version + 1, stakes=kept)
    return replace(table, round=replace(table.round, slips=table.round.slips.set(event.player, slip)))


def _refused(table: Table, event: WagerRefused) -> Table:
    return moved(_taken_off(table, event), event.player, stakes_of(event.stakes))


def _wagers_voided(table: Table, event: WagersVoided) -> Table:
    table = _taken_off(table, event)
    match event.becomes:
        case "refunded":
            return moved(table, event.player, stakes_of(event.stakes))
        case "suspense":
            return into_suspense(table, event.player, stakes_of(event.stakes))
        case _:
            return table


def _forfeited(table: Table, event: WagersForfeited) -> Table:
    return table


HOW: dict[type[Any], Callable[[Table, Any], Events | Refusal]] = {
    RecordOffence: record,
    VoidPlayersWagers: void_wagers,
    ExcludeFromGame: exclude_from_game,
    ExcludeFromCasino: exclude_from_casino,
    LiftExclusion: lift,
    Refer: refer,
    Detain: detain,
    EndDetention: end_detention,
    RefuseWager: refuse_wager,
}
NEEDS: dict[type[Any], Act] = {
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
EVOLVES: dict[type[Any], Callable[[Table, Any], Table]] = {
    OffenceRecorded: _recorded,
    PlayerSanctioned: marked,
    ExclusionLifted: _lifted,
    DetentionEnded: _detention_ended,
    WagersVoided: _wagers_voided,
    WagersForfeited: _forfeited,
    WagerRefused: _refused,
}
