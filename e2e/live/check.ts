import type { Observations } from "./observe.js";
import type { Side } from "./side.js";

/** A check: sends requests to one side and returns its observations. */
export interface Check {
  readonly name: string;
  run(side: Side): Promise<Observations>;
}
