"""Sizes on the command line of a long test."""

import argparse


def positive(text: str) -> int:
    """Return a whole number from 1 on: a test of size 0 would always pass."""
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1 on")
    return int(text)
