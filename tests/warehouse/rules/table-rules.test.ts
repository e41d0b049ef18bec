import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { checkTableInput } from "../../../src/warehouse/rules/check-table.js";
import { tableRules, type WarehouseRuleId, warehouseRules } from "../../../src/warehouse/rules/warehouse-rules.js";
import { checkPatchRules, checkRules, pathsOf, type RuleCase, type TableDraft, withField } from "./check-rules.js";
import { tableRuleCases } from "./table-rule-cases.js";

const cases: Record<Exclude<WarehouseRuleId, `iam-${string}` | "dataset-location-form">, RuleCase> = tableRuleCases;

const ids = Object.keys(cases) as (keyof typeof cases)[]; // its keys

test("every rule has cases, and every case has a rule", () => {
  expect([...ids].sort()).toEqual(["property-name", ...tableRules.map((rule) => rule.id)].sort());
  for (const { breaks, holds } of Object.values(cases)) {
    expect(breaks.length).toBeGreaterThan(0);
    expect(holds.length).toBeGreaterThan(0);
  }
});

describe.each(ids)("%s", (id) => {
  test.each(cases[id].breaks.map(([table, path]) => ({ path, table })))("is broken at $path", ({ table, path }) => {
    expect(pathsOf(id, checkRules(table, { isNew: true }))).toEqual([path]);
  });

  test.each(cases[id].holds.map((table) => ({ table })))("holds for $table", ({ table }) => {
    const { errors, warnings } = checkRules(table);
    expect(errors).toEqual([]);
    expect(warnings.map((issue) => issue.rule)).not.toContain(id);
    expect(pathsOf(id, checkRules(table, { isNew: true }))).toEqual([]);
  });

  test("is not run when it is off, and warns when it is a warning", () => {
    const [table] = cases[id].breaks[0] ?? [];
    if (table === undefined) throw new Error("no case");
    const run = (severity: "off" | "warn") => checkRules(table, { isNew: true }, { [id]: severity });
    expect(pathsOf(id, run("off"))).toEqual([]);
    expect(run("warn").warnings.map((issue) => issue.rule)).toContain(id);
  });
});

test("the rules are data: each has a literal id, a sentence and a source", () => {
  expectTypeOf<"clustering-needs-time-partitioning">().toExtend<WarehouseRuleId>();
  expectTypeOf<"no-such-rule">().not.toExtend<WarehouseRuleId>();
  expect(new Set(warehouseRules.map((rule) => rule.id)).size).toBe(warehouseRules.length);
  for (const rule of warehouseRules) {
    expect(Object.keys(rule)).toEqual(["id", "severity", "text", "source"]);
    expect(rule.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
    expect(rule.text).toMatch(/^["ET].+\.$/);
    for (const source of rule.source.split("; ")) {
      expect(source).toMatch(
        /^(https:\/\/\S+|bigquery\.v2#\w+(\.\w+)*|[\w-]+\/[\w.-]+#\d+|spec: warehouse, .+|unverified)$/,
      );
    }
    if (rule.source === "unverified") expect(rule.severity).toBe("warn");
  }
});

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("/", ":", "*", "{", "}", ".", ";", "=", "!", "-", " ", "a", "1", "\ud800") }),
  fc.constantFrom("CSV", "BIGTABLE", "NUMERIC", "RECORD", "RANGE", "CUSTOM", "REPEATED", "__proto__", "constructor"),
);

test("no text in any field makes a rule throw", () => {
  const list = fc.array(fc.option(text), { maxLength: 3 });
  const field = fc.letrec((tie) => ({
    field: fc.option(
      fc.record(
        {
          name: text,
          type: text,
          mode: text,
          description: text,
          precision: text,
          scale: text,
          maxLength: text,
          policyTags: fc.record({ names: list }),
          fields: fc.array(tie("field"), { maxLength: 2, depthIdentifier: "field" }),
        },
        { requiredKeys: [] },
      ),
      { depthIdentifier: "field", maxDepth: 4 },
    ),
  })).field;
  const options = { requiredKeys: [] };
  const table = fc.record(
    {
      labels: fc.dictionary(text, fc.option(text)),
      resourceTags: fc.dictionary(text, text),
      schema: fc.record({ fields: fc.array(field, { maxLength: 4 }) }, options),
      expirationTime: text,
      maxStaleness: text,
      timePartitioning: fc.record({ type: text, field: text, expirationMs: text }, options),
      rangePartitioning: fc.record(
        { field: text, range: fc.record({ start: text, end: text, interval: text }) },
        options,
      ),
      clustering: fc.record({ fields: list }),
      view: fc.record({
        userDefinedFunctionResources: fc.array(fc.option(fc.record({ resourceUri: text }))),
        privacyPolicy: fc.record({ aggregationThresholdPolicy: fc.record({ privacyUnitColumns: list }) }),
      }),
      externalDataConfiguration: fc.record(
        {
          sourceUris: list,
          sourceFormat: text,
          connectionId: text,
          decimalTargetTypes: list,
          csvOptions: fc.record({ fieldDelimiter: text, quote: text, encoding: text, skipLeadingRows: text }, options),
          googleSheetsOptions: fc.record({ range: text }),
          hivePartitioningOptions: fc.record({ mode: text, sourceUriPrefix: text }),
          bigtableOptions: fc.record({
            columnFamilies: fc.array(
              fc.option(
                fc.record({
                  columns: fc.array(fc.option(fc.record({ qualifierEncoded: text, qualifierString: text }))),
                }),
              ),
            ),
          }),
        },
        options,
      ),
      biglakeConfiguration: fc.record({ connectionId: text, storageUri: text }),
      tableConstraints: fc.record({
        primaryKey: fc.record({ columns: list }),
        foreignKeys: fc.array(fc.option(fc.constant({}))),
      }),
    },
    options,
  );
  fc.assert(
    fc.property(table, (draft) => {
      checkRules(draft as TableDraft);
      checkPatchRules(draft as TableDraft);
    }),
  );
});

test("issues of rules and of types are reported together, each once", () => {
  const input = {
    tableReference: { projectId: "p", datasetId: "d", tableId: "t" },
    schema: { fields: [{ name: "a", type: 5 }, { name: "b-c", type: "NUMERIC", scale: 2 }, "c"] },
    timePartitioning: "DAY",
  };
  expect(checkTableInput(input, { complete: true, now: 0 }).errors.map((issue) => [issue.path, issue.rule])).toEqual([
    ["schema.fields[0].type", "member-type"],
    ["schema.fields[2]", "member-type"],
    ["timePartitioning", "member-type"],
    ["schema.fields[1].name", "field-name-form"],
    ["schema.fields[1].scale", "scale-needs-precision"],
  ]);
});

test("a long value is shortened in a message", () => {
  const [issue] = checkRules(withField({ mode: "x".repeat(5_000) })).errors;
  expect(issue?.message.length).toBeLessThan(200);
});

test("a patch that would clear a required field is reported", () => {
  const [issue] = checkPatchRules({ view: { query: null } }).errors;
  expect(issue?.message).toContain("null would clear it");
});
