// Whether a person can see an element.

import { onCleanup } from "../../lib/view.js";

/**
 * Calls `onChange` when an element comes into sight or leaves it: because it is scrolled, or because the tab is hidden. An
 * element counts as hidden at first and when its view ends.
 *
 * @param {Element} element
 * @param {(isSeen: boolean) => void} onChange
 */
export function whileSeen(element, onChange) {
  let isNear = false;
  let isSeen = false;
  const tell = (isThere = true) => {
    const now = isThere && isNear && document.visibilityState === "visible";
    if (now === isSeen) return;
    isSeen = now;
    onChange(now);
  };
  const look = () => tell();
  const observer = new IntersectionObserver((entries) => {
    isNear = entries.at(-1)?.isIntersecting === true;
    tell();
  });
  observer.observe(element);
  document.addEventListener("visibilitychange", look);
  onCleanup(() => {
    observer.disconnect();
    document.removeEventListener("visibilitychange", look);
    tell(false);
  });
}
