// Commands and options for people at the hub's machine. They depend on how the hub was installed.

import { el, signal } from "../lib/view.js";
import { Installation } from "../lib/hearth-v1-more.js";
import { copyButton } from "./elements.js";
import { t } from "./text.js";

/** @typedef {import("../lib/connect.js").Client} Client */
/** @template T @typedef {import("../lib/view.js").Readable<T>} Readable */

const installation = signal(/** @type {number} */ (Installation.UNSPECIFIED));
let isAsked = false;

/** @param {Client} client @returns {Readable<number>} how the hub was installed; not specified until it has answered */
export function installationOf(client) {
  if (!isAsked) client.call("AccessService/GetServerIdentity", {}).then((answer) => (installation.value = answer.installation), () => (isAsked = false));
  isAsked = true;
  return installation;
}

/**
 * The `--hub` option for commands on the hub's own machine. Behind a proxy, the page does not know the hub's port.
 *
 * @param {{hostname: string, port: string}} place of the page
 */
const hubOption = ({ hostname, port }) => (port === "" ? "" : ` --hub ${/^(localhost|127\.|\[::1\])/.test(hostname) ? hostname : "127.0.0.1"}:${port}`);

/**
 * A command that has the rights of the hub's owner on its machine. Commands of the machine's service and in a container find
 * the hub's Unix socket, over which they have these rights, by themselves.
 *
 * @param {string} words
 * @param {number} how the hub was installed
 * @param {{hostname: string, port: string}} place of the page
 */
export function hubCommand(words, how, place) {
  switch (how) {
    case Installation.SERVICE: return `sudo hearth ${words}`;
    case Installation.CONTAINER: return `podman exec -it CONTAINER hearth ${words}`;
    default: return `hearth ${words}${hubOption(place)}`;
  }
}

/** @param {number} how the hub was installed @returns how the owner of a hub without owners gets an invitation */
export function ownInvitation(how) {
  const command = hubCommand("claim --open", how, location);
  return [
    el("p", { class: "quiet" }, t(how === Installation.SERVICE ? "claim.own.1" : how === Installation.CONTAINER ? "claim.own.2" : "claim.own.0")),
    el("code", { class: "secret" }, command), copyButton(() => command),
  ];
}

/** @param {number} how the hub was installed @param {string} option of `hearth serve` @returns what to type for the option */
export const optionLine = (how, option) => (how === Installation.SERVICE ? `HEARTH_SERVE_OPTIONS="${option}"` : option);

/** @param {number} how the hub was installed @param {string} option of `hearth serve` @returns how to start the hub with the option */
export function optionHow(how, option) {
  const line = optionLine(how, option);
  return [el("p", { class: "quiet" }, t(how === Installation.SERVICE ? "hub.option.1" : "hub.option.0")), el("code", { class: "secret" }, line), copyButton(() => line)];
}

/** @param {{port: string}} place of the page @returns the option that lets the hub listen for other machines, at the same port */
export const listenOption = ({ port }) => `--listen 0.0.0.0:${port || "4327"}`;
