import type { Check } from "./check.js";
import { type Difference, differencesOf } from "./compare.js";
import { masked, maskedText } from "./observe.js";
import type { Sides } from "./side.js";

/** The result of a check. */
export type Result = { readonly name: string } & (
  | { readonly status: "ok" | "not run" }
  | { readonly status: "differs"; readonly differences: readonly Difference[] }
  | { readonly status: "failed"; readonly message: string }
);

/** Runs checks one by one, each against both sides. After an abort, the other checks are not run. */
export async function runChecks(
  checks: readonly Check[],
  sides: Sides,
  { signal, onResult }: { readonly signal: AbortSignal; readonly onResult: (result: Result) => void },
): Promise<void> {
  for (const check of checks) {
    onResult(signal.aborted ? { name: check.name, status: "not run" } : await runCheck(check, sides));
  }
}

async function runCheck(check: Check, sides: Sides): Promise<Result> {
  const { name } = check;
  const seen: unknown[] = [];
  for (const side of [sides.sandbox, sides.live]) {
    try {
      const observed = await check.run(side);
      seen.push(masked({ ...observed, drift: side.takeDrift() }, side.names));
    } catch (error) {
      return { name, status: "failed", message: maskedText(`${side.name}: ${messageOf(error)}`, side.names) };
    }
  }
  const differences = differencesOf(seen[0], seen[1]);
  return differences.length === 0 ? { name, status: "ok" } : { name, status: "differs", differences };
}

/** Returns the message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
