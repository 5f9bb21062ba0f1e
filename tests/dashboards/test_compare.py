"""Two scenarios side by side: what is said of both equals the core's own answers, and only what changed is asked."""

import json
from fractions import Fraction
from importlib import import_module

import pytest

import tohit
from tohit.core.notation import canonical, dumps
from tohit.core.pages import write_page
from tohit.dashboards.differs import Differ
from tohit.ready import ready
from tohit.words import words

module = import_module("tohit.dashboards.compare")  # the package's own attribute is the function


@pytest.fixture
def page():
    made = tohit.compare(lang="en").page
    yield made
    made.close()


@pytest.fixture
def asked(monkeypatch):
    """Every question that is evaluated; the real evaluation still runs."""
    seen = []
    real = module.evaluate
    monkeypatch.setattr(module, "evaluate", lambda question: seen.append(question) or real(question))
    return seen


@pytest.fixture
def archer():
    return ready(tohit.ruleset("coup-de-grace"))["archer-on-the-wall"]


def send(page, part, *edits, done=True):
    board = page.boards[part]
    n = board.applied
    numbered = [{"gesture": n + 1, "done": done, **edit, "n": n + place} for place, edit in enumerate(edits, 1)]
    board.set_state({"edit": {"edits": numbered}})


def test_points_and_ratio_are_those_of_the_exact_chances(page):
    one, two = (tohit.evaluate(page.explorer.question[part]).chance for part in "ab")
    assert (one, two) == (Fraction(1, 6), Fraction(1, 3))
    assert page.verdict.title == "B against A: +16.7 percentage points"
    assert page.verdict.sentences[:2] == ["A 16.7% (1/6), B 33.3% (1/3).", "B is 2 times as likely as A (exactly 2)."]
    assert page.differs.sentences == ["Range increment: 6 → 12"]
    assert [headline.sentence for headline in page.headlines.values()] == ["A. Archer shoots Orc", "B. Archer shoots Orc"]


def test_the_bars_are_the_damage_of_both_on_one_scale(page):
    bars = page.damage.figure.marks[0]
    for part, heights in zip("ab", bars.y, strict=True):
        damage = tohit.evaluate(page.explorer.question[part]).damage
        assert heights.tolist() == [float(damage.chance(value)) for value in bars.x.astype(int)]
    assert bars.scales["x"] is page.damage.figure.scale_x


def test_an_edit_changes_its_own_side_and_asks_only_that(page, asked):
    before = page.explorer.question
    send(page, "b", {"mini": "Orc", "stats": {"defence": 3}})
    assert page.explorer.question.a is before.a and len(asked) == 1
    assert page.differs.sentences == ["Range increment: 6 → 12", "Orc’s Defence Value: 4 → 3"]
    send(page, "a", {"mini": "Archer", "at": "C4"}, done=False)
    send(page, "b", {"mini": "Archer", "at": "C5"}, done=False)
    assert len(asked) == 3 and page.explorer.question.a.attacker.at == (3, 2)
    send(page, "a", {"undo": True})
    assert page.explorer.question.b.attacker.at == before.b.attacker.at
    assert page.explorer.question.a.attacker.at == (3, 2), "gestures of two boards are two steps"


def test_a_side_is_a_ready_scenario_a_copy_or_a_pasted_link(page):
    send(page, "b", {"path": "scenario", "value": "dark-age/" + next(iter(ready(tohit.ruleset("dark-age"))))})
    assert page.explorer.question.b.rules.key == "dark-age"
    assert page.differs.sentences[0] == "Rule system: Coup-De-Grace → Dark Age"
    send(page, "a", {"path": "scenario", "value": "other"})
    assert page.explorer.question.a == page.explorer.question.b
    assert page.verdict.title == words("en")("compare.equal")
    assert page.differs.sentences == [words("en")("compare.same")]
    archer = ready(tohit.ruleset("coup-de-grace"))["archer-on-the-wall"]
    send(page, "a", {"document": tohit.link(archer)})
    assert page.explorer.question.a == archer != page.explorer.question.b
    send(page, "b", {"document": dumps(archer)})
    assert page.explorer.question.b == archer
    assert page.forms["b"].groups[0]["fields"][0]["value"] == "coup-de-grace/archer-on-the-wall"


@pytest.mark.parametrize("edit", [
    {"mini": "Archer", "at": "E6"}, {"path": "scenario", "value": "chess"}, {"document": "{}"}, {"document": "#s=1broken"},
    {"document": '{"format": "tohit-page/1", "page": "duel"}'},
])
def test_a_refusal_changes_nothing_and_says_why(page, asked, edit):
    before = page.explorer.question
    send(page, "b", edit)
    assert page.explorer.question is before and asked == []
    assert page.boards["b"].refused["text"] and not page.boards["a"].refused


def test_what_is_kept_opens_the_same_pair(page):
    send(page, "b", {"mini": "Archer", "at": "D4"})
    kept, before = page.keeper.fragment, page.explorer.question
    document = json.loads(page.keeper.document)
    assert (document["format"], document["page"], sorted(document["parts"])) == ("tohit-page/1", "compare", ["a", "b"])
    send(page, "a", {"path": "scenario", "value": "other"})
    send(page, "a", {"document": kept})
    assert page.explorer.question == before == tohit.compare(kept).page.explorer.question
    with pytest.raises(ValueError, match="already"):
        tohit.compare(kept, dumps(before.a))


def test_an_attack_that_is_not_allowed_is_said_and_not_divided(page):
    send(page, "b", {"mini": "Archer", "facing": "W"})
    assert page.verdict.title == "In B the attack is not allowed"
    assert page.damage.figure.marks[0].y[1].tolist() == [0.0] * len(page.damage.figure.marks[0].x)


def test_the_language_changes_every_text_and_asks_nobody(page, asked):
    send(page, "a", {"page": {"lang": "fr"}})
    assert {panel.lang for panel in page.panels} == {"fr"} and asked == []
    assert page.verdict.title == "B par rapport à A : +16,7 points de pourcentage"
    assert [panel.failed for panel in page.panels if panel.failed] == []


def test_one_message_carries_both_sides_from_the_board_that_was_touched(page):
    sent = []
    page.boards["b"].comm.publish_msg = lambda kind, data=None, **keys: sent.append(data["state"]) if kind == "comm_msg" else None
    send(page, "b", {"mini": "Orc", "stats": {"defence": 3}})
    assert sent[0]["applied"] == page.boards["b"].applied
    assert {page.headlines["b"].model_id, page.verdict.model_id, page.differs.model_id} <= {
        key for key, _ in sent[0]["parcel"]["states"]}


@pytest.mark.parametrize(("edits", "said"), [
    ([{"mini": "Archer", "at": "C3"}], ["Square of Archer: B4 → C3"]),
    ([{"mini": "Archer", "facing": "N"}], ["Archer faces: east → north"]),
    ([{"mini": "Wolf", "remove": True}], ["Only in A: Wolf"]),
    ([{"add": "A1", "name": "Elf", "side": "red"}], ["Only in B: Elf"]),
    ([{"square": "D5", "terrain": "wall"}, {"square": "D6", "terrain": "wall"}], ["D5, D6: none → a wall"]),
    ([{"board": {"columns": 13}}], ["Board: 12 × 10 → 13 × 10"]),
    ([{"path": "attack.overrides.distance", "value": 5}], ["distance: as on the board → 5"]),
    ([{"path": "attack.overrides.modifiers", "value": [{"name": "Rain", "attack": -1}]}], ["your own setting: none → Rain −1"]),
    ([{"path": "attack.attacks", "value": 4}], ["Number of attacks: 3 → 4"]),
    ([{"mini": "Orc", "stats": {"abilities": []}}], ["Orc’s Abilities: orc → none"]),
    ([{"target": "Wolf"}], ["Target: Orc → Wolf"]),
    ([{"path": "title", "value": "Another"}], []),
])
def test_differences_are_said_in_the_words_of_the_rules(archer, edits, said):
    assert Differ().told(archer, tohit.apply(archer, edits), "en") == said


def test_who_has_the_same_part_is_compared_under_both_names(archer):
    other = tohit.apply(archer, [{"mini": "Archer", "name": "Elf"}, {"mini": "Elf", "at": "C4"}])
    assert Differ().told(archer, other, "en") == ["Attacker: Archer → Elf", "Square of Archer / Elf: B4 → C4"]


def test_a_whole_question_can_be_given(archer):
    page = tohit.compare(archer, tohit.apply(archer, [{"target": "Wolf"}])).page
    assert page.explorer.question.b.attack.target == "Wolf"
    assert canonical(write_page("compare", {"a": archer, "b": page.explorer.question.b})) == page.keeper.document
    page.close()


def test_two_marked_steps_lead_to_this_page(archer):
    page = tohit.explore(scenario=archer, lang="en").page
    page.board.set_state({"edit": {"edits": [
        {"n": 1, "gesture": 1, "done": True, "mini": "Archer", "at": "C4"}, {"n": 2, "page": {"steps": True}}, {"n": 3, "mark": "a", "step": 0},
    ]}})
    assert page.strip.compare == ""
    page.board.set_state({"edit": {"edits": [{"n": 4, "mark": "b", "step": 1}]}})
    start, _, scene = page.strip.compare.partition("#")
    assert start == "compare.ipynb?lang=en"
    pair = tohit.compare(f"#{scene}").page.explorer.question
    assert (pair.a, pair.b) == (archer, page.explorer.question)
    page.close()
