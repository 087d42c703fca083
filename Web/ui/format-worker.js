// Runs in a thread of its own while the page starts. The first formatter of each kind makes the browser search its locale data,
// which takes a tenth of a second on a slow device. Chromium shares the result with all threads of the page.

new Intl.NumberFormat();
new Intl.DateTimeFormat();
new Intl.Collator();
new Intl.PluralRules();
new Intl.RelativeTimeFormat();
close();
