"""Select Fire: profiles inherit the weapon, one is chosen for each attack; and the limits of the numbers."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import tohit
from tohit.core.evaluate import worth

NO_BOARD = {"distance": 8, "cover": "none", "line_of_sight": True}
RIFLE = {
    "range": 12, "malfunction": 20, "pu": 4,
    "profiles": [{"name": "Slug", "pu": 7, "extreme_damage": 2}, {"name": "Burst", "multiples": 2, "malfunction": 18, "as": 11}],
}


def shot(fight: Any, profile: Any, attacks: int = 1, weapon: Any = None, **options: Any) -> Any:
    chosen = {} if profile is None else {"profile": profile}
    return fight("ranged", weapon=weapon or RIFLE, attacks=attacks, options={**chosen, **options}, overrides=NO_BOARD,
                 A="red", B=("blue", {"hp": 4}))


def plain(fight: Any, **weapon: Any) -> tohit.Answer:
    return tohit.evaluate(fight("ranged", weapon=weapon, overrides=NO_BOARD, A="red", B=("blue", {"hp": 4})))


def numbers(answer: tohit.Answer) -> tuple[Any, ...]:
    return answer.chance, answer.damage, answer.outcomes, [stage.need for stage in answer.stages]


def test_a_profile_has_the_weapon_s_keys_and_its_own_win(fight: Any) -> None:
    """What stands under a profile counts only with it."""
    slug = plain(fight, pu=7, extreme_damage=2, malfunction=20)
    burst = plain(fight, pu=4, multiples=2, malfunction=18, **{"as": 11})
    assert numbers(tohit.evaluate(shot(fight, "Slug"))) == numbers(slug)
    assert numbers(tohit.evaluate(shot(fight, "Burst"))) == numbers(burst)


def test_one_name_serves_all_attacks_and_a_list_serves_each(fight: Any) -> None:
    assert tohit.evaluate(shot(fight, "Slug", 3)).damage == tohit.evaluate(shot(fight, ["Slug"] * 3, 3)).damage
    mixed = tohit.evaluate(shot(fight, ["Burst", "Slug"], 2))
    assert mixed.chance == tohit.evaluate(shot(fight, "Burst")).chance
    assert mixed.damage != tohit.evaluate(shot(fight, ["Slug", "Burst"], 2)).damage  # the last attack counts in full


def test_a_profile_must_be_chosen(fight: Any) -> None:
    answer = tohit.evaluate(shot(fight, None))
    assert [refusal.key for refusal in answer.refusals] == ["profile"]
    assert answer.to_dict()["refusals"][0]["sentence"] == "This attack is Select Fire; choose a profile: Slug, Burst."
    assert answer.outcomes == {"dead": 0, "malfunction": 0}


@pytest.mark.parametrize(("profile", "attacks", "told"), [
    (["Slug", "Burst"], 3, r"attack\.options\.profile: 2 profiles for 3 attacks"),
    (["Slug", "Burst"], 1, r"attack\.options\.profile: 2 profiles for 1 attacks"),
    ("slug", 1, r'attack\.options\.profile: got "slug"; allowed: Slug, Burst'),
    (["Slug", "Laser"], 2, r'attack\.options\.profile\[1\]: got "Laser"; allowed: Slug, Burst'),
    (7, 1, r"attack\.options\.profile: got 7"),
])
def test_names_that_do_not_fit_are_refused(fight: Any, profile: Any, attacks: int, told: str) -> None:
    with pytest.raises(tohit.NotationError, match=told):
        shot(fight, profile, attacks)


def test_a_name_needs_a_weapon_with_profiles(fight: Any) -> None:
    with pytest.raises(tohit.NotationError, match=r"attack\.options\.profile: the weapon has no profiles"):
        shot(fight, "Slug", weapon={"pu": 5})


@pytest.mark.parametrize(("profiles", "told"), [
    ([{"name": "Slug"}, {"name": "Slug"}], r"profiles\[1\]\.name: the name “Slug” is taken"),
    ([{"pu": 3}], r"profiles\[0\]\.name: this key is missing"),
    ([{"name": "Slug", "profiles": []}], r"profiles\[0\]\.profiles: this key is not known"),
    ([{"name": "Slug", "pu": "7"}], r'profiles\[0\]\.pu: got "7"'),
    ({"Slug": {"pu": 1000}}, r"profiles\.Slug\.pu: got 1000"),
    ({"Slug": {"name": "Burst"}}, r'profiles\.Slug\.name: got "Burst"; allowed: Slug'),
    ({"": {}}, r'profiles: got ""'),
    ("Slug", r'profiles: got "Slug"'),
])
def test_profiles_are_named_and_checked(fight: Any, profiles: Any, told: str) -> None:
    with pytest.raises(tohit.NotationError, match=told):
        shot(fight, None, weapon={"profiles": profiles})


def test_profiles_may_be_written_as_one_object_by_name(fight: Any) -> None:
    by_name = {profile["name"]: {key: value for key, value in profile.items() if key != "name"} for profile in RIFLE["profiles"]}
    question = shot(fight, "Burst", weapon={**RIFLE, "profiles": by_name})
    assert question == shot(fight, "Burst")
    assert json.loads(tohit.dumps(question))["attack"]["weapon"]["profiles"] == RIFLE["profiles"]
    assert tohit.loads(tohit.link(question)) == question


def test_a_null_in_a_profile_is_its_own(fight: Any) -> None:
    net = {"pu": 5, "malfunction": 18, "profiles": [{"name": "Net", "pu": None, "malfunction": None}]}
    answer = tohit.evaluate(shot(fight, "Net", weapon=net))
    assert answer.damage == tohit.Distribution.certain(0)
    assert "malfunction" not in answer.outcomes


def test_every_profile_in_use_must_reach(fight: Any) -> None:
    weapon = {"range": 12, "profiles": [{"name": "Long"}, {"name": "Short", "range": 7}]}
    for profile, attacks, refused in (("Long", 1, []), ("Short", 1, ["range"]), (["Long", "Short"], 2, ["range"])):
        answer = tohit.evaluate(shot(fight, profile, attacks, weapon=weapon))
        assert [refusal.key for refusal in answer.refusals] == refused


def test_a_number_of_a_profile_can_be_edited_and_swept(fight: Any) -> None:
    curve = tohit.sweep(shot(fight, "Burst"), over="attack.weapon.profiles[1].as", values=range(4, 12))
    assert [curve.chance(cell) for cell in range(8)] == [Fraction(min(number, 17), 20) for number in range(8, 16)]


@pytest.mark.parametrize(("path", "value"), [
    ("minis[0].stats.as", 1000), ("minis[0].stats.df", -1000), ("minis[0].stats.ar", 1000), ("minis[0].stats.hp", -1),
    ("minis[0].stats.hp", 1000), ("attack.weapon.pu", 1000), ("attack.weapon.pu", -1), ("attack.weapon.multiples", 1000),
    ("attack.weapon.range", 10_001), ("attack.weapon.malfunction", 0), ("attack.weapon.malfunction", 21),
    ("attack.weapon.extreme_damage", 1000), ("attack.weapon.as", 1000), ("attack.weapon.reach", 1), ("attack.weapon.pu", True),
    ("attack.options.gang_up", 1000), ("attack.options.charge.power", 1000), ("attack.options.ability_cover", "soft"),
    ("attack.attacks", 1001), ("rulings.naturals", "1"),
])
def test_what_passes_a_limit_is_refused_with_its_path(fight: Any, path: str, value: Any) -> None:
    question = fight("ranged", overrides=NO_BOARD, A="red", B="blue")
    with pytest.raises(tohit.NotationError) as refusal:
        tohit.apply(question, [{"path": path, "value": value}])
    assert str(refusal.value).startswith(f"{path}: got ")


@pytest.mark.parametrize(("weapon", "attacks", "fits"), [
    ({"multiples": 1}, 1000, True), ({"multiples": 2}, 500, True), ({"multiples": 2}, 501, False), ({"multiples": 999}, 1, True),
    ({"extreme_damage": 999}, 1000, True), ({"multiples": 2, "extreme_damage": 999}, 1, True),
    ({"multiples": 3, "extreme_damage": 999}, 1, False), ({"multiples": 999, "extreme_damage": 999, "pu": None}, 1, True),
])
def test_more_than_can_be_counted_is_refused_and_the_rest_sums_to_one(fight: Any, weapon: Any, attacks: int, fits: bool) -> None:
    question = fight("ranged", weapon=weapon, attacks=attacks, overrides=NO_BOARD, A="red", B=("blue", {"hp": 3}))
    if not fits:
        with pytest.raises(tohit.NotationError, match=r"attack\.(attacks|weapon): "):
            tohit.evaluate(question)
        return
    answer = tohit.evaluate(question)
    assert sum(answer.damage.counts) == answer.damage.denominator
    assert 0 <= answer.outcomes["dead"] <= 1


def test_what_a_line_is_worth_is_judged_on_the_first_attack(fight: Any) -> None:
    """Two profiles for two attacks: cover costs the first of them 2 in 20."""
    question = tohit.apply(shot(fight, ["Burst", "Slug"], 2), [{"path": "attack.overrides.cover", "value": "light"}])
    answer = tohit.evaluate(question)
    line = next(line for line in answer.ledger if line.key == "light-cover")
    assert (answer.chance, worth(answer, line), line.wasted) == (Fraction(13, 20), Fraction(15, 20), 0)
