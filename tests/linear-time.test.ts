import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient, parseEnvironmentUpdate, parseUpdateMask } from "fourfold";
import { checkSecurity, effectiveSecurity, jwtSecurity, secureDocument } from "fourfold/gateway";
import { planTablePatch, rowDecoder } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import ts from "typescript";
import { expect, test } from "vitest";
import { createRedactor } from "../src/call/redact.js";
import { rejection, thrown } from "./support/rejection.js";
import { checkRules, withExternal } from "./warehouse/rules/check-rules.js";

// Input of users, services and callers may be large: twice the size takes twice the time.

const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
const listOf = <T>(size: number, element: (index: number) => T) =>
  Array.from({ length: size }, (_, index) => element(index));
const mapOf = <T>(size: number, value: (index: number) => T, prefix = "k") =>
  Object.fromEntries(listOf(size, (index) => [`${prefix}${index}`, value(index)]));

const users = { issuer: "https://users.test", audiences: "shop", jwksUri: "https://users.test/keys" };
const security = jwtSecurity({ definitions: { users } });
const definitions = (size: number) =>
  mapOf(size, (index) => ({ ...security.securityDefinitions.users, "x-google-issuer": `https://${index}.test` }));

/** What is called with input of a given size. */
const calls: [what: string, size: number, prepare: (size: number) => () => unknown][] = [
  [
    "a request with wrong values",
    1_000,
    (size) => {
      const { tables } = createClient(createSandbox().clientOptions).warehouse;
      const labels = mapOf(size, () => 5) as never;
      return () => rejection(tables.insert({ tableReference, labels }));
    },
  ],
  [
    "a table of many columns",
    2_499,
    (size) => {
      const fields = listOf(size, (index) => ({ name: `c${index}`, type: "STRING" }));
      const primaryKey = { columns: fields.map(({ name }) => name) };
      return () => checkRules({ schema: { fields }, tableConstraints: { primaryKey } });
    },
  ],
  ...["*", "/", "1-"].map((unit): [string, number, (size: number) => () => unknown] => [
    `texts of many ${unit}`,
    25_000,
    (size) => {
      const text = unit.repeat(size / unit.length);
      const external = withExternal({ sourceUris: [text], connectionId: text, googleSheetsOptions: { range: text } });
      return () => checkRules({ labels: { [text]: text }, maxStaleness: text, ...external });
    },
  ]),
  [
    "a plan with wrong columns",
    2_500,
    (size) => {
      const fields = listOf(size, () => ({ name: 5, type: 6, mode: [] })) as never;
      return () => thrown(() => planTablePatch({ tableReference }, { tableReference, schema: { fields } }));
    },
  ],
  [
    "an update of many paths",
    1_000,
    (size) => {
      const config = mapOf(size, () => "x");
      const updateMask = Object.keys(config).map((key) => `config.${key}`);
      return () =>
        parseEnvironmentUpdate({ updateMask: updateMask.join(), environment: { config } }, { unlisted: true });
    },
  ],
  [
    "a path of many segments in a mask",
    10_000,
    (size) => {
      const updateMask = "a.".repeat(size);
      return () => [
        thrown(() => parseUpdateMask(updateMask)),
        thrown(() => parseEnvironmentUpdate({ updateMask, environment: {} })),
      ];
    },
  ],
  [
    "rows",
    50_000,
    (size) => {
      const columns = listOf(size / 10, (index) => ({ name: `c${index}`, type: "NUMERIC" }));
      const row = { f: columns.map(() => ({ v: "1" })) };
      const decode = rowDecoder({}, columns);
      const one = rowDecoder({}, [{ name: "n", type: "NUMERIC" }]);
      return () => [decode(row), one({ f: [{ v: `1.${"0".repeat(size)}` }] })];
    },
  ],
  [
    "a document with many operations and definitions",
    500,
    (size) => {
      const securityDefinitions = definitions(size);
      const paths = mapOf(
        size,
        (index) => ({ get: { security: [{ [`k${index}`]: [], [`ghost${index}`]: [] }] } }),
        "/p",
      );
      return () => checkSecurity({ swagger: "2.0", paths, securityDefinitions });
    },
  ],
  [
    "a document that is secured",
    1_000,
    (size) => {
      const document = { swagger: "2.0", paths: mapOf(size, () => ({ get: {} }), "/p") };
      const operations = mapOf(size, () => ["users"], "GET /p");
      return () => secureDocument(document, security, { operations });
    },
  ],
  ...(["alternatives", "shared alternatives", "names that are not defined", "definitions"] as const).map(
    (what): [string, number, (size: number) => () => unknown] => [
      `a document with many ${what}`,
      1_000,
      (size) => {
        const isShared = what === "shared alternatives";
        const keys = mapOf(size, () => ({ type: "apiKey", in: "query", name: "key" }));
        const document = {
          swagger: "2.0",
          paths: mapOf(isShared ? size : 1, () => ({ get: {} }), "/p"),
          securityDefinitions: { ...keys, ...security.securityDefinitions },
          security: Object.keys(keys).map((name) => ({ [name]: [], ...(isShared ? { users: [] } : {}) })),
        };
        if (what === "definitions") {
          const many = jwtSecurity({
            definitions: mapOf(size, (index) => ({ ...users, issuer: `https://${index}.test` })),
          });
          const secured = secureDocument({ swagger: "2.0", paths: {} }, many);
          return () => secureDocument(secured, many);
        }
        if (what !== "names that are not defined")
          return () => [checkSecurity(document), secureDocument(document, security)];
        const ghosts = listOf(size, (index) => `ghost${index}`);
        const operations = { "GET /p0": ghosts, ...mapOf(size, () => ["users"], "GET /q") };
        return () => thrown(() => secureDocument(document, security, { operations }));
      },
    ],
  ),
  [
    "a long path of a request",
    2_000,
    (size) => {
      const paths = { "/a/{path=**}/c": { get: {} }, "/{rest=**}": { get: {} } };
      const document = secureDocument({ swagger: "2.0", paths }, security);
      return () => effectiveSecurity(document, "GET", `/${"a/b/".repeat(size)}x`);
    },
  ],
  [
    "a body that the sandbox receives",
    50_000,
    (size) => {
      const sandbox = createSandbox();
      const body = `{"a":[${"1,".repeat(size)}1]}`;
      return () => sandbox.fetch("/bigquery/v2/projects/p/datasets/d/tables/t", { method: "PATCH", body });
    },
  ],
  [
    "a mask that the sandbox receives",
    10_000,
    (size) => {
      const sandbox = createSandbox();
      const name = "projects/p/locations/l/environments/e";
      sandbox.environments.add({ name });
      const path = `/v1beta1/${name}?updateMask=${"a.".repeat(size)}`;
      return () => sandbox.fetch(path, { method: "PATCH", body: "{}" });
    },
  ],
  [
    "a text without secrets",
    20_000,
    (size) => {
      const redactor = createRedactor(
        ["/".repeat(200), "&+%\\".repeat(50), "s"].map((value) => ({ name: "Bearer", value })),
      );
      const texts = ["/", "&", "%2F", "%25", "\\", "&#0"].map((unit) => unit.repeat(size / unit.length));
      return () => texts.map(redactor.text);
    },
  ],
];

test.each(calls)("%s takes linear time", { timeout: 60_000 }, async (_, size, prepare) => {
  expect(await isLinear(size, prepare)).toBe(true);
});

// Every regular expression of the package must take linear time, whatever the text.

const src = fileURLToPath(new URL("../src", import.meta.url));

function literalsOf(path: string): RegExp[] {
  const found: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      found.push(new RegExp(source, flags));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest));
  return found;
}

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
const expressions = files.flatMap((file) => literalsOf(join(src, file)).map((each) => [file, each] as const));

/** Strings of about `length` characters that can cause excessive backtracking: repetitions of parts of the expression. */
function* hostileTexts({ source }: RegExp, length: number): Generator<string> {
  const characters = [...new Set(`${source.replace(/\\[\\pu].{0,9}/g, "")} a0-./\n`)];
  const words = [...source.matchAll(/[A-Za-z]{2,}/g)].map(([word]) => word);
  const units = [...characters, ...words, ...characters.map((each) => `a${each}`), ...words.map((each) => `-${each}`)];
  for (const unit of units) {
    const run = unit.repeat(Math.ceil(length / unit.length));
    yield* [run, `${run}\n`, `${run}\u0000`, `${characters[0]}a${run}\u0000`];
  }
}

/** Processor time of the slowest text, measured again if it is slow, because the garbage collector adds time. */
async function slowest(expression: RegExp, length: number, limitMs: number): Promise<number> {
  let worst = 0;
  for (const text of hostileTexts(expression, length)) {
    const replace = () => text.replace(expression, "");
    let ms = await timeOf(replace);
    for (let again = 0; ms > limitMs && again < 5; again += 1) ms = Math.min(ms, await timeOf(replace));
    worst = Math.max(worst, ms);
    if (worst > limitMs) break;
  }
  return worst;
}

test("the expressions of all folders are found", { timeout: 60_000 }, async () => {
  expect(new Set(expressions.map(([file]) => relative(".", file).split("/")[0])).size).toBeGreaterThan(6);
  expect(await slowest(/(a|b)+-$/, 6_000, 25)).toBeGreaterThan(25);
});

test.each(expressions)("%s: %s takes linear time", { timeout: 60_000 }, async (_, expression) => {
  // A short text is sufficient to detect quadratic time.
  expect(await slowest(expression, 3_000, 25)).toBeLessThan(25);
});

/** Whether a task takes linear time: for four times the size, about four times the processor time, not sixteen. */
async function isLinear(size: number, prepare: (size: number) => () => unknown): Promise<boolean> {
  const small = prepare(size);
  const large = prepare(4 * size);
  await small(); // compiles the code
  const best = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  // Uses the fastest of several runs, because other processes and the garbage collector only add time.
  for (let round = 0; round < 40; round += 1) {
    best.small = Math.min(best.small, await timeOf(small));
    best.large = Math.min(best.large, await timeOf(large));
    if (best.large < 12 * best.small) return true;
  }
  return false;
}

/** Returns the processor time of a task, in milliseconds. */
async function timeOf(task: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
