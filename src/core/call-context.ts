import type { Clock } from "./clock.js";
import type { Emit } from "./events.js";
import type { Transport } from "./http/transport.js";
import type { ResponsePolicy } from "./read-response.js";
import type { Names } from "./rename.js";
import type { RuleSettings } from "./rules/rules.js";

/** What calls need of their client. */
export interface CallContext extends ResponsePolicy {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly emit: Emit | undefined;
  /** The names of the client's naming profile. */
  readonly naming: Names;
  /** Replaces `{servicePath}` in templates; undefined if the client's service has none. */
  readonly servicePath: string | undefined;
  /** Severities of rules that differ from the tables', the profile's first. */
  readonly rules: RuleSettings;
  /** Whether requests are validated. */
  readonly checksRequests: boolean;
  /** The client's default deadline of a call, in milliseconds. */
  readonly deadlineMs: number | undefined;
}
