import type { AnyFourfoldError } from "fourfold";

/** The outcome of a call. */
export type Outcome<T> =
  | { readonly kind: "value"; readonly value: T }
  | { readonly kind: "error"; readonly error: AnyFourfoldError }
  /** With the reason of its signal. */
  | { readonly kind: "aborted" };

/** The record of a finished call. */
export interface CallRecord {
  readonly id: string;
  readonly method: string;
  /** `value`, `aborted`, or the code of the error. */
  readonly ended: string;
  /** Whether the call could end early: it had a signal to abort it or a short deadline. */
  readonly mayEndEarly: boolean;
}

/** A possible state of a resource: a text that it contains, or undefined if it does not exist. */
export type State = string | undefined;

/** Records what must be true at the end, and the violations. */
export class Ledger {
  readonly records: CallRecord[] = [];
  readonly violations: string[] = [];
  /** Number of calls that did not end, and of lost changes. */
  lost = 0;
  /** Number of changes that were applied twice. */
  doubled = 0;
  /** The possible states of each resource with a single owner. */
  readonly states = new Map<string, readonly State[]>();
  /** Marks that calls have added to shared resources, and whether the calls know that they succeeded. */
  readonly marks: { readonly resource: string; readonly mark: string; readonly isKnown: boolean }[] = [];

  /** Records a violation. */
  violation(text: string, kind?: "lost" | "doubled"): void {
    this.violations.push(text);
    if (kind !== undefined) this[kind] += 1;
  }

  /**
   * Records the possible states after a change, and returns whether the state is certain. The request of a finished
   * call may still be in flight, so a resource in an uncertain state must not be used any more.
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
