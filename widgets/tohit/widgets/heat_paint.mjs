// How a chance looks on a square: a colour of one hue, bars for those who don't go by colours, a number.
// What is not allowed is grey with slanted lines, so that it can't be taken for 0 %.

const STOPS = [0, 1, 2, 3, 4];

/** The colours and the font of the present theme, read once: asking for them works out the style of the whole page. */
export function paletteOf(node) {
  const style = getComputedStyle(node);
  const read = (name) => style.getPropertyValue(name).trim();
  return {
    shades: STOPS.map((stop) => channels(read(`--th-heat-${stop}`))),
    refused: read("--th-refused"),
    line: read("--th-refused-line"),
    ink: read("--th-ink"),
    ground: read("--th-bg"),
    accent: read("--th-accent"),
    accentInk: read("--th-accent-ink"),
    font: style.fontFamily,
  };
}

/** Call `listener` when the theme may have changed: the system's, or JupyterLab's. */
export function onTheme(listener, cleanup) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", listener);
  cleanup(() => dark.removeEventListener("change", listener));
  const host = new MutationObserver(listener);
  host.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  cleanup(() => host.disconnect());
}

/** The colour of a chance from 0 to 1. */
export function shade(palette, share) {
  const place = share * (STOPS.length - 1);
  const low = Math.min(Math.floor(place), STOPS.length - 2);
  const mixed = palette.shades[low].map((from, index) => {
    return Math.round(from + (palette.shades[low + 1][index] - from) * (place - low));
  });
  return `rgb(${mixed.join(" ")})`;
}

/** Black or white, whichever is easier to read on the colour of a chance. */
export function inkOn(palette, share) {
  const [red, green, blue] = channels(shade(palette, share));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 128 ? "#0b1418" : "#ffffff";
}

/** Bars across a square, one for each fifth of the chance that is begun. */
export function bars(context, x, y, size, share, colour) {
  const count = Math.ceil(5 * share - 1e-9);
  context.fillStyle = colour;
  for (let bar = 0; bar < count; bar += 1) {
    context.fillRect(x, Math.round(y + (size * (bar + 0.5)) / 5), size, Math.max(1, size / 24));
  }
}

/** Slanted lines over squares that are no choice. */
export function slants(context, x, y, size, colour) {
  context.save();
  context.beginPath();
  context.rect(x, y, size, size);
  context.clip();
  context.beginPath();
  for (let start = -size; start < size; start += size / 3) {
    context.moveTo(x + start, y + size);
    context.lineTo(x + start + size, y);
  }
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1, size / 20);
  context.stroke();
  context.restore();
}

/** Dots on squares that are out of reach. */
export function dots(context, x, y, size, colour) {
  context.fillStyle = colour;
  for (const [left, top] of [[0.25, 0.25], [0.75, 0.25], [0.5, 0.5], [0.25, 0.75], [0.75, 0.75]]) {
    context.fillRect(x + left * size - size / 32, y + top * size - size / 32, size / 16, size / 16);
  }
}

function channels(colour) {
  const short = /^#(..)(..)(..)$/.exec(colour);
  if (short) return short.slice(1).map((part) => parseInt(part, 16));
  return (colour.match(/\d+/g) ?? ["0", "0", "0"]).slice(0, 3).map(Number);
}
