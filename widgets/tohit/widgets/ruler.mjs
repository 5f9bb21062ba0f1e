// The range ruler: a track of penalty bands and a thumb at the present distance.
import { deskOf, html, initialize, keyed, listen, mount, number, on, setAttrs, setText, text } from "./shared.mjs";
import { folded, grip } from "./grip.mjs";

const OVERRIDE = "attack.overrides.distance";
const DARKEST = 5;

export default { initialize, render };

/** The distance at a share (0 to 1) of the track, on the nearest step. */
export function distanceAt(share, { minimum, maximum, step }) {
  const inside = Math.min(1, Math.max(0, share));
  return onStep(Math.round((inside * (maximum - minimum)) / step), { minimum, maximum, step });
}

/** Where a distance lies on the track, 0 to 1; what is outside lies at the end. */
export function shareOf(distance, { minimum, maximum }) {
  return Math.min(1, Math.max(0, (Number(distance) - minimum) / (maximum - minimum)));
}

/** The bands as shares of the track; each reaches to the beginning of the next. */
export function stretches(bands, scale) {
  return bands.map((band, index) => {
    const from = shareOf(band.from, scale);
    return { band, from, width: shareOf(bands[index + 1]?.from ?? band.to, scale) - from };
  });
}

/** The band of a distance, or null; what lies between two bands (5.66 between 1–5 and 6–11) is in the lower one. */
export function bandOf(distance, bands) {
  const value = Number(distance);
  const band = bands.findLast(({ from }) => value >= from) ?? null;
  return band && band === bands.at(-1) && value > band.to ? null : band;
}

/** The distance that a key leads to; undefined when it is no key of the ruler. */
export function distanceByKey(key, distance, scale, bands) {
  const { minimum, maximum, step } = scale;
  const place = (Number(distance) - minimum) / step;
  if (key === "ArrowRight" || key === "ArrowUp") return onStep(Math.floor(place + 1e-9) + 1, scale);
  if (key === "ArrowLeft" || key === "ArrowDown") return onStep(Math.ceil(place - 1e-9) - 1, scale);
  if (key === "Home") return minimum;
  if (key === "End") return onStep(Math.floor((maximum - minimum) / step + 1e-9), scale);
  if (key !== "PageUp" && key !== "PageDown") return undefined;
  const starts = bands.length > 1 ? bands.map((band) => band.from) : tenths(scale);
  const value = Number(distance);
  const next = key === "PageUp" ? starts.find((start) => start > value) : starts.findLast((start) => start < value);
  const target = next ?? (key === "PageUp" ? maximum : minimum);
  return distanceAt(shareOf(target, scale), scale);
}

/** Whether words fit into a place of so many pixels, on one line or two. */
export function fits(words, width) {
  const pixels = (part) => part.length * 7.5 + 6;
  const cuts = [...words.matchAll(/ /g)].map(({ index }) => [words.slice(0, index), words.slice(index + 1)]);
  return [[words], ...cuts].some((lines) => lines.every((line) => pixels(line) <= width));
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "ruler");
  const owner = {};
  const bandNodes = new Map();
  const tickNodes = new Map();
  let width = 0;

  const title = html("span", { class: "tohit-ruler-title" });
  const shown = html("span", { class: "tohit-ruler-shown" });
  const tag = html("span", { class: "tohit-ruler-tag" });
  const back = html("button", { type: "button" });
  const bandRow = html("div", { class: "tohit-ruler-bands", "aria-hidden": "true" });
  const thumb = html("div", { class: "tohit-ruler-thumb" });
  const track = html(
    "div",
    { class: "tohit-ruler-track", role: "slider" },
    bandRow,
    html("div", { class: "tohit-ruler-rail" }, thumb),
  );
  const ticks = html("div", { class: "tohit-ruler-ticks", "aria-hidden": "true" });
  const list = html("ul", { class: "tohit-unseen" });
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  const head = html("div", { class: "tohit-ruler-head" }, title, shown, tag, back);
  el.append(head, track, ticks, list, refusal);

  const scale = () => ({ minimum: model.get("minimum"), maximum: model.get("maximum"), step: model.get("step") });
  const overridden = () =>
    folded(model.get("overridden"), box.pending(), (edit) =>
      edit.path === OVERRIDE ? edit.value !== null : undefined,
    );
  const now = () => hand.held() ?? folded(model.get("value"), box.pending(), (edit) => edit.distance);
  const hand = grip({
    box,
    owner,
    target: track,
    now,
    draw,
    cleanup,
    ready: () => model.get("enabled"),
    edit: (distance) => ({ distance }),
    step: (event) => distanceByKey(event.key, now(), scale(), model.get("bands")),
    at(event) {
      const { left, width } = bandRow.getBoundingClientRect();
      return distanceAt((event.clientX - left) / width, scale());
    },
  });
  on(back, "click", () => box.push({ path: OVERRIDE, value: null }, { owner }), cleanup);

  function withUnit(distance) {
    const unit = model.get("unit");
    const name = typeof unit === "string" ? unit : Number(distance) === 1 ? unit.one : unit.other;
    return text(model, "ruler.at", { distance: number(model, distance), unit: name }).trim();
  }

  function sentence({ from, to, label }) {
    const unit = model.get("unit");
    const name = typeof unit === "string" ? unit : from === 1 && to === 1 ? unit.one : unit.other;
    return text(model, from === to ? "ruler.band.single" : "ruler.band", { from, to, label, unit: name });
  }

  function drawBands() {
    const places = stretches(model.get("bands"), scale());
    const here = bandOf(now(), model.get("bands"));
    keyed(bandRow, bandNodes, places.map((place, index) => ({ ...place, index })), {
      key: (place) => String(place.index),
      make: () => html("div", { class: "tohit-ruler-band" }),
      update(node, { band, from, width: share }) {
        const tone = Math.min(DARKEST, Math.abs(band.tone));
        setAttrs(node, {
          style: `left:${from * 100}%;width:${share * 100}%;--tone:${tone}`,
          "data-bonus": band.tone < 0 ? "" : null,
          "data-here": band === here ? "" : null,
        });
        setText(node, fits(band.label, share * width) ? band.label : "");
      },
    });
    drawTicks(places);
    const sentences = model.get("bands").map(sentence);
    if (list.childElementCount !== sentences.length || list.textContent !== sentences.join("")) {
      list.replaceChildren(...sentences.map((words) => html("li", {}, words)));
    }
  }

  function drawTicks(places) {
    const { minimum, maximum } = scale();
    const marks = [minimum, ...places.slice(1).map((place) => place.band.from), maximum];
    let free = -Infinity;
    const kept = [...new Set(marks)].filter((mark, index, all) => {
      const half = String(mark).length * 4.5 + 4;
      const at = shareOf(mark, scale()) * width;
      const isEnd = index === all.length - 1;
      const end = width - String(maximum).length * 9 - 8;
      if (!isEnd && (at - half < free || at + half > end)) return false;
      free = at + half;
      return true;
    });
    keyed(ticks, tickNodes, kept, {
      key: String,
      make: () => html("span", {}),
      update(node, mark) {
        setAttrs(node, { style: `left:${shareOf(mark, scale()) * 100}%` });
        setText(node, number(model, mark));
      },
    });
  }

  function draw() {
    const value = now();
    const enabled = model.get("enabled");
    const band = bandOf(value, model.get("bands"));
    const plain = withUnit(value);
    const said = band ? text(model, "ruler.at.band", { distance: plain, band: band.label }) : plain;
    setText(title, text(model, "ruler.label"));
    setText(shown, enabled ? said : model.get("reason"));
    setText(tag, text(model, "ruler.overridden"));
    setText(back, text(model, "ruler.back"));
    tag.hidden = back.hidden = !enabled || !overridden();
    setAttrs(thumb, { style: `left:${shareOf(value, scale()) * 100}%` });
    el.classList.toggle("tohit-ruler-off", !enabled);
    setAttrs(back, { title: text(model, "ruler.back.hint") });
    setAttrs(list, { "aria-label": text(model, "ruler.bands") });
    setAttrs(track, {
      tabindex: enabled ? 0 : null,
      "aria-disabled": enabled ? null : "true",
      "aria-label": text(model, "ruler.label"),
      "aria-valuemin": scale().minimum,
      "aria-valuemax": scale().maximum,
      "aria-valuenow": Number(value),
      "aria-valuetext": enabled ? said : model.get("reason"),
    });
    drawBands();
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
  }

  const traits = ["value", "minimum", "maximum", "step", "bands", "unit", "overridden", "enabled", "reason", "texts"];
  listen(model, traits, draw, cleanup, box, (edit) => "distance" in edit || edit.path === OVERRIDE);
  // What fits depends on the width, which is 0 in a hidden tab.  Asking for it at every step would force a layout.
  const watcher = new ResizeObserver(() => {
    width = bandRow.clientWidth;
    draw();
  });
  watcher.observe(bandRow);
  cleanup(() => watcher.disconnect());
  draw();
  return done;
}

/** The distance a number of steps from the left end, without the dust of binary fractions. */
function onStep(count, { minimum, maximum, step }) {
  const distance = Math.round((minimum + count * step) * 1000) / 1000;
  if (distance < minimum) return minimum;
  return distance > maximum ? onStep(count - 1, { minimum, maximum, step }) : distance;
}

function tenths({ minimum, maximum }) {
  return Array.from({ length: 11 }, (_, index) => minimum + ((maximum - minimum) * index) / 10);
}
