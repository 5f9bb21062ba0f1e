"""Print every number of the lessons as JSON."""

from __future__ import annotations

import json

from tohit.lessons import answers

if __name__ == "__main__":
    print(json.dumps(answers(), indent=1))
