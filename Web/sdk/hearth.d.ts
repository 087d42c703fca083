/**
 * Hearth for web pages: a home, its devices and their traits, live.
 *
 *     import { connect } from "http://hub.local:4327/sdk/v1/hearth.js";
 *     const home = await connect();
 *     await home.device("living-ceiling").trait("LevelControl").moveToLevel({ level: 127, transitionTime: 20 });
 *
 * `traits.d.ts` beside this file has the traits that a hub knows by itself. `hearth-codegen typescript` writes it anew with
 * those of makers.
 */

import type { TraitMap, TraitName } from "./traits.js";

export type { TraitMap, TraitName } from "./traits.js";

export interface ConnectSettings {
  /**
   * What each call says of its caller: `Bearer hth_…`, with a token of `hearth tokens create`. A page of the hub's own
   * needs none where its reader is known otherwise; a page elsewhere always does. As a function it is asked at each call.
   */
  authorization?: string | (() => string | undefined) | undefined;
  /** What changes of this program carry as their cause. */
  clientId?: string | undefined;
  /** Closes the home, also while it is being loaded. */
  signal?: AbortSignal | undefined;
}

/**
 * Loads a home, and follows it until it is closed.
 *
 * @param url the hub; without it, the one that this module came from
 * @throws HearthError
 */
export function connect(url?: string | URL, settings?: ConnectSettings): Promise<Home>;

/** All homes that the caller may see on a hub. What is read is what was reported last. */
export interface Home {
  /** Whether the hub is heard now. If not, all is as it was when it was heard last; it is asked again by itself. */
  readonly isLive: boolean;
  structures(): Structure[];
  rooms(): Room[];
  devices(): Device[];
  /** @throws HearthError `not_found` */
  device(id: string): Device;
  /** Calls after each change of what there is: devices, rooms, names, whether the hub is heard. Not of attributes. */
  onChange(listener: () => void): Unsubscribe;
  /** Ends all that is followed. */
  close(): void;
}

/** Ends what was asked for. */
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
  /** Absent for a device that is in no room. */
  readonly room: Room | undefined;
  /** Whether it is reached, as far as that is known. */
  readonly isOnline: boolean;
  /** Its parts, the root first. */
  readonly endpoints: readonly Endpoint[];
  /** Whether an endpoint, or any, has a trait. */
  has(name: TraitName, endpoint?: number): boolean;
  /**
   * A trait of the first endpoint that has it, or of the one that is named.
   *
   * @throws HearthError `not_found`
   */
  trait<Name extends TraitName>(name: Name, endpoint?: number): Trait<Name>;
}

export interface Endpoint {
  readonly id: number;
  /** Matter's numbers of its device types. */
  readonly deviceTypes: readonly number[];
  /** The names of its traits, without their vendors. */
  readonly traits: readonly string[];
}

/** A trait: its commands are methods. Where a command has the name of something here, it is in `commands` only. */
export type Trait<Name extends TraitName> = Omit<TraitMap[Name]["commands"], keyof TraitParts<Name>> & TraitParts<Name>;

export interface TraitParts<Name extends TraitName> {
  readonly name: string;
  readonly endpoint: number;
  /** As they were reported last. The object stays as it is; after a change there is another one. */
  readonly attributes: TraitMap[Name]["attributes"];
  /** All commands. Each resolves when what it did is in the attributes. */
  readonly commands: TraitMap[Name]["commands"];
  /** Writes attributes, all or none. */
  update(values: TraitMap[Name]["updates"]): Promise<void>;
  /** Calls after each change. */
  onChange(listener: (attributes: TraitMap[Name]["attributes"]) => void): Unsubscribe;
  /** The attributes now, and after each change; `break` ends it. Of changes that come meanwhile, the last one counts. */
  changes(): AsyncGenerator<TraitMap[Name]["attributes"], void>;
  /** Calls for each event from now on. */
  onEvent<Event extends string & keyof TraitMap[Name]["events"]>(
    name: Event,
    listener: (payload: TraitMap[Name]["events"][Event], info: EventInfo) => void
  ): Unsubscribe;
}

export interface EventInfo {
  /** Rises with each event of the home. */
  readonly number: bigint;
  readonly time: Date;
}

/** As Connect names them. */
export type ErrorCode =
  | "canceled" | "unknown" | "invalid_argument" | "deadline_exceeded" | "not_found" | "already_exists"
  | "permission_denied" | "resource_exhausted" | "failed_precondition" | "aborted" | "out_of_range" | "unimplemented"
  | "internal" | "unavailable" | "data_loss" | "unauthenticated";

/** All that the SDK throws. */
export class HearthError extends Error {
  constructor(code: string, message: string, refusal?: TraitRefusal);
  readonly code: ErrorCode;
  /** What a trait said, if it refused. */
  readonly refusal: TraitRefusal | undefined;
}

export interface TraitRefusal {
  readonly trait: string;
  /** The attribute or argument that it is about; empty if it is about none. */
  readonly field: string;
  /** What the value broke; empty if it broke nothing. */
  readonly constraint: string;
  /** Matter's number. */
  readonly matterStatus?: number;
  /** The trait's own number. */
  readonly clusterStatus?: number;
}
