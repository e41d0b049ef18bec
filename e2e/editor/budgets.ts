import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../package/packed.js";

/** Code whose cost for the compiler is limited. */
interface Budget {
  readonly what: string;
  readonly code: string;
  /** Code whose cost is not counted. */
  readonly without: string;
  /** Maximum number of instantiations. */
  readonly limit: number;
}

const CALLS = 200;
const COLUMNS = 500;
const TYPES = ["STRING", "INTEGER", "NUMERIC", "TIMESTAMP", "RECORD"];

const calls: ((n: number) => string)[] = [
  (n) => `fromMask(["labels.team${n}", "labels.old${n}"], { labels: { team${n}: "data" } });`,
  (n) => `fromMask(["config.nodeCount"], { config: { nodeCount: ${n + 3} } });`,
  (n) => `fromMask(["config.softwareConfig.pypiPackages.p${n}"], {});`,
  (n) =>
    `fromMask(["config.softwareConfig.airflowConfigOverrides.core-p${n}", "config.softwareConfig.airflowConfigOverrides.core-q${n}"], { config: { softwareConfig: { airflowConfigOverrides: { "core-p${n}": "1" } } } });`,
  (n) => `fromMask(["labels"], { labels: { a${n}: "1" } });`,
];

function column(n: number): string {
  const type = TYPES[n % TYPES.length];
  const nested = type === "RECORD" ? ', fields: [{ name: "a", type: "INTEGER" }]' : "";
  return `{ name: "c${n}", type: "${type}", mode: "REQUIRED"${nested} },`;
}

const times = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join("\n");

const masks =
  'import { environmentUpdate } from "fourfold/environments";\nexport const { fromMask } = environmentUpdate;\n';
const schemas =
  'import { defineSchema, type RowOf } from "fourfold/tables";\nvoid defineSchema;\nexport type R = RowOf<{}>;\n';

const budgets: readonly Budget[] = [
  {
    what: "a client in one line",
    code: 'import { createClient } from "fourfold";\nexport const client = createClient({ baseUrl: "https://services.test" });',
    without: "export {};",
    limit: 2_000,
  },
  {
    what: `${CALLS} calls of fromMask`,
    code: masks + times(CALLS, (n) => calls[n % calls.length]?.(n) ?? ""),
    without: masks,
    limit: 35_000,
  },
  {
    what: `a schema with ${COLUMNS} columns and its rows`,
    code: `${schemas}const schema = defineSchema([\n${times(COLUMNS, column)}\n]);
export const read = (row: RowOf<typeof schema>): string => row.c0 + row.c1 + row.c4.a;`,
    without: schemas,
    limit: 120_000,
  },
];

/** Compiles code against the packed package, and checks how many types the compiler instantiates for it. */
export function checkBudgets(folder: string): string[] {
  return budgets.flatMap(({ what, code, without, limit }) => {
    const cost = instantiations(folder, code) - instantiations(folder, without);
    console.log(`${what}: ${cost} instantiations, at most ${limit}`);
    return cost > 0 && cost <= limit ? [] : [`${what}: ${cost} instantiations, at most ${limit} are allowed`];
  });
}

function instantiations(folder: string, code: string): number {
  const compilerOptions = {
    module: "nodenext",
    target: "es2022",
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  writeFileSync(join(folder, "budget.ts"), code);
  writeFileSync(join(folder, "tsconfig.budget.json"), JSON.stringify({ compilerOptions, files: ["budget.ts"] }));
  const args = ["node_modules/typescript-5.9/bin/tsc", "-p", "tsconfig.budget.json", "--extendedDiagnostics"];
  const count = /Instantiations:\s+(\d+)/.exec(run(process.execPath, args, folder))?.[1];
  if (count === undefined) throw new Error("the compiler does not print the number of instantiations");
  return Number(count);
}
