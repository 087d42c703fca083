// Writes values as TypeScript source, for its compiler to check.

/**
 * A value as source text.
 *
 * @param {any} value
 * @returns {string}
 */
export function source(value) {
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Uint8Array) return `Uint8Array.of(${value.join(", ")})`;
  if (Array.isArray(value)) return `[${value.map(source).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{ ${Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${source(inner)}`).join(", ")} }`;
}
