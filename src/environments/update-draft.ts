import type { RuleCheck } from "../core/rules/rules.js";
import type { Naming } from "../naming/naming.js";
import type { ENVIRONMENT_RULES } from "../naming/rule-ids.js";
import type { Environment } from "./schemas/environment.js";
import type { TargetPath } from "./updatable-paths.js";

/** An update for rules. Values of a wrong type are omitted, because they have already been reported. */
export interface UpdateDraft {
  /** The paths of the mask, in its order. */
  readonly targets: readonly TargetPath[];
  /** The body. */
  readonly environment: unknown;
}

/** Context of a rule, in addition to the update. */
export interface UpdateContext {
  /** The current environment, if known. Rules that compare the update with it are skipped otherwise. */
  readonly current?: Environment | undefined;
  /**
   * Whether paths that are not in the table are accepted: all, those that the service is known to accept, or, with `only`, no
   * others.
   */
  readonly unlisted?: boolean | "known" | "only" | undefined;
  /** Naming profile. Default: Google's, but product and engine are those of the current environment. */
  readonly naming?: Naming | undefined;
}

/** Id of a rule about environment updates: a key of the option `rules`. */
export type EnvironmentRuleId = keyof typeof ENVIRONMENT_RULES;

/** A rule about an update. */
export type UpdateRule = RuleCheck<UpdateDraft, UpdateContext, EnvironmentRuleId>;
