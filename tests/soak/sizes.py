"""Sizes that are given on the command line of a long form."""

import argparse


def positive(text: str) -> int:
    """A whole number from 1 on: a trial of nothing would say that nothing went wrong."""
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text} is no whole number from 1 on")
    return int(text)
