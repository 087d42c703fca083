// The name of the page, and how long it is.
export const name = "A page for tests"; // not "part" of it

/** How many letters there are. */
export function length(/* of */ text = name) {
  return [...text].length;
}
