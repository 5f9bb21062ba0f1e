"""D8 78: colours that mean different things stay apart for people who do not see red and green apart."""

import re
from itertools import combinations, pairwise

import numpy as np
import pytest

from tohit.charts import theme as charts
from tohit.widgets import base

THEME = (base._FOLDER / "theme.css").read_text(encoding="utf-8")
# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
DEUTERANOPIA = np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]])
PROTANOPIA = np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]])
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
APART = 8  # in CIELAB; 2 can just be seen side by side


def colours(dark):
    """The theme's colours by name."""
    found = {}
    for name, value in re.findall(r"--(th-[\w-]+): ([^;]+);", THEME):
        kind = re.search(r"var\(--th-d, (#\w{6})\)" if dark else r"var\(--th-l, (#\w{6})\)", value) or re.search(r"^(#\w{6})$", value)
        if kind:
            found[name] = kind[1]
    return found


def seen(colour, sight):
    """Where a colour lies in CIELAB for somebody who sees like that."""
    rgb = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    x, y, z = TO_XYZ @ np.clip(sight @ linear, 0, 1) / [0.9505, 1, 1.089]
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("sight", [np.eye(3), DEUTERANOPIA, PROTANOPIA], ids=["all", "deuteranopia", "protanopia"])
def test_sides_heat_and_charts_are_told_apart(dark, sight):
    theme, chart = colours(dark), charts._DARK if dark else charts._LIGHT
    pairs = [*combinations([theme[f"th-side-{side}"] for side in range(1, 5)], 2)]
    pairs += pairwise(theme[f"th-heat-{step}"] for step in range(5))
    pairs += [(theme["th-refused"], theme["th-heat-0"]), (chart["hit"], chart["miss"]), (chart["more"], chart["less"]),
              (chart["hit"], chart["line"]), (theme["th-light"], theme["th-heavy"])]
    distances = {pair: float(np.linalg.norm(seen(pair[0], sight) - seen(pair[1], sight))) for pair in pairs}
    assert min(distances.values()) >= APART, distances
