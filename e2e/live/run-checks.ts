import { masked, maskedText, type Observations } from "./observe.js";
import type { Side, Sides } from "./side.js";

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

/** A check: sends requests to one side and returns its observations. */
export interface Check {
  readonly name: string;
  run(side: Side): Promise<Observations>;
}

/** A difference between the observations of the two sides. */
export interface Difference {
  /** Path of the value. */
  readonly path: string;
  /** The values as JSON; `absent` if there is none. */
  readonly sandbox: string;
  readonly live: string;
}

/** Lists the differences between two values of plain JSON data. */
function differencesOf(sandbox: unknown, live: unknown, path = ""): Difference[] {
  if (JSON.stringify(sandbox) === JSON.stringify(live)) return [];
  if (!isContainer(sandbox) || !isContainer(live) || Array.isArray(sandbox) !== Array.isArray(live)) {
    return [{ path, sandbox: shown(sandbox), live: shown(live) }];
  }
  const names = new Set([...Object.keys(sandbox), ...Object.keys(live)]);
  return [...names].flatMap((name) => {
    const entryPath = Array.isArray(sandbox) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    return differencesOf(sandbox[name], live[name], entryPath);
  });
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function shown(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}
