import sys

from plyground.cli import main

sys.exit(main())
