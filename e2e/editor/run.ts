// npm run test:package -- editor [--all --update]: reads what editors show for the packed package, with the first and the last of
// three compilers, or with all of them, and compares it with the written expectations. --update writes what the first compiler shows.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readExported } from "../package/exported.js";
import { packAndInstall } from "../package/packed.js";
import { checkBudgets } from "./budgets.js";
import { type Expectation, expectedOf, NO_REASON, readExpectations, writeExpectations } from "./expectations.js";
import type { Diagnostic, LanguageServer } from "./language-server.js";
import { startNativeServer } from "./native-server.js";
import { type Kind, type MarkedFile, mustFail, type Place, readPlaces } from "./places.js";
import { isIn, isSame, lacksDocumentation, seenAt } from "./seen.js";
import { startTsserver } from "./tsserver.js";

const isFlag = { type: "boolean", default: false } as const;
const { all: isComplete, update: isUpdate } = parseArgs({ options: { all: isFlag, update: isFlag } }).values;
const app = fileURLToPath(new URL("app/", import.meta.url));
const REFERENCE = "5.9";
const compilers = {
  [REFERENCE]: (folder: string) => startTsserver(folder, "typescript-5.9"),
  "6.0": (folder: string) => startTsserver(folder, "typescript-6.0"),
  "7.0": (folder: string) => startNativeServer(folder, "typescript-7.0"),
};
/** Minimum number of places of each kind. */
const MINIMUM: Readonly<Record<Kind, number>> = {
  hover: 150,
  completions: 40,
  signature: 30,
  mistake: 60,
  rejected: 100,
};
const EXPORTS = "exports";

interface Fixture extends MarkedFile {
  readonly name: string;
  /** Folder from which the compilers read the code. */
  readonly file: string;
}

/** The texts of each compiler, by fixture and id. */
type Seen = Map<string, Map<string, string>>;

const problems: string[] = [];

/** Every exported name, imported from the first subpath that exports it. */
function importsOfExports(): string {
  const imports = [...readExported().subpaths].map(
    ([symbol, [subpath]]) => `import { ${symbol.name}/*?*/ } from "${subpath}";`,
  );
  return imports.sort().join("\n");
}

function fixturesIn(folder: string): Fixture[] {
  const names = readdirSync(app).flatMap((name) => (name.endsWith(".ts") ? [name.slice(0, -".ts".length)] : []));
  return [EXPORTS, ...names.sort()].map((name) => {
    const file = join(folder, `${name}.ts`);
    const marked = name === EXPORTS ? importsOfExports() : readFileSync(join(app, `${name}.ts`), "utf8");
    return { name, file, ...readPlaces(file, marked) };
  });
}

/** Code with an incomplete choice need not compile. */
const mayFail = (place: Place) => mustFail(place) || place.kind === "completions";

async function look(compiler: string, server: LanguageServer, fixtures: readonly Fixture[]): Promise<Seen> {
  const seen: Seen = new Map();
  for (const { name, file, text, places } of fixtures) {
    await server.open(file, text);
    const diagnostics = await server.diagnostics(file);
    const isExpected = (each: Diagnostic) => places.some((place) => mayFail(place) && isIn(place, each));
    const stray = diagnostics.filter((each) => !isExpected(each));
    for (const { start, message } of stray) {
      problems.push(`TypeScript ${compiler}, ${name}.ts, line ${start.line + 1}: ${message}`);
    }
    const texts = new Map<string, string>();
    for (const place of places) texts.set(place.id, await seenAt(place, server, diagnostics, text));
    for (const place of places.filter(({ kind }) => kind === "rejected")) {
      if (!diagnostics.some((each) => isIn(place, each)))
        problems.push(`TypeScript ${compiler}, ${name}.ts: ${place.id} compiles`);
    }
    seen.set(name, texts);
    if (name === EXPORTS) problems.push(...(await notInSources(compiler, server, places)));
  }
  return seen;
}

/** Names whose definition an editor does not find in the sources of the package. */
async function notInSources(compiler: string, server: LanguageServer, places: readonly Place[]): Promise<string[]> {
  const found: string[] = [];
  for (const { id, at } of places) {
    const files = await server.definitions(at);
    if (files.some((file) => file.replaceAll("\\", "/").includes("/fourfold/src/"))) continue;
    found.push(`TypeScript ${compiler}: the definition of ${id} is in ${files.join(", ") || "no file"}, not in src`);
  }
  return found;
}

async function lookWith(compiler: keyof typeof compilers, folder: string, fixtures: readonly Fixture[]) {
  const started = performance.now();
  const server = await compilers[compiler](folder);
  try {
    const seen = await look(compiler, server, fixtures);
    console.log(`TypeScript ${compiler}: ${countsOf(fixtures)} (${seconds(started)} s)`);
    return [compiler, seen] as const;
  } finally {
    server.close();
  }
}

const seconds = (started: number) => ((performance.now() - started) / 1_000).toFixed(1);

const NAMES: Readonly<Record<Kind, string>> = {
  hover: "hovers",
  completions: "completions",
  signature: "signature helps",
  mistake: "mistakes",
  rejected: "other errors",
};
const kinds = Object.keys(NAMES) as Kind[];

const countOf = (fixtures: readonly Fixture[], kind: Kind) =>
  fixtures.flatMap(({ places }) => places).filter((place) => place.kind === kind).length;

const countsOf = (fixtures: readonly Fixture[]) =>
  kinds.map((kind) => `${countOf(fixtures, kind)} ${NAMES[kind]}`).join(", ");

function compare({ name, places }: Fixture, seen: ReadonlyMap<string, Seen>): void {
  const expectations = readExpectations(join(app, `${name}.md`));
  for (const { id, kind } of places) {
    if (kind === "rejected") continue;
    const expectation = expectations.get(id);
    for (const [compiler, all] of seen) {
      const shown = all.get(name)?.get(id) ?? "";
      const expected =
        expectation === undefined
          ? "(none; run npm run test:package -- editor --update)"
          : expectedOf(expectation, compiler);
      if (isSame(shown, expected)) continue;
      problems.push([`TypeScript ${compiler}, ${name}.ts: ${id}`, "expected:", expected, "seen:", shown].join("\n"));
    }
    for (const { compilers: differing, reason, text } of expectation?.differing ?? []) {
      const place = `${name}.md: ${id}: ${differing.join(", ")}`;
      if (reason === "" || reason === NO_REASON) problems.push(`${place}: a difference needs a reason`);
      if (isSame(text, expectation?.text ?? "")) problems.push(`${place}: does not differ`);
    }
  }
  const ids = new Set(places.flatMap(({ id, kind }) => (kind === "rejected" ? [] : [id])));
  for (const id of expectations.keys()) if (!ids.has(id)) problems.push(`${name}.md: ${id}: there is no such place`);
}

/** Whether another compiler shows the comment of the schema for a name that is an interface and a schema. */
const isOfValue = (text: string, other: string) => /interface (\w+)\b/.test(text) && other.includes("Schema of ");
const OF_VALUE = "shows the comment of the value for a name that is a value and a type";

function update({ name, places }: Fixture, seen: ReadonlyMap<string, Seen>): void {
  const file = join(app, `${name}.md`);
  const before = readExpectations(file);
  const texts = (id: string) => [...seen].map(([compiler, all]) => [compiler, all.get(name)?.get(id) ?? ""] as const);
  const compared = places.filter(({ kind }) => kind !== "rejected");
  const updated = compared.map(({ id }): [string, Expectation] => {
    const [[, text] = ["", ""], ...others] = texts(id);
    const different = others.filter(([, other]) => !isSame(other, text));
    const differing = [...new Set(different.map(([, other]) => other))].map((other) => {
      const names = different.flatMap(([compiler, text]) => (text === other ? [compiler] : []));
      const known = before.get(id)?.differing.find((each) => each.compilers.some((one) => names.includes(one)));
      const reason = known?.reason ?? (isOfValue(text, other) ? OF_VALUE : NO_REASON);
      return { compilers: names, reason, text: other };
    });
    return [id, { text, differing }];
  });
  writeExpectations(file, new Map(updated));
}

function checkMinimums(fixtures: readonly Fixture[], seen: ReadonlyMap<string, Seen>): void {
  for (const kind of kinds) {
    const count = countOf(fixtures, kind);
    if (count < MINIMUM[kind]) problems.push(`${count} ${NAMES[kind]}, at least ${MINIMUM[kind]} are required`);
  }
  for (const [compiler, all] of seen) {
    for (const [id, text] of all.get(EXPORTS) ?? []) {
      if (lacksDocumentation(text)) problems.push(`TypeScript ${compiler}: ${id} has no documentation`);
    }
  }
}

const { folder, remove } = await packAndInstall(fileURLToPath(new URL(".", import.meta.url)));
try {
  const fixtures = fixturesIn(folder);
  const compilerOptions = {
    module: "nodenext",
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noImplicitReturns: true,
    skipLibCheck: true,
    noEmit: true,
  };
  for (const { file, text } of fixtures) writeFileSync(file, text);
  const files = fixtures.map(({ name }) => `${name}.ts`);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const isUsed = (version: string) => isComplete || isUpdate || version !== "6.0";
  const versions = (Object.keys(compilers) as (keyof typeof compilers)[]).filter(isUsed);
  const seen = new Map(await Promise.all(versions.map((version) => lookWith(version, folder, fixtures))));
  const recorded = fixtures.filter(({ name }) => name !== EXPORTS);
  if (isUpdate) for (const fixture of recorded) update(fixture, seen);
  for (const fixture of recorded) compare(fixture, seen);
  checkMinimums(fixtures, seen);
  problems.push(...(await checkBudgets(folder)));
} finally {
  remove();
}
for (const problem of problems) console.error(`\n${problem}`);
console.log(problems.length === 0 ? "ok" : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
