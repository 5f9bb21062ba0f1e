// The outbox of a desk: edits in order, each sent until Python has answered it.

const LIMIT = 60; // Python takes at most 64 edits in one message.
const GRACE = 2000; // Milliseconds after a cut line is back in which answers that were kept may still come.

/**
 * The ordered edits of one desk.  `raw` is the desk's own model (Backbone), not a view's proxy.
 *
 * An edit stays in the list until `applied` reaches its n; every save sends the whole list, because trait sync
 * carries only the newest value and a lone edit could be overtaken.
 */
export function makeOutbox(raw) {
  let waiting = [];
  let lastN = 0;
  let lastGesture = 0;
  let planned = false;
  const owners = new Map();
  const listeners = new Set();
  let seen = { applied: raw.get("applied"), refused: raw.get("refused") };

  function pending() {
    const applied = raw.get("applied");
    return waiting.filter((edit) => edit.n > applied);
  }

  // Not before the handler is through: what it proposes in one go is one message, and coalesced.
  // Drawing comes after: the answer need not wait for it.
  function send() {
    if (planned) return;
    planned = true;
    queueMicrotask(() => {
      planned = false;
      raw.set("edit", { edits: waiting });
      raw.save_changes();
      tell({ answered: false, refused: false, edits: waiting });
    });
  }

  // An edit that was on its way when the line was cut is lost, and ipywidgets, which waits for its answer, would
  // send no other ever again.  Python takes each n once, so all can be sent anew.
  function onLine(_, status) {
    if (status !== "connected") return;
    setTimeout(() => {
      if (pending().length === 0) return;
      raw._pending_msgs = 0;
      raw._msg_buffer = null;
      raw.set("edit", { edits: [] }); // What equals the last value is not sent.
      send();
    }, GRACE);
  }
  raw.widget_manager?.kernel?.connectionStatusChanged?.connect(onLine);

  function tell(news) {
    for (const listener of [...listeners]) listener(news);
  }

  // "change" comes after all "change:…", so views are told when the whole message is in place.
  raw.on("change", () => {
    const now = { applied: raw.get("applied"), refused: raw.get("refused") };
    if (now.applied === seen.applied && now.refused === seen.refused) return;
    const refused = now.refused !== seen.refused;
    const edits = waiting;
    seen = now;
    waiting = refused && now.refused.n === 0 ? [] : pending();
    tell({ answered: true, refused, edits });
  });

  return {
    pending,
    // The role of a refusal at a control: a desk that is a board has a voice that speaks it.
    refusalRole: raw.get("scene") === undefined ? "status" : null,
    /** How far things are: the last n proposed and the last n answered (tests and latency measurements). */
    marks: () => ({ n: lastN, applied: raw.get("applied") }),

    /** A number for the edits of one drag or slide, which become one step of undo. */
    newGesture() {
      lastGesture = Math.max(lastGesture, Date.now()) + 1;
      return lastGesture;
    },

    /**
     * Propose an edit; returns its n, or 0 when too many are unanswered (the kernel is gone).
     *
     * With `coalesce`, an unanswered edit of the same gesture and key is replaced, under a new n.
     * `owner` is who will show the refusal, if there is one.
     */
    push(edit, { gesture = this.newGesture(), done = true, coalesce = null, owner = null } = {}) {
      let list = pending();
      if (coalesce !== null) {
        list = list.filter((old) => keys.get(old) !== `${gesture} ${coalesce}`);
      }
      if (list.length >= LIMIT) return 0;
      lastN = Math.max(lastN, raw.get("applied")) + 1;
      const numbered = { ...edit, n: lastN, gesture, done };
      if (coalesce !== null) keys.set(numbered, `${gesture} ${coalesce}`);
      owners.set(lastN, owner);
      owners.delete(lastN - 2 * LIMIT);
      waiting = [...list, numbered];
      send();
      return lastN;
    },

    /** Why this owner's last edit was refused, or "" when it was not. */
    refusal(owner) {
      const { n, text } = raw.get("refused") ?? {};
      return text && (n === 0 || owners.get(n) === owner) ? text : "";
    },

    refused: () => raw.get("refused")?.text ?? "", // Why, whoever proposed it.
    owns: (owner, n) => owners.get(n) === owner, // Whether this owner proposed edit n.

    /**
     * Call `listener` when edits have been sent or answered; returns how to stop.
     *
     * It is told `answered` (or else only sent), `refused` (a refusal came or went) and the `edits` that were waiting.
     */
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const keys = new WeakMap();
