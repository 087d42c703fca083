// Letting new devices into the network of an integration: the hub's call, and what joins.

import { RpcError } from "../lib/connect.js";
import { signal } from "../lib/view.js";
import { t } from "../ui/text.js";
import { milliseconds } from "./model.js";

/** @typedef {import("../lib/connect.js").Client} Client */
/** @typedef {import("../lib/hearth-v1.js").JoiningDevice} JoiningDevice */
/**
 * `isRunning` while the call runs; `closesAt` in milliseconds since 1970; `error` why the network could not be opened.
 *
 * @typedef {{isRunning: boolean, isOpen: boolean, closesAt: number | undefined, devices: readonly JoiningDevice[], error: RpcError | undefined}} JoiningState
 */

/** @type {JoiningState} */
const idle = { isRunning: false, isOpen: false, closesAt: undefined, devices: [], error: undefined };

/** One network that is opened. Ending the call closes the network. */
export class Joining {
  state = signal(idle);
  /** @type {AbortController | undefined} */
  #call;

  /** @param {Client} client */
  constructor(client) {
    this.client = client;
  }

  stop() {
    this.#call?.abort();
    this.#call = undefined;
  }

  /** @param {string} integrationId @param {number} seconds */
  async run(integrationId, seconds) {
    this.stop();
    const call = (this.#call = new AbortController());
    const put = (/** @type {Partial<JoiningState>} */ change) => {
      if (this.#call === call) this.state.value = { ...this.state.peek(), ...change };
    };
    put({ ...idle, isRunning: true });
    try {
      for await (const message of this.client.stream("IntegrationsService/JoinDevices", { integrationId, seconds }, { signal: call.signal })) {
        put({ isOpen: message.isOpen, closesAt: milliseconds(message.closesAt), devices: message.devices });
      }
      put({ isRunning: false, isOpen: false });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      put({ isRunning: false, isOpen: false, error });
    }
  }

  /**
   * The whole seconds until the network closes.
   *
   * @param {number} now in milliseconds since 1970, by the hub's clock
   * @param {number} planned when it was to close, for networks that do not say
   */
  secondsLeft(now, planned) {
    return Math.max(0, Math.ceil(((this.state.value.closesAt ?? planned) - now) / 1000));
  }
}

/** @param {JoiningDevice} device @returns {string} how far it is, with what it is once that is known */
export const joinerNote = ({ stage, maker, model }) => [t(`join.stage.${stage}`), [maker, model].filter((word) => word !== "").join(" ")].filter((word) => word !== "").join(" · ");
