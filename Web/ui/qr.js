// A QR code as an image: always dark on light, with its quiet zone.

import { svg } from "../lib/view.js";
import { qrCode } from "../lib/qr.js";

const quiet = 4;

/**
 * @param {string} text
 * @param {string} label for screen readers
 * @returns {SVGElement | undefined} undefined for a text that is too long for a code
 */
export function qrPicture(text, label) {
  const rows = qrCode(text);
  if (!rows) return undefined;
  const size = rows.length + 2 * quiet;
  // A run of dark modules is one step of the path.
  const path = rows.map((row, y) => {
    const line = row.map((isDark) => (isDark ? "#" : ".")).join("");
    return [...line.matchAll(/#+/g)].map(({ 0: { length } = "", index = 0 }) => `M${index + quiet} ${y + quiet}h${length}v1h-${length}z`).join("");
  }).join("");
  return svg("svg", { class: "qr", role: "img", "aria-label": label, viewBox: `0 0 ${size} ${size}`, "shape-rendering": "crispEdges" },
    svg("path", { d: path }));
}
