// The module that pages import as /sdk/v1/hearth.js. hearth.d.ts describes its API, which stays compatible.

import { HearthError as SDKError } from "./error.js";
import { Home } from "./home.js";

export const HearthError = SDKError;

/**
 * @param {string | URL} url
 * @param {import("./hearth.js").ConnectSettings} settings
 */
export async function connect(url = new URL("/", import.meta.url), settings = {}) {
  const home = new Home(String(url).replace(/\/+$/, ""), settings);
  settings.signal?.addEventListener("abort", () => home.close());
  if (settings.signal?.aborted) home.close();
  await home.load();
  return home;
}
