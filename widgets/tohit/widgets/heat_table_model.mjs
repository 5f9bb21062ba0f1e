// What a table of chances is made of, before anything is drawn.

const HIGH = 30; // Pixels of a row.
const NARROW = 40; // A column is at least so wide, and wider where its heads are words.
const WORDY = 84;
const WIDE = 96;
const LETTER = 7.6;
const SPARE = 2; // Cells drawn beyond what is in sight, so that a scroll shows no gap.

/** Sizes in pixels: `left` of the row heads, `top` of the column heads, `wide` and `high` of a cell, and of the whole. */
export function layoutOf({ columns, rows, cells }, room) {
  const longest = (heads) => Math.max(...heads.map((head) => head.length));
  const isLong = longest(columns.heads) > 5;
  const left = rows.name ? Math.round(Math.min(Math.max(48, longest(rows.heads) * LETTER + 18), 150, room / 3)) : 0;
  const count = cells[0].length;
  const wide = Math.max(isLong ? WORDY : NARROW, Math.min(WIDE, Math.floor((room - left) / count)));
  const top = isLong ? 44 : 28;
  return { left, top, wide, high: HIGH, isLong, width: left + count * wide, height: top + cells.length * HIGH };
}

/** The places of what a scrolled length shows, in order, and `held` with them. */
export function inSight(scrolled, length, size, count, held) {
  const first = Math.max(0, Math.floor(scrolled / size) - SPARE);
  const last = Math.min(count - 1, Math.ceil((scrolled + length) / size) + SPARE);
  const places = Array.from({ length: Math.max(last - first + 1, 0) }, (_, place) => first + place);
  if (held === undefined || held >= count || places.includes(held)) return places;
  return held < first ? [held, ...places] : [...places, held];
}

/** The edits that a cell stands for: one for each number, as one step of undo. */
export function editsOf({ columns, rows }, [row, column]) {
  const edit = (axis, place) => {
    const value = axis.values[place];
    return axis.mini ? { mini: axis.mini, facing: value } : { path: axis.path, value };
  };
  return rows.name ? [edit(columns, column), edit(rows, row)] : [edit(columns, column)];
}

/** Whether one of two neighbours reaches what is wanted and the other does not; none does beyond the table. */
export function isEdge(table, [row, column], [otherRow, otherColumn]) {
  if (otherRow < 0 || otherColumn < 0) return false;
  return reaches(table, row, column) !== reaches(table, otherRow, otherColumn);
}

function reaches({ levels, cells }, row, column) {
  return levels[cells[row][column]]?.reaches ?? false;
}

/** A cell in words: what it stands for, its chance, and whether it is the present one. */
export function nameOf({ columns, rows, levels, cells, here }, row, column, say) {
  const names = { columns: columns.name, column: columns.heads[column], rows: rows.name, row: rows.heads?.[row] };
  const level = levels[cells[row][column]];
  const values = say(rows.name ? "values" : "value", names);
  const isHere = here[0] === row && here[1] === column;
  const chance = level ? say("chance", { percent: level.percent, fraction: level.fraction }) : say("refused");
  return say(isHere ? "cell_here" : "cell", { values, chance });
}
