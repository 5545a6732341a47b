"""Draws that anyone can recompute: a commitment before, the list of entrants, the seed afterwards.

    commitment      SHA-256 of the line `sicbo-draw-1 seed HEX`, published while entries can still come in
    entrants_hash   SHA-256 of the list of entrants, one line `TICKETS NAME` each, in the order of the list
    block n         SHA-256 of the line `sicbo-draw-1 block HEX ENTRANTS-HASH N LABEL`, n = 0, 1, 2 …
    one draw        the next block as a number of 256 bits. If it is not below the largest multiple of the
                    tickets that are left, skip it. Otherwise its remainder by them is the ticket drawn:
                    tickets count from 0 in the order of the list, without those of names drawn before
    drawn           names in the order they are drawn, each once

Every line ends in a line feed and is UTF-8; HEX is the seed in lower case. The commitment fixes the seed in
advance, and a list with one different entrant gives different blocks throughout.
"""

from sicbo.draws.draw import FORMAT, Entrant, commitment, drawn, entrants_hash, listed

__all__ = ["FORMAT", "Entrant", "commitment", "drawn", "entrants_hash", "listed"]
