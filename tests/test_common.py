"""One scene under four systems: the board, the minis and their squares are the same, facings rounded."""

import pytest

import tohit
from tohit.common import MODES, ready_scenes
from tohit.core.errors import TohitError

SCENES = ready_scenes()


@pytest.fixture(params=SCENES)
def scene(request):
    return SCENES[request.param]


def own(scene, key):
    return next(question for question in scene.questions if question.rules.key == key)


def test_there_is_one_question_for_each_system(scene):
    assert {question.rules.key for question in scene.questions} == {rules.key for rules in tohit.rulesets()}
    assert scene.lead.rules.key == "ninth-age"


@pytest.mark.parametrize("mode", MODES)
def test_board_minis_and_roles_are_the_same_everywhere(scene, mode):
    changed = scene.changed({"path": "attack.mode", "value": mode}).changed({"mini": "Guard", "at": "B7"})
    shared = {
        (question.scene.grid, question.attack.attacker, question.attack.target,
         tuple((mini.name, mini.side, mini.at) for mini in question.scene.minis))
        for question in changed.questions
    }
    assert len(shared) == 1
    assert changed.mode == mode


@pytest.mark.parametrize(("facing", "rounded"), [("N", 0), ("NE", 0), ("E", 2), ("SE", 4), ("S", 4), ("SW", 4), ("W", 6), ("NW", 0)])
def test_a_facing_is_rounded_to_what_a_system_has(scene, facing, rounded):
    changed = scene.changed({"mini": "Archer", "facing": facing})
    assert own(changed, "ninth-age").attacker.facing == ("N", "NE", "E", "SE", "S", "SW", "W", "NW").index(facing)
    assert own(changed, "coup-de-grace").attacker.facing == rounded
    assert own(changed, "dark-age").attacker.facing == own(changed, "semiautomagic").attacker.facing == 0


def test_what_does_not_concern_a_system_leaves_its_question_as_it_is(scene):
    changed = scene.changed({"mini": "Archer", "facing": "S"})
    assert own(changed, "dark-age") is own(scene, "dark-age")


@pytest.mark.parametrize("edit", [
    {"mini": "Archer", "at": "E6"}, {"mini": "Nobody", "at": "A1"}, {"path": "attack.mode", "value": "arc"},
    {"mini": "Archer", "facing": "UP"}, {"path": "attack.weapon.pu", "value": 3},
])
def test_what_one_system_refuses_is_changed_in_none(scene, edit):
    with pytest.raises(TohitError):
        scene.changed(edit)


def test_every_ready_scene_may_be_attacked_in_all_four_and_they_differ(scene):
    answers = [tohit.evaluate(question) for question in scene.questions]
    assert all(answer.allowed for answer in answers)
    assert len({answer.chance for answer in answers}) >= 3
