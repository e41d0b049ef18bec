import * as fc from "fast-check";
import { createClient, isFourfoldError, type Table } from "fourfold";
import { applyTables, planTables, type TableDefinition } from "fourfold/tables";
import { createSandbox, type TableSeed } from "fourfold/testing";
import { expect, test } from "vitest";
import { faults } from "../support/any-tables.js";
import { propertyRuns } from "../support/property-runs.js";
import { createTestClock } from "../support/test-clock.js";

const NAMES = ["a", "b", "c", "d", "v", "w"] as const;
const referenceOf = (tableId: string) => ({ projectId: "shop", datasetId: "sales", tableId });

const extraOf = (description: fc.Arbitrary<string | null>) =>
  fc.record({ description, mode: fc.constant("NULLABLE") }, { requiredKeys: [] });
const liveExtra = extraOf(fc.constantFrom("x", "y"));
const definedExtra = extraOf(fc.constantFrom("x", "y", null));
const column = (name: string, hasDefault: boolean, extra = liveExtra) =>
  extra.map((more) => ({
    name,
    type: "STRING",
    ...more,
    ...(hasDefault ? { defaultValueExpression: "'x'" } : {}),
  }));
const addedWith = (extra: typeof liveExtra) =>
  fc.subarray(["p", "q", "r"]).chain((names) => fc.tuple(...names.map((name) => column(name, name !== "p", extra))));
const labels = fc.dictionary(fc.constantFrom("team", "stage"), fc.constantFrom("1", "2"));

const definedColumn = column("id", false, definedExtra);

/** The properties that definitions state. */
const stated = fc.record(
  {
    description: fc.constantFrom("one", "two"),
    friendlyName: fc.constantFrom("one", "two"),
    labels,
    requirePartitionFilter: fc.constant(false),
  },
  { requiredKeys: [] },
);

/** A live table with properties that no definition states, and the definition of the same table; either may be missing. */
const table = (name: string) =>
  fc.record({
    live: fc.option(
      fc
        .record({ own: stated, id: column("id", false), columns: addedWith(liveExtra) })
        .map(({ own, id, columns }) => ({
          tableReference: referenceOf(name),
          ...own,
          labels: { ...own.labels, "goog-owner": "another" },
          defaultCollation: "und:ci",
          schema: { fields: [id, ...columns.slice(0, 1)] },
        })),
      { nil: undefined },
    ),
    defined: fc.option(
      fc.record({ own: stated, id: definedColumn, columns: addedWith(definedExtra) }).map(({ own, id, columns }) => ({
        table: `sales.${name}`,
        ...own,
        schema: [id, ...columns],
      })),
      { nil: undefined, freq: 8 },
    ),
  });

const view = (name: string, from: string) =>
  fc.record({
    live: fc.option(
      fc.constantFrom("SELECT 1 AS x", `SELECT id FROM sales.${from}`).map((query) => ({
        tableReference: referenceOf(name),
        view: { query, useLegacySql: false },
        labels: { "goog-owner": "another" },
      })),
      { nil: undefined },
    ),
    defined: fc.option(
      stated.map(({ requirePartitionFilter: _, ...own }) => ({
        table: `sales.${name}`,
        ...own,
        view: { query: `SELECT id FROM \`shop.sales.${from}\``, useLegacySql: false },
      })),
      { nil: undefined },
    ),
  });

const [a, b, c, d, v, w] = NAMES;
const dataset = fc.tuple(table(a), table(b), table(c), table(d), view(v, "a"), view(w, "v"));

/** The part of a table that no definition states. */
function unowned({ labels: all, defaultCollation, schema }: Table, definition: TableDefinition | undefined): unknown {
  const isStated = (name: string) => Object.hasOwn(definition?.labels ?? {}, name);
  const columns = Array.isArray(definition?.schema) ? (definition.schema as readonly object[]) : [];
  return {
    labels: Object.entries(all ?? {}).filter(([name]) => !isStated(name)),
    defaultCollation,
    columns: Object.fromEntries(
      (schema?.fields ?? []).map((field) => {
        const own = columns.find((each) => "name" in each && each.name === field.name) ?? {};
        return [field.name, Object.entries(field).filter(([name]) => !Object.hasOwn(own, name) && name !== "mode")];
      }),
    ),
  };
}

test("a plan that is applied until it succeeds makes each change once, and changes no table without a definition, whatever fails in between", async () => {
  await fc.assert(
    fc.asyncProperty(
      dataset,
      faults,
      fc.boolean(),
      fc.constantFrom(1, 2),
      async (entries, failures, plansAgain, appliers) => {
        const clock = createTestClock();
        const sandbox = createSandbox({ clock });
        sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
        const before = new Map<string, Table>();
        const { warehouse } = createClient({ ...sandbox.clientOptions, retry: { limit: 1 } });
        for (const { live } of entries) {
          if (live === undefined) continue;
          sandbox.warehouse.tables.add(live as TableSeed);
          before.set(live.tableReference.tableId, await warehouse.tables.get(live.tableReference));
        }
        const definitions = entries.flatMap(({ defined }): TableDefinition[] =>
          defined === undefined ? [] : [defined],
        );
        const options = { projectId: "shop", extraColumns: "keep" } as const;
        let plan = await planTables(warehouse, definitions, options);
        const possible = definitions.filter(({ table: name }) =>
          plan.tables.some(({ table: each, action }) => each === name && action !== "impossible"),
        );
        plan = await planTables(warehouse, possible, options);
        const planned = plan.summary.create + plan.summary.patch;
        for (const fault of failures) sandbox.faults.next(fault);
        let reported = 0;
        for (let run = 0; ; run += 1) {
          if (run > 40) throw new Error("does not succeed");
          const current = plan;
          const onStep = () => {
            reported += 1;
          };
          const runs = await Promise.allSettled(
            Array.from({ length: appliers }, () => applyTables(warehouse, current, { onStep })),
          );
          const failed = runs.filter((each) => each.status === "rejected");
          if (failed.length === 0) break;
          for (const { reason } of failed) if (!isFourfoldError(reason, "apply_tables_failed")) throw reason;
          if (plansAgain) plan = await planTables(warehouse, possible, options);
        }
        sandbox.faults.clear();
        const after = await planTables(warehouse, possible, options);
        expect(after.tables.filter(({ action }) => action !== "unchanged")).toEqual([]);
        // The lost response may belong to the other caller.
        if (appliers === 1) expect(reported).toBeLessThanOrEqual(planned);
        const sent = sandbox.requests.length;
        if (!plansAgain) expect((await applyTables(warehouse, plan)).applied).toEqual([]);
        expect(sandbox.requests.slice(sent).every(({ method }) => method === "GET")).toBe(true);
        for (const [name, live] of before) {
          const now = await warehouse.tables.get(referenceOf(name));
          const definition = possible.find((each) => each.table === `sales.${name}`);
          if (definition === undefined) expect(now).toEqual(live);
          else expect(unowned(now, definition)).toMatchObject(unowned(live, definition) as object);
        }
      },
    ),
    propertyRuns(6),
  );
});
