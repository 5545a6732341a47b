"""A house of many processes: one PostgreSQL, a balancer, faults on every wire."""
