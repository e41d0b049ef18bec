import { clip } from "../../core/scalars.js";
import type { TableRule } from "./table-rule.js";

// Years-months, days, hours:minutes:seconds, each part with its own sign.
const INTERVAL = /^[+-]?\d+-\d+ [+-]?\d+ [+-]?\d+:\d+:\d+(\.\d+)?$/;

const KINDS = ["view", "materializedView", "externalDataConfiguration", "vendorLakeConfiguration"] as const;

/** Rules about a table as a whole. */
export const wholeTableRules = [
  {
    id: "one-table-kind",
    severity: "error",
    text: "A table is only one of: logical view, materialized view, external table, lake table.",
    spec: 'warehouse, "What the service does"',
    check(table, report) {
      const [first, ...others] = KINDS.filter((kind) => table[kind] != null);
      for (const kind of others) report(kind, `cannot stand beside "${first}": a table is of one kind only`);
    },
  },
  {
    id: "max-staleness-interval",
    severity: "error",
    text: "The maximum staleness is a SQL interval: years-months days hours:minutes:seconds.",
    spec: 'warehouse, "Table"',
    check({ maxStaleness }, report) {
      if (maxStaleness == null || INTERVAL.test(maxStaleness)) return;
      const got = JSON.stringify(clip(maxStaleness));
      report("maxStaleness", `must be an interval "Y-M D H:M:S" such as "0-0 0 4:0:0" (four hours), got ${got}`);
    },
  },
  {
    id: "expiration-time-in-past",
    severity: "warn",
    text: "An expiration time in the past deletes the table at once.",
    spec: 'warehouse, "Table"',
    check({ expirationTime }, report, { now }) {
      if (expirationTime != null && Number(expirationTime) <= now) {
        report("expirationTime", "is in the past: the table is deleted at once; give a later time, or leave it out");
      }
    },
  },
] as const satisfies readonly TableRule[];
