// What the board knows without a screen: squares, who stands where, edits folded in, what to say.
// Pixels to squares and "is this square free" are the only questions answered here; rules live in Python.

import { text } from "./shared.mjs";

const STEPS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const SHAPES = 4;
// Sides that are named after a colour get that colour, in both languages.
const COLOURS = [
  ["blue", "bleu", "bleus", "bleue", "bleues"],
  ["red", "rouge", "rouges", "orange", "oranges"],
  ["green", "vert", "verts", "verte", "vertes"],
  ["purple", "pink", "violet", "violets", "rose", "roses", "pourpre"],
];

/** "C5" for row 4, column 2. */
export function squareName({ row, col }) {
  let letters = "";
  for (let rest = col + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters + (row + 1);
}

/** The square of a name, or null when it is no name of a square. */
export function parseSquare(name) {
  const match = /^([A-Z]{1,2})([1-9]\d?)$/.exec(name ?? "");
  if (!match) return null;
  const col = [...match[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(match[2]) - 1, col };
}

/** A scene with nothing missing, so that drawing never asks. */
export function whole(scene) {
  return {
    columns: 8,
    rows: 8,
    facings: 8,
    terrain: [],
    minis: [],
    attacker: null,
    target: null,
    label: "",
    sight: null,
    arc: [],
    template: [],
    bands: {},
    lit: [],
    tools: ["move", "turn", "wall", "light", "heavy", "erase"],
    ...scene,
  };
}

/** The scene as it will be when the edits that Python has not answered yet are accepted. */
export function fold(scene, pending) {
  let now = scene;
  const before = new Map();
  for (const edit of pending) {
    if (!before.has(edit.gesture)) before.set(edit.gesture, now);
    now = edit.cancel ? before.get(edit.gesture) : folded(now, edit);
  }
  return now;
}

function folded(scene, edit) {
  if ("add" in edit) return scene;
  if ("mini" in edit) return withEdited(scene, edit);
  if ("terrain" in edit) return withTerrain(scene, edit.square, edit.terrain, edit.controlled_by);
  if ("attacker" in edit) return withRole(scene, "attacker", "target", edit.attacker);
  if ("target" in edit) return withRole(scene, "target", "attacker", edit.target);
  return scene;
}

function withEdited(scene, edit) {
  if ("at" in edit) {
    return isFree(scene, edit.at, edit.mini) ? withMini(scene, edit.mini, { at: edit.at }) : scene;
  }
  if (edit.remove) return { ...scene, minis: scene.minis.filter((mini) => mini.name !== edit.mini) };
  for (const key of ["facing", "side", "downed"]) {
    if (key in edit) return withMini(scene, edit.mini, { [key]: edit[key] });
  }
  return scene;
}

function withMini(scene, name, changes) {
  return { ...scene, minis: scene.minis.map((mini) => (mini.name === name ? { ...mini, ...changes } : mini)) };
}

function withTerrain(scene, square, kind, owner) {
  const rest = scene.terrain
    .map((piece) => ({ ...piece, squares: piece.squares.filter((name) => name !== square) }))
    .filter((piece) => piece.squares.length);
  return { ...scene, terrain: kind ? [...rest, { squares: [square], kind, controlled_by: owner }] : rest };
}

/** Choosing who has the other part already makes the two change places. */
function withRole(scene, role, other, name) {
  const given = scene[other] === name ? { [other]: scene[role] } : {};
  return { ...scene, ...given, [role]: name };
}

/** The squares from one to another, without the first: what a quick stroke passes over between two events. */
export function squaresTo(from, to) {
  const [a, b] = [parseSquare(from), parseSquare(to)];
  const steps = Math.max(Math.abs(b.row - a.row), Math.abs(b.col - a.col));
  return Array.from({ length: steps }, (_, step) => {
    const part = (step + 1) / steps;
    return squareName({ row: Math.round(a.row + (b.row - a.row) * part), col: Math.round(a.col + (b.col - a.col) * part) });
  });
}

/** The mini of that name, or undefined. */
export function miniNamed(scene, name) {
  return scene.minis.find((mini) => mini.name === name);
}

/** The mini on that square, or undefined. */
export function miniAt(scene, square) {
  return byValue(scene.minis, (mini) => [mini.at]).get(square);
}

/** The piece of terrain that covers that square, or undefined. */
export function pieceAt(scene, square) {
  return byValue(scene.terrain, (piece) => piece.squares).get(square);
}

const indexes = new WeakMap();

/** Who stands where, made once for a list that never changes: a full board is asked a thousand times. */
function byValue(list, squares) {
  if (!indexes.has(list)) {
    indexes.set(list, new Map(list.flatMap((item) => squares(item).map((square) => [square, item]))));
  }
  return indexes.get(list);
}

/** Whether the square is on the board. */
export function isOn(scene, square) {
  const place = parseSquare(square);
  return place !== null && place.row < scene.rows && place.col < scene.columns;
}

/** Whether a mini may stand there: on the board, no wall, nobody else. */
export function isFree(scene, square, name) {
  if (!isOn(scene, square) || pieceAt(scene, square)?.kind === "wall") return false;
  const other = miniAt(scene, square);
  return other === undefined || other.name === name;
}

/** The facing after so many clicks to the right (or left, if negative). */
export function turned(facing, clicks, facings) {
  const step = STEPS.length / facings;
  const start = Math.round(Math.max(STEPS.indexOf(facing), 0) / step);
  return STEPS[((start + clicks) * step + 8 * STEPS.length) % STEPS.length];
}

/** The facing that points from one place on the screen to another, or null when they are too close. */
export function facingTo(dx, dy, facings, least = 6) {
  if (Math.hypot(dx, dy) < least) return null;
  const step = STEPS.length / facings;
  const turn = Math.round((Math.atan2(dx, -dy) / (2 * Math.PI)) * facings);
  return STEPS[(turn * step + STEPS.length) % STEPS.length];
}

/** Degrees clockwise from north. */
export function angle(facing) {
  return 45 * Math.max(STEPS.indexOf(facing), 0);
}

/** For each side its number, 1 to 4: by its name's colour, else the next that is not taken. */
export function sideNumbers(scene) {
  const sides = [...new Set(scene.minis.map((mini) => mini.side))];
  const numbers = new Map();
  for (const side of sides) {
    const named = COLOURS.findIndex((names) => names.includes(side.toLowerCase()));
    if (named >= 0) numbers.set(side, named + 1);
  }
  const taken = new Set(numbers.values());
  const free = [1, 2, 3, 4].filter((number) => !taken.has(number));
  let next = 0;
  for (const side of sides) {
    if (!numbers.has(side)) numbers.set(side, free[next] ?? (next % SHAPES) + 1);
    else continue;
    next += 1;
  }
  return numbers;
}

/** For each mini the letters on it: the first of its name, and one more (or its number) where minis share it. */
export function initials(scene) {
  const shared = new Map();
  for (const { name } of scene.minis) shared.set(firstLetter(name), (shared.get(firstLetter(name)) ?? 0) + 1);
  return new Map(scene.minis.map(({ name }) => {
    const first = firstLetter(name);
    return [name, shared.get(first) > 1 ? withSecond(first, name.trim()) : first];
  }));
}

function firstLetter(name) {
  return [...name.trim()][0]?.toUpperCase() ?? "?";
}

function withSecond(first, name) {
  const [number] = /\d+$/.exec(name) ?? [""];
  if (number.length > 1) return number.slice(-2);
  const words = name.split(/\s+/);
  return first + (number || (words.length > 1 ? [...words.at(-1)][0] : ([...name][1] ?? "")));
}

/** What a square is called aloud: "C5, Archer, red, faces east, attacker". */
export function describe(model, scene, square) {
  const mini = miniAt(scene, square);
  const piece = pieceAt(scene, square);
  const parts = [square];
  if (mini) {
    parts.push(mini.name, mini.side);
    if (scene.facings) parts.push(text(model, `board.faces.${mini.facing}`));
    if (mini.downed) parts.push(text(model, "board.downed"));
    if (mini.name === scene.attacker) parts.push(text(model, "board.is_attacker"));
    if (mini.name === scene.target) parts.push(text(model, "board.is_target"));
    if (mini.name === scene.target && scene.label) parts.push(scene.label);
  }
  if (piece) parts.push(called(model, piece));
  if (piece?.controlled_by) parts.push(text(model, "board.controlled", { by: piece.controlled_by }));
  if (!mini && !piece) parts.push(text(model, "board.free"));
  return parts.join(", ");
}

/** The name of a piece of terrain, with its kind. */
export function called(model, piece) {
  const kind = text(model, `board.kind.${piece.kind}`);
  return piece.name ? `${piece.name} (${kind})` : kind;
}

/** The line of sight in one sentence. */
export function describeSight(model, scene) {
  if (!scene.sight) return text(model, "board.sight.none");
  const { from, to, clear, blockers = [] } = scene.sight;
  const names = blockers.map((square) => {
    const name = miniAt(scene, square)?.name ?? pieceAt(scene, square)?.name;
    return name ? text(model, "board.sight.at", { name, square }) : square;
  });
  const key = clear ? "board.sight.clear" : "board.sight.blocked";
  return text(model, key, { from, to, blockers: names.join(", ") });
}
