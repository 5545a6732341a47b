"""Conduct: offences on record, the sanctions that the rulebook provides for them, and refused wagers."""

from sicbo.errors import Refusal
from sicbo.game.policies import Offence, Suspicion
from sicbo.game.ranks import Act
from sicbo.game.rulebook.publication import enum_key
from sicbo.game.rulebook.rules import Power
from sicbo.i18n import message
from sicbo.machine.ledger import no_transfers
from sicbo.machine.log_kind import Audience, Effect, Rule
from sicbo.machine.messages import Event, event_from_command
from sicbo.machine.structs import replace
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
    VoidPlayersWagers,
    WithholdWinnings,
)
from sicbo.table.messages.round import RegisterSlip
from sicbo.table.state import TableState

Events = tuple[Event, ...]
Sanction = VoidPlayersWagers | ExcludeFromGame | ExcludeFromCasino | Refer | Detain | WithholdWinnings
BARRING_ACTS = (Act.EXCLUDE_FROM_GAME, Act.EXCLUDE_FROM_CASINO)


def record_offence(table: TableState, command: RecordOffence) -> Events | Refusal:
    """Record conduct that this rulebook forbids, unless an excuse makes it lawful."""
    conduct = table.rules.conduct
    known = {enum_key(item.offence): item for item in conduct.forbidden}
    item = known.get(command.offence)
    if item is None:
        says = message("conduct.not-forbidden", known=tuple(known))
        return Refusal(conduct.sanctions.clause, says)
    if not command.note:
        return Refusal(item.clause, message("conduct.observation-missing"))
    if command.excuse and item.unless.can_excuse and command.excuse == enum_key(item.unless):
        return Refusal(item.clause, message("conduct.excused", exemption=enum_key(item.unless)))
    offence = event_from_command(OffenceRecorded, command, item.clause)
    return (offence,)


def exclude_from_game(table: TableState, command: ExcludeFromGame) -> Events | Refusal:
    """Exclude an offender from the game; later slips are refused."""
    power = required_power(table, Act.EXCLUDE_FROM_GAME)
    return refuse_if_not_sanctionable(table, command, power) or (player_sanctioned_event(command, power),)


def exclude_from_casino(table: TableState, command: ExcludeFromCasino) -> Events | Refusal:
    """Exclude an offender from the casino, with the reference of the order."""
    power = required_power(table, Act.EXCLUDE_FROM_CASINO)
    if not command.reference:
        return Refusal(power.clause, message("conduct.order-missing"))
    return refuse_if_not_sanctionable(table, command, power) or (
        player_sanctioned_event(command, power, command.reference),
    )


def lift_exclusion(table: TableState, command: LiftExclusion) -> Events | Refusal:
    """Let an excluded player play again."""
    power = required_power(table, Act.EXCLUDE_FROM_GAME)
    if enum_key(power.act) not in table.sanctions.get(command.player, ()):
        return Refusal(power.clause, message("conduct.not-excluded", player=command.player))
    return (event_from_command(ExclusionLifted, command, power.clause),)


def refer_offender(table: TableState, command: Refer) -> Events | Refusal:
    """Refer an offender to an inspector or the police."""
    power = required_power(table, Act.REFER)
    if command.to not in ("inspector", "police"):
        return Refusal(power.clause, message("conduct.referral-to-whom"))
    return refuse_if_not_sanctionable(table, command, power) or (
        player_sanctioned_event(command, power, command.to),
    )


def detain_offender(table: TableState, command: Detain) -> Events | Refusal:
    """Detain an offender on a suspicion that the rulebook lists; that of a device must be on record first."""
    power, ruling, player = required_power(table, Act.DETAIN), table.rules.conduct.detention, command.player
    assert ruling is not None  # a rulebook with this power lists the suspicions
    known, device = tuple(map(enum_key, ruling.choice)), enum_key(Suspicion.DEVICE)
    suspicion = command.statute or device
    if suspicion not in known:
        says = message("conduct.no-ground-for-detention", known=known)
        return Refusal(ruling.clause, says)
    if not command.place:
        return Refusal(power.clause, message("conduct.place-missing"))
    if is_detained(table, player):
        return Refusal(power.clause, message("conduct.already-detained", player=player))
    if suspicion == device and enum_key(Offence.DEVICE) not in table.offences.get(player, ()):
        return Refusal(power.clause, message("conduct.device-not-recorded", player=player))
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
        return Refusal(clause, message("conduct.not-detained", player=command.player))
    if not command.name and not command.note:
        return Refusal(clause, message("conduct.detention-end-unexplained"))
    return (event_from_command(DetentionEnded, command, clause),)


def refuse_if_barred(table: TableState, slip: RegisterSlip) -> Refusal | None:
    """Return why a player may not wager: the exclusion, with its clause. An empty slip is not a wager."""
    return refuse_if_excluded(table, slip.player) if slip.stakes else None


def refuse_if_excluded(table: TableState, player: str) -> Refusal | None:
    """Return the exclusion in force against a player, and who may lift it."""
    sanctions = table.sanctions.get(player)
    for act in BARRING_ACTS if sanctions else ():
        if enum_key(act) in table.sanctions[player]:
            power = required_power(table, act)
            says = message("conduct.excluded", player=player, title=table.rules.title(power.rank))
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
        says = message("conduct.other-offence-needed", player=player, offence=enum_key(power.only))
        return Refusal(power.clause, says)
    if not offences:
        return Refusal(power.clause, message("conduct.no-offence", player=player))
    if not command.note:
        return Refusal(power.clause, message("conduct.reason-missing"))
    if ruling.choice.is_one_only and before:
        says = message("conduct.one-sanction-only", player=player, sanction=before[0])
        return Refusal(ruling.clause, says)
    void = power.act is Act.VOID_OFFENDERS_WAGERS
    if ruling.choice.is_all_together and void and enum_key(Act.EXCLUDE_FROM_GAME) not in before:
        return Refusal(ruling.clause, message("conduct.exclude-first", player=player))
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


RULES = (
    Rule(RecordOffence, decide=record_offence, act=Act.DEAL),
    Rule(ExcludeFromGame, decide=exclude_from_game, act=Act.EXCLUDE_FROM_GAME),
    Rule(ExcludeFromCasino, decide=exclude_from_casino, act=Act.EXCLUDE_FROM_CASINO),
    Rule(LiftExclusion, decide=lift_exclusion, act=Act.EXCLUDE_FROM_GAME),
    Rule(Refer, decide=refer_offender, act=Act.REFER),
    Rule(Detain, decide=detain_offender, act=Act.DETAIN),
    Rule(EndDetention, decide=end_detention, act=Act.DETAIN),
)
EFFECTS = (
    Effect(
        OffenceRecorded,
        apply=_apply_offence_recorded,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        PlayerSanctioned,
        apply=apply_player_sanctioned,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        ExclusionLifted,
        apply=_apply_exclusion_lifted,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
    Effect(
        DetentionEnded,
        apply=_apply_detention_ended,
        transfers=no_transfers,
        audience=Audience.PLAYER,
    ),
)
