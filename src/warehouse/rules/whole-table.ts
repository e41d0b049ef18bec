import { unknownColumn, unlike } from "./conditions.js";
import { ADVICE, IMPLIED, rule } from "./rule.js";
import type { TableRule } from "./table-rule.js";

const KINDS = ["view", "materializedView", "externalDataConfiguration", "vendorLakeConfiguration"] as const;

// Years-months, days, hours:minutes:seconds, each of the three with its own sign.
const INTERVAL = /^[+-]?\d+-\d+ [+-]?\d+ [+-]?\d+:\d+:\d+(\.\d+)?$/;

/** Rules about a whole table and its keys. Rules about columns are skipped if the request contains no schema. */
export const wholeTableRules = [
  rule(
    "one-table-kind",
    KINDS,
    "cannot be combined with another kind of table",
    (_, table, _scope, key) => {
      const first = KINDS.find((kind) => table[kind] != null);
      return first !== key && first;
    },
    IMPLIED,
  ),
  rule(
    "max-staleness-interval",
    "maxStaleness",
    'should be an interval "Y-M D H:M:S", such as "0-0 0 4:0:0"',
    unlike(INTERVAL),
    ADVICE,
  ),
  rule(
    "expiration-time-in-past",
    "expirationTime",
    "should be in the future: a time in the past deletes the table immediately",
    (time, _, { now }) => Number(time) <= now && time,
    ADVICE,
  ),
  rule(
    "primary-key-column-exists",
    "tableConstraints.primaryKey.columns[]",
    "should be a top-level column of the schema",
    unknownColumn,
    ADVICE,
  ),
  rule(
    "foreign-key-column-exists",
    "tableConstraints.foreignKeys[].columnReferences[].referencingColumn",
    "should be a top-level column of the schema",
    unknownColumn,
    ADVICE,
  ),
] as const satisfies readonly TableRule[];
