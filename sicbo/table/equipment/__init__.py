"""Equipment: faults and the keys of the console."""
