// The page's one voice: a live region that says what was done, whoever did it, with the chance before and after.
// It speaks when a gesture has ended and Python has answered, so nothing is said while something is dragged.

import { called } from "./board_model.mjs";
import { html, number, text } from "./shared.mjs";

/**
 * The voice of a board and of all panels at its desk.
 *
 * `owner` is who the board's own edits belong to: the board speaks of them itself.  `tell(words, n, before)` says a
 * sentence with the chance once edit n is answered, `label()` is the chance as it is now.
 */
export function makeVoice({ model, outbox, owner, tell, label }) {
  const node = html("p", { class: "tohit-unseen tohit-voice", role: "status", "aria-live": "polite" });
  let gesture = null;
  let before = "";

  function say(words) {
    // A region that stays the same is not read again: the second of two equal sentences ends with a space.
    node.textContent = words === node.textContent ? `${words}\u00a0` : words;
  }

  return {
    node,
    say,

    /** What the outbox tells: edits were sent, or answered. */
    hear({ answered, refused, edits }, scene) {
      const last = edits.at(-1);
      if (!last) return;
      if (!answered) {
        if (last.gesture !== gesture) before = label();
        gesture = last.gesture;
        return;
      }
      const { applied } = outbox.marks();
      const told = edits.findLast((edit) => edit.done && edit.n <= applied && !outbox.owns(owner, edit.n));
      if (refused && outbox.refused() && !outbox.refusal(owner)) say(outbox.refused());
      else if (told && !refused) tell(sentenceOf(model, told, scene), told.n, before);
    },
  };
}

/** One sentence for an edit that was made; "" for one that changes nothing to be told. */
export function sentenceOf(model, edit, scene) {
  const say = (key, fields) => text(model, `board.${key}`, fields);
  const { mini, square } = edit;
  if (edit.undo) return say("undo");
  if (edit.redo) return say("redo");
  if (edit.cancel) return say("cancelled");
  if ("mark" in edit || "page" in edit) return "";
  if ("step" in edit) return say("stepped", { step: edit.step });
  if ("add" in edit) {
    const fresh = scene.minis.at(-1);
    return fresh ? say("added", { mini: fresh.name, square: fresh.at }) : say("changed");
  }
  if ("at" in edit) return say("moved", { mini, square: edit.at });
  if ("facing" in edit) return say("turned", { mini, faces: say(`faces.${edit.facing}`) });
  if ("name" in edit) return say("renamed", { mini, name: edit.name });
  if ("side" in edit) return say("sided", { mini, side: edit.side });
  if ("downed" in edit) return say(edit.downed ? "fell" : "rose", { mini });
  if (edit.remove) return say("removed", { mini });
  if ("terrain" in edit) return edit.terrain ? say("painted", { square, kind: called(model, { kind: edit.terrain }) }) : say("cleared", { square });
  if ("attacker" in edit) return say("now_attacker", { mini: edit.attacker });
  if ("target" in edit) return say("now_target", { mini: edit.target });
  if ("distance" in edit) return say("distance", { distance: number(model, edit.distance) });
  if ("board" in edit) return say("sized", { columns: scene.columns, rows: scene.rows });
  if ("clear" in edit) return say(`emptied.${edit.clear}`);
  if ("scenario" in edit || "document" in edit) return say("opened");
  return say("changed");
}
