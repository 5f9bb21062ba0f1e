// The keeper: keeps the page's scene in its address and in the tab, brings it back, says when the kernel is gone.
import { deskOf, html, initialize, listen, mount, on, setText, text } from "./shared.mjs";
import { watch } from "./keeper_line.mjs";
import { shareBar } from "./keeper_share.mjs";
import { again, beginning, hasAny, makeStore, optionsOf } from "./keeper_store.mjs";
import { isOwnPage, tabStorage } from "./tab.mjs";

const KEEP = 100; // Milliseconds from an edit to the store: less than the 250 that are promised.
const ADDRESS = 400; // Browsers count how often a page writes its address.
const RESTORE = 5000; // After that the page opens with what it has.
const ONCE = 60000; // A page that loses its kernel again so soon would reload for ever.

export default { initialize, render };

async function render({ model, el }) {
  const { cleanup, done } = mount(model, el, "keeper");
  const box = await deskOf(model);
  const owner = {};
  const say = (key, fields) => text(model, `keeper.${key}`, fields);
  const page = await pageOf(el);
  // Voila's page is the board's own.  JupyterLab takes the fragment away before a cell runs, and a cell's own
  // argument wins there.
  const isOwn = isOwnPage();
  const store = makeStore(isOwn ? tabStorage() : null, location.pathname);
  let opening = null;
  let asked = 0;

  const share = shareBar({ say, texts, open, page, cleanup });
  const refusal = html("p", { class: "tohit-failed", role: box.refusalRole, hidden: "" });
  const banner = html("p", { class: "tohit-keeper-banner", role: "alert", hidden: "" });
  const reload = html("button", { type: "button", hidden: "" });
  el.append(...share.nodes, refusal, banner, reload);
  on(reload, "click", () => location.reload(), cleanup);

  function texts() {
    const start = model.get("address") || (isOwn ? location.origin + location.pathname + location.search : "");
    const link = start + model.get("fragment");
    return { link, python: model.get("python"), document: model.get("document"), name: model.get("name") };
  }

  function open(words) {
    asked = box.push({ document: words }, { owner });
  }

  const keeping = keep(model, box, store, isOwn, cleanup);

  function begin() {
    const first = isOwn ? beginning(location.hash, store) : null;
    if (!first) return opened();
    // The steps first: they lead to the same scene, so that opening it changes nothing then.
    if (Array.isArray(first.past.steps)) box.push({ past: first.past });
    if (first.scene) opening = box.push({ document: first.scene }, { owner });
    const options = optionsOf(first.scene);
    if (hasAny(options)) box.push({ page: options }, { owner });
    if (hasAny(first.beside)) opening = box.push({ beside: first.beside }, { owner });
    for (const edit of first.edits) box.push(again(edit));
    setTimeout(opened, RESTORE);
  }

  function opened() {
    opening = null;
    page.classList.add("tohit-opened");
    keeping.start();
  }

  cleanup(box.onChange(({ answered }) => {
    if (!answered) return;
    if (opening !== null && box.marks().applied >= opening) opened();
    draw();
    if (!asked || box.marks().applied < asked) return; // what is typed there waits for no other answer
    asked = 0;
    if (!refusal.textContent) share.close();
  }));
  on(window, "hashchange", () => {
    if (isOwn && location.hash.startsWith("#s=") && location.hash !== model.get("fragment")) open(location.hash);
  }, cleanup);

  const line = {
    away: () => show("away", true),
    back: () => show("", false),
    gone() {
      keeping.flush();
      show(isOwn ? "reloading" : "gone", true);
      if (!isOwn) return;
      if (mayReload()) location.reload();
      else {
        show("gone_again", true);
        reload.hidden = false;
      }
    },
  };
  watch(model.widget_manager?.kernel, line, cleanup);

  function show(key, stale) {
    page.classList.toggle("tohit-away", stale);
    banner.hidden = !key;
    setText(banner, key && say(key));
  }

  function draw() {
    share.draw(model.get("shares"));
    setText(reload, say("reload"));
    setText(refusal, box.refusal(owner));
    refusal.hidden = !refusal.textContent;
  }

  listen(model, ["texts", "lang", "shares"], draw, cleanup);
  draw();
  begin();
  return done;
}

/** Write down every edit soon, and every whole scene; nothing before `start`, or a reload would forget. */
function keep(model, box, store, writesAddress, cleanup) {
  let started = false;
  let planned = null;
  let address = null;

  function flush() {
    clearTimeout(planned);
    planned = null;
    if (started) store.write();
  }

  function plan() {
    planned ??= setTimeout(flush, KEEP);
  }

  function whole() {
    const fragment = model.get("fragment");
    if (!started) return;
    store.keep(fragment, model.get("saved"), model.get("past"), model.get("beside"));
    clearTimeout(address);
    if (writesAddress && fragment) address = setTimeout(writeAddress, ADDRESS);
  }

  function writeAddress() {
    history.replaceState(history.state, "", model.get("fragment"));
    store.address(model.get("fragment"));
  }

  cleanup(box.onChange(({ answered, refused, edits }) => {
    if (!answered) store.add(edits);
    else if (refused) store.drop(edits);
    plan();
  }));
  listen(model, ["fragment", "saved", "past", "beside"], whole, cleanup);
  on(window, "pagehide", flush, cleanup);
  cleanup(() => {
    flush();
    clearTimeout(address);
  });
  return {
    flush,
    start() {
      if (started) return;
      started = true;
      if (box.pending().length === 0) whole();
    },
  };
}

/** Whether this tab has not just reloaded for the same reason. */
function mayReload() {
  const key = "tohit reloaded";
  const last = Number(tabStorage()?.getItem(key) ?? 0);
  if (Date.now() - last < ONCE) return false;
  tabStorage()?.setItem(key, String(Date.now()));
  return true;
}

/** The page around this panel once it is attached; alone in a cell the panel itself. */
async function pageOf(el) {
  for (let frame = 0; frame < 120 && !el.isConnected; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return el.closest(".tohit-page") ?? el;
}
