// The command box: what is typed or pasted goes to Python as it stands; no command is understood here but "help".

import { deskOf, html, initialize, keyed, listen, mount, on, setAttrs, setText, text } from "./shared.mjs";

const FORM = "commands.form.";

export default { initialize, render };

/** All endings that the last word of a line could have: names that go on as it begins. */
export function completions(typed, names) {
  const from = typed.lastIndexOf(" ") + 1;
  const [before, begun] = [typed.slice(0, from), typed.slice(from).toLowerCase()];
  return names.filter((name) => name.toLowerCase().startsWith(begun)).map((name) => before + quoted(name));
}

/** A name as a line holds it: in quotes when its words could be read as something else. */
function quoted(name) {
  return /^[\p{L}\p{N}_'’.-]+( \d+)?$/u.test(name) ? name : JSON.stringify(name);
}

/** The forms of all commands with words in their slots: "NAME to C5". */
export function samples(model) {
  const keys = Object.keys(model.get("texts")).filter((key) => key.startsWith(FORM));
  return keys.map((key) => model.get("texts")[key].replace(/\{(\w+)\}/g, (_, slot) => text(model, `commands.slot.${slot}`)));
}

async function render({ model, el }) {
  const box = await deskOf(model);
  const { cleanup, done } = mount(model, el, "commands");
  const owner = {};
  const title = html("summary", {});
  const label = html("span", {});
  const names = html("datalist", { id: `th${Math.random().toString(36).slice(2)}` });
  const input = html("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", list: names.id, maxlength: 20000 });
  const send = html("button", { type: "submit" });
  const form = html("form", {}, html("label", {}, label, input), send, names);
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  const helpTitle = html("summary", {});
  const list = html("ul", {});
  const help = html("details", { class: "tohit-commands-help" }, helpTitle, list);
  const log = html("ol", { tabindex: 0 });
  const copy = html("button", { type: "button" });
  const copied = html("span", { class: "tohit-commands-copied" });
  const head = html("div", { class: "tohit-commands-head" }, html("strong", {}), copy, copied);
  const details = html("details", {}, title, html("div", { class: "tohit-commands-body" }, form, refusal, head, log, help));
  const lines = new Map();
  el.append(details);
  let sent = 0; // The n of the line that is on its way: it leaves the box when it was taken.

  function say(words) {
    const plain = words.trim();
    if (!plain) return;
    if ([...text(model, "commands.help.words").split(" ")].includes(plain.toLowerCase())) {
      help.open = true;
      input.value = "";
      return;
    }
    sent = box.push({ say: plain }, { owner });
  }

  on(form, "submit", (event) => {
    event.preventDefault();
    say(input.value);
  }, cleanup);
  on(input, "paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (!/[\r\n]/.test(pasted.trim())) return;
    event.preventDefault();
    say(pasted);
  }, cleanup);
  on(input, "keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") input.value = "";
  }, cleanup);
  on(input, "input", drawNames, cleanup);
  on(details, "toggle", () => {
    draw();
    if (details.open) input.focus({ preventScroll: true });
  }, cleanup);
  on(copy, "click", () => {
    const words = model.get("log").join("\n");
    // Without a clipboard (plain http) the log is selected, to be copied by hand.
    const told = navigator.clipboard ? navigator.clipboard.writeText(words).then(() => true, () => false) : Promise.resolve(false);
    told.then((went) => {
      if (!went) getSelection().selectAllChildren(log);
      setText(copied, text(model, went ? "commands.copied" : "commands.selected"));
    });
  }, cleanup);

  function drawNames() {
    const values = completions(input.value, model.get("names"));
    names.replaceChildren(...values.slice(0, 30).map((value) => html("option", { value })));
  }

  function draw() {
    const why = box.refusal(owner);
    setText(refusal, why);
    refusal.hidden = !why;
    setAttrs(input, { "aria-invalid": why ? "true" : null });
    if (sent && box.marks().applied >= sent) {
      if (!why) input.value = "";
      sent = 0;
    }
    if (!details.open) return; // Nobody sees the log while it is folded.
    copy.disabled = model.get("log").length === 0;
    const told = model.get("log").length ? model.get("log") : [text(model, "commands.empty")];
    const before = log.childElementCount;
    keyed(log, lines, told.map((words, place) => ({ words, place })), {
      key: ({ place }) => place,
      make: () => html("li", {}),
      update: (node, { words }) => setText(node, words),
    });
    if (log.childElementCount !== before) log.scrollTop = log.scrollHeight;
    setText(copied, "");
    drawNames();
  }

  function drawFixed() {
    for (const [node, key] of [[title, "title"], [label, "label"], [send, "send"], [head.firstChild, "log"], [copy, "copy"], [helpTitle, "help"]]) {
      setText(node, text(model, `commands.${key}`));
    }
    setAttrs(input, { placeholder: text(model, "commands.placeholder", { mini: model.get("names")[0] ?? "A" }) });
    setAttrs(log, { "aria-label": text(model, "commands.log") });
    list.replaceChildren(...samples(model).map((sample) => html("li", {}, sample)));
    draw();
  }

  listen(model, ["log", "names"], draw, cleanup, box, (edit) => "say" in edit);
  listen(model, ["texts"], drawFixed, cleanup);
  drawFixed();
  return done;
}
