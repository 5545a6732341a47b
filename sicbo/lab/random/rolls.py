"""Rolls from random words: each half of a word gives two rounds, by Lemire's rejection to one of 216 × 216.

Let h be half of a word. The pair is h · 46656 // 2^32, unless h · 46656 mod 2^32 is below 2560 (2^32 mod
46656). In that case the word is replaced, and the same half of its replacement is used. So every pair has the
same number of halves. The first roll is pair // 216, the second is pair % 216, as indices into `EVERY_ROLL`.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from sicbo.game.dice import EVERY_ROLL, OUTCOMES, Roll
from sicbo.lab.random.splitmix import Words, again, stream, word, words, words_at

PAIRS: Final = OUTCOMES**2
UNFAIR: Final = 2**32 % PAIRS
PER_WORD: Final = 4
HALF: Final = 2**32 - 1

Places = npt.NDArray[np.uint8]
Pairs = npt.NDArray[np.uint16]


def pair_of(drawn: int, high: bool) -> int:
    """Return the pair of rounds from the low or the high half of a word."""
    product = ((drawn >> 32) if high else (drawn & HALF)) * PAIRS
    return pair_of(word(drawn), high) if product & HALF < UNFAIR else product >> 32


def place_at(state: int, number: int) -> int:
    """Return the index in `EVERY_ROLL` of round `number`, counted from 0, of a stream, in plain Python."""
    pair = pair_of(word(state, number // PER_WORD), high=number % PER_WORD >= 2)
    return pair % OUTCOMES if number % 2 else pair // OUTCOMES


def roll_at(seed: int, number: int) -> Roll:
    """Return the dice of round `number`, counted from 0, of a run."""
    return EVERY_ROLL[place_at(stream(seed), number)]


def places(state: int, start: int, count: int) -> Places:
    """Return the indices in `EVERY_ROLL` of `count` rounds of a stream, by numpy."""
    first = start // PER_WORD
    last = -(-(start + count) // PER_WORD)
    dealt = singles(halves(words(state, first, last - first)))
    return dealt[start - first * PER_WORD :][:count]


def places_at(states: Words, number: int) -> npt.NDArray[np.intp]:
    """Return the indices in `EVERY_ROLL` of one round of many streams at once."""
    drawn = words_at(states, number // PER_WORD)
    pairs = halves(drawn)[number % PER_WORD // 2 :: 2]
    return (pairs % OUTCOMES if number % 2 else pairs // OUTCOMES).astype(np.intp)


def halves(drawn: Words) -> Pairs:
    """Return the two pairs of every word, low half first."""
    parts = drawn.astype("<u8", copy=False).view("<u4").astype(np.uint64)
    products = parts * np.uint64(PAIRS)
    pairs = (products >> np.uint64(32)).astype(np.uint16)
    for place in np.flatnonzero(products.astype(np.uint32) < UNFAIR):
        pairs[place] = pair_of(int(again(drawn[place // 2 : place // 2 + 1])[0]), high=bool(place % 2))
    return pairs


def singles(pairs: Pairs) -> Places:
    """Return every round of an array of pairs."""
    dealt = np.empty(2 * len(pairs), dtype=np.uint8)
    dealt[0::2] = pairs // OUTCOMES
    dealt[1::2] = pairs % OUTCOMES
    return dealt
