import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

const root = fileURLToPath(new URL("../src", import.meta.url));

/** The rooms that know neither an area nor a vendor. */
const core = ["call", "checks", "schema", "values"];
const belowAreas = ["area-surface.ts", "client-options.ts", ...core, "errors", "naming"];

/** Allowed imports: a folder (or file) on the left may import only the entries on the right. */
const allowed: Record<string, readonly string[]> = {
  errors: ["errors"],
  values: ["values", "errors"],
  schema: ["schema", "values", "errors"],
  checks: ["checks", "schema", "values", "errors"],
  call: ["version.ts", ...core, "errors"],
  naming: ["naming", ...core, "errors"],
  auth: ["auth", ...core, "errors"],
  "client-options.ts": [...core, "errors", "naming"],
  "area-surface.ts": ["client-options.ts", "auth", ...core, "errors", "naming"],
  warehouse: ["warehouse", ...belowAreas],
  tables: ["tables", "warehouse", ...core, "errors", "naming"],
  entities: ["entities", "auth", ...belowAreas],
  environments: ["environments", ...belowAreas],
  gateway: ["gateway", ...core, "errors", "naming"],
  testing: ["testing", ...core, "errors", "naming", "warehouse", "tables", "entities", "environments", "gateway"],
  generate: ["generate", ...core, "errors"],
  cli: [
    "index.ts",
    "version.ts",
    "cli",
    "generate",
    "warehouse",
    "tables",
    "environments",
    "gateway",
    "naming",
    "testing",
    "errors",
    ...core,
  ],
  "client.ts": ["client-options.ts", ...core, "naming", "warehouse", "entities", "environments"],
  "service.ts": ["client-options.ts", ...core, "naming"],
  "scopes.ts": [...core, "naming", "warehouse", "entities", "environments"],
  "index.ts": [
    ...core,
    "errors",
    "scopes.ts",
    "client.ts",
    "service.ts",
    "area-surface.ts",
    "auth",
    "naming",
    "warehouse",
    "entities",
    "environments",
    "gateway",
  ],
};

/** Packages and the only files that may import them; a folder ends in a slash. */
const packages: Record<string, readonly string[]> = {
  jose: ["gateway/issuer-keys.ts", "gateway/token-verifier.ts", "auth/", "testing/issuer.ts"],
  ky: ["call/attempt.ts"],
  msw: ["testing/msw.ts"],
  yaml: ["cli/"],
  "google-auth-library": ["cli/config.ts"],
  "zod/v4/core": ["schema/patch.ts"],
  zod: ["schema/", "warehouse/", "tables/rows/", "entities/", "environments/", "generate/", "cli/discovery.ts"],
  "node:": ["testing/server/", "cli/"],
};

/** Parts of areas that the sandbox may share: a fake must not share a client's mistakes, nor a plan's comparison of tables. */
const sharedWithTesting =
  /^(gateway\/(token-verifier|user-info|claims-and-headers|document|check-security|definitions|find-operation)\.ts|warehouse\/(methods\.ts|schemas\/|rules\/|columns\.ts|input\.ts|encode-table\.ts|partitioning\.ts)|tables\/(compare\/change-kinds\.ts|rows\/(forms|row-types|row-schema|read-columns)\.ts)|entities\/(methods\.ts|schemas\/|rules\.ts)|environments\/((methods|wire-form)\.ts|schemas\/|update\/(paths|rules)\.ts))/;
const closedToTesting = /^call\/(send|attempt|retry|error-response|call|input|template|pages)\.ts/;

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.d)\.ts$/.test(file));
const imports = files.flatMap((from): Import[] => {
  const text = readFileSync(join(root, from), "utf8").replaceAll(/^ *\* .*$/gm, ""); // without the examples of doc comments
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, to = ""]) => to);
  return targets.map((to) => ({
    from,
    to: to.startsWith(".") ? relative(root, join(root, dirname(from), to)).replace(/\.js$/, ".ts") : to,
  }));
});
const isOurs = ({ to }: Import) => files.includes(to);
const folderOf = (file: string) => file.split("/")[0] ?? file;

test("finds imports", () => {
  expect(imports.filter(isOurs).length).toBeGreaterThan(50);
});

test("a folder imports only from the folders that it may use", () => {
  const wrong = imports.filter(isOurs).filter(({ from, to }) => !allowed[folderOf(from)]?.includes(folderOf(to)));
  expect(wrong).toEqual([]);
});

test("a package is imported only in the folders that may use it", () => {
  const wrong = imports
    .filter((each) => !isOurs(each))
    .filter(({ from, to }) => {
      const key = to.startsWith("node:") ? "node:" : to;
      return !packages[key]?.some((place) => (place.endsWith("/") ? from.startsWith(place) : from === place));
    });
  expect(wrong).toEqual([]);
});

/** The packages that an entry may load when it is imported. */
const loadedPackages: Record<string, readonly string[]> = {
  "index.ts": ["ky", "zod"],
  "warehouse/index.ts": ["ky", "zod"],
  "tables/index.ts": ["zod"],
  "entities/index.ts": ["ky", "zod"],
  "environments/index.ts": ["ky", "zod"],
  "gateway/index.ts": [],
  "gateway/user-info.ts": [],
  "auth/index.ts": [],
  "testing/index.ts": ["zod"],
  "testing/msw.ts": ["msw"],
};

test.each(Object.entries(loadedPackages))("importing %s loads only the packages %j", (entry, expected) => {
  const reached = new Set([entry]);
  const packagesOf = new Set<string>();
  for (const file of reached) {
    const text = readFileSync(join(root, file), "utf8").replaceAll(/^ *\* .*$/gm, "");
    for (const [, to = ""] of text.matchAll(/^(?!import type|export type)(?:import|export|\}).* from "([^"]+)"/gm)) {
      if (to.startsWith(".")) reached.add(relative(root, join(root, dirname(file), to)).replace(/\.js$/, ".ts"));
      else packagesOf.add(to.split("/")[0] ?? to);
    }
  }
  expect([...packagesOf].sort()).toEqual(expected);
});

test("the sandbox imports schemas, rules, method tables and kinds of changes, never a client or a plan; its gateway also imports the verifier and the encoder", () => {
  const wrong = imports
    .filter(({ from }) => from.startsWith("testing/"))
    .filter(
      ({ to }) =>
        (/^(warehouse|tables|entities|environments|gateway)\//.test(to) && !sharedWithTesting.test(to)) ||
        closedToTesting.test(to),
    );
  expect(wrong).toEqual([]);
});

/**
 * Internal modules that the command may import: the view of an OpenAPI document, the generator of methods, the
 * changes of tables and environments, the version, the clock, translated names, paths, patterns, objects, suggestions.
 */
const sharedWithCommand = [
  "call/clock.ts",
  "errors/message-text.ts",
  "values/describe.ts",
  "values/digest.ts",
  "values/merge-patch.ts",
  "values/objects.ts",
  "values/options.ts",
  "values/addresses.ts",
  "values/issue-path.ts",
  "values/nearest.ts",
  "values/patterns.ts",
  "version.ts",
  "gateway/document.ts",
  "gateway/claims-and-headers.ts",
  "generate/generate.ts",
  "environments/update/check.ts",
  "environments/update/paths.ts",
  "environments/update/plan.ts",
  "environments/wire-form.ts",
  "naming/google.ts",
  "naming/naming.ts",
  "naming/vendor.ts",
  "tables/check-definition.ts",
  "tables/compare/ignored-fields.ts",
  "tables/config.ts",
  "tables/names.ts",
  "tables/plan/plan-data.ts",
  "tables/plan/plan-requests.ts",
  "tables/source/definition-of.ts",
  "warehouse/encode-table.ts",
];

test("the command imports the public API and a few parts of core and of the rules", () => {
  const entries = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === "string" ? [] : [entry.default.replace(/^\.\/dist\/(.*)\.js$/, "$1.ts")],
  );
  const wrong = imports
    .filter(isOurs)
    .filter(
      ({ from, to }) =>
        from.startsWith("cli/") && !to.startsWith("cli/") && ![...entries, ...sharedWithCommand].includes(to),
    );
  expect(wrong).toEqual([]);
});

test("no file of the core rooms mentions an area or a vendor", () => {
  const mentions = files
    .filter((file) => core.includes(folderOf(file)))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return text.match(/.*(\b(warehouse|entities|environments?|gateway)\b|goog|vendor).*/gi) ?? [];
    })
    .filter((line) => !/ENTITIES|x-goog-user-project/.test(line)); // HTML entities, and a header of credentials
  expect(mentions).toEqual([]);
});

test("there are no import cycles", () => {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports.filter(isOurs)) next.set(from, [...(next.get(from) ?? []), to]);
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(" → "));
    if (done.has(file) || trail.includes(file)) return;
    for (const to of next.get(file) ?? []) walk(to, [...trail, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  expect(cycles).toEqual([]);
});

test("only the command imports modules of this package on first use", () => {
  const lazy = files
    .filter((file) => !file.startsWith("cli/"))
    .filter((file) => /\bimport\(\s*"\./.test(readFileSync(join(root, file), "utf8")));
  expect(lazy).toEqual([]);
});
