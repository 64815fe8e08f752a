"""The command line: ``lipai arrange shisanshui HAND`` and its companions.

Only ``lipai.cli.program`` is imported to start with; each command's own module, and the libraries that it needs, are
imported when the command is run.
"""

from lipai.cli.program import main

__all__ = ["main"]
