"""Identity: keys, signatures, pseudonyms and receipts."""
