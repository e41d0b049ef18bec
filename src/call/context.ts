import type { RuleSettings } from "../checks/rules.js";
import type { Clock } from "./clock.js";
import type { Emit } from "./events.js";
import type { RetryPolicy, Send } from "./options.js";

/** How responses are validated. */
export interface ResponsePolicy {
  /** Whether a mismatch with the schema is an error. If not, it is a `drift` event, and the response is returned. */
  readonly strict: boolean;
  /** Whether the request selected fields, so that others may be absent. */
  readonly isPartial?: boolean;
  readonly emit: Emit;
}

/** The parts of a client that its calls use. */
export interface CallContext extends ResponsePolicy {
  readonly send: Send;
  readonly clock: Clock;
  readonly emit: Emit;
  /** Translates resources to the names on the wire; undefined if they are the same as the names in code. */
  readonly translation: Translation | undefined;
  /** Replaces `{servicePath}` in path templates; undefined if the client's service has no service path. */
  readonly servicePath: string | undefined;
  /** Rule severities that override the rule tables: the naming profile's severities, then the severities in the options. */
  readonly rules: RuleSettings;
  /** Whether the services accept more enum values than those that are known. */
  readonly openValues: boolean;
  /** Whether requests are validated. */
  readonly checksRequests: boolean;
  /** The client's default `deadlineMs`. */
  readonly deadlineMs: number | undefined;
  /** The client's retry policy. */
  readonly retry: RetryPolicy;
}

/** Translates resources from the names in code to the names on the wire, and back. A field with both names keeps them. */
export interface Translation {
  /** Returns a body with the names on the wire. */
  toWire(resource: string, body: unknown): unknown;
  /** Returns a body with the names in code. */
  fromWire(resource: string, body: unknown): unknown;
  /** Returns a path of a resource, such as a path in a mask, with the name on the wire. */
  pathToWire(resource: string, path: string): string;
  /** Returns a path of a resource with the name in code. */
  pathFromWire(resource: string, path: string): string;
}
