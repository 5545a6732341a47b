"""Tests of a house of many processes: one PostgreSQL, a balancer, and faults on every connection."""
