"""Logs for tests: a house that signs checkpoints of any tree at any size."""

from hashlib import sha256
from typing import NamedTuple

from sicbo.journal.merkle import Tree
from sicbo.journal.notes import Key, checkpoint_text, sign


class Log(NamedTuple):
    """A log for tests: its signer and the hashes of its records."""

    key: Key
    leaves: list[bytes]
    origin: str = "sicbo.example/T1"

    def note(self, size: int) -> str:
        """Return the signed checkpoint of the first records."""
        tree = self._tree(0, size)
        return sign(checkpoint_text(self.origin, size, tree.root()), self.key)

    def proof(self, old: int, new: int) -> list[bytes]:
        """Return the proof that the larger tree begins with the smaller one."""
        return self._tree(old, new).consistency()

    def forked(self, after: int) -> "Log":
        """Return another history: the same up to a record, and different from there on."""
        other = [sha256(b"other" + leaf).digest() for leaf in self.leaves[after:]]
        return self._replace(leaves=[*self.leaves[:after], *other])

    def _tree(self, base: int, size: int) -> Tree:
        tree = Tree()
        for number, leaf in enumerate(self.leaves[:size]):
            if number == base:
                tree.trim()
            tree.append(leaf)
        if size == base:
            tree.trim()
        return tree


def new_log(count: int = 100) -> Log:
    """Return the log of a new house with a number of records."""
    return Log(Key.new("sicbo.example"), [sha256(b"%d" % number).digest() for number in range(count)])
