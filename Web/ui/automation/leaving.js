// Asks before unsaved changes are lost: by a link, by the browser's buttons, or by closing the page.

/**
 * @param {() => boolean} isChanged whether there are unsaved changes
 * @param {(leave: () => void) => void} ask shows the question, and calls `leave` if the person leaves
 * @param {Window & typeof globalThis} page
 * @returns {() => void} stops asking
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
  // The browser's buttons have changed the address already, so it is restored.
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
