// How the keys lead from cell to cell of a table.

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-10, 0], PageDown: [10, 0] };

/** Where a key leads from a cell, inside a table of so many rows and columns; null for any other key. */
export function stepFrom([row, column], { key, ctrlKey }, rows, columns) {
  const inside = (value, count) => Math.min(Math.max(value, 0), count - 1);
  if (key in STEPS) return [inside(row + STEPS[key][0], rows), inside(column + STEPS[key][1], columns)];
  if (key === "Home") return [ctrlKey ? 0 : row, 0];
  if (key === "End") return [ctrlKey ? rows - 1 : row, columns - 1];
  return null;
}
