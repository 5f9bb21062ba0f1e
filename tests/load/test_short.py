"""The scripts of this folder in a few seconds: that they run, lose nothing, and print their table."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SHORT = {
    "steady": ["--sessions", "3", "--seconds", "6"],
    "arrivals": ["--pages", "3", "--preheat", "1", "--limit", "120"],
    "soak": ["--sessions", "4", "--after", "2", "--at-once", "2", "--settle", "1"],
    "kill": ["--times", "1"],
    "flood": ["--messages", "600", "--honest", "1"],
}


@pytest.mark.parametrize("script", SHORT)
def test_a_short_run_prints_its_table_and_loses_nothing(script: str) -> None:
    """Times are printed, not judged: that is for the whole runs, on a machine with nothing else to do."""
    run = subprocess.run([sys.executable, HERE / f"{script}.py", *SHORT[script]], capture_output=True, text=True, timeout=400)
    assert run.stderr == ""
    rows = {cells[1].strip(): cells[2].strip() for line in run.stdout.splitlines() if len(cells := line.split("|")) == 6}
    assert len(rows) >= 5
    assert rows.get("lost", "0") == "0"
    assert rows.get("kernels left", "0") == "0"
