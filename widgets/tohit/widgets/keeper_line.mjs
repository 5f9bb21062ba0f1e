// Whether the calculator is there: the kernel's own signs, and a question to it when a page wakes up.

const ENDED = new Set(["dead", "restarting", "autorestarting", "terminating"]);
const LEAVING = ["beforeunload", "pagehide"];
const SOON = 1500; // A line that is back by then was never missed.
const AFTER = 50; // A page that is left ends its kernel itself: by then it is known that it leaves.
const PATIENCE = 4000; // How long a page that woke up waits for an answer before it gives its kernel up.

/**
 * Tell `away()` when the line is cut, `back()` when it is there again, `gone()` when the kernel is no more.
 *
 * `kernel` is a connection of @jupyterlab/services; without one nothing is ever told.
 */
export function watch(kernel, { away, back, gone: ended }, cleanup) {
  if (!kernel?.statusChanged) return;
  let missed = null;
  let asked = null;
  let leaving = false;

  function gone() {
    setTimeout(() => {
      if (!leaving) ended();
    }, AFTER);
  }

  function onLeave() {
    leaving = true;
  }

  function onStatus(_, status) {
    if (ENDED.has(status)) gone();
  }

  function onLine(_, status) {
    clearTimeout(missed);
    missed = null;
    if (status === "connected") back();
    else if (status === "disconnected") gone();
    else missed = setTimeout(away, SOON);
  }

  // A phone that slept has sockets that look alive: only an answer shows that they are.
  function onWake() {
    leaving = false;
    if (document.visibilityState !== "visible" || asked !== null) return;
    asked = setTimeout(() => {
      asked = null;
      gone();
    }, PATIENCE);
    const settle = () => {
      clearTimeout(asked);
      asked = null;
    };
    kernel.requestKernelInfo().then(settle, () => {}); // Refused: the time runs out.
  }

  kernel.statusChanged.connect(onStatus);
  kernel.connectionStatusChanged.connect(onLine);
  const wakes = [[document, "visibilitychange"], [window, "online"], [window, "pageshow"]];
  for (const [target, type] of wakes) target.addEventListener(type, onWake);
  for (const type of LEAVING) window.addEventListener(type, onLeave, true);
  cleanup(() => {
    clearTimeout(missed);
    clearTimeout(asked);
    kernel.statusChanged.disconnect(onStatus);
    kernel.connectionStatusChanged.disconnect(onLine);
    for (const [target, type] of wakes) target.removeEventListener(type, onWake);
    for (const type of LEAVING) window.removeEventListener(type, onLeave, true);
  });
}
