"""The tree of records compared with the definitions of RFC 6962."""

import random
from collections.abc import Sequence
from hashlib import sha256

import pytest

from sicbo.errors import BadInput
from sicbo.journal.merkle import EMPTY, Tree, consistent, root_from_inclusion

SMALL = 70
LARGE = (127, 128, 129, 255, 300, 511, 513)


def records(count: int, kind: str = "record") -> list[bytes]:
    """Return this many hashes, as in a chain."""
    return [sha256(f"{kind} {number}".encode()).digest() for number in range(1, count + 1)]


def split(count: int) -> int:
    """Return the largest power of two below a count."""
    power = 1
    while power * 2 < count:
        power *= 2
    return power


def tree_hash(leaves: Sequence[bytes]) -> bytes:
    """Return MTH of RFC 6962, section 2.1."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    at = split(len(leaves))
    return sha256(b"\x01" + tree_hash(leaves[:at]) + tree_hash(leaves[at:])).digest()


def path(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    """Return PATH of RFC 6962, section 2.1.1."""
    if len(leaves) == 1:
        return []
    at = split(len(leaves))
    if index < at:
        return [*path(index, leaves[:at]), tree_hash(leaves[at:])]
    return [*path(index - at, leaves[at:]), tree_hash(leaves[:at])]


def subproof(old: int, leaves: Sequence[bytes], whole: bool = True) -> list[bytes]:
    """Return SUBPROOF of RFC 6962, section 2.1.2; with `whole` it is PROOF."""
    if old == len(leaves):
        return [] if whole else [tree_hash(leaves)]
    at = split(len(leaves))
    if old <= at:
        return [*subproof(old, leaves[:at], whole), tree_hash(leaves[at:])]
    return [*subproof(old - at, leaves[at:], False), tree_hash(leaves[:at])]


def grown(leaves: Sequence[bytes], base: int = 0) -> Tree:
    """Return a tree of these leaves that was rebuilt from its peaks after `base` of them."""
    tree = Tree()
    for leaf in leaves[:base]:
        tree.append(leaf)
    tree = Tree(tree.peaks())
    for leaf in leaves[base:]:
        tree.append(leaf)
    return tree


def test_the_root_of_nothing_is_the_hash_of_nothing() -> None:
    """The root of an empty tree is the hash of no bytes, as in RFC 6962."""
    assert Tree().root().hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert Tree().root() == EMPTY
    assert Tree().size == 0


def test_known_roots_of_certificate_transparency() -> None:
    """The eight standard leaves have the known roots; the known trees hash bytes, ours hash hashes."""
    leaves = [
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ]
    tree = Tree()
    roots = []
    for leaf in leaves:
        tree.append(bytes.fromhex(leaf))
        roots.append(tree.root().hex())

    assert roots[0] == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert roots[7] == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


@pytest.mark.parametrize("size", [*range(1, SMALL + 1), *LARGE])
def test_root_and_proofs_are_those_of_the_definition(size: int) -> None:
    """They are equal at every size at which the tree may have been rebuilt, for every record added since."""
    leaves = records(size)
    root = tree_hash(leaves)
    paths = {number: path(number - 1, leaves) for number in range(1, size + 1)}
    for base in range(size + 1) if size <= SMALL else (0, 1, 64, 126, size - 1, size):
        tree = grown(leaves, base)

        assert (tree.size, tree.root()) == (size, root)
        assert tree.consistency() == (subproof(base, leaves) if base else [])
        assert [tree.inclusion(number) for number in range(base + 1, size + 1)] == [
            paths[number] for number in range(base + 1, size + 1)
        ]


def test_random_trees_trimmed_at_random_are_those_of_the_definition() -> None:
    """Trims happen at random, as checkpoints do, and each proof gives the root."""
    chance = random.Random(6962)
    leaves = records(3000)
    tree, base, root = Tree(), 0, EMPTY
    while tree.size < len(leaves):
        for leaf in leaves[tree.size : tree.size + chance.choice((1, 1, 2, 3, 7, 64, 100, 500))]:
            tree.append(leaf)
        number = chance.randint(base + 1, tree.size)

        assert tree.root() == tree_hash(leaves[: tree.size])
        assert tree.inclusion(number) == path(number - 1, leaves[: tree.size])
        assert tree.consistency() == (subproof(base, leaves[: tree.size]) if base else [])
        assert consistent(base, root, tree.size, tree.root(), tree.consistency())
        tree.trim()
        base, root = tree.size, tree.root()
        assert root == tree_hash(leaves[:base])
        assert tree.consistency() == []


def test_every_true_proof_is_accepted() -> None:
    """A proof is accepted for every record of every tree, and from every older tree to every newer one."""
    leaves = records(SMALL)
    roots = [tree_hash(leaves[:size]) for size in range(SMALL + 1)]
    for size in range(1, SMALL + 1):
        for number in range(1, size + 1):
            proof = path(number - 1, leaves[:size])
            assert root_from_inclusion(leaves[number - 1], number, size, proof) == roots[size]
            assert consistent(number, roots[number], size, roots[size], subproof(number, leaves[:size]))
        assert consistent(0, EMPTY, size, roots[size], [])
    assert consistent(0, EMPTY, 0, EMPTY, [])


def forged(proof: Sequence[bytes]) -> list[list[bytes]]:
    """Return a proof with something dropped, added, swapped, flipped or cut, at every position."""
    made: list[list[bytes]] = [[*proof, bytes(32)], [bytes(32), *proof], [*proof, *proof], [*proof, b""]]
    for at, node in enumerate(proof):
        flipped = bytes([node[0] ^ 1]) + node[1:]
        made.append([*proof[:at], *proof[at + 1 :]])
        made.append([*proof[:at], flipped, *proof[at + 1 :]])
        made.append([*proof[:at], node[:-1] + bytes([node[-1] ^ 128]), *proof[at + 1 :]])
        made.append([*proof[:at], node, *proof[at:]])
        made.append([*proof[:at], node[:31], *proof[at + 1 :]])
        made.append([*proof[:at], node + b"\x00", *proof[at + 1 :]])
        made.append([*proof[:at], b"", *proof[at + 1 :]])
        if at and proof[at - 1] != node:
            made.append([*proof[: at - 1], node, proof[at - 1], *proof[at + 1 :]])
    return [wrong for wrong in made if wrong != proof]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 21, 33])
def test_a_forged_inclusion_proof_leads_elsewhere(size: int) -> None:
    """A changed proof gives another root or none."""
    leaves = records(size)
    root = tree_hash(leaves)
    for number in range(1, size + 1):
        proof, leaf = path(number - 1, leaves), leaves[number - 1]

        assert all(root_from_inclusion(leaf, number, size, wrong) != root for wrong in forged(proof))
        assert root_from_inclusion(bytes(32), number, size, proof) != root
        for other in range(-1, size + 2):
            assert (root_from_inclusion(leaf, other, size, proof) == root) == (other == number)


@pytest.mark.parametrize(("old", "new"), [(1, 2), (2, 3), (3, 7), (4, 8), (6, 8), (7, 8), (8, 21), (21, 33)])
def test_a_forged_consistency_proof_is_refused(old: int, new: int) -> None:
    """A changed proof, or a proof between other trees, is refused."""
    leaves = records(new)
    roots = [tree_hash(leaves[:size]) for size in range(new + 1)]
    proof = subproof(old, leaves)

    assert consistent(old, roots[old], new, roots[new], proof)
    assert not any(consistent(old, roots[old], new, roots[new], wrong) for wrong in forged(proof))
    assert not consistent(old, bytes(32), new, roots[new], proof)
    assert not consistent(old, roots[old], new, bytes(32), proof)
    assert not consistent(old, roots[new], new, roots[old], proof)
    assert not consistent(new, roots[new], old, roots[old], proof)


def test_a_forged_middle_is_refused() -> None:
    """A new tree that keeps its first and last records but changes one in the middle is refused."""
    leaves = records(40)
    changed = [*leaves[:10], bytes(32), *leaves[11:]]
    old = tree_hash(leaves[:21])

    assert consistent(21, old, 40, tree_hash(leaves), subproof(21, leaves))
    assert not consistent(21, old, 40, tree_hash(changed), subproof(21, changed))
    assert not consistent(21, old, 40, tree_hash(changed), subproof(21, leaves))


def test_a_proof_from_nothing_or_to_the_same_tree_is_empty() -> None:
    """Only the same root is accepted for the same size."""
    root = tree_hash(records(5))

    assert consistent(5, root, 5, root, [])
    assert not consistent(5, root, 5, root, [bytes(32)])
    assert not consistent(5, root, 5, bytes(32), [])
    assert not consistent(0, EMPTY, 5, root, [bytes(32)])
    assert not consistent(0, bytes(32), 5, root, [])
    assert not consistent(0, root, 0, root, [])
    assert not consistent(-1, EMPTY, 5, root, [])


def test_a_record_from_before_the_trim_or_from_the_future_has_no_proof_here() -> None:
    """The error says for which records there are proofs."""
    tree = grown(records(9), base=5)

    assert len(tree.inclusion(6)) == 4
    for number in (0, 5, 10):
        with pytest.raises(BadInput, match=f"Record {number} is not among 6 to 9"):
            tree.inclusion(number)


def test_peaks_say_their_size_and_are_as_many_as_it_has_bits() -> None:
    """Thirteen records have subtrees of eight, four and one."""
    leaves = records(13)
    peaks = grown(leaves).peaks()

    assert peaks[:8] == (13).to_bytes(8, "big")
    assert peaks[8:] == tree_hash(leaves[:8]) + tree_hash(leaves[8:12]) + tree_hash(leaves[12:])
    assert Tree(peaks).peaks() == peaks
    assert Tree(bytes(8)).root() == EMPTY


@pytest.mark.parametrize(
    "peaks", [b"x", bytes(7), (13).to_bytes(8, "big"), bytes(9), (1).to_bytes(8, "big") * 6]
)
def test_peaks_that_cannot_be_are_refused(peaks: bytes) -> None:
    """Too few, too many or truncated peaks are refused."""
    with pytest.raises(BadInput, match="rebuild the tree"):
        Tree(peaks)


def test_a_proof_that_lacks_its_first_node_is_refused() -> None:
    """A tree of three has a peak that only the proof can give."""
    tree = Tree()
    for number in range(3):
        tree.append(bytes([number]) * 32)
    old = tree.root()
    tree.append(b"x" * 32)

    assert not consistent(3, old, 4, tree.root(), [])
