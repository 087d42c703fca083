// Searches the guides: all sections that have each typed word, those with a word in their title first.

const root = document.body.dataset.root ?? "";
const input = document.querySelector("input");
const found = document.querySelector(".found");
const count = document.querySelector(".count");
const most = 30;

/** @type {Promise<[string, string, [string, string, string][]][]> | undefined} */
let index;
const load = () => (index ??= fetch(`${root}search.json`).then((answer) => answer.json()).catch(() => {
  index = undefined;
  return [];
}));

const simple = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** The text around the first word, from a word's start. */
function excerpt(text, word) {
  const at = Math.max(0, simple(text).indexOf(word) - 60);
  const start = at === 0 ? 0 : text.indexOf(" ", at) + 1;
  return `${start > 0 ? "… " : ""}${text.slice(start, start + 180)}${start + 180 < text.length ? " …" : ""}`;
}

function hits(guides, words) {
  const all = [];
  for (const [address, guide, sections] of guides)
    for (const [name, title, text] of sections) {
      const [inTitle, inAll] = [simple(`${guide} ${title}`), simple(`${guide} ${title} ${text}`)];
      if (!words.every((word) => inAll.includes(word))) continue;
      const rank = words.filter((word) => simple(title).includes(word)).length * 2 + words.filter((word) => inTitle.includes(word)).length;
      all.push({ rank, address: `${root}${address}#${name}`, title: guide === title ? guide : `${guide}: ${title}`, text: excerpt(text, words[0]) });
    }
  return all.sort((left, right) => right.rank - left.rank);
}

function item({ address, title, text }) {
  const one = document.createElement("li");
  const link = one.appendChild(document.createElement("a"));
  link.href = address;
  link.textContent = title;
  one.appendChild(document.createElement("p")).textContent = text;
  return one;
}

/** Hides what was found. */
function hide() {
  found.hidden = true;
  count.textContent = "";
}

async function search() {
  const typed = input.value;
  const words = simple(typed).split(/\s+/).filter((word) => word.length > 1);
  if (words.length === 0) return hide();
  const all = hits(await load(), words);
  if (input.value !== typed) return;
  found.replaceChildren(...all.slice(0, most).map(item));
  found.hidden = all.length === 0;
  if (all.length === 0) count.textContent = `No guide has “${typed.trim()}”.`;
  else if (all.length > most) count.textContent = `${all.length} hits, of which ${most} are shown; add a word.`;
  else count.textContent = all.length === 1 ? "1 hit" : `${all.length} hits`;
}

input.addEventListener("focus", load, { once: true });
input.addEventListener("input", search);
// A hit in the page that is open only moves to its heading.
found.addEventListener("click", hide);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  } else if (event.key === "Escape") hide();
});
