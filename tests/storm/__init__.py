"""The storm: a simulation of the whole house in one process, with a faulty clock, network and disk."""
