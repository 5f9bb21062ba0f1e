"""What is no attack: dying and becoming stable, how long things take, scatter."""

from __future__ import annotations

from fractions import Fraction

import pytest

import tohit
from tohit.core.distribution import Distribution


def procedure(key: str):
    return next(procedure for procedure in tohit.ruleset("semiautomagic").procedures if procedure.key == key).chances


@pytest.mark.parametrize(("endurance", "stabilise", "chance"), [
    (0, 10, Fraction(19, 119)),    # 001-H01
    (1, 10, Fraction(409, 1309)),  # 001-H11
    (3, 10, Fraction(904, 1309)),  # 001-H31
    (3, 25, Fraction(59, 63)),     # 001-H31d, Die Hard
])
def test_golden_001_h_stable_before_death(endurance: int, stabilise: int, chance: Fraction) -> None:
    assert procedure("dying")(endurance=endurance, wounds=1, stabilise=stabilise).chance(1) == chance


@pytest.mark.parametrize("endurance", range(-4, 7))
@pytest.mark.parametrize("wounds", [0, 1, 3])
@pytest.mark.parametrize("stabilise", [1, 10, 50, 100])
def test_dying_round_by_round(endurance: int, wounds: int, stabilise: int) -> None:
    """All rounds followed until less than a millionth is undecided."""
    bonus, stable, dead = endurance - wounds, 0.0, 0.0
    living = {4: 1.0} if 6 + bonus >= 4 else {}
    dead += 0.0 if living else 1.0
    for _ in range(20_000):
        after: dict[int, float] = {}
        for dc, share in living.items():
            fails = min(6, max(0, dc - bonus - 1)) / 6
            for next_dc, part in ((dc, 1 - fails), (dc + 1, fails)):
                if next_dc > 6 + bonus:
                    dead += share * part
                else:
                    stable += share * part * stabilise / 100
                    after[next_dc] = after.get(next_dc, 0.0) + share * part * (1 - stabilise / 100)
        living = after
        if sum(living.values()) < 1e-9:
            break
    found = procedure("dying")(endurance=endurance, wounds=wounds, stabilise=stabilise)
    assert abs(float(found.chance(1)) - stable) < 1e-6
    assert abs(float(found.chance(0)) - dead) < 1e-6


@pytest.mark.parametrize(("endurance", "stable"), [(999, 1), (-999, 0)])
def test_the_ends_of_dying(endurance: int, stable: int) -> None:
    assert procedure("dying")(endurance=endurance, wounds=0, stabilise=1) == Distribution.certain(stable)


@pytest.mark.parametrize(("aimed", "reload", "larger", "helpers", "seconds"), [
    (False, 0, 0, 1, 4), (True, 0, 0, 1, 6), (False, 4, 0, 1, 8), (True, 4, 0, 1, 10), (False, 4, 1, 1, 12), (True, 4, 2, 1, 18),
    (False, 4, 0, 2, 6), (False, 4, 2, 3, 8), (False, 0, 3, 1, 4), (False, 10, 0, 1, 14),
])
def test_aiming_takes_2_seconds_and_reloading_4_and_4_a_scale_shared(aimed: bool, reload: int, larger: int, helpers: int,
                                                                    seconds: int) -> None:
    found = procedure("attacks-per-12-seconds")(aimed=aimed, improbable_aim=False, reload=reload, larger=larger, helpers=helpers)
    assert found.mean() == Fraction(12, seconds)
    assert set(found.outcomes()) <= {12 // seconds, 12 // seconds + 1}
    improbable = procedure("attacks-per-12-seconds")(aimed=aimed, improbable_aim=True, reload=reload, larger=larger, helpers=helpers)
    assert improbable.mean() == Fraction(12, seconds - 2 * aimed)  # aiming is part of the attack


@pytest.mark.parametrize(("scale", "endurance", "defence", "toughness"), [(0, 3, 0, 9), (0, 0, 0, 6), (1, 2, 5, 16), (-1, 0, 1, 4)])
def test_toughness_is_base_endurance_and_one_source_of_defence(scale: int, endurance: int, defence: int, toughness: int) -> None:
    found = procedure("toughness")(scale=scale, endurance=endurance, defence=defence)
    assert found == Distribution.certain(toughness)


@pytest.mark.parametrize(("ranks", "charges", "attacks"), [(0, 0, 1), (2, 0, 3), (2, 1, 2), (0, 1, 0), (0, 5, 0)])
def test_a_combo_has_as_many_parts_as_ranks_and_one(ranks: int, charges: int, attacks: int) -> None:
    assert procedure("combo")(ranks=ranks, charges=charges) == Distribution.certain(attacks)


@pytest.mark.parametrize(("attacks", "charges", "hip", "rating"), [(1, 0, 0, 1), (3, 1, 0, 2), (2, 1, 2, -1)])
def test_the_rating_of_a_combo(attacks: int, charges: int, hip: int, rating: int) -> None:
    assert procedure("combo-rating")(attacks=attacks, charges=charges, hip=hip) == Distribution.certain(rating)


def test_the_inputs_of_every_procedure_have_defaults_it_takes() -> None:
    for each in tohit.ruleset("semiautomagic").procedures:
        found = each.chances(**{field.name: field.default for field in each.inputs})
        assert sum(found.counts) == found.denominator
