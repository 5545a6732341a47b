"""Money at the table: racks, cash, colour chips and withheld winnings."""
