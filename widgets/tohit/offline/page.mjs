// An exported page: looks the answer to a changed scene up, and says when it is not among those that were stored.
const data = JSON.parse(document.getElementById("stored").textContent);
const part = (id) => document.getElementById(id);
const tables = data.moves.map((table) => ({ ...table, codes: unpack(table.codes) }));
const sliders = new Map();
let now = { ...data.here };

if (data.here || data.sliders.length) {
  begin();
  show();
}

function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Uint16Array(bytes.buffer);
}

function begin() {
  part("inputs").hidden = false;
  const all = (key) => [...new Set(tables.flatMap((table) => table[key]))];
  choices("attacker", all("attackers"), (at) => at);
  choices("target", all("targets"), (at) => at);
  choices("facing", data.facings ? all("facings") : [], (facing) => data.texts[`facing.${facing}`]);
  choices("cover", all("covers").map((cover) => cover ?? ""), (cover) => data.texts[cover ? `cover.${cover}` : "as_seen"]);
  for (const slider of data.sliders) addSlider(slider);
  part("again").addEventListener("click", () => {
    now = { ...data.here };
    for (const { input, slider } of sliders.values()) input.value = slider.value;
    show();
  });
  part("inputs").addEventListener("submit", (event) => event.preventDefault());
  const board = document.querySelector("svg.board");
  if (board) watchBoard(board);
}

function choices(id, values, name) {
  const list = part(id);
  list.parentElement.hidden = values.length < 2;
  for (const value of values) list.append(new Option(name(value), value));
  list.addEventListener("change", () => {
    now[id] = list.value || null;
    show();
  });
}

function addSlider(slider) {
  const input = Object.assign(document.createElement("input"), {
    type: "range", min: slider.values[0], max: slider.values.at(-1), value: slider.value,
  });
  const told = document.createElement("output");
  const label = document.createElement("label");
  label.append(slider.name, input, told);
  part("sliders").append(label);
  input.addEventListener("input", show);
  sliders.set(slider.path, { slider, input, told });
}

/** The code of the scene as it is now, or -1 when it was not stored. */
function find() {
  const moved = data.here && Object.keys(data.here).some((key) => now[key] !== data.here[key]);
  const slid = [...sliders.values()].filter(({ slider, input }) => Number(input.value) !== slider.value);
  if (slid.length > 1 || (slid.length && moved)) return -1;
  if (slid.length) return slid[0].slider.codes[slid[0].slider.values.indexOf(Number(slid[0].input.value))];
  if (!moved) return null;
  for (const table of tables) {
    const place = ["attackers", "targets", "facings", "covers"].map((key) => table[key].indexOf(now[key.slice(0, -1)]));
    if (place.includes(-1)) continue;
    const sizes = [table.attackers, table.targets, table.facings, table.covers].map((list) => list.length);
    return table.codes[place.reduce((index, value, axis) => index * sizes[axis] + value, 0)];
  }
  return -1;
}

function show() {
  const code = find();
  const shown = code === null ? data.own : code < 0 ? { said: "–", percent: "" } : data.shown[code];
  part("said").textContent = shown.said;
  part("percent").textContent = shown.percent;
  part("note").textContent = data.texts[code === -1 ? "outside" : "stored"];
  document.body.classList.toggle("outside", code === -1);
  for (const { input, told } of sliders.values()) told.textContent = input.value;
  for (const id of ["attacker", "target", "facing", "cover"]) part(id).value = now[id] ?? "";
  drawBoard(shown.said);
}

function drawBoard(said) {
  const board = document.querySelector("svg.board");
  if (!board) return;
  const [attacker, target] = [middle(now.attacker), middle(now.target)];
  for (const role of ["attacker", "target"]) {
    const [x, y] = middle(now[role]);
    board.querySelector(`.mini.${role}`).setAttribute("transform", `translate(${x} ${y})`);
  }
  const turn = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"].indexOf(now.facing) * 45;
  board.querySelector(".mini.attacker .wedge")?.setAttribute("transform", `rotate(${turn})`);
  const line = board.querySelector(".sight");
  const ends = { x1: attacker[0], y1: attacker[1], x2: target[0], y2: target[1] };
  for (const [name, value] of Object.entries(ends)) line.setAttribute(name, value);
  // Whether the line is free is not stored for each scene: it keeps its colour only where it was drawn.
  const moved = now.attacker !== data.here.attacker || now.target !== data.here.target;
  line.classList.toggle("unknown", moved);
  const label = board.querySelector("text.said");
  label.textContent = said;
  label.setAttribute("x", target[0]);
  label.setAttribute("y", target[1] + 32);
}

function middle(square) {
  const [, letters, row] = square.match(/^([A-Z]+)(\d+)$/);
  const col = [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return [(col + 0.5) * data.square, (data.rows - Number(row) + 0.5) * data.square];
}

/** Drag the two minis, or click one and then a square. */
function watchBoard(board) {
  let held = null;
  for (const role of ["attacker", "target"]) {
    const mini = board.querySelector(`.mini.${role}`);
    mini.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      held = held === role ? null : role;
      board.setPointerCapture(event.pointerId);
      mark(board, held);
    });
  }
  board.addEventListener("pointermove", (event) => {
    if (held && event.buttons) go(board, held, event);
  });
  board.addEventListener("pointerup", (event) => {
    if (!held) return;
    const before = now[held];
    go(board, held, event);
    // Let go where it was taken up: a click, and the next click says where to.
    if (now[held] !== before || board.dataset.moved) held = null;
    delete board.dataset.moved;
    mark(board, held);
  });
}

function go(board, role, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  const col = Math.floor(point.x / data.square);
  const row = data.rows - Math.floor(point.y / data.square);
  const square = `${col < 26 ? "" : String.fromCharCode(64 + Math.floor(col / 26))}${String.fromCharCode(65 + (col % 26))}${row}`;
  const known = tables.some((table) => table[`${role}s`].includes(square));
  const other = role === "attacker" ? now.target : now.attacker;
  if (!known || square === other || square === now[role]) return;
  now[role] = square;
  board.dataset.moved = "yes";
  show();
}

function mark(board, role) {
  for (const mini of board.querySelectorAll(".mini")) mini.classList.toggle("held", Boolean(role) && mini.classList.contains(role));
}
