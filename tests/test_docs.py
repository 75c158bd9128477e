"""The pages say what the code says."""

from search_helpers import example

from plyground.search.part import own_parts


def test_the_table_of_parts_is_up_to_date() -> None:
    parts_table = example("parts_table", folder="docs")
    old = parts_table.PAGE.read_text(encoding="utf-8")
    assert parts_table.page(old) == old, "run `make docs`"
    for _, name, _ in own_parts():
        assert f"`{name}" in old
