import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Row } from "./page.js";
import { folder, pairs } from "./pairs.js";
import { inTurns, type Sample } from "./turns.js";

const run = promisify(execFile);
const tsc = join(folder, "../../node_modules/typescript/bin/tsc");
const typescript = join(folder, "../../node_modules/typescript/lib/typescript.js");

const compilerOptions = {
  module: "nodenext",
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  // The peers reference the types of Node themselves.
  types: [],
  typeRoots: [join(folder, "../../node_modules/@types")],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Two programs of 200 lines that do the same with a dataset, ten times. */
const programs = {
  ours: [
    'import { createWarehouse, type Table } from "fourfold/warehouse";',
    "const warehouse = createWarehouse();",
    ...repeated(
      (n) => `
export async function names${n}(datasetId: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { tableReference } of warehouse.tables.list({ projectId: "p", datasetId }, { maxResults: 50 })) {
    if (tableReference?.tableId !== undefined) names.push(tableReference.tableId);
  }
  return names;
}
export async function create${n}(datasetId: string, tableId: string): Promise<string> {
  const table: Table = await warehouse.tables.insert({
    tableReference: { projectId: "p", datasetId, tableId },
    schema: { fields: [{ name: "id", type: "INTEGER", mode: "REQUIRED" }, { name: "at", type: "TIMESTAMP" }] },
    timePartitioning: { type: "DAY", field: "at" },
    labels: { team: "data" },
  });
  const patched = await warehouse.tables.patch({ projectId: "p", datasetId, tableId }, { description: "Orders" });
  return \`\${table.etag} \${patched.etag} \${patched.schema?.fields?.map(({ name }) => name).join()}\`;
}`,
    ),
  ].join("\n"),
  peer: [
    'import { BigQuery, type TableMetadata } from "@google-cloud/bigquery";',
    'const bigquery = new BigQuery({ projectId: "p" });',
    ...repeated(
      (n) => `
export async function names${n}(datasetId: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { id } of bigquery.dataset(datasetId).getTablesStream({ maxResults: 50 })) {
    if (id !== undefined) names.push(id);
  }
  return names;
}
export async function create${n}(datasetId: string, tableId: string): Promise<string> {
  const [table] = await bigquery.dataset(datasetId).createTable(tableId, {
    schema: { fields: [{ name: "id", type: "INTEGER", mode: "REQUIRED" }, { name: "at", type: "TIMESTAMP" }] },
    timePartitioning: { type: "DAY", field: "at" },
    labels: { team: "data" },
  });
  const metadata: TableMetadata = table.metadata;
  const [patched] = await table.setMetadata({ description: "Orders" });
  return \`\${metadata.etag} \${patched.etag} \${patched.schema?.fields?.map(({ name }: { name: string }) => name).join()}\`;
}`,
    ),
  ].join("\n"),
};

function repeated(part: (n: number) => string): string[] {
  return Array.from({ length: 10 }, (_, n) => part(n));
}

/** Compares the compiler's time and memory for a one-line file, and its time and the editor's for 200 lines. */
export async function compareTypes(rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  const named = { peerName: "@google-cloud/bigquery", unit: "s" } as const;
  const program = await inTurns(checking(programs.peer), checking(programs.ours), rounds);
  rows.push({ what: "types of 200 lines with fourfold/warehouse, time", ...named, goal: 1, ...program.seconds });
  const completion = await inTurns(completing(programs.peer), completing(programs.ours), rounds);
  rows.push({ what: "first completion in them, time", ...named, goal: 1.2, ...completion.seconds });
  for (const { peer, ours } of pairs) {
    const { seconds, megabytes } = await inTurns(checking(peer.line), checking(ours.line), rounds);
    rows.push({ what: `types of ${ours.name}, time`, peerName: peer.name, unit: "s", ...seconds });
    rows.push({ what: `types of ${ours.name}, memory`, peerName: peer.name, unit: "MB", ...megabytes });
  }
  return rows;
}

const checking = (program: string): Sample<"seconds" | "megabytes"> =>
  inProject(program, async (project) => {
    const args = ["--max-old-space-size=8192", tsc, "-p", project, "--extendedDiagnostics"];
    const { stdout } = await run(process.execPath, args, { timeout: 120_000 });
    return { seconds: figure(stdout, "Total time"), megabytes: figure(stdout, "Memory used") / 1_000 };
  });

/** The time until an editor that has just opened the program completes a property of an option. */
const completing = (program: string): Sample<"seconds"> =>
  inProject(program, async (project) => {
    const file = join(project, "program.ts");
    const code = `
      const { default: ts } = await import(${JSON.stringify(pathToFileURL(typescript).href)});
      const start = performance.now();
      const config = ts.getParsedCommandLineOfConfigFile(${JSON.stringify(join(project, "tsconfig.json"))}, {}, ts.sys);
      const service = ts.createLanguageService({
        ...ts.sys,
        useCaseSensitiveFileNames: () => true,
        getCompilationSettings: () => config.options,
        getScriptFileNames: () => config.fileNames,
        getScriptVersion: () => "1",
        getScriptSnapshot: (name) => ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(name)) : undefined,
        getDefaultLibFileName: ts.getDefaultLibFilePath,
      });
      const found = service.getCompletionsAtPosition(${JSON.stringify(file)}, ${program.indexOf("timePartitioning")}, {});
      if (!found?.entries.some(({ name }) => name === "clustering")) throw new Error("no completion");
      console.log(JSON.stringify({ seconds: (performance.now() - start) / 1_000 }));
    `;
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code], { timeout: 120_000 });
    return JSON.parse(stdout);
  });

/** A sample in a new project that has one program. */
function inProject<Metric extends string>(
  program: string,
  measure: (project: string) => ReturnType<Sample<Metric>>,
): Sample<Metric> {
  return async () => {
    // Inside the folder, so that the packages are resolved as in a user's project.
    const project = mkdtempSync(join(folder, "node_modules/.types-"));
    try {
      writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
      writeFileSync(join(project, "program.ts"), `${program}\n`);
      writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
      return await measure(project);
    } finally {
      rmSync(project, { recursive: true });
    }
  };
}

/** Parses a line such as `Memory used:  123456K`. */
function figure(diagnostics: string, name: string): number {
  const text = new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(diagnostics)?.[1];
  if (text === undefined) throw new Error(`the compiler does not report "${name}"`);
  return Number(text);
}
