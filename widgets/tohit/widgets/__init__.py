"""The widgets: each one can be used alone in a notebook cell.

- ``board``: GridBoard, squares with minis and terrain
- ``dial``, ``ruler``, ``cover``: FacingDial, RangeRuler, CoverToggles, one number or choice each
- ``handling``: Handling, what can be done to a mini and to the board
- ``steps_strip``, ``commands``: StepsStrip and CommandBox, what was done so far, as pictures and as lines
- ``controls``: Controls, what a rule system's declaration asks for
- ``heat``: Heat, which chances colour the board's squares
- ``headline``, ``ledger``, ``steps``: the answer, how it comes about, and the whole way there
- ``note``: Note, a heading and a few sentences
- ``table_map``: TableMap, a system's table of two stats
- ``heat_table``: HeatTable, chances by one or two numbers, thousands of cells
- ``ranking``, ``progress``: Ranking, what could be done, the best first; Progress, how far something long is
- ``predict``: Predict, questions whose answers stay covered until a guess is placed
- ``tally``, ``sentence``, ``class_box``: what a pair throws and writes, and a class's codes in one box
- ``procedures``: Procedures, what a system rolls beside attacks
- ``ending``: Ending, the ways something can end, with their chances
- ``roll``: Roll, attacks that are really thrown, beside what is exact
- ``keeper``: Keeper, copy, open and save; what brings a scene back
- ``evening``: EveningBox, what came of some attacks, and how likely it was
- ``toolbar``: pages, scenarios, undo, language
- ``base``, ``traits``, ``records``, ``shared.mjs``, ``theme.css``: what they have in common
"""

from tohit.widgets.base import Panel
from tohit.widgets.board import GridBoard
from tohit.widgets.class_box import ClassBox
from tohit.widgets.commands import CommandBox
from tohit.widgets.controls import Controls, groups_of
from tohit.widgets.cover import CoverToggles
from tohit.widgets.dial import FacingDial
from tohit.widgets.ending import Ending
from tohit.widgets.evening import EveningBox
from tohit.widgets.handling import Handling
from tohit.widgets.headline import Headline
from tohit.widgets.heat import Heat
from tohit.widgets.heat_table import HeatTable
from tohit.widgets.keeper import Keeper
from tohit.widgets.ledger import Ledger
from tohit.widgets.note import Note
from tohit.widgets.predict import Predict
from tohit.widgets.procedures import Procedures
from tohit.widgets.progress import Progress
from tohit.widgets.ranking import Ranking
from tohit.widgets.roll import Roll
from tohit.widgets.ruler import RangeRuler
from tohit.widgets.sentence import Sentence
from tohit.widgets.steps import Steps
from tohit.widgets.steps_strip import StepsStrip
from tohit.widgets.table_map import TableMap
from tohit.widgets.tally import TallyBox
from tohit.widgets.toolbar import Toolbar

__all__ = [
    "ClassBox", "CommandBox", "Controls", "CoverToggles", "Ending", "EveningBox", "FacingDial", "GridBoard", "Handling",
    "Headline", "Heat", "HeatTable", "Keeper", "Ledger", "Note", "Panel", "Predict", "Procedures", "Progress", "RangeRuler",
    "Ranking", "Roll", "Sentence", "Steps", "StepsStrip", "TableMap", "TallyBox", "Toolbar", "groups_of",
]
