"""Try the plyground that this Python has installed: its C++ core is there and gives the expected signature.

`make release`, `make arm64` and the workflow of the wheels run this file on every system.
"""

import platform
import re
from importlib import metadata
from pathlib import Path

from plyground import _native
from plyground.search.signature import signature

TEST = Path(__file__).parent.parent / "tests" / "test_signature.py"

(expected,) = re.findall(r"^SIGNATURE = 0x([0-9A-F]{16})$", TEST.read_text(encoding="utf-8"), re.MULTILINE)
found = f"{signature('native'):016x}"
print(f"plyground {metadata.version('plyground')}, Python {platform.python_version()}, {platform.platform()}")
print(f"{_native.COMPILER}, {_native.FLAGS}: signature {found}")
if found != expected.lower():
    raise SystemExit(f"tests/test_signature.py expects {expected.lower()}")
