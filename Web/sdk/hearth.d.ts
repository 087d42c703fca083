/**
 * Hearth for web pages: a home, its devices and their traits, live.
 *
 *     import { connect } from "http://hub.local:4327/sdk/v1/hearth.js";
 *     const home = await connect();
 *     await home.device("living-ceiling").trait("LevelControl").moveToLevel({ level: 127, transitionTime: 20 });
 *
 * `traits.d.ts` beside this file declares Hearth's built-in traits. `hearth-codegen typescript` writes one that includes
 * makers' traits.
 */

import type { TraitMap, TraitName } from "./traits.js";

export type { TraitMap, TraitName } from "./traits.js";

export interface ConnectSettings {
  /**
   * The `authorization` header of each call: `Bearer hth_…`, with a token of `hearth tokens create`. A page from the hub
   * itself needs none where the hub knows the caller otherwise; a page from elsewhere always does. A function is called
   * for each call.
   */
  authorization?: string | (() => string | undefined) | undefined;
  /** The client's name in the cause of changes that this program makes. */
  clientId?: string | undefined;
  /** Closes the home, also while it is being loaded. */
  signal?: AbortSignal | undefined;
}

/**
 * Loads a home and follows its changes until it is closed.
 *
 * @param url of the hub; by default the one that served this module
 * @throws HearthError
 */
export function connect(url?: string | URL, settings?: ConnectSettings): Promise<Home>;

/** All structures that the caller may see on a hub. Values are the last reported ones. */
export interface Home {
  /** Whether the hub is connected. If not, values stay as last reported, and the SDK reconnects by itself. */
  readonly isLive: boolean;
  structures(): Structure[];
  rooms(): Room[];
  devices(): Device[];
  /** @throws HearthError `not_found` */
  device(id: string): Device;
  /** Calls the listener after each change of devices, rooms, names or `isLive`, but not of attributes. */
  onChange(listener: () => void): Unsubscribe;
  /** Ends the connection and all subscriptions. */
  close(): void;
}

/** Ends a subscription. */
export type Unsubscribe = () => void;

export interface Structure {
  readonly id: string;
  readonly name: string;
}

export interface Room {
  readonly id: string;
  readonly name: string;
  readonly structureId: string;
}

export interface Device {
  readonly id: string;
  readonly name: string;
  readonly structureId: string;
  /** Undefined for a device in no room. */
  readonly room: Room | undefined;
  /** False if the hub knows that it can't reach the device. */
  readonly isOnline: boolean;
  /** Its parts, the root first. */
  readonly endpoints: readonly Endpoint[];
  /** Whether the given endpoint, or any, has a trait. */
  has(name: TraitName, endpoint?: number): boolean;
  /**
   * A trait of the given endpoint, or of the first endpoint that has it.
   *
   * @throws HearthError `not_found`
   */
  trait<Name extends TraitName>(name: Name, endpoint?: number): Trait<Name>;
}

export interface Endpoint {
  readonly id: number;
  /** Matter's ids of its device types. */
  readonly deviceTypes: readonly number[];
  /** The names of its traits, without vendor prefixes. */
  readonly traits: readonly string[];
}

/** A trait, with its commands as methods. A command with the name of another member is in `commands` only. */
export type Trait<Name extends TraitName> = Omit<TraitMap[Name]["commands"], keyof TraitParts<Name>> & TraitParts<Name>;

export interface TraitParts<Name extends TraitName> {
  readonly name: string;
  readonly endpoint: number;
  /** The last reported values. The object is never modified; each change creates a new one. */
  readonly attributes: TraitMap[Name]["attributes"];
  /** All commands. Each resolves once its effects are in `attributes`. */
  readonly commands: TraitMap[Name]["commands"];
  /** Writes attributes, all or none. */
  update(values: TraitMap[Name]["updates"]): Promise<void>;
  /** Calls the listener after each change. */
  onChange(listener: (attributes: TraitMap[Name]["attributes"]) => void): Unsubscribe;
  /** Yields the attributes now and after each change, until `break`. Changes between two reads are coalesced. */
  changes(): AsyncGenerator<TraitMap[Name]["attributes"], void>;
  /** Calls the listener for each event from now on. */
  onEvent<Event extends string & keyof TraitMap[Name]["events"]>(
    name: Event,
    listener: (payload: TraitMap[Name]["events"][Event], info: EventInfo) => void
  ): Unsubscribe;
}

export interface EventInfo {
  /** Incremented by one for each event of the structure. */
  readonly number: bigint;
  readonly time: Date;
}

/** The error codes of the Connect protocol. */
export type ErrorCode =
  | "canceled" | "unknown" | "invalid_argument" | "deadline_exceeded" | "not_found" | "already_exists"
  | "permission_denied" | "resource_exhausted" | "failed_precondition" | "aborted" | "out_of_range" | "unimplemented"
  | "internal" | "unavailable" | "data_loss" | "unauthenticated";

/** The error that the SDK throws. */
export class HearthError extends Error {
  constructor(code: string, message: string, refusal?: TraitRefusal);
  readonly code: ErrorCode;
  /** The trait's refusal, if a trait refused. */
  readonly refusal: TraitRefusal | undefined;
}

export interface TraitRefusal {
  readonly trait: string;
  /** The attribute or argument concerned; empty if there is none. */
  readonly field: string;
  /** The constraint that the value violated; empty if there is none. */
  readonly constraint: string;
  /** Matter's status code. */
  readonly matterStatus?: number;
  /** The cluster's own status code. */
  readonly clusterStatus?: number;
}
