// The ways in which a browser can show a live stream.

import { mimeType } from "./fragments.js";

/** @typedef {import("./fragments.js").Video} Video */
/**
 * `decode`: decoded by the page's script and drawn, the fastest. `buffer`: played by a media source. `pictures`: JPEG, drawn.
 *
 * @typedef {"decode" | "buffer" | "pictures"} Way
 * @typedef {{codec: string, description: Uint8Array, optimizeForLatency: boolean}} Config of a decoder
 * @typedef {{
 *   VideoDecoder?: {isConfigSupported(config: Config): Promise<{supported?: boolean}>} | undefined,
 *   MediaSource?: {isTypeSupported(type: string): boolean} | undefined,
 *   ManagedMediaSource?: {isTypeSupported(type: string): boolean} | undefined,
 * }} Browser
 */

/**
 * The configuration of a decoder. It delivers each picture as soon as it is decoded.
 *
 * @param {Video} video
 * @returns {Config}
 */
export const decoderConfig = ({ codec, configuration }) => ({ codec, description: configuration, optimizeForLatency: true });

/** @param {Browser} browser @returns the browser's media source; iPhones only have the managed one */
export const mediaSourceOf = (browser) => browser.MediaSource ?? browser.ManagedMediaSource;

/**
 * The best way to show a stream. `VideoDecoder` only exists on secure pages.
 *
 * @param {Video} video
 * @param {ReadonlySet<Way>} failed ways that did not work
 * @param {Browser} browser
 * @returns {Promise<Way | undefined>} undefined if the browser can't show it
 */
export async function wayOf(video, failed, browser = /** @type {any} */ (globalThis)) {
  if (video.codec === "jpeg") return failed.has("pictures") ? undefined : "pictures";
  const decodes = async () => (await browser.VideoDecoder?.isConfigSupported(decoderConfig(video)).catch(() => undefined))?.supported === true;
  if (!failed.has("decode") && (await decodes())) return "decode";
  return !failed.has("buffer") && mediaSourceOf(browser)?.isTypeSupported(mimeType(video)) ? "buffer" : undefined;
}
