// A chart as a file: picture (SVG, PNG) or numbers (CSV).  The charts' own buttons name the kind; one listener serves all.

const LOOK = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity", "display", "visibility",
  "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline", "paint-order", "stroke-linejoin",
];
const HEAD = 30; // Pixels for the title above the figure.
const MARGIN = 8;
const SHARP = 2; // Pixels of a PNG for each pixel of the page.

/** Save a chart of the page when one of its buttons `[data-tohit-save]` is pressed; any other click is let pass. */
export function saveChart({ target }) {
  const button = target.closest?.("[data-tohit-save]");
  const chart = button?.closest(".tohit-chart");
  if (!chart) return;
  const name = fileName(chart.querySelector("h3").textContent);
  const kind = button.dataset.tohitSave;
  if (kind === "csv") download(`${name}.csv`, "text/csv", `\ufeff${csvOf(chart.querySelector("table"))}`);
  else if (kind === "svg") download(`${name}.svg`, "image/svg+xml", pictureOf(chart).text);
  else savePng(`${name}.png`, pictureOf(chart));
}

/** A title as the name of a file: small letters and digits, the rest as hyphens. */
export function fileName(title) {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

/** A table as comma-separated values: RFC 4180, and nothing that a spreadsheet would take for a formula. */
export function csvOf(table) {
  return [...table.rows].map((row) => [...row.cells].map((cell) => field(cell.textContent.trim())).join(",")).join("\r\n");
}

function field(words) {
  const safe = /^[=+@\t\r-]/.test(words) && !/^[+-][\d.,\u202f %]+$/.test(words) ? `'${words}` : words;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The figure as one SVG that needs no style sheet, with its title and on the page's own colour. */
function pictureOf(chart) {
  const figure = chart.querySelector(".bqplot");
  const { width, height } = figure.getBoundingClientRect();
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const colours = getComputedStyle(chart);
  const paper = groundOf(chart);
  for (const [name, value] of Object.entries({ width, height: height + HEAD, viewBox: `0 0 ${width} ${height + HEAD}` })) {
    picture.setAttribute(name, value);
  }
  picture.append(element("rect", { width: "100%", height: "100%", fill: paper }));
  const words = chart.querySelector("h3").textContent;
  const look = { "font-family": "sans-serif", "font-size": fitting(words, width - 2 * MARGIN), "font-weight": 600 };
  const title = element("text", { x: MARGIN, y: 20, fill: colours.color, ...look });
  title.textContent = words;
  picture.append(title);
  for (const part of figure.querySelectorAll(":scope > svg")) {
    const copy = part.cloneNode(true);
    dress(part, copy);
    for (const [name, value] of Object.entries({ x: 0, y: HEAD, width, height })) copy.setAttribute(name, value);
    picture.append(copy);
  }
  return { text: new XMLSerializer().serializeToString(picture), width, height: height + HEAD };
}

/** The largest size of type, up to 15, at which a title fits the width. */
function fitting(words, width) {
  const ink = document.createElement("canvas").getContext("2d");
  ink.font = "600 15px sans-serif";
  return Math.min(15, Math.floor((15 * width) / ink.measureText(words).width));
}

/** Write what style sheets say of an element, and of all below it, into the copy. */
function dress(original, copy) {
  const seen = getComputedStyle(original);
  for (const name of LOOK) copy.style.setProperty(name, seen.getPropertyValue(name));
  [...original.children].forEach((child, index) => dress(child, copy.children[index]));
}

/** The first colour behind an element. */
function groundOf(node) {
  for (let around = node; around; around = around.parentElement) {
    const colour = getComputedStyle(around).backgroundColor;
    if (!/^(transparent|rgba\(.*, 0\))$/.test(colour)) return colour;
  }
  return "white";
}

function element(tag, attrs) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attrs)) made.setAttribute(name, value);
  return made;
}

/** Offer a picture, `{text, width, height}`, as a PNG. */
export function savePng(name, { text, width, height }) {
  const image = new Image();
  image.onload = () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: width * SHARP, height: height * SHARP });
    const ink = canvas.getContext("2d");
    ink.scale(SHARP, SHARP);
    ink.drawImage(image, 0, 0);
    canvas.toBlob((blob) => offer(name, blob), "image/png");
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

/** Offer a text as a file. */
export function download(name, type, text) {
  offer(name, new Blob([text], { type }));
}

/** Hand a file to the reader. */
function offer(name, blob) {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
