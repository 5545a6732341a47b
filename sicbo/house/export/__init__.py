"""Export: bundles, files, registers and readers of a journal."""
