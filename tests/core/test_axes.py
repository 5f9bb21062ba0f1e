"""What a sweep can go over: everything that the rules declare, by role, with the values that edits and sweeps take."""

import json

import pytest

import tohit
from tohit.core.axes import axes, axis_of
from tohit.ready import ready

SCENES = {f"{rules.key}.{name}": question for rules in tohit.rulesets() for name, question in ready(rules).items()}


@pytest.mark.parametrize("question", SCENES.values(), ids=SCENES)
def test_the_present_value_of_every_axis_gives_the_present_chance(question):
    answer = tohit.evaluate(question)
    for axis in axes(question).values():
        if axis.now is None and (axis.is_number or None not in axis.values):
            continue  # nothing stands there now
        swept = tohit.sweep(question, axis.path, [axis.now])
        assert (swept.chance(0), bool(swept.allowed[0])) == (answer.chance, answer.allowed), axis.key


@pytest.mark.parametrize("question", SCENES.values(), ids=SCENES)
def test_every_axis_has_a_name_in_both_languages_and_one_of_its_own(question):
    for lang in ("en", "fr"):
        say = question.rules.say(lang)
        names = [str(say.show(axis.name)) for axis in axes(question).values()]
        assert all(names) and len(set(names)) == len(names)


def test_everything_that_is_a_number_a_switch_or_a_choice_is_there():
    keys = set(axes(SCENES["coup-de-grace.archer-on-the-wall"]))
    assert {"attacker.stats.defence", "target.stats.defence", "attacker.facing", "target.facing", "weapon.increment", "options.magic",
            "overrides.distance", "overrides.line_of_sight", "overrides.facing_ok", "rulings.shield"} <= keys
    assert "target.stats.abilities" not in keys and "overrides.cover" not in keys


def test_an_axis_by_role_follows_who_is_attacked():
    question = SCENES["coup-de-grace.archer-on-the-wall"]
    other = next(mini.name for mini in question.scene.minis if mini.name not in (question.attack.attacker, question.attack.target))
    changed = tohit.apply(question, [{"target": other}])
    paths = [axis_of(asked, "target.stats.defence").path for asked in (question, changed)]
    names = [mini.name for mini in question.scene.minis]
    assert paths == [f"minis[{names.index(asked.attack.target)}].stats.defence" for asked in (question, changed)]
    assert axis_of(question, "target.stats.nothing") is None


def test_what_the_board_finds_can_be_left_to_it_only_where_there_is_one():
    question = SCENES["coup-de-grace.archer-on-the-wall"]
    assert axis_of(question, "overrides.facing_ok").values == (None, False, True)
    assert axis_of(question, "overrides.distance").now == 7
    document = json.loads(tohit.dumps(question))
    del document["board"]
    for mini in document["minis"]:
        mini.pop("at")
    document["attack"]["overrides"] = {"distance": 2.5, "line_of_sight": True, "facing_ok": True}
    bare = tohit.loads(json.dumps(document))
    assert axis_of(bare, "overrides.facing_ok").values == (False, True)
    assert axis_of(bare, "overrides.distance").now == 2.5
    assert axis_of(bare, "attacker.facing") is None


@pytest.mark.parametrize("question", [q for q in SCENES.values() if q.rules.facings], ids=[k for k, q in SCENES.items() if q.rules.facings])
def test_a_facing_is_a_field_like_any_other(question):
    for role in ("attacker", "target"):
        axis = axis_of(question, f"{role}.facing")
        swept = tohit.sweep(question, axis.path, axis.values)
        for place, value in enumerate(axis.values):
            answer = tohit.evaluate(tohit.apply(question, [{"mini": getattr(question.attack, role), "facing": value}]))
            assert (swept.chance(place), bool(swept.allowed[place])) == (answer.chance, answer.allowed)


def test_a_facing_beside_a_number_is_a_table():
    question = SCENES["ninth-age.bows-through-the-wood"]
    facing, aim = axis_of(question, "attacker.facing"), axis_of(question, "attacker.stats.aim")
    swept = tohit.sweep(question, (facing.path, aim.path), (facing.values, range(1, 8)))
    for row, value in enumerate(facing.values):
        for column, number in enumerate(range(1, 8)):
            edits = [{"path": facing.path, "value": value}, {"path": aim.path, "value": number}]
            assert swept.chance(row, column) == tohit.evaluate(tohit.apply(question, edits)).chance
    with pytest.raises(tohit.NotationError, match=r"minis\[0\]\.facing.*got \"X\""):
        tohit.sweep(question, "minis[0].facing", ["X"])
