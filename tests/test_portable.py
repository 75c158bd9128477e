"""The C++ core compiles with any C++20 compiler, on any system: what only some know stands behind a condition."""

import re
from pathlib import Path

NATIVE = Path(__file__).parent.parent / "src" / "native"
# Of GCC and clang, of x86, of POSIX.
SPECIAL = re.compile(r"\b__builtin_|\basm\b|__int128|_mm_|<(sys/|unistd|dlfcn|\w*intrin)")
LAUNCHER = NATIVE / "launcher" / "launcher.cpp"  # CMakeLists.txt builds it only where it has tried these


def unguarded(text: str) -> list[str]:
    """The lines of a file that need a special compiler, processor or system, and stand behind no condition."""
    found, depth = [], 0
    for line in text.splitlines():
        code = line.split("//")[0]
        directive = re.match(r"\s*#\s*(if|endif)", code)
        if directive:
            depth += 1 if directive[1] == "if" else -1
        elif depth == 0 and SPECIAL.search(code):
            found.append(line.strip())
    return found


def test_special_code_stands_behind_conditions() -> None:
    files = [path for path in NATIVE.rglob("*") if re.search(r"\.[ch]pp(\.in)?$", path.name) and path != LAUNCHER]
    assert len(files) > 100
    wrong = {str(path.relative_to(NATIVE)): unguarded(path.read_text(encoding="utf-8")) for path in files}
    assert {name: lines for name, lines in wrong.items() if lines} == {}


def test_a_breach_is_seen() -> None:
    guarded = "#ifdef __GNUC__\nasm(x);\n#else\nreturn y;\n#endif\n"
    assert unguarded(
        f"{guarded}#include <sys/mman.h>\nprefetch(a);  // __builtin_prefetch\n__builtin_prefetch(a);\n"
    ) == [
        "#include <sys/mman.h>",
        "__builtin_prefetch(a);",
    ]
