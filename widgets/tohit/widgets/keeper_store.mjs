// What a tab keeps of one page, and which of two scenes a page begins with.  No DOM: tested as it is.

const SEEN = 12; // Ends of addresses that the tab knows as its own.
const LEAPS = ["undo", "redo", "step", "cancel", "mark"];
const LONGEST = 500; // Edits since the last whole scene; far more than a minute of them.

/**
 * The memory of one page in one tab: the last whole scene as a fragment, the steps that led to it, what the page keeps
 * beside it (guesses), the edits that came after it, and how the page's address ended lately.
 *
 * `storage` is the tab's sessionStorage, so two tabs never meet; a browser that forbids it keeps nothing.
 */
export function makeStore(storage, place) {
  const key = `tohit ${place}`;
  let scene = "";
  let past = {};
  let beside = {};
  let edits = [];

  function write() {
    if (scene || hasAny(beside)) put(key, { scene, past, beside, edits });
  }

  function put(name, value) {
    try {
      storage.setItem(name, JSON.stringify(value));
    } catch {
      // Full or forbidden: the page works on, and a reload begins anew.
    }
  }

  function held(name) {
    try {
      return JSON.parse(storage.getItem(name));
    } catch {
      return null;
    }
  }

  function written() {
    const list = held(`${key} seen`);
    return Array.isArray(list) ? list : [];
  }

  return {
    /** What was kept, as `{scene, past, beside, edits}`, or null. */
    read() {
      const kept = held(key);
      return typeof kept?.scene === "string" && Array.isArray(kept.edits) ? { past: {}, beside: {}, ...kept } : null;
    },

    /** Whether this tab has once written that end of an address itself. */
    wrote: (fragment) => written().includes(fragment),

    /** A whole scene, the steps that led to it and what is kept beside it: they hold all edits up to `saved`. */
    keep(fragment, saved, steps = {}, other = {}) {
      scene = fragment;
      past = steps;
      beside = other;
      edits = edits.filter((edit) => edit.n > saved);
      write();
    },

    /** The page's address ends with this now.  A reload may still come with one before it. */
    address(fragment) {
      put(`${key} seen`, [fragment, ...written().filter((other) => other !== fragment)].slice(0, SEEN));
    },

    /** Edits on their way, or answered and not yet part of a whole scene. */
    add(fresh) {
      const known = new Set(edits.map((edit) => edit.n));
      const given = new Set(fresh.filter((edit) => edit.cancel).map((edit) => edit.gesture));
      // Steps are those of this history only; the whole scene that comes with the answer holds where they led.
      const lasting = fresh.filter((edit) => !known.has(edit.n) && !LEAPS.some((key) => key in edit));
      edits = [...edits, ...lasting].filter((edit) => !given.has(edit.gesture)).slice(-LONGEST);
    },

    /** Edits that were refused. */
    drop(refused) {
      const gone = new Set(refused.map((edit) => edit.n));
      edits = edits.filter((edit) => !gone.has(edit.n));
    },

    write,
  };
}

/**
 * The scene that a page begins with, as `{scene, past, beside, edits}`; null leaves the one that it was made with.
 *
 * An address that this tab has not written itself comes first, then what the tab has kept.
 */
export function beginning(hash, store) {
  const isNews = hash.startsWith("#s=") && !store.wrote(hash);
  return isNews ? { scene: hash, past: {}, beside: {}, edits: [] } : store.read();
}

/** Whether a mapping holds anything. */
export function hasAny(mapping) {
  return Object.keys(mapping).length > 0;
}

/** The page's options in a fragment: `#s=1…&lang=fr` has `{lang: "fr"}`. */
export function optionsOf(fragment) {
  const options = Object.fromEntries(new URLSearchParams(fragment.slice(1)));
  delete options.s;
  return options;
}

/** An edit as it is proposed again, under a new number. */
export function again({ n, gesture, done, ...edit }) {
  return edit;
}
