import * as fc from "fast-check";
import { type DesiredTable, isFourfoldError, planTablePatch, planTables, type Table } from "fourfold";
import { expect, test } from "vitest";
import { planLines } from "../../src/cli/plan-lines.js";
import { anyPairs } from "../support/any-tables.js";
import { tablePairs } from "../support/table-pairs.js";

/** The output for one pair: the patch or the issues of `planTablePatch`, and the plan as the command prints it. */
function textOf(live: Table, desired: DesiredTable): string {
  const { tableReference, ...definition } = desired;
  const { projectId, datasetId, tableId } = live.tableReference;
  const wanted = { ...definition, table: `${datasetId}.${tableId}` };
  const plan = () => planLines(planTables([live], [wanted as never], { projectId })).trimEnd();
  return `${attempt(() => JSON.stringify(planTablePatch(live, desired)) ?? "nothing to change")}\n${attempt(plan)}`;
}

/** A table as in a response: 64-bit integers are strings. */
function asJson(table: Table): Table {
  return JSON.parse(JSON.stringify(table, (_, value) => (typeof value === "bigint" ? String(value) : value)));
}

function attempt(make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (!isFourfoldError(error, "invalid_request")) throw error;
    return error.issues.map(({ path, message, rule }) => `! ${path}: ${message} (${rule})`).join("\n");
  }
}

test.each<[name: string, pairs: fc.Arbitrary<{ live: Table; desired: DesiredTable }>, count: number]>([
  ["columns", tablePairs, 60],
  ["properties", anyPairs as never, 120],
])("texts, paths, rules and order of plans: %s", async (name, pairs, count) => {
  const sample = fc.sample(pairs, { seed: 1, numRuns: count });
  const texts = sample.map(({ live, desired }, index) => `## ${index}\n\n${textOf(asJson(live), desired)}\n`);
  await expect(texts.join("\n")).toMatchFileSnapshot(`__snapshots__/plan-texts.${name}.md`);
});
