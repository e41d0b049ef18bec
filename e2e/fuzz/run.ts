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

/** Processor time for a text of 100 kB, per request that is sent, above which the growth of the time is measured. */
const FAST_MS = 100;
/** Maximum growth of the time from a quarter of a text to the text: 4 is linear, 16 quadratic. */
const MAX_GROWTH = 8;
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

/** Returns the shortest processor time of a few runs in milliseconds, per request that is sent, or a problem. */
async function timeOf(target: Target, text: string): Promise<number | string> {
  const input = target.fromText?.(text);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && best > FAST_MS; run += 1) {
    const sentBefore = requestsSent();
    const before = process.cpuUsage();
    const problem = await problemOf(target, input);
    if (problem !== undefined) return problem.slice(0, 300);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000 / Math.max(1, requestsSent() - sentBefore));
  }
  return best;
}

/** Reports the first long text whose time grows faster than its length. */
async function measure(target: Target): Promise<void> {
  for (const text of target.fromText === undefined ? [] : hostileTexts) {
    longTexts += 1;
    const time = await timeOf(target, text);
    const problem =
      typeof time === "string" ? time : time > FAST_MS ? await growthProblem(target, text, time) : undefined;
    if (problem === undefined) continue;
    failures.push(`${target.name}, 100 kB of ${JSON.stringify(text.slice(0, 8))}: ${problem}`);
    return;
  }
}

async function growthProblem(target: Target, text: string, time: number): Promise<string | undefined> {
  // The beginning decides how a text is parsed, and a last character that no format allows makes parsers backtrack.
  const end = text.endsWith("\0") ? "\0" : "";
  const quarter = await timeOf(target, `${text.slice(0, text.length / 4)}${end}`);
  if (typeof quarter === "string") return quarter;
  const growth = time / quarter;
  return growth > MAX_GROWTH ? `took ${Math.round(time)} ms, ${growth.toFixed(1)} times a quarter of it` : undefined;
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
