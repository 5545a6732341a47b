"""The storm: a deterministic simulation of the whole house in one process, with a faulty clock, network and
disk.
"""
