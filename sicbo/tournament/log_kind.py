"""The kind of log that a tournament is: the rows of all its subjects."""

from sicbo.machine.log_kind import LogKind
from sicbo.tournament.authority import check_command
from sicbo.tournament.before import entry_desk, preparation, purchases, refunds
from sicbo.tournament.end import awards
from sicbo.tournament.play import conduct, counts, heats, passes, rounds, secret_wagers, ties
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
        *heats.RULES,
        *secret_wagers.RULES,
        *passes.RULES,
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
        *heats.EFFECTS,
        *secret_wagers.EFFECTS,
        *passes.EFFECTS,
        *counts.EFFECTS,
        *conduct.EFFECTS,
        *awards.EFFECTS,
    ),
    check=check_command,
)
decide, evolve, evolve_all = TOURNAMENT.decide, TOURNAMENT.evolve, TOURNAMENT.evolve_all
