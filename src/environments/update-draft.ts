import type { Naming } from "../naming/naming.js";
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
  /** Whether paths that are not in the table are accepted; `only` accepts no others. */
  readonly unlisted?: boolean | "only" | undefined;
  /** Values of `<product>` and `<engine>`, if known. */
  readonly names?: Pick<Naming, "product" | "engine"> | undefined;
}
