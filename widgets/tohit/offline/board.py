"""A scene as SVG: squares, terrain, minis with their facing, the line of sight, the answer at the target."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from tohit.core.answer import Answer
from tohit.core.geometry import FACINGS, parse_square, square_name
from tohit.core.scene import Mini
from tohit.core.situation import Situation
from tohit.offline.sides import side_numbers
from tohit.words import Words

__all__ = ["BOARD_CSS", "SQUARE", "board_svg"]

BOARD_CSS = Path(__file__).with_suffix(".css")
"""What gives the parts of the picture their colours, in the light."""

SQUARE = 40
_EDGE = 22  # room for the letters and numbers of the squares
_SHAPES = (  # one for each side, in a square of 40 around 0,0
    '<circle r="13"/>', '<rect x="-12" y="-12" width="24" height="24" rx="3"/>', '<path d="M0-16 16 0 0 16-16 0z"/>',
    '<path d="M0-15 15 11H-15z"/>',
)


def board_svg(answer: Answer, say: Words, label: str) -> str:
    """The board of an answer's question; ``label`` stands at the target.  A question without a board gives ``""``."""
    question = answer.question
    grid = question.scene.grid
    if grid is None:
        return ""
    width, height = grid.columns * SQUARE + _EDGE, grid.rows * SQUARE + _EDGE
    sides = side_numbers(mini.side for mini in question.scene.minis)
    placed = [mini for mini in question.scene.minis if mini.at is not None]
    parts = [_squares(grid), *(_piece(piece, grid, say) for piece in grid.terrain), _sight(answer, grid)]
    parts += [_mini(mini, sides[mini.side], answer, grid) for mini in placed]
    x, y = _middle(question.target.at, grid)
    parts.append(f'<text class="said" x="{x}" y="{y + 32}">{escape(label)}</text>')
    name = escape(answer.sentence(say))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_EDGE} 0 {width} {height}" class="board" role="img" '
            f'aria-label="{name}">{"".join(parts)}</svg>')


def _squares(grid: Any) -> str:
    wide, high = grid.columns * SQUARE, grid.rows * SQUARE
    lines = "".join(f"M{col * SQUARE} 0v{high}" for col in range(grid.columns + 1))
    lines += "".join(f"M0 {row * SQUARE}h{wide}" for row in range(grid.rows + 1))
    letters = "".join(f'<text x="{(col + 0.5) * SQUARE}" y="{high + 15}">{square_name(0, col)[:-1]}</text>'
                      for col in range(grid.columns))
    numbers = "".join(f'<text x="-11" y="{(row + 0.5) * SQUARE + 4}">{grid.rows - row}</text>' for row in range(grid.rows))
    return f'<path class="lines" d="{lines}"/><g class="names">{letters}{numbers}</g>'


def _piece(piece: Any, grid: Any, say: Words) -> str:
    letter = escape(say(f"board.letter.{piece.kind}"))
    drawn = []
    for square in piece.squares:
        x, y = _middle(square, grid)
        drawn.append(f'<rect x="{x - SQUARE // 2}" y="{y - SQUARE // 2}" width="{SQUARE}" height="{SQUARE}"/>'
                     f'<text x="{x - 12}" y="{y - 6}">{letter}</text>')
    return f'<g class="{piece.kind}">{"".join(drawn)}</g>'


def _sight(answer: Answer, grid: Any) -> str:
    situation = Situation(answer.question)
    (x1, y1), (x2, y2) = (_middle(mini.at, grid) for mini in (answer.question.attacker, answer.question.target))
    kind = "clear" if bool(situation.in_sight) else "blocked"
    return f'<line class="sight {kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _mini(mini: Mini, side: int, answer: Answer, grid: Any) -> str:
    attack = answer.question.attack
    role = "attacker" if mini.name == attack.attacker else "target" if mini.name == attack.target else "other"
    x, y = _middle(mini.at, grid)
    turn = f'<path class="wedge" transform="rotate({mini.facing * 45})" d="M-6-15 0-22 6-15z"/>' \
        if answer.question.rules.facings else ""
    ring = '<circle class="ring" r="19"/>' if role != "other" else ""
    name = escape(mini.name)
    return (f'<g class="mini side-{side} {role}" data-mini="{name}" transform="translate({x} {y})">'
            f'<title>{name}, {escape(mini.side)}, {square_name(*mini.at)} {FACINGS[mini.facing]}</title>{ring}{turn}'
            f'{_SHAPES[side - 1]}<text y="5">{escape(mini.name[:1].upper())}</text></g>')


def _middle(square: tuple[int, int] | str, grid: Any) -> tuple[int, int]:
    row, col = parse_square(square) if isinstance(square, str) else square
    return col * SQUARE + SQUARE // 2, (grid.rows - 1 - row) * SQUARE + SQUARE // 2
