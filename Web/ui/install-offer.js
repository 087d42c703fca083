// The browser's offer to install the page as an app.

import { signal } from "../lib/view.js";

/** @type {import("../lib/view.js").Signal<{prompt: () => Promise<unknown>} & Event | undefined>} undefined without an offer */
export const installOffer = signal(undefined);
