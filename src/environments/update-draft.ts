import type { Naming } from "../naming/naming.js";
import type { Environment } from "./schemas/environment.js";
import type { TargetPath } from "./updatable-paths.js";

/** An update as rules see it: members of a wrong type have been reported already and are left out. */
export interface UpdateDraft {
  /** The paths of the mask, in its order. */
  readonly targets: readonly TargetPath[];
  /** The body. */
  readonly environment: unknown;
}

/** What a rule knows beside the update. */
export interface UpdateContext {
  /** The environment as it is, where that is known: only then are conditions checked that compare. */
  readonly current?: Environment | undefined;
  /** Whether paths that are not in the table are accepted; `only` accepts no others. */
  readonly unlisted?: boolean | "only" | undefined;
  /** The words for `<product>` and `<engine>`, if known. */
  readonly words?: Pick<Naming, "product" | "engine"> | undefined;
}
