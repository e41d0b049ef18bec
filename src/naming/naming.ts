import type { RuleSettings } from "../core/rules.js";

/** An area that is spoken to over HTTP. */
export type Area = "warehouse" | "entities" | "environments";

/** The names that one brand of the services uses on the wire. */
export interface Naming {
  /** Name of the profile. */
  readonly name: string;
  /** Path segment that identifies the warehouse in its base address. */
  readonly servicePath: string;
  /** Base addresses that are known; an area without one needs the `baseUrl` option. */
  readonly addresses?: Readonly<Partial<Record<Area, string>>> | undefined;
  /** Severities of rules that differ from the tables', because this brand's services do not enforce them. */
  readonly rules: RuleSettings;
}
