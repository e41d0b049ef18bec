import { FourfoldError } from "./fourfold-error.js";

/** A row of a response does not match the columns of its decoder. The error contains no value of the row. */
export class RowError extends FourfoldError<"row_invalid"> {
  /** Path of the invalid value, such as `items[2].price`; the empty string for the whole row. */
  readonly path: string;

  constructor(facts: {
    path: string;
    /** The requirement, and the kind of the value; never the value. */
    problem: string;
  }) {
    const { path, problem } = facts;
    super("row_invalid", path === "" ? problem : `${path}: ${problem}`);
    this.path = path;
  }

  override get name(): "RowError" {
    return "RowError";
  }
}
