// npm run test:fuzz [-- --seconds 20 --seed … --only masks]: random and hostile input, which must cause only documented
// errors.
import { parseArgs } from "node:util";
import fc from "fast-check";
import { isFourfoldError } from "fourfold";
import { hostileTexts } from "./inputs.js";
import { requestsSent, type Target, targets } from "./targets.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    only: { type: "string" },
  },
});
const seconds = Number(values.seconds);
const seed = Number(values.seed);
if (!(seconds > 0) || !Number.isInteger(seed)) throw new Error("--seconds must be positive, --seed an integer");

/** Maximum processor time for a text of 100 kB, per request that is sent. */
const MAX_MS = 100;
/** Number of runs of a slow string, because the first runs include compilation. */
const RUNS = 5;

const failures: string[] = [];
let inputs = 0;
let longTexts = 0;

/** Returns a description of the error unless it is an error of the package. */
async function problemOf(target: Target, input: unknown): Promise<string | undefined> {
  try {
    await target.run(input);
  } catch (error) {
    if (!isFourfoldError(error)) return error instanceof Error ? String(error.stack) : String(error);
  }
  return undefined;
}

async function fuzz(target: Target, ms: number): Promise<void> {
  const property = fc.asyncProperty(target.inputs, async (input) => {
    inputs += 1;
    const problem = await problemOf(target, input);
    if (problem !== undefined) throw new Error(problem);
  });
  const details = await fc.check(property, {
    seed,
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: ms,
    markInterruptAsFailure: false,
  });
  if (!details.failed) return;
  const [input] = details.counterexample ?? [];
  const stack = details.errorInstance instanceof Error ? details.errorInstance.message : "";
  failures.push(
    `${target.name}: ${fc.stringify(input).slice(0, 300)}\n  ${stack.split("\n").slice(0, 4).join("\n  ")}`,
  );
}

async function measure(target: Target): Promise<void> {
  for (const text of target.fromText === undefined ? [] : hostileTexts) {
    longTexts += 1;
    const input = target.fromText?.(text);
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS && best > MAX_MS; run += 1) {
      const sentBefore = requestsSent();
      const before = process.cpuUsage();
      const problem = await problemOf(target, input);
      const { user, system } = process.cpuUsage(before);
      best = Math.min(best, (user + system) / 1_000 / Math.max(1, requestsSent() - sentBefore));
      if (problem === undefined) continue;
      failures.push(`${target.name}, 100 kB of ${JSON.stringify(text.slice(0, 8))}: ${problem.slice(0, 300)}`);
      return;
    }
    if (best > MAX_MS) {
      failures.push(`${target.name}, 100 kB of ${JSON.stringify(text.slice(0, 8))}: took ${Math.round(best)} ms`);
      return;
    }
  }
}

process.on("unhandledRejection", (reason) => failures.push(`an unhandled rejection: ${String(reason)}`));
const chosen = targets.filter(({ name }) => values.only === undefined || name === values.only);
console.log(`${chosen.length} targets for ${seconds} s, seed ${seed}`);
for (const target of chosen) {
  await measure(target);
  await fuzz(target, (seconds * 1_000) / chosen.length);
}
for (const failure of failures) console.error(`FAILURE: ${failure}`);
if (failures.length > 0) console.error(`To reproduce: npm run test:fuzz -- --seconds ${seconds} --seed ${seed}`);
console.log(`${inputs} inputs, ${longTexts} texts of 100 kB, ${failures.length} failures, seed ${seed}`);
process.exitCode = failures.length > 0 || inputs === 0 ? 1 : 0;
