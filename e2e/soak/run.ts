// npm run test:soak [-- --seconds 60 --callers 64 --seed …]: many callers, many faults, and nothing may be lost.
import { parseArgs } from "node:util";
import { handles, leftOver, memoryInUse } from "./resources.js";
import { runRound } from "./round.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    callers: { type: "string", default: "64" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const seconds = positiveNumber("seconds", values.seconds);
const callers = positiveNumber("callers", values.callers);
const { seed } = values;

/** Growth from the end of the first round, which fills permanent caches, to the end of the last. */
const MAX_GROWTH_BYTES = 4_000_000;
/** Growth from the end of the warm-up, which loads code, to the end of the last round. */
const MAX_HEAP_BYTES = 10_000_000;
const ROUND_SECONDS = 5;
const WARM_UP = { name: "warm-up", callers: 4, durationMs: 1_000, port: 0 };

// Otherwise, the first stack trace through each module adds its parsed source map to the heap.
process.setSourceMapsEnabled(false);

const violations: string[] = [];
process.on("warning", (warning) => violations.push(`process warning: ${warning.message}`));
process.on("unhandledRejection", (reason) => violations.push(`unhandled rejection: ${String(reason)}`));

console.log(`${callers} callers for ${seconds} s, seed ${seed}`);
const before = handles();
const warmUp = await runRound({ ...WARM_UP, seed });
violations.push(...warmUp.violations);
for (const left of await leftOver(before)) violations.push(`after the warm-up: ${left} were not released`);
const heapBefore = await memoryInUse();
let { lost, doubled } = warmUp;
const rounds = Math.max(2, Math.round(seconds / ROUND_SECONDS));
const ends = new Map<string, number>();
const faults = new Map<string, number>();
const memory: number[] = [];
let retries = 0;
let { port } = warmUp;
for (let round = 1; round <= rounds; round += 1) {
  const result = await runRound({ name: String(round), seed, callers, durationMs: (seconds / rounds) * 1_000, port });
  port = result.port;
  add(ends, result.ends);
  add(faults, result.faults);
  retries += result.retries;
  lost += result.lost;
  doubled += result.doubled;
  violations.push(...result.violations);
  for (const left of await leftOver(before)) violations.push(`after round ${round}: ${left} were not released`);
  memory.push(await memoryInUse());
}
const [first = 0] = memory;
const last = memory.at(-1) ?? 0;
if (last - first > MAX_GROWTH_BYTES) violations.push(`memory grew by ${megabytes(last - first)}`);

const heapGrowth = last - heapBefore;
if (heapGrowth > MAX_HEAP_BYTES) violations.push(`memory is ${megabytes(heapGrowth)} above its size after the warm-up`);

const calls = sum(ends);
const requests = sum(faults);
const rows: [string, string][] = [
  ["calls", String(calls)],
  ...byCount(ends).map(([end, count]): [string, string] => [`  ${end}`, `${count} (${percent(count, calls)})`]),
  ["requests", String(requests)],
  ...byCount(faults).map(([fault, count]): [string, string] => [
    `  ${fault}`,
    `${count} (${percent(count, requests)})`,
  ]),
  ["retries", String(retries)],
  ["memory", `${memory.map(megabytes).join(", ")} after the rounds`],
  ["handles", `${sum(before)} before, ${sum(handles())} after`],
  ["violations", String(violations.length)],
];
const width = Math.max(...rows.map(([name]) => name.length));
for (const [name, value] of rows) console.log(`${name.padEnd(width)}  ${value}`);
for (const violation of violations.slice(0, 50)) console.error(`VIOLATION: ${violation}`);
if (violations.length > 0)
  console.error(`To reproduce: npm run test:soak -- --seconds ${seconds} --callers ${callers} --seed ${seed}`);
const left = (kind: RegExp) =>
  sum(new Map([...handles()].filter(([name]) => kind.test(name)))) -
  sum(new Map([...before].filter(([name]) => kind.test(name))));
console.log(
  `${lost} lost, ${doubled} doubled, ${left(/TCP|Socket/)} sockets and ${left(/Timeout/)} timers left, ` +
    `heap ${megabytes(heapGrowth)} above the warm-up; ${violations.length} violations, seed ${seed}`,
);
process.exitCode = violations.length > 0 ? 1 : 0;

function positiveNumber(name: string, text: string): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Error(`--${name} must be a positive number, got ${text}`);
}

function add(total: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [key, count] of counts) total.set(key, (total.get(key) ?? 0) + count);
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}

function byCount(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([, a], [, b]) => b - a);
}

function percent(count: number, total: number): string {
  return `${((count / total) * 100).toFixed(1)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
