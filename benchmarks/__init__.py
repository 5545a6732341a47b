"""Benchmarks that measure speed as ratios within one run."""
