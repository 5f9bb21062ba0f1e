// Whose cover is being painted: a choice that stands beside the tools while light or heavy cover is in hand.

import { html, keyed, setAttrs, setText, text } from "./shared.mjs";

/** The choice; `draw(scene, tool)` shows or hides it, `owner()` is the side it names, or null. */
export function makeOwner(model) {
  const label = html("span", {});
  const select = html("select", {});
  const node = html("label", { class: "owner", hidden: "" }, label, select);
  const options = new Map();

  return {
    node,
    owner: () => (node.hidden || !select.value ? null : select.value),
    draw(scene, tool) {
      node.hidden = tool !== "light" && tool !== "heavy";
      if (node.hidden) return;
      setText(label, text(model, "board.owner"));
      setAttrs(select, { "aria-label": text(model, "board.owner") });
      const held = select.value;
      const sides = [...new Set(scene.minis.map((mini) => mini.side))].filter(Boolean);
      keyed(select, options, ["", ...sides], {
        key: (side) => side,
        make: (side) => html("option", { value: side }),
        update: (option, side) => setText(option, side || text(model, "board.owner.nobody")),
      });
      select.value = sides.includes(held) ? held : "";
    },
  };
}
