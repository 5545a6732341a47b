"""The kind of log that a tournament is: the rows of all its subjects."""

from sicbo.machine.log_kind import LogKind
from sicbo.tournament.authority import check_command
from sicbo.tournament.before import entry_desk, preparation, purchases, refunds
from sicbo.tournament.end import awards
from sicbo.tournament.play import conduct, corrections, rounds, spin_effects, spins, ties
from sicbo.tournament.state import Tournament

TOURNAMENT = LogKind(
    kind="tournament",
    state=Tournament,
    new_state=Tournament,
    rows=(
        *preparation.RULES,
        *entry_desk.RULES,
        *purchases.RULES,
        *refunds.RULES,
        *rounds.RULES,
        *ties.RULES,
        *spins.RULES,
        *corrections.RULES,
        *conduct.RULES,
        *awards.RULES,
    ),
    effects=(
        *preparation.EFFECTS,
        *entry_desk.EFFECTS,
        *purchases.EFFECTS,
        *refunds.EFFECTS,
        *rounds.EFFECTS,
        *ties.EFFECTS,
        *spin_effects.EFFECTS,
        *corrections.EFFECTS,
        *conduct.EFFECTS,
        *awards.EFFECTS,
    ),
    check=check_command,
)
decide, evolve, evolve_all = TOURNAMENT.decide, TOURNAMENT.evolve, TOURNAMENT.evolve_all
