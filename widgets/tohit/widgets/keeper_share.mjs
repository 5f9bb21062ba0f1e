// Copy, open and save: buttons that need neither a clipboard nor a secure address.
import { html, on, setAttrs, setText } from "./shared.mjs";

const LARGEST = 262144; // Bytes of a document, as the format says.

/**
 * The buttons, and a place for what they say.
 *
 * `say(key)` is a text, `texts()` what can be copied as `{link, python, document, name}`, `open(text)` proposes a scene.
 */
export function shareBar({ say, texts, open, page, cleanup }) {
  const button = (cls) => html("button", { type: "button", class: cls });
  const [copyLink, copyPython, opens, saves] = ["link", "python", "open", "save"].map(button);
  const more = html("button", { type: "button", class: "tohit-keeper-more", "aria-expanded": "false" }); // on a phone
  const said = html("p", { class: "tohit-keeper-said", role: "status" });
  const shown = html("textarea", { class: "tohit-keeper-text", readonly: "", rows: 3, hidden: "" });
  const file = html("input", { type: "file", accept: ".json,.txt,application/json,text/plain" });
  const pasted = html("textarea", { rows: 3, maxlength: LARGEST, spellcheck: "false" });
  const take = button("tohit-keeper-take");
  const fileLabel = html("label", {}, html("span", {}), file);
  const pastedLabel = html("label", {}, html("span", {}), pasted);
  const panel = html("div", { class: "tohit-keeper-open", hidden: "" }, fileLabel, pastedLabel, take);
  const bar = html("div", { class: "tohit-keeper-bar", role: "group" }, more, copyLink, copyPython, opens, saves);

  on(copyLink, "click", () => copy(texts().link, "copied.link"), cleanup);
  on(copyPython, "click", () => copy(texts().python, "copied.python"), cleanup);
  on(saves, "click", save, cleanup);
  on(more, "click", () => setAttrs(more, { "aria-expanded": String(more.getAttribute("aria-expanded") !== "true") }), cleanup);
  on(opens, "click", () => turn(panel.hidden), cleanup);
  on(take, "click", () => propose(pasted.value.trim()), cleanup);
  on(file, "change", () => read(file.files[0]), cleanup);
  on(panel, "keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Escape") return;
    turn(false);
    opens.focus();
  }, cleanup);
  on(page, "dragover", (event) => {
    if ([...(event.dataTransfer?.types ?? [])].includes("Files")) event.preventDefault();
  }, cleanup);
  on(page, "drop", (event) => {
    const dropped = event.dataTransfer?.files?.[0];
    if (!dropped) return;
    event.preventDefault();
    read(dropped);
  }, cleanup);

  function turn(opened) {
    panel.hidden = !opened;
    setAttrs(opens, { "aria-expanded": String(opened) });
    if (opened) pasted.focus();
  }

  async function copy(words, key) {
    shown.hidden = true;
    try {
      await navigator.clipboard.writeText(words);
      tell(key);
    } catch {
      // Over plain http there is no clipboard: the text stands there, selected.
      shown.hidden = false;
      shown.value = words;
      shown.focus();
      shown.select();
      tell("copy_it");
    }
  }

  function save() {
    const { document: words, name } = texts();
    const href = URL.createObjectURL(new Blob([words], { type: "application/json" }));
    html("a", { href, download: `${name}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
    tell("saved");
  }

  async function read(given) {
    if (!given) return;
    if (given.size > LARGEST) tell("too_long");
    else propose(await given.text());
    file.value = "";
  }

  function propose(words) {
    if (new TextEncoder().encode(words).length > LARGEST) return tell("too_long");
    if (!words) return tell("nothing");
    tell("");
    open(words);
  }

  function tell(key) {
    setText(said, key && say(key));
  }

  return {
    nodes: [bar, panel, shown, said],
    /** A scene was taken: nothing is left to do here. */
    close() {
      pasted.value = "";
      turn(false);
    },
    draw(isWanted) {
      bar.hidden = !isWanted;
      setAttrs(bar, { "aria-label": say("label") });
      setText(more, say("label"));
      setText(copyLink, say("link"));
      setText(copyPython, say("python"));
      setText(opens, say("open"));
      setText(saves, say("save"));
      setText(fileLabel.firstChild, say("file"));
      setText(pastedLabel.firstChild, say("paste"));
      setText(take, say("take"));
      setAttrs(shown, { "aria-label": say("copy_it") });
    },
  };
}
