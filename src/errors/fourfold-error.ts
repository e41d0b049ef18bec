import type { ErrorCode } from "./error-code.js";
import { shorten } from "./message-text.js";

const brand: unique symbol = Symbol.for("fourfold.error") as never;

/** Maximum length of a message, whose keys, names and values can have any length. */
const MAX_MESSAGE = 8_000;

/** Base class of all errors of this package. `Code` is the union of the codes of its class. */
export abstract class FourfoldError<Code extends ErrorCode = ErrorCode> extends Error {
  // Declared only here: for a property of a union, some editors show the comment only if there is one declaration.
  /** Error code, from a closed list. `isFourfoldError(error, "not_found")` narrows to the class with that code. */
  readonly code: Code;

  constructor(code: Code, text: string, options?: { readonly cause?: unknown }) {
    // An own property with the value undefined would be shown.
    super(shorten(`[${code}] ${text}`, MAX_MESSAGE), options?.cause === undefined ? undefined : options);
    this.code = code;
  }

  /** The name of the class, even in minified code. */
  abstract override readonly name: string;

  /** Marks the error for `isFourfoldError`, across copies of the package. */
  get [brand](): true {
    return true;
  }

  /**
   * Returns the error as plain data, for logs: name, code, message and properties, without credentials.
   *
   * @returns A plain object.
   */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) };
  }
}

/** Whether a value is a {@link FourfoldError} of any copy of the package, with one of the codes if any are given. */
export function hasCode(value: unknown, ...codes: readonly ErrorCode[]): boolean {
  const error = Object(value) as Partial<FourfoldError>;
  if (error[brand] !== true) return false; // other values may throw when a property is read
  return codes.length === 0 || codes.some((each) => each === error.code);
}

/** Returns the message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
