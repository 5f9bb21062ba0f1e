"""The ledger: complete lines for the browser."""

from tohit.widgets.ledger import Ledger


def test_a_line_needs_only_key_name_and_value():
    ledger = Ledger(lines=[{"key": "backstab", "name": "backstab", "value": 1}])
    assert ledger.lines == [
        {
            "key": "backstab",
            "name": "backstab",
            "channel": "",
            "value": 1,
            "applied": True,
            "wasted": 0,
            "overridden": False,
            "because": "",
            "causes": [],
            "source": "",
        }
    ]


def test_the_base_is_a_number_or_a_roll():
    ledger = Ledger(
        base=[{"name": "Aim", "value": "4+"}, {"name": "Defence Value", "value": 4, "need": "4+"}]
    )
    assert [row["value"] for row in ledger.base] == ["4+", 4]


def test_causes_may_come_as_a_tuple():
    ledger = Ledger(lines=[{"key": "k", "name": "n", "value": 0, "causes": ("Orc", "E5")}])
    assert ledger.lines[0]["causes"] == ["Orc", "E5"]


def test_equal_lines_send_nothing(record):
    lines = [{"key": "k", "name": "n", "value": 0}]
    ledger = Ledger(lines=lines)
    sent = record(ledger)
    ledger.lines = lines
    assert sent == []
