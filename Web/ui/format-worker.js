// Runs in a thread of its own while the page begins. The first format of each kind has a browser look through all languages
// that it knows, which keeps a slow device busy for a tenth of a second. What it finds, Chromium has for all threads of a page.

new Intl.NumberFormat();
new Intl.DateTimeFormat();
new Intl.Collator();
new Intl.PluralRules();
new Intl.RelativeTimeFormat();
close();
