// Numbers among the values of traits.

/** @param {unknown} value @returns {number | undefined} undefined for what is not a number; a 64-bit integer loses its last digits */
export const asNumber = (value) => (typeof value === "number" ? value : typeof value === "bigint" ? Number(value) : undefined);
