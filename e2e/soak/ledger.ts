import type { AnyFourfoldError } from "fourfold";

/** How a call ended. */
export type Outcome<T> =
  | { readonly kind: "value"; readonly value: T }
  | { readonly kind: "error"; readonly error: AnyFourfoldError }
  /** With the reason of its own signal. */
  | { readonly kind: "aborted" };

/** What is known of a call when it has ended. */
export interface CallRecord {
  readonly id: string;
  readonly method: string;
  /** `value`, `aborted`, or the code of the error. */
  readonly ended: string;
  /** Whether it had to end early: an abort or a deadline was asked for. */
  readonly isHurried: boolean;
}

/** A state that a resource can be in: a text that it carries, or undefined when it is not there. */
export type State = string | undefined;

/** Keeps what must be true in the end, and what was found not to be. */
export class Ledger {
  readonly records: CallRecord[] = [];
  readonly violations: string[] = [];
  /** Number of calls that did not end, and of changes that are not there. */
  lost = 0;
  /** Number of changes that were made twice. */
  doubled = 0;
  /** The states that each resource of a single owner may be in. */
  readonly states = new Map<string, readonly State[]>();
  /** Marks that calls have added to shared resources, and whether they know that they did. */
  readonly marks: { readonly resource: string; readonly mark: string; readonly isKnown: boolean }[] = [];

  /** Writes down something that must never happen. */
  violation(text: string, kind?: "lost" | "doubled"): void {
    this.violations.push(text);
    if (kind !== undefined) this[kind] += 1;
  }

  /**
   * Writes down what a change leaves behind, and tells whether that is certain. An ended call may still be on its way to
   * the service, so a resource whose state is open is to be left alone from then on.
   */
  changed(resource: string, states: { before: State; wanted: State }, outcome: Outcome<unknown>): boolean {
    const possible = possibleAfter(outcome, states);
    this.states.set(resource, possible);
    return possible.length === 1;
  }
}

function possibleAfter(outcome: Outcome<unknown>, { before, wanted }: { before: State; wanted: State }): State[] {
  if (outcome.kind === "value") return [wanted];
  if (outcome.kind === "error") {
    const { error } = outcome;
    if (error.code === "operation_failed") return [before];
    if (error.code === "rate_limited" && error.attempts === 1) return [before];
  }
  return [before, wanted];
}
