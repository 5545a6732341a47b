"""The owner's set-up: the first account of a floor, made once with a code that the server prints.

The journal records that it was made. If the file of accounts is lost, a stranger cannot make the owner's
account: only the person who starts the program can open the set-up again.
"""

import secrets

from sicbo.journal.store import Journal
from sicbo.server.access.sessions import Sessions
from sicbo.server.settings import Settings

OWNER_MADE = "owner-made"
ACCOUNTS_LOST = (
    "This house has an owner, but its accounts are lost: restore sessions.sqlite from a backup, "
    "or start once with SICBO_NEW_OWNER=yes."
)


class OwnerSetup:
    """The set-up of the owner's account, with its code."""

    def __init__(self, journal: Journal, sessions: Sessions, settings: Settings) -> None:
        self.code = secrets.token_urlsafe(9)
        self._journal, self._sessions, self._settings = journal, sessions, settings
        if sessions.staff and not settings.at_home:
            self.close()

    @property
    def is_open(self) -> bool:
        """Whether the owner's account can be made now."""
        if self._settings.at_home or self._sessions.staff:
            return False
        return self._settings.new_owner or self._journal.aside(OWNER_MADE) is None

    @property
    def notice(self) -> str:
        """The text to print when the house opens: the code, that the accounts are lost, or nothing."""
        if self.is_open:
            return f"The code for the owner's account: {self.code}"
        return "" if self._settings.at_home or self._sessions.staff else ACCOUNTS_LOST

    def close(self) -> None:
        """Record that the owner's account was made."""
        if self._journal.aside(OWNER_MADE) is None:
            self._journal.put_aside(OWNER_MADE, "yes")
