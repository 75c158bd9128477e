"""`python -m plyground`: the command line."""

import sys

from plyground.cli import main

sys.exit(main())
