import type { Clock } from "../http/clock.js";
import type { Emit } from "../http/events.js";
import type { RetryPolicy, Send } from "../http/transport.js";
import type { RuleSettings } from "../schema/rules.js";
import type { ResponsePolicy } from "./read-response.js";
import type { Translation } from "./translation.js";

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
