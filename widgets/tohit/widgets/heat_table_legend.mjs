// What the colours, the hatching, the outline and the line of a table of chances mean.
import { shade } from "./heat_paint.mjs";
import { html, setText } from "./shared.mjs";

const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/** Fill the list; made anew only when there is something else to say. */
export function legendOf(list, { palette, wanted, say }) {
  const signs = [
    ...QUARTERS.map((share) => [say(`share_${share * 100}`), { style: `background-color:${shade(palette, share)}` }]),
    [say("refused"), { class: "tohit-heat-table-hatched" }],
    [say("here"), { class: "tohit-heat-table-outlined" }],
    ...(wanted ? [[say("wanted", { percent: wanted }), { class: "tohit-heat-table-lined" }]] : []),
  ];
  const key = JSON.stringify(signs);
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...signs.map(([words, look]) => {
    const sign = html("i", { class: look.class ?? "", "aria-hidden": "true" });
    if (look.style) sign.style.cssText = look.style;
    return html("li", {}, sign, setText(html("span", {}), words));
  }));
}
