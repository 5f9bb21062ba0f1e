// What an explorer page shows, read from the DOM: `read(view)`, and `same([view, wanted])` to wait for.
(() => {
  const FACINGS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
  const CELL = 48;
  const RULER = 24; // The distances that every ruler has.
  const NEAR = 0.0015; // Heights of bars are read in pixels.

  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const words = (root, selector) => root.querySelector(selector)?.textContent ?? "";
  const visible = (node) => node !== null && !node.closest("[hidden]");

  function numbers(transform, name) {
    const match = new RegExp(`${name}\\(([^)]*)\\)`).exec(transform ?? "");
    return match ? match[1].split(/[ ,]+/).map(Number) : [0, 0];
  }

  function squareAt(board, x, y) {
    const rows = board.viewBox.baseVal.height / CELL;
    return String.fromCharCode(65 + Math.floor(x / CELL)) + (rows - Math.floor(y / CELL));
  }

  function minis(board) {
    return Object.fromEntries(all(board, "[data-mini]").map((mini) => {
      const square = squareAt(board, ...numbers(mini.getAttribute("transform"), "translate"));
      const wedge = mini.querySelector(".wedge");
      const facing = wedge ? ` ${FACINGS[numbers(wedge.getAttribute("transform"), "rotate")[0] / 45]}` : "";
      return [mini.dataset.mini, square + facing];
    }));
  }

  /** Every square of the walls: their tint is a path of unit squares. */
  function walls(board) {
    return all(board, ".piece.wall .tint").flatMap((tint) => {
      return [...tint.getAttribute("d").matchAll(/M([\d.]+) ([\d.]+)/g)].map(([, x, y]) => squareAt(board, Number(x), Number(y)));
    }).sort();
  }

  function rows(chart, part = "tbody") {
    return all(chart, `${part} tr`).map((row) => all(row, "th, td").map((cell) => cell.textContent));
  }

  /** The chance at each distance, "" where it is not allowed; a row is one distance, or several with the same chance. */
  function byDistance(chart) {
    return rows(chart).flatMap(([distances, , chance, percent]) => {
      const [first, last = first] = distances.split("\u2013").map(Number);
      return Array(last - first + 1).fill(percent ? chance : "");
    }).slice(0, RULER);
  }

  /** The heights of the first bar of each group, as shares of the full height; none where nothing stands. */
  function heights(chart) {
    const full = Number(chart.querySelector(".plotarea_background").getAttribute("height"));
    const found = all(chart, ".bargroup").map((group) => Number(group.querySelector("rect").getAttribute("height")) / full);
    return found.some((height) => height > 0) ? found : [];
  }

  function read(view) {
    const page = document.querySelector(view);
    const board = page.querySelector("svg.board");
    const headline = page.querySelector(".tohit-headline");
    const [faces, damage, distance, worth] = ["face", "damage", "distance", "worth"].map((name) => {
      return page.querySelector(`.tohit-${name}-chart`);
    });
    const allowed = visible(headline.querySelector(".tohit-headline-fraction"));
    const shown = (selector) => (allowed ? words(headline, selector) : "");
    return {
      minis: minis(board),
      walls: walls(board),
      ledger: all(page, ".tohit-ledger-line").map((line) => [
        words(line, ".tohit-ledger-name"), words(line, ".tohit-ledger-value"),
      ]),
      refusals: all(headline, ".tohit-headline-refusals:not([hidden]) li").map((item) => item.textContent),
      lang: headline.lang,
      fraction: shown(".tohit-headline-fraction"),
      percent: shown(".tohit-headline-percent"),
      hits: allowed ? all(headline, ".tohit-die").map((die) => {
        return all(die, ".tohit-die-face").flatMap((face, index) => ("hit" in face.dataset ? [index + 1] : []));
      }) : [],
      damage: Object.fromEntries(rows(damage).map(([value, exactly]) => [value, exactly]).filter(([, ways]) => ways !== "0")),
      distance: byDistance(distance),
      worth: rows(worth).map(([name, value, withIt, without]) => [name, value, withIt.split(" ")[0], without.split(" ")[0]]),
      bars: { success: heights(faces).at(-1) ?? 0, damage: heights(damage) },
    };
  }

  function same([view, wanted]) {
    const { bars, ...shown } = read(view);
    const { bars: due, ...rest } = wanted;
    const near = (height, share) => Math.abs(height - share) < NEAR;
    return ordered(shown) === ordered(rest) && near(bars.success, due.success)
      && bars.damage.length === due.damage.length && bars.damage.every((height, index) => near(height, due.damage[index]));
  }

  function ordered(value) {
    return JSON.stringify(value, (_, part) => {
      const isMap = part && typeof part === "object" && !Array.isArray(part);
      return isMap ? Object.fromEntries(Object.entries(part).sort()) : part;
    });
  }

  return { read, same };
})()
