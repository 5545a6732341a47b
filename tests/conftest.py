"""Settings for all property tests: no deadline, because a busy machine is not a bug."""

from hypothesis import settings

settings.register_profile("sicbo", deadline=None)
settings.load_profile("sicbo")
