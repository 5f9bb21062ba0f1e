"""Controls: a form made from a rule system's declaration."""

import pytest

import tohit
from tohit.core.kinds import Whole
from tohit.ready import ready
from tohit.widgets import Controls, groups_of
from tohit.words import LANGUAGES


def fields_of(question, lang="en"):
    groups = groups_of(question, question.rules.say(lang))
    return {field["path"]: field for group in groups for field in group["fields"]}


@pytest.fixture
def select_fire():
    return ready(tohit.ruleset("dark-age"))["slug-or-burst"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", sorted(tohit.SYSTEMS))
def test_every_declared_number_has_a_control_with_its_limits(key, lang):
    rules = tohit.ruleset(key)
    for question in ready(rules).values():
        fields = fields_of(question, lang)
        for ruling in rules.rulings:
            assert [choice["value"] for choice in fields[f"rulings.{ruling.key}"]["choices"]] == list(ruling.choices)
        for stat in rules.stats:
            if isinstance(stat.kind, Whole):
                row = [mini.name for mini in question.scene.minis].index(question.attack.target)
                made = fields[f"minis[{row}].stats.{stat.key}"]
                assert (made["low"], made["high"]) == (stat.kind.low, stat.kind.high)


@pytest.mark.parametrize("key", sorted(tohit.SYSTEMS))
def test_the_value_of_every_control_is_a_legal_edit_that_changes_nothing(key):
    for question in ready(tohit.ruleset(key)).values():
        for field in fields_of(question).values():
            if "edit" not in field:
                changed = tohit.apply(question, [{"path": field["path"], "value": field["value"]}])
                assert tohit.evaluate(changed).to_dict() == tohit.evaluate(question).to_dict()


def test_each_attack_chooses_its_own_profile(select_fire):
    two = tohit.apply(select_fire, [{"path": "attack.options.profile", "value": None}, {"path": "attack.attacks", "value": 2}])
    field = fields_of(two)["attack.options.profile"]
    names = [choice["value"] for choice in field["choices"]]
    assert (field["kind"], field["slots"]) == ("slots", 2)
    assert names == [profile.name for profile in select_fire.attack.weapon.profiles]
    chosen = tohit.apply(two, [{"path": field["path"], "value": names[:2]}])
    assert chosen.attack.options.profile == tuple(names[:2])


def test_power_can_be_taken_away_and_given_back(select_fire):
    field = fields_of(select_fire)["attack.weapon.pu"]
    assert field["optional"] and field["none"]
    without = tohit.apply(select_fire, [{"path": field["path"], "none": True}])
    assert without.attack.weapon.pu is None
    assert fields_of(without)["attack.weapon.pu"]["value"] is None


def test_a_square_is_written():
    question = ready(tohit.ruleset("semiautomagic"))["fireball-among-friends"]
    field = fields_of(question)["attack.options.aim_at"]
    assert (field["kind"], field["optional"], field["value"]) == ("text", True, None)
    aimed = tohit.apply(question, [{"path": field["path"], "value": "G6"}])
    assert fields_of(aimed)["attack.options.aim_at"]["value"] == "G6"


def test_a_form_alone_takes_over_its_values():
    form = Controls(groups=[{"key": "weapon", "name": "Weapon", "open": True, "fields": [
        {"path": "attack.weapon.increment", "name": "Increment", "kind": "whole", "low": 1, "high": 99, "value": 6}]}])
    form.set_state({"edit": {"edits": [{"n": 1, "path": "attack.weapon.increment", "value": 8}]}})
    assert form.groups[0]["fields"][0]["value"] == 8
    assert form.applied == 1


def test_a_profile_states_its_own_numbers_and_takes_over_the_weapons(select_fire):
    fields = fields_of(select_fire)
    assert fields["attack.weapon.profiles"]["kind"] == "records"
    assert fields["attack.weapon.profiles[0].name"]["value"] == "Slug"
    power, multiples = fields["attack.weapon.profiles[0].pu"], fields["attack.weapon.profiles[0].multiples"]
    assert (power["value"], multiples["value"], multiples["inherited"]) == (8, None, select_fire.attack.weapon.multiples)
    changed = tohit.apply(select_fire, [{"path": multiples["path"], "value": 4}])
    assert changed.attack.weapon.profiles[0].multiples == 4
    assert tohit.apply(changed, [{"path": multiples["path"], "value": None}]) == select_fire


def test_a_profile_is_added_under_a_name_of_its_own(select_fire):
    question = select_fire
    for number in (1, 2):
        field = fields_of(question)["attack.weapon.profiles"]
        assert field["fresh"] == f"Profile {number}"
        question = tohit.apply(question, [{"path": field["path"], "value": [*field["value"], {"name": field["fresh"]}]}])
    assert [profile.name for profile in question.attack.weapon.profiles][-2:] == ["Profile 1", "Profile 2"]
    assert fields_of(question)["attack.weapon.profiles[4].name"]["value"] == "Profile 2"


def test_the_profiles_of_a_weapon_without_any_can_be_begun(select_fire):
    bare = tohit.apply(tohit.apply(select_fire, [{"path": "attack.options.profile", "value": None}]),
                       [{"path": "attack.weapon.profiles", "value": None}])
    field = fields_of(bare)["attack.weapon.profiles"]
    assert (field["value"], field["follows"]["path"]) == ([], "attack.options.profile")


def test_a_weapon_is_offered_weapons_and_no_peoples():
    question = next(iter(ready(tohit.ruleset("coup-de-grace")).values()))
    offered = [choice["value"] for choice in fields_of(question)["attack.weapon.abilities"]["choices"]]
    assert "axe" in offered and "elf" not in offered
    assert {choice["name"] for choice in fields_of(question, "fr")["attack.weapon.abilities"]["choices"]}.isdisjoint({"axe"})
    assert "elf" in tohit.apply(question, [{"path": "attack.weapon.abilities", "value": ["elf"]}]).attack.weapon.abilities
