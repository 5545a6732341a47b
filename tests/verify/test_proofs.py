"""Forged proofs: a small change to a true proof, or to what it is to prove, leads nowhere.

SICBO_PROOFS=1000000 in the environment tries as many as it says, other ones each time. Inclusion is tried
on the house's code and on the verifier's, which share nothing; consistency is what a witness checks.
"""

import random
from functools import cache
from os import environ
from typing import NamedTuple

import pytest

from sicbo.journal.merkle import EMPTY, MerkleTree, is_consistent, root_from_inclusion
from sicbo.verify.tree import root_by_proof
from tests.soak.figures import add_count

PROOFS = int(environ.get("SICBO_PROOFS", "20000"))
PARTS = 4
SEED = None if "SICBO_PROOFS" in environ else 6962
TREES, LARGEST = 60, 3_000
Proof = list[bytes]


class Included(NamedTuple):
    """A record's hash, its number, the size and the root of the tree, and the proof that it is in there."""

    bound: bytes
    number: int
    size: int
    root: bytes
    proof: Proof

    def holds(self) -> bool:
        """Whether anybody takes it for true."""
        house = root_from_inclusion(self.bound, self.number, self.size, self.proof)
        verifier = root_by_proof(self.bound, self.number - 1, self.size, self.proof)
        return self.root in (house, verifier)


class Grown(NamedTuple):
    """An older tree, a newer one, and the proof that the older is its beginning."""

    old: int
    old_root: bytes
    size: int
    root: bytes
    proof: Proof

    def holds(self) -> bool:
        """Whether a witness takes it for true."""
        return is_consistent(self.old, self.old_root, self.size, self.root, self.proof)


@cache
def true_proofs() -> tuple[list[Included], list[Grown]]:
    """Proofs that hold, from trees of every shape: the smallest ones, powers of two, and by chance."""
    chance = random.Random(1)
    included, grown = [], []
    for size in [
        *range(2, 18),
        64,
        65,
        1023,
        1024,
        *(chance.randint(18, LARGEST) for _ in range(TREES - 20)),
    ]:
        old = chance.randint(1, size - 1)
        tree = MerkleTree()
        for _ in range(old):
            tree.append(chance.randbytes(32))
        before, tree = tree.root(), MerkleTree(tree.peaks())
        hashes = [chance.randbytes(32) for _ in range(size - old)]
        for bound in hashes:
            tree.append(bound)
        grown.append(Grown(old, before, size, tree.root(), tree.consistency_proof()))
        for at in {0, len(hashes) // 2, len(hashes) - 1}:
            number = old + at + 1
            included.append(Included(hashes[at], number, size, tree.root(), tree.inclusion_proof(number)))
    return included, grown


def flipped(node: bytes, chance: random.Random) -> bytes:
    """A hash with one bit changed."""
    at = chance.randrange(len(node))
    return node[:at] + bytes([node[at] ^ 1 << chance.randrange(8)]) + node[at + 1 :]


def forged(proof: Proof, others: Proof, chance: random.Random) -> Proof:
    """One change: a bit, a node lost, put in, cut, longer or from elsewhere, or two that changed places."""
    at, other = chance.randrange(len(proof) + 1), chance.randrange(len(proof) + 1)
    node, made = (proof[at : at + 1] or [chance.randbytes(32)])[0], list(proof)
    match chance.randrange(8):
        case 0 | 1:
            made[at : at + 1] = [flipped(node, chance)]
        case 2:
            del made[at : at + 1]
        case 3:
            made.insert(at, chance.choice([node, chance.randbytes(32), bytes(32), EMPTY]))
        case 4:
            made[at : at + 1] = [node[: chance.randrange(32)]]
        case 5:
            made[at : at + 1] = [node + chance.randbytes(chance.randint(1, 32))]
        case 6:
            made[at:other] = others[at:other]
        case _:
            made[at : at + 1], made[other : other + 1] = made[other : other + 1], made[at : at + 1]
    return made


def test_the_true_proofs_hold() -> None:
    """What is forged holds before it is; and the large trees are among them."""
    included, grown = true_proofs()
    assert all(one.holds() for one in included) and all(one.holds() for one in grown)
    for one in included:
        assert root_from_inclusion(one.bound, one.number, one.size, one.proof) == one.root
        assert root_by_proof(one.bound, one.number - 1, one.size, one.proof) == one.root
    assert max(len(one.proof) for one in included) > 8 < max(len(one.proof) for one in grown)


@pytest.mark.parametrize("part", range(PARTS))
def test_no_forged_inclusion_is_accepted(part: int) -> None:
    """Another hash, another number, another root, or a change to the proof."""
    chance = random.Random(None if SEED is None else SEED + part)
    proofs, tried = true_proofs()[0], 0
    while tried < PROOFS // 2 // PARTS:
        one, other = chance.choice(proofs), chance.choice(proofs)
        match chance.randrange(8):
            case 0:
                false = one._replace(bound=chance.choice([flipped(one.bound, chance), other.bound, one.root]))
            case 1:
                false = one._replace(number=chance.randint(-1, one.size + 1))
            case 2:
                false = one._replace(root=chance.choice([flipped(one.root, chance), other.root, EMPTY]))
            case _:
                false = one._replace(proof=forged(one.proof, other.proof, chance))
        if false != one:
            assert not false.holds(), false
            tried += 1
    add_count("forged proofs", tried)


@pytest.mark.parametrize("part", range(PARTS))
def test_no_forged_consistency_is_accepted(part: int) -> None:
    """Another root before or after, the two in each other's place, or a change to the proof."""
    chance = random.Random(None if SEED is None else -SEED - part)
    proofs, tried = true_proofs()[1], 0
    while tried < PROOFS // 2 // PARTS:
        one, other = chance.choice(proofs), chance.choice(proofs)
        match chance.randrange(8):
            case 0:
                root = chance.choice([flipped(one.old_root, chance), other.old_root, one.root, EMPTY])
                false = one._replace(old_root=root)
            case 1:
                root = chance.choice([flipped(one.root, chance), other.root, one.old_root, EMPTY])
                false = one._replace(root=root)
            case 2:
                false = one._replace(old_root=one.root, root=one.old_root)
            case _:
                false = one._replace(proof=forged(one.proof, other.proof, chance))
        if false != one:
            assert not false.holds(), false
            tried += 1
    add_count("forged proofs", tried)
