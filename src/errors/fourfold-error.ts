const brand: unique symbol = /* @__PURE__ */ Symbol.for("fourfold.error") as never;

/** What every error of this package has in common. */
export abstract class FourfoldError extends Error {
  /** What happened, out of a closed list: `switch (error.code)` narrows to the class. */
  abstract readonly code: string;

  /** The name of the class, also where its code was minified. */
  abstract override readonly name: string;

  /** Marks the error as ours for `isFourfoldError`, across copies of the package. */
  get [brand](): true {
    return true;
  }

  /** The error as plain data, for logs: its name, code, message and facts; never a credential. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

/** Whether a value carries the mark of {@link FourfoldError}, whichever copy of the package made it. */
export function hasErrorBrand(value: unknown): value is FourfoldError {
  return typeof value === "object" && value !== null && (value as { [brand]?: unknown })[brand] === true;
}
