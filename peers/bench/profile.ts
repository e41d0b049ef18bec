import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { folder } from "./pairs.js";

const run = promisify(execFile);

/** Milliseconds or kilobytes by category. */
export type Times = ReadonlyMap<string, number>;

/** Where the time of a comparison goes. */
export interface Profile {
  readonly what: string;
  readonly peerName: string;
  readonly unit: "ms" | "kB";
  readonly ours: Times;
  readonly theirs: Times;
}

interface Frame {
  readonly functionName: string;
  readonly url: string;
  /** Counts from 0. */
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }[];
  /** Ids of the nodes that were active, and the microseconds since the sample before. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Number of iterations in a profile, so that start-up and compilation are a small part. */
const ITERATIONS = 10;

/** Code that iterates over a list several times. */
export function walkCode(walk: string, baseUrl: string, maxResults: number): string {
  const file = JSON.stringify(new URL("walks.ts", import.meta.url).href);
  return `
    const { walks } = await import(${file});
    for (let n = 0; n < ${ITERATIONS}; n += 1) await walks.${walk}(${JSON.stringify(baseUrl)}, ${maxResults});
  `;
}

/** Code that loads a package. */
export const importCode = (name: string) => `await import(${JSON.stringify(name)});`;

/** Runs code in a new process and returns the time by category, divided by the number of iterations in the code. */
export async function profileOf(code: string, iterations = ITERATIONS): Promise<Times> {
  const output = mkdtempSync(join(tmpdir(), "fourfold-profile-"));
  try {
    const flags = ["--experimental-strip-types", "--no-warnings", "--cpu-prof", "--cpu-prof-dir", output];
    await run(process.execPath, [...flags, "--input-type=module", "-e", code], { cwd: folder });
    const [file = ""] = readdirSync(output);
    const times = timesOf(JSON.parse(readFileSync(join(output, file), "utf8")));
    return new Map([...times].map(([category, ms]) => [category, ms / iterations]));
  } finally {
    rmSync(output, { recursive: true });
  }
}

/** Adds the time of each function itself to its category. Native functions without their own belong to their caller. */
function timesOf({ nodes, samples, timeDeltas }: CpuProfile): Times {
  const categories = new Map<number, string | undefined>();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  for (const { id, callFrame } of nodes) categories.set(id, categoryOf(callFrame));
  const times = new Map<string, number>();
  samples.forEach((sample, index) => {
    let node: number | undefined = sample;
    while (node !== undefined && categories.get(node) === undefined) node = parents.get(node);
    const category = (node !== undefined && categories.get(node)) || "Node, other";
    times.set(category, (times.get(category) ?? 0) + (timeDeltas[index] ?? 0) / 1_000);
  });
  return times;
}

const OWN: Readonly<Record<string, string>> = {
  "(idle)": "waiting for the server",
  "(garbage collector)": "garbage collection",
  "(program)": "Node, native code",
};

function categoryOf(frame: Frame): string | undefined {
  const { functionName, url } = frame;
  if (url === "") return OWN[functionName] ?? (functionName === "parse" ? "JSON.parse" : undefined);
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
