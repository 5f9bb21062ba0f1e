// The facing dial: a ring of directions and a wedge that points at one of them.
import { deskOf, html, initialize, keyed, listen, mount, setAttrs, setText, svg, text } from "./shared.mjs";
import { folded, grip } from "./grip.mjs";

const FACINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const CENTRE = 84;
const RING = 66;

export default { initialize, render };

/** The facings of a dial, clockwise from north. */
export function stopsOf(count) {
  return count ? FACINGS.filter((_, index) => index % (8 / count) === 0) : [];
}

/** The stop nearest to a direction; `right` and `up` lead away from the centre.  Null in the very middle. */
export function stopAt(right, up, stops) {
  if (Math.hypot(right, up) < 6) return null;
  const turn = Math.atan2(right, up) / (2 * Math.PI);
  return stops[(Math.round(turn * stops.length) + stops.length) % stops.length];
}

/** The stop that a key leads to; undefined when it is no key of the dial. */
export function stopByKey({ key, shiftKey }, value, stops) {
  const by = (steps) => stops[(stops.indexOf(value) + steps + stops.length) % stops.length];
  if (key === "ArrowRight" || key === "ArrowUp" || key === "]") return by(1);
  if (key === "ArrowLeft" || key === "ArrowDown" || key === "[") return by(-1);
  if (key.toLowerCase() === "r") return by(shiftKey ? -1 : 1); // "R" may also come from the caps lock.
  if (key === "Home") return stops[0];
  if (key === "End") return stops.at(-1);
  return undefined;
}

/** Where a facing lies on a circle, as SVG coordinates. */
export function onCircle(facing, radius, offset = 0) {
  const angle = (FACINGS.indexOf(facing) / 8) * 2 * Math.PI + offset;
  const round = (value) => Math.round(value * 100) / 100;
  return { x: round(CENTRE + radius * Math.sin(angle)), y: round(CENTRE - radius * Math.cos(angle)) };
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "dial");
  const owner = {};
  const stopNodes = new Map();

  const title = html("div", { class: "tohit-dial-title" });
  const arc = svg("path", { class: "tohit-dial-arc", d: sector("N", RING - 17) });
  const tip = `M${CENTRE} 34 L${CENTRE + 15} 62 L${CENTRE - 15} 62 Z`;
  const wedge = svg("path", { class: "tohit-dial-wedge", d: tip });
  const token = svg("circle", { class: "tohit-dial-token", cx: CENTRE, cy: CENTRE, r: 21 });
  const middle = { x: CENTRE, y: CENTRE, dy: "0.36em", "text-anchor": "middle" };
  const letters = svg("text", { class: "tohit-dial-letters", ...middle });
  const needle = svg("g", { class: "tohit-dial-needle" }, arc, wedge, token);
  const ring = svg("g", { class: "tohit-dial-stops" });
  const picture = svg(
    "svg",
    { class: "tohit-dial-face", viewBox: `0 0 ${2 * CENTRE} ${2 * CENTRE}`, role: "slider" },
    svg("circle", { class: "tohit-dial-rim", cx: CENTRE, cy: CENTRE, r: RING }),
    needle,
    letters,
    ring,
  );
  const caption = html("div", { class: "tohit-dial-caption" });
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  el.append(title, picture, caption, refusal);

  // An edit must name a mini, even where a dial stands alone and nobody asks for the name.
  const whose = () => model.get("mini") || "?";
  const stops = () => stopsOf(model.get("stops"));
  const now = () =>
    hand.held() ??
    folded(model.get("value"), box.pending(), (edit) =>
      "facing" in edit && edit.mini === whose() ? edit.facing : undefined,
    );
  const hand = grip({
    box,
    owner,
    target: picture,
    now,
    draw,
    cleanup,
    ready: () => stops().length > 0,
    edit: (facing) => ({ mini: whose(), facing }),
    step: (event) => stopByKey(event, now(), stops()),
    at(event) {
      const { left, top, width, height } = picture.getBoundingClientRect();
      return stopAt(event.clientX - left - width / 2, top + height / 2 - event.clientY, stops());
    },
  });

  function drawStop(node, facing) {
    node.classList.toggle("tohit-dial-chosen", stops().length > 0 && facing === now());
    setText(node.lastChild, text(model, `dial.${facing}`));
  }

  function makeStop(facing) {
    const { x, y } = onCircle(facing, RING);
    return svg(
      "g",
      { class: "tohit-dial-stop" },
      svg("circle", { cx: x, cy: y, r: 15 }),
      svg("text", { x, y, dy: "0.36em", "text-anchor": "middle" }),
    );
  }

  function draw() {
    const value = now();
    const mini = model.get("mini");
    const able = stops().length > 0;
    const facing = text(model, `dial.${value}.long`);
    const said = mini ? text(model, "dial.faces", { mini, facing }) : text(model, "dial.facing", { facing });
    const reason = model.get("reason") || text(model, "dial.none.reason");
    setText(title, text(model, "dial.label"));
    setText(caption, able ? said : reason);
    setText(letters, able ? [...mini].slice(0, 2).join("") : "");
    keyed(ring, stopNodes, able ? stops() : FACINGS, { key: (stop) => stop, make: makeStop, update: drawStop });
    setAttrs(needle, { transform: `rotate(${FACINGS.indexOf(value) * 45} ${CENTRE} ${CENTRE})` });
    el.classList.toggle("tohit-dial-off", !able);
    setAttrs(picture, {
      tabindex: able ? 0 : null,
      "aria-disabled": able ? null : "true",
      "aria-label": mini ? text(model, "dial.label.mini", { mini }) : text(model, "dial.label"),
      "aria-valuemin": 0,
      "aria-valuemax": Math.max(0, stops().length - 1),
      "aria-valuenow": Math.max(0, stops().indexOf(value)),
      "aria-valuetext": able ? facing : reason,
    });
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
  }

  listen(model, ["value", "stops", "mini", "reason", "texts"], draw, cleanup, box, (edit) => edit.facing);
  draw();
  return done;
}

/** A quarter of a disc around a facing: what lies in front. */
function sector(facing, radius) {
  const from = onCircle(facing, radius, -Math.PI / 4);
  const to = onCircle(facing, radius, Math.PI / 4);
  return `M${CENTRE} ${CENTRE} L${from.x} ${from.y} A${radius} ${radius} 0 0 1 ${to.x} ${to.y} Z`;
}
