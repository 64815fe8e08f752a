"""``python -m lipai``: the command line."""

from lipai.cli import main

main()
