"""A chart saved as picture and as numbers."""

import csv
import io
import struct
from pathlib import Path
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def saved(made, kind: str) -> tuple[str, bytes]:
    with made.page.expect_download() as caught:
        made.find(f".tohit-face-chart [data-tohit-save={kind}]").click()
    return caught.value.suggested_filename, Path(caught.value.path()).read_bytes()


def test_a_chart_is_saved_as_png_svg_and_csv(explorer) -> None:
    made = explorer()
    figure = made.find(".tohit-face-chart .bqplot").bounding_box()

    name, written = saved(made, "svg")
    picture = ElementTree.fromstring(written)
    bars = [bar for bar in picture.iter(f"{SVG}rect") if bar.get("class") == "bar" and float(bar.get("height")) > 0]
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert name == "faces-of-the-die.svg" and "Faces of the die" in texts and "success" in texts
    assert len(bars) == 8  # six faces, and both parts of the sum
    assert all("fill: rgb(" in bar.get("style") for bar in bars)  # no colour is left to the page's variables
    width, height = float(picture.get("width")), float(picture.get("height"))
    assert abs(width - figure["width"]) < 1 and height > figure["height"]

    name, written = saved(made, "png")
    assert name == "faces-of-the-die.png" and written[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", written[16:24]) == (int(2 * width), int(2 * height))

    name, written = saved(made, "csv")
    rows = list(csv.reader(io.StringIO(written.decode("utf-8-sig"))))
    shown = made.page.evaluate(
        "() => [...document.querySelector('.tohit-face-chart table').rows].map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    assert name == "faces-of-the-die.csv" and rows == shown and len(rows) > 6
