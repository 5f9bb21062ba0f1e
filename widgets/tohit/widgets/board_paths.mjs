// Squares as places and paths in drawing units.
import { parseSquare, squareName } from "./board_model.mjs";
import { CELL } from "./board_shapes.mjs";

/** The upper left corner of a square in drawing units. */
export function corner(scene, square) {
  const { row, col } = parseSquare(square);
  return { x: col * CELL, y: (scene.rows - 1 - row) * CELL };
}

/** The middle of a square in drawing units. */
export function centre(scene, square) {
  const { x, y } = corner(scene, square);
  return { x: x + CELL / 2, y: y + CELL / 2 };
}

/** Squares as one filled path. */
export function area(scene, squares) {
  return squares.map((square) => {
    const { x, y } = corner(scene, square);
    return `M${x} ${y}h${CELL}v${CELL}h${-CELL}z`;
  }).join("");
}

/** The edges of a group of squares that no two of them share. */
export function outline(scene, squares) {
  const inside = new Set(squares);
  return edges(scene, squares, (square, neighbour) => !inside.has(neighbour));
}

/** The edges between squares of different bands. */
export function contours(scene, bands) {
  return edges(scene, Object.keys(bands), (square, neighbour) => bands[neighbour] < bands[square]);
}

function edges(scene, squares, isEdge) {
  const parts = [];
  for (const square of squares) {
    const { row, col } = parseSquare(square);
    const { x, y } = corner(scene, square);
    if (isEdge(square, squareName({ row: row + 1, col }))) parts.push(`M${x} ${y}h${CELL}`);
    if (isEdge(square, squareName({ row: row - 1, col }))) parts.push(`M${x} ${y + CELL}h${CELL}`);
    if (isEdge(square, squareName({ row, col: col - 1 }))) parts.push(`M${x} ${y}v${CELL}`);
    if (isEdge(square, squareName({ row, col: col + 1 }))) parts.push(`M${x + CELL} ${y}v${CELL}`);
  }
  return parts.join("");
}
