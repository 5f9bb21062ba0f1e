// One style sheet for all our widgets in a document: a copy for each class would be matched as often.

/**
 * Put the look that all widgets share at the head of the document, before what each widget adds to it.
 *
 * A page that was open while the package was renewed gets the newer look.
 */
export function shareTheme(model, document = globalThis.document) {
  const theme = model.get("_theme");
  const present = document.getElementById(ID);
  if (present?.textContent === theme) return;
  const sheet = present ?? document.createElement("style");
  sheet.id = ID;
  sheet.textContent = theme;
  if (!present) document.head.prepend(sheet);
}

const ID = "tohit-theme";
