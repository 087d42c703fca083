// Links with an automation's text, `#automation=TEXT`: percent-encoded, or in base64url. Anyone can write such a link, so its text
// is only shown, and read by the hub like typed text.

/** The most characters of a link that are read. */
export const mostLinked = 65_536;

/**
 * @param {string} value as the address has it, without percent-encoding
 * @returns {string | undefined} the text; undefined if it is too long
 */
export function linkedText(value) {
  if (value.length > mostLinked) return undefined;
  // No text of an automation has only these characters.
  if (!/^[\w-]+={0,2}$/.test(value)) return value;
  try {
    const bytes = atob(value.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
  } catch {
    return value;
  }
}
