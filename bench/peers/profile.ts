import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { IterationName } from "./iterations.js";
import { folder } from "./pairs.js";

const run = promisify(execFile);

/** Milliseconds or kilobytes by category. */
export type Figures = ReadonlyMap<string, number>;

/** The time of a comparison by category. */
export interface Profile {
  readonly what: string;
  readonly peerName: string;
  readonly unit: "ms" | "kB";
  readonly ours: Figures;
  readonly theirs: Figures;
}

interface Frame {
  readonly functionName: string;
  readonly url: string;
  /** Line number, from 0. */
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface Node {
  readonly id: number;
  readonly callFrame: Frame;
  readonly children?: readonly number[];
  /** Number of samples by line, which counts from 1. */
  readonly positionTicks?: readonly { readonly line: number; readonly ticks: number }[];
}

interface CpuProfile {
  readonly nodes: readonly Node[];
  /** Ids of the active nodes, and the microseconds since the previous sample. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Code to profile, in a module. */
interface Profiled {
  /** Runs before the profile. */
  readonly warmUp: string;
  readonly code: string;
  /** The times are divided by this number. */
  readonly runs: number;
}

/** Code that iterates over a list several times, after the client has loaded its code. */
export function iterating(name: IterationName, baseUrl: string, maxResults: number): Profiled {
  const file = JSON.stringify(new URL("iterations.ts", import.meta.url).href);
  const once = `await iterations.${name}(${JSON.stringify(baseUrl)}, ${maxResults});`;
  const runs = 10;
  return {
    warmUp: `const { iterations } = await import(${file}); ${once} ${once}`,
    code: `for (let n = 0; n < ${runs}; n += 1) ${once}`,
    runs,
  };
}

/** Code that loads a package. */
export const importing = (name: string): Profiled => ({ warmUp: "", code: importCode(name), runs: 1 });

/** The code that loads a package. */
export const importCode = (name: string) => `await import(${JSON.stringify(name)});`;

/** Runs code in a new process and returns the time by category. */
export async function profileOf({ warmUp, code, runs }: Profiled): Promise<Figures> {
  const output = mkdtempSync(join(tmpdir(), "fourfold-profile-"));
  const file = join(output, "profile.json");
  try {
    const profiling = `
      import { writeFileSync } from "node:fs";
      import { Session } from "node:inspector/promises";
      const session = new Session();
      session.connect();
      await session.post("Profiler.enable");
      ${warmUp}
      await session.post("Profiler.start");
      ${code}
      const { profile } = await session.post("Profiler.stop");
      writeFileSync(${JSON.stringify(file)}, JSON.stringify(profile));
    `;
    // Node removes the types itself: a loader would be part of the profile.
    const flags = ["--experimental-strip-types", "--no-warnings", "--input-type=module"];
    await run(process.execPath, [...flags, "-e", profiling], { cwd: folder, timeout: 120_000 });
    const times = timesOf(JSON.parse(readFileSync(file, "utf8")));
    return new Map([...times].map(([category, ms]) => [category, ms / runs]));
  } finally {
    rmSync(output, { recursive: true });
  }
}

/** Adds each function's self time to its category. Native functions without a category count toward their caller. */
function timesOf({ nodes, samples, timeDeltas }: CpuProfile): Figures {
  const categories = new Map<number, string | undefined>();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  for (const { id, callFrame } of nodes) categories.set(id, categoryOf(callFrame));
  const shares = new Map(nodes.map((node) => [node.id, parsingShare(node)]));
  const times = new Map<string, number>();
  const add = (category: string, ms: number) => void times.set(category, (times.get(category) ?? 0) + ms);
  samples.forEach((sample, index) => {
    let node: number | undefined = sample;
    while (node !== undefined && categories.get(node) === undefined) node = parents.get(node);
    const category = (node !== undefined && categories.get(node)) || "Node, other";
    // A node is active until the next sample.
    const ms = (timeDeltas[index + 1] ?? 0) / 1_000;
    const share = shares.get(sample) ?? 0;
    add("JSON.parse", ms * share);
    add(category, ms * (1 - share));
  });
  return times;
}

const lines = new Map<string, readonly string[]>();

/** The share of a function's own time on lines that parse JSON: a profile has no entry for JSON.parse itself. */
function parsingShare({ callFrame: { url, functionName }, positionTicks = [] }: Node): number {
  if (functionName === "parseJSONFromBytes") return 1; // in undici
  if (!url.startsWith("file:") || positionTicks.length === 0) return 0;
  // Functions without a file belong to the process itself.
  const file = fileURLToPath(url);
  if (!lines.has(url)) lines.set(url, existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);
  const sum = (ticks: typeof positionTicks) => ticks.reduce((total, each) => total + each.ticks, 0);
  const parsing = positionTicks.filter(({ line }) => lines.get(url)?.[line - 1]?.includes("JSON.parse("));
  return sum(parsing) / sum(positionTicks);
}

const SPECIAL_FRAMES: Readonly<Record<string, string>> = {
  "(idle)": "waiting for the server",
  "(garbage collector)": "garbage collection",
  "(program)": "Node, native code",
};

function categoryOf(frame: Frame): string | undefined {
  const { functionName, url } = frame;
  if (url === "") return SPECIAL_FRAMES[functionName];
  if (url.startsWith("node:internal/deps/undici")) return "undici (fetch)";
  if (/^node:(vm|internal\/(vm|modules|bootstrap|process\/esm))/.test(url)) return "loading modules";
  if (/^node:(_?http|https|_?tls|net|_?stream|internal\/(webstreams|streams|stream_base|http|net))/.test(url)) {
    return "Node, network and streams";
  }
  if (/^node:(events|timers|internal\/(timers|events|event_target|abort_controller|process|async))/.test(url)) {
    return "Node, events and timers";
  }
  if (url.startsWith("node:")) return "Node, other";
  const path = url.startsWith("file:") ? fileURLToPath(url) : url;
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  if (name !== undefined && name !== "fourfold") return name;
  if (path.includes("/dist/")) return `fourfold: ${partOf(path, frame)}`;
  return "the benchmark";
}

const maps = new Map<string, SourceMap | undefined>();

/** The folder in `src` that contains a function of the built package. */
function partOf(path: string, { lineNumber, columnNumber }: Frame): string {
  if (!maps.has(path)) {
    const file = `${path}.map`;
    maps.set(path, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : undefined);
  }
  const entry = maps.get(path)?.findEntry(lineNumber, columnNumber);
  const source = entry && "originalSource" in entry ? entry.originalSource : "";
  const [, part] = /src\/(core\/\w+(?=\/)|\w+)/.exec(source) ?? [];
  return PARTS[part ?? ""] ?? part ?? "other";
}

const PARTS: Readonly<Record<string, string>> = {
  "core/schema": "validation",
  "core/http": "transport",
  core: "calls and pages",
};
