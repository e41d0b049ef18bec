// npx tsx bench/peers/on-node.ts --expose-gc --import tsx bench/peers/rows.ts, after npm run build: rowDecoder against the
// conversion of rows in @google-cloud/bigquery, in one process and in turns.
import { BigQuery } from "@google-cloud/bigquery";
import { compare } from "../measure.js";
import { flatColumns, flatText, ROWS } from "../rows.js";

const built = new URL("../../dist/tables/index.js", import.meta.url).href;
const { rowDecoder }: typeof import("fourfold/tables") = await import(built);
const LIMIT = 0.25;

const rows: { f: { v: unknown }[] }[] = JSON.parse(flatText());
const decode = rowDecoder(flatColumns, flatColumns);
const schema = { fields: flatColumns };
// Timestamps are seconds as a float in these rows.
const listParams = { "formatOptions.useInt64Timestamp": false };

for (const wrapIntegers of [false, true]) {
  const { measured, baseline, ratio, lowest, highest } = await compare(
    () => void rows.map(decode),
    () => void BigQuery.mergeSchemaWithRows_(schema, rows, { wrapIntegers, listParams } as never),
    7,
  );
  const spread = `${lowest.toFixed(2)} to ${highest.toFixed(2)}`;
  const figure = `${ratio.toFixed(2)} × (${spread}; ${measured.toFixed(0)} ms to ${baseline.toFixed(0)} ms)`;
  console.log(`${ROWS} rows, wrapIntegers ${wrapIntegers}: ${figure}, at most ${LIMIT} ×`);
  if (ratio > LIMIT) process.exitCode = 1;
}
