// Unsaved changes are not left behind without a question: by a link, by the browser's buttons, or by closing the page.

/**
 * @param {() => boolean} isChanged whether there is something to lose
 * @param {(leave: () => void) => void} ask whoever goes on calls `leave`
 * @param {Window & typeof globalThis} page
 * @returns {() => void} ends it
 */
export function warnWhenLeaving(isChanged, ask, page = window) {
  const { document, history, location } = page;
  let here = location.hash;
  const end = () => {
    page.removeEventListener("beforeunload", onUnload);
    page.removeEventListener("leave", onLeave);
    document.removeEventListener("click", onClick, { capture: true });
  };
  const onUnload = (/** @type {Event} */ event) => {
    if (isChanged()) event.preventDefault();
  };
  const onClick = (/** @type {MouseEvent} */ event) => {
    const anchor = /** @type {Element | null} */ (event.target)?.closest("a[href^='#/']");
    const hash = anchor?.getAttribute("href");
    if (!hash || hash === here || !isChanged() || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    ask(() => {
      end();
      location.hash = hash;
    });
  };
  // By the browser's buttons: it is there already, and comes back.
  const onLeave = (/** @type {Event} */ event) => {
    if (location.hash === here) return event.preventDefault();
    if (!isChanged()) {
      here = location.hash;
      return undefined;
    }
    event.preventDefault();
    history.pushState(null, "", here);
    return ask(() => {
      end();
      history.back();
    });
  };
  page.addEventListener("beforeunload", onUnload);
  page.addEventListener("leave", onLeave);
  document.addEventListener("click", onClick, true);
  return end;
}
