import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import * as fourfold from "fourfold";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { jsonSchemas } from "../docs/generators/json-schemas.js";
import { wireNames } from "../src/naming/translate.js";
import { checkTableInput } from "../src/warehouse/rules/check-table.js";
import { sampleAnswer } from "./entities/sample.js";
import { newerEnvironments } from "./environments/arbitrary.js";
import { placesOf, replaceAt, sampleOf, withFuture } from "./support/sample.js";
import { allowedValueCases } from "./warehouse/rules/allowed-value-cases.js";
import type { RuleCase } from "./warehouse/rules/check-rules.js";
import { externalCases, formatOptionCases } from "./warehouse/rules/external-cases.js";
import { partitioningCases } from "./warehouse/rules/partitioning-cases.js";
import { requiredCases } from "./warehouse/rules/required-cases.js";
import { tableCases } from "./warehouse/rules/table-cases.js";
import { fullPolicy, fullProjectList, fullTable, fullTableList } from "./warehouse/schemas/fixtures.js";

const files = jsonSchemas();
const ajv = new Ajv2020({ strict: true, allErrors: true });
const validators = new Map([...files].map(([file, schema]) => [file, ajv.compile(schema)]));

function validator(file: string): ValidateFunction {
  const validate = validators.get(file);
  if (validate === undefined) throw new Error(`there is no ${file}`);
  return validate;
}

const fileOf = (name: string) =>
  `${name.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-").toLowerCase()}.json`;

const resources = Object.entries(fourfold).flatMap(([name, value]): [string, typeof fourfold.Table][] =>
  value instanceof z.core.$ZodType ? [[name, value as typeof fourfold.Table]] : [],
);

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const cases = [allowedValueCases, externalCases, formatOptionCases, partitioningCases, requiredCases, tableCases];
const ruleTables = cases
  .flatMap((each) => Object.values<RuleCase>(each))
  .flatMap(({ breaks, holds }) => [...breaks.map(([table]) => table), ...holds])
  .map((table): unknown => JSON.parse(JSON.stringify({ tableReference, ...table })));

const { entities } = fourfold.createClient(createSandbox().clientOptions);
const answers = await Promise.all(
  ["Person", "Place", "Organization"].map((type) => entities.search({ types: type, limit: 100 })),
);

const fixtures: { name: string; values: readonly unknown[] }[] = [
  { name: "Table", values: [fullTable, ...ruleTables] },
  { name: "TableList", values: [fullTableList] },
  { name: "ProjectList", values: [fullProjectList] },
  { name: "Policy", values: [fullPolicy] },
  { name: "EntitySearchResponse", values: [sampleAnswer, ...answers] },
  { name: "Environment", values: fc.sample(newerEnvironments, { numRuns: 100, seed: 1 }) },
];

test("each resource and input has a schema file, which is the same after each run", { timeout: 60_000 }, () => {
  const inputs = [
    "TableInput",
    "TableFieldInput",
    "TablePatch",
    "DesiredTable",
    "DatasetInput",
    "DesiredEnvironment",
    "EnvironmentUpdate",
  ];
  const expected = [...resources.map(([name]) => name), ...inputs, "EntitySearchQuery"].map(fileOf);
  expect([...files.keys()].sort()).toEqual(expected.sort());
  expect(JSON.stringify([...jsonSchemas()])).toBe(JSON.stringify([...files]));
});

test("every property has a description, and every reference a definition", () => {
  const missing: string[] = [];
  const walk = (value: unknown, file: string, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    const { properties, $ref } = value as { properties?: Record<string, object>; $ref?: string };
    for (const [name, property] of Object.entries(properties ?? {})) {
      if (path.endsWith("/properties")) break; // a field named `properties`
      if (!("description" in property)) missing.push(`${file}${path}/${name}`);
    }
    if (typeof $ref === "string" && $ref !== "#" && !Object.hasOwn(files.get(file)?.$defs as object, $ref.slice(8))) {
      missing.push($ref);
    }
    for (const [name, inner] of Object.entries(value)) walk(inner, file, `${path}/${name}`);
  };
  for (const [file, schema] of files) walk(schema, file, "");
  expect(missing).toEqual([]);
});

test("descriptions are about JSON values, not about the constants and type parameters of the package", () => {
  const descriptions = [...JSON.stringify([...files]).matchAll(/"description":("(?:[^"\\]|\\.)*")/g)];
  const texts = descriptions.map(([, text = ""]) => String(JSON.parse(text)));
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => /\bparse\b|safeParse|\{@link|`E`/.test(text))).toEqual([]);
  expect(files.get("table-reference.json")?.description).toBe(
    "Reference to a BigQuery table: its project, its dataset and its id.",
  );
});

test("output-only fields are read-only in resources, and absent from inputs", () => {
  const propertiesOf = (file: string) => files.get(file)?.properties as Record<string, { readOnly?: boolean }>;
  const readOnly = Object.keys(propertiesOf("table.json")).filter((name) => propertiesOf("table.json")[name]?.readOnly);
  expect(readOnly).toEqual(expect.arrayContaining(["etag", "numRows", "replicas", "type"]));
  for (const file of ["table-input.json", "table-patch.json", "desired-table.json"]) {
    expect(Object.keys(propertiesOf(file)).filter((name) => readOnly.includes(name))).toEqual([]);
    expect(propertiesOf(file)).toHaveProperty("$schema");
  }
  expect(Object.keys(propertiesOf("desired-environment.json"))).not.toContain("state");
});

/** The results of ajv and zod for a resource in a response. */
function verdicts(name: string, schema: typeof fourfold.Table, value: unknown): { ajv: boolean; zod: boolean } {
  const result = schema.safeParse(value);
  // A resource as it is read: INT64 numbers have become strings, and the types of an entity a list.
  return { zod: result.success, ajv: validator(fileOf(name))(result.success ? result.data : value) };
}

test.each(fixtures)("$name: ajv accepts the fixtures that zod accepts, and no other ones", ({ name, values }) => {
  const schema = resources.find(([each]) => each === name)?.[1] as typeof fourfold.Table;
  const all = values.map((value) => ({ value, ...verdicts(name, schema, value) }));
  expect(all.filter(({ zod }) => zod).length).toBeGreaterThan(0);
  expect(all.filter(({ ajv, zod }) => ajv !== zod)).toEqual([]);
});

/** Values that take the place of others. No digits beyond 64 bits: the patterns only limit their number. */
const replacements = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, "", "x", "5", "-5", "1.5", "9223372036854775807", [], {}, [null], [[]]),
  fc.constantFrom<unknown>(0, 5, -5, 1.5, 2 ** 53, -(2 ** 60), ["x"], [5], { a: "b" }, { a: 1 }, { a: null }),
);

const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  to: fc.option(replacements, { nil: undefined }),
});

/** Replaces values inside a value; without another one, the value is removed. */
const changed = (value: unknown, changes: readonly { at: number; to: unknown }[]): unknown =>
  changes.reduce((before: unknown, { at, to }) => {
    const places = placesOf(before).slice(1);
    const place = places[Math.floor(at * places.length)];
    return place === undefined ? before : JSON.parse(JSON.stringify(replaceAt(before, place, to)));
  }, value);

const changes = fc.array(change, { minLength: 0, maxLength: 3 });
const runs = { numRuns: Number(process.env.RANDOM_VALUES ?? 50) };

test.each(resources)("%s: ajv and zod agree on random values", (name, schema) => {
  const own = fixtures.find((each) => each.name === name)?.values ?? [];
  const start = [sampleOf(schema), withFuture(sampleOf(schema)), {}, ...own];
  fc.assert(
    fc.property(fc.constantFrom(...start), changes, (value, list) => {
      const { ajv, zod } = verdicts(name, schema, changed(value, list));
      expect(ajv).toBe(zod);
    }),
    runs,
  );
});

/** The issues of a table's values as a request: of their types, not of the rules. */
function valueIssues(input: unknown): unknown[] {
  const { errors } = checkTableInput(input, { complete: false, now: 0 });
  return errors.filter(({ rule }) => ["member-type", "int64", "json-value"].includes(rule));
}

describe.each(["table-input.json", "table-patch.json", "desired-table.json"])("%s", (file) => {
  const start = [fullTable, ...ruleTables].map((table) => withoutOutputOnly(table));

  test("accepts the inputs of the fixtures", () => {
    // Clients accept null as the value of any optional field; the types of inputs do not.
    const given = start.filter((table) => !JSON.stringify(table).includes("null"));
    expect(given.length).toBeGreaterThan(200);
    const invalid = given.filter((table) => valueIssues(table).length === 0 && !validator(file)(table));
    // The rules reject these, because a required field is missing.
    expect(invalid.filter((table) => checkTableInput(table, { complete: true, now: 0 }).errors.length === 0)).toEqual(
      [],
    );
  });

  test("accepted values have the types of an input", () => {
    fc.assert(
      fc.property(fc.constantFrom(...start), changes, (table, list) => {
        const input = changed(table, list);
        if (validator(file)(input)) expect(valueIssues(input)).toEqual([]);
      }),
      { numRuns: runs.numRuns * 10 },
    );
  });

  test("accepts numbers and strings for INT64, and the name of a schema", () => {
    const name = "./node_modules/fourfold/json-schema/table-input.json";
    for (const expirationTime of [5, "5"]) {
      expect(validator(file)({ $schema: name, tableReference, expirationTime })).toBe(true);
    }
    expect(validator(file)({ tableReference, expirationTime: "soon" })).toBe(false);
    expect(validator(file)({ tableReference, schema: { fields: [{ name: "a" }] } })).toBe(false);
  });

  test(file === "table-input.json" ? "has no null" : "clears by null", () => {
    expect(validator(file)({ tableReference, description: null })).toBe(file !== "table-input.json");
    expect(validator(file)({ tableReference, labels: { a: null } })).toBe(file !== "table-input.json");
  });
});

function withoutOutputOnly(table: unknown): unknown {
  return checkTableInput(table, { complete: true, now: 0 }).body;
}

test("the schemas of environment and search inputs accept valid values and reject invalid ones", () => {
  expect(validator("desired-environment.json")({ $schema: "x", labels: { a: "b" }, config: { nodeCount: 3 } })).toBe(
    true,
  );
  expect(validator("desired-environment.json")({ labels: { a: 1 } })).toBe(false);
  expect(validator("environment-update.json")({ updateMask: "labels", environment: { labels: { a: "b" } } })).toBe(
    true,
  );
  expect(validator("environment-update.json")({ updateMask: ["labels"], environment: {} })).toBe(false);
  expect(validator("entity-search-query.json")({ ids: ["/m/0x"], types: "Person", limit: 5 })).toBe(true);
  expect(validator("entity-search-query.json")({ limit: 501 })).toBe(false);
});

test("the schemas have Google's names, and each value of an enumeration once", () => {
  const json = JSON.stringify([...files.values()]);
  expect(json).not.toMatch(/vendor|orchestrator/i);
  for (const { name } of wireNames) expect(json).toContain(`"${name}"`);
  for (const [list] of json.matchAll(/(?<="enum":)\[[^\]]*\]/g)) {
    const values: string[] = JSON.parse(list);
    expect([...new Set(values)]).toEqual(values);
  }
  expect(json).toContain("composer-n1-webserver-2");
  expect(json).not.toMatch(/<(?:product|engine)>/);
  const external = validator("external-data-configuration.json");
  const sheets = { sourceUris: ["a"], sourceFormat: "GOOGLE_SHEETS" };
  expect(external({ ...sheets, googleSheetsOptions: { range: 5 } })).toBe(false);
  expect(external({ ...sheets, googleSheetsOptions: { range: "a!A1" } })).toBe(true);
});

test("the description of a property lists the values of its enumeration", () => {
  const missing: string[] = [];
  for (const [file, schema] of files) {
    JSON.stringify(schema, (name, value) => {
      const { description, anyOf } = Object(value);
      const isListed = (each: string) => description.includes(`\`${each || '""'}\``);
      if (description && anyOf?.[0].enum?.every(isListed) === false) missing.push(`${file}: ${name}`);
      return value;
    });
  }
  expect(missing).toEqual([]);
});
