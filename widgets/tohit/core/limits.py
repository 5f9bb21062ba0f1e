"""The one table of limits (the scenario format's own); nothing is clamped silently."""

from __future__ import annotations

__all__ = [
    "ATTACKS", "BOARD", "CELLS", "COUNT", "DEPTH", "DISTANCE", "DISTANCE_PLACES", "DOCUMENT", "DUEL_ROUNDS",
    "DUEL_STATES", "DUEL_WAYS", "DUEL_WORK", "LEVEL", "MINIS", "NAME", "SCALE", "SEED", "SHOWN", "SIDES", "SIMULATED", "STEPS", "TABLE", "TEXT",
]

BOARD = 60            # columns and rows
MINIS = 200
ATTACKS = 1_000       # attacks, and attacks x dice per attack
LEVEL = 999           # skills, Defence Values, AS, DF, AR, toughness, modifiers: -999 to 999
COUNT = 999           # hit points, power, armour, counts: 0 to 999
SCALE = (-4, 8)
SIDES = (2, 100)
DISTANCE = 10_000
DISTANCE_PLACES = 3
NAME = 40             # characters
TEXT = 80
DOCUMENT = 262_144    # bytes
CELLS = 30_000        # of a sweep
TABLE = 10_000        # cells of a sweep that a page shows
DEPTH = 16            # nesting of a document
STEPS = 600_000       # states to follow x attacks, until a target is gone
DUEL_STATES = 4_000   # what one side has to lose x what the other has
DUEL_WORK = 40_000_000  # states x digits of their chances: about two seconds
DUEL_ROUNDS = 100     # of a duel, told one by one
DUEL_WAYS = 3_000_000  # that turns can go from all states, x rounds
SIMULATED = 10_000_000  # attacks thrown at once
SEED = 2**53 - 1      # the largest whole number that a browser keeps
SHOWN = 10            # thrown attacks whose dice are shown
