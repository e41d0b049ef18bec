import fc from "fast-check";
import { expect, test } from "vitest";
import { checkTable } from "../../../src/warehouse/rules/check-table.js";
import { checkPatchRules, checkRules, type TableDraft } from "./check-rules.js";
import { withField } from "./rule-case.js";

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
  expect(checkTable(input, { complete: true, now: 0 }).errors.map((issue) => [issue.path, issue.rule])).toEqual([
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
