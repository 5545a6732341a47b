"""The storm: the whole house in one process, with a clock, a network and a disk that do their worst."""
