// The steps so far: thumbnails drawn from the scene, each with its number and two marks.

import { sideNumbers } from "./board_model.mjs";
import { deskOf, html, initialize, keyed, listen, mount, on, setAttrs, setText, svg, text } from "./shared.mjs";

const BODIES = {
  1: (x, y) => svg("circle", { cx: x, cy: y, r: 0.42 }),
  2: (x, y) => svg("rect", { x: x - 0.4, y: y - 0.4, width: 0.8, height: 0.8 }),
  3: (x, y) => svg("path", { d: `M${x} ${y - 0.5}l.5.5-.5.5-.5-.5z` }),
  4: (x, y) => svg("path", { d: `M${x} ${y - 0.45}l.5.9h-1z` }),
};

export default { initialize, render };

/** The edit that pressing a mark makes: set it, or take it away from where it is. */
export function markEdit(marks, mark, number) {
  return { mark, step: marks[mark] === number ? null : number };
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "steps-strip");
  const owner = {};
  const title = html("summary", {});
  const list = html("ol", {});
  const lead = html("p", {});
  const compare = html("a", { class: "tohit-steps-strip-compare", hidden: "" });
  const details = html("details", {}, title, lead, list, compare);
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  const nodes = new Map();
  el.append(details, refusal);
  details.open = model.get("opened");

  on(details, "toggle", () => {
    if (details.open !== model.get("opened")) box.push({ page: { steps: details.open } }, { owner });
  }, cleanup);

  function make({ number }) {
    const picture = svg("svg", { "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
    const label = html("span", {}, String(number));
    const go = html("button", { type: "button", class: "tohit-steps-strip-go" }, picture, label);
    go.addEventListener("click", () => box.push({ step: number }, { owner }));
    const marks = ["a", "b"].map((mark) => {
      const button = html("button", { type: "button", "data-mark": mark }, mark.toUpperCase());
      button.addEventListener("click", () => box.push(markEdit(model.get("marks"), mark, number), { owner }));
      return button;
    });
    return html("li", {}, go, html("span", { class: "tohit-steps-strip-marks" }, ...marks));
  }

  function update(node, step) {
    const [go, marks] = node.children;
    const isHere = step.number === model.get("here");
    const name = text(model, "steps_strip.go", { step: step.number });
    setAttrs(go, { "aria-current": isHere ? "step" : null, "aria-label": step.said ? `${name}: ${step.said}` : name, title: step.said || name });
    const look = JSON.stringify([step.minis, model.get("boards")[step.board]]);
    if (node.dataset.look !== look) {
      node.dataset.look = look;
      draw(go.firstChild, step, model.get("boards")[step.board]);
    }
    for (const button of marks.children) {
      const { mark } = button.dataset;
      setAttrs(button, {
        "aria-pressed": String(model.get("marks")[mark] === step.number),
        "aria-label": text(model, "steps_strip.mark", { mark: mark.toUpperCase(), step: step.number }),
      });
    }
  }

  function drawAll() {
    setText(title, text(model, "steps_strip.title"));
    setText(lead, text(model, "steps_strip.lead"));
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
    setText(compare, text(model, "steps_strip.compare"));
    setAttrs(compare, { href: model.get("compare") || null, hidden: model.get("compare") ? null : "" });
    if (!details.open) return;
    keyed(list, nodes, model.get("steps"), { key: ({ number }) => number, make, update });
    const here = nodes.get(model.get("here"));
    // Only the row itself scrolls: the page stays where it is.
    if (here) list.scrollLeft = Math.max(0, here.offsetLeft - list.offsetLeft - (list.clientWidth - here.clientWidth) / 2);
  }

  listen(model, ["boards", "steps", "here", "marks", "compare", "opened", "texts"], drawAll, cleanup, box, () => false);
  drawAll();
  return done;
}

function draw(picture, { minis }, board) {
  setAttrs(picture, { viewBox: `0 0 ${board.columns} ${board.rows}` });
  const numbers = sideNumbers({ minis: minis.map(([, , side]) => ({ side })) });
  picture.replaceChildren(
    svg("rect", { class: "ground", width: board.columns, height: board.rows }),
    ...["light", "heavy", "wall"].filter((kind) => board[kind]).map((kind) => svg("path", { class: kind, d: board[kind] })),
    ...minis.map(([col, row, side]) => setAttrs(BODIES[numbers.get(side)](col + 0.5, row + 0.5), { class: `side-${numbers.get(side)}` })),
  );
}
