"""What all the controls and views of the answer have in common: the browser proposes, Python decides."""

import json
import re
from pathlib import Path

import pytest
from traitlets import TraitError

from tohit.widgets.cover import CoverToggles
from tohit.widgets.dial import FacingDial
from tohit.widgets.headline import Headline
from tohit.widgets.ledger import Ledger
from tohit.widgets.ruler import RangeRuler
from tohit.widgets.toolbar import Toolbar

CLASSES = [FacingDial, RangeRuler, CoverToggles, Ledger, Headline, Toolbar]
FOLDER = Path(__file__).parents[2] / "widgets" / "tohit"
LINE = {"key": "k", "name": "n", "value": 1}


@pytest.mark.parametrize("cls", CLASSES)
def test_an_unknown_setting_is_refused_with_the_allowed_ones(cls):
    with pytest.raises(TypeError, match=r"no setting 'colour'; allowed: .*lang"):
        cls(colour="red")


@pytest.mark.parametrize(
    ("cls", "settings"),
    [
        (FacingDial, {"value": "n"}),
        (FacingDial, {"value": 0}),
        (FacingDial, {"stops": 6}),
        (FacingDial, {"value": "NE", "stops": 4}),
        (RangeRuler, {"value": -1}),
        (RangeRuler, {"value": True}),
        (RangeRuler, {"value": "far"}),
        (RangeRuler, {"value": float("nan")}),
        (RangeRuler, {"minimum": 5, "maximum": 5}),
        (RangeRuler, {"step": 0}),
        (RangeRuler, {"unit": {"one": "square"}}),
        (RangeRuler, {"bands": [{"from": 1, "label": "0"}]}),
        (RangeRuler, {"bands": {"from": 1, "to": 2, "label": "0"}}),
        (CoverToggles, {"value": "soft"}),
        (CoverToggles, {"labels": {"soft": "weich"}}),
        (CoverToggles, {"overridden": "yes"}),
        (CoverToggles, {"controllers": ["red"]}),
        (Ledger, {"lines": [{"key": "k", "name": "n"}]}),
        (Ledger, {"lines": [LINE | {"value": True}]}),
        (Ledger, {"lines": [LINE | {"causes": "Orc"}]}),
        (Ledger, {"lines": [LINE | {"colour": "red"}]}),
        (Ledger, {"total": [{"value": 0.5}]}),
        (Headline, {"fraction": 0.5}),
        (Headline, {"refusals": "no"}),
        (Headline, {"faces": [{"face": 1}]}),
        (Headline, {"stages": [{"name": "to hit", "faces": [{"face": "1", "hit": True}]}]}),
        (Toolbar, {"scenarios": [{"name": "no key"}]}),
        (Toolbar, {"systems": [{"key": "x", "name": "X", "href": "javascript:alert(1)"}]}),
        (Toolbar, {"systems": [{"key": "x", "name": "X", "href": " data:text/html,x"}]}),
        (Toolbar, {"lang": "de"}),
    ],
)
def test_a_bad_value_is_refused_when_the_panel_is_made(cls, settings):
    with pytest.raises(TraitError):
        cls(**settings)


@pytest.mark.parametrize(
    ("panel", "name", "forged"),
    [
        (FacingDial(value="E"), "value", "W"),
        (FacingDial(value="E"), "stops", 0),
        (RangeRuler(value="25.46"), "value", 3),
        (RangeRuler(bands=[{"from": 1, "to": 24, "label": "0"}]), "bands", []),
        (CoverToggles(value="light", found="light"), "value", "heavy"),
        (Ledger(lines=[LINE]), "lines", []),
        (Headline(fraction="2 in 6"), "fraction", "6 in 6"),
        (Toolbar(scenario=""), "can_undo", True),
    ],
)
def test_a_result_that_comes_from_the_browser_is_dropped_and_the_truth_sent_again(
    panel, name, forged, record
):
    truth = getattr(panel, name)
    sent = record(panel)
    panel.set_state({name: forged})
    assert getattr(panel, name) == truth
    assert sent[-1]["state"] == {name: truth}


@pytest.mark.parametrize("cls", CLASSES)
@pytest.mark.parametrize(
    "edits", [[{"n": 1, "facing": "E"}], [{"n": 1, "distance": "7"}], [{"distance": 7}], "all"]
)
def test_an_edit_of_a_wrong_form_is_refused_as_a_whole(cls, edits, record):
    panel = cls()
    before = panel.get_state(cls._settings())
    sent = record(panel)
    panel.set_state({"edit": {"edits": edits}})
    assert panel.get_state(cls._settings()) == before
    assert panel.applied == 0
    assert {"edit": {"edits": []}} in [message["state"] for message in sent]
    assert panel.refused["text"]


@pytest.mark.parametrize("cls", CLASSES)
def test_the_words_follow_the_language(cls):
    panel = cls()
    label = f"{cls._name}.label"
    english = panel.texts[label]
    panel.lang = "fr"
    assert panel.texts[label] != english


@pytest.mark.parametrize("cls", CLASSES)
def test_every_word_that_a_module_asks_for_is_there(cls):
    module = (FOLDER / "widgets" / f"{cls._name}.mjs").read_text(encoding="utf-8")
    asked = {f"{cls._name}.{key}" for key in re.findall(r'\bsay\("([a-z][\w.]*)"', module)}
    asked |= set(re.findall(rf'"({cls._name}\.[\w.]*\w)"', module))
    assert asked
    assert asked <= set(cls().texts)


@pytest.mark.parametrize("cls", CLASSES)
def test_both_languages_have_the_same_keys_and_fields(cls):
    texts = [
        json.loads((FOLDER / "words" / lang / f"{cls._name}.json").read_text("utf-8"))
        for lang in ("en", "fr")
    ]
    fields = [
        {
            key: set(re.findall(r"\{(\w+)\}", text if isinstance(text, str) else text["other"]))
            for key, text in t.items()
        }
        for t in texts
    ]
    assert fields[0] == fields[1]
