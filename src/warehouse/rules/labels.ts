import { joinPath } from "../../core/rules.js";
import { clip } from "../../core/scalars.js";
import type { Table } from "../schemas/table.js";
import type { Draft, TableRule } from "./table-rule.js";

const MAX_LENGTH = 63;
const LETTERS_DIGITS = /^[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}_-]*$/u;
const STARTS_WITH_LETTER = /^[\p{Ll}\p{Lo}\p{Lm}]/u;

const BE_SHORT = `must have at most ${MAX_LENGTH} characters`;
const BE_PLAIN = "may hold only lower-case letters, letters without case, digits, underscores and dashes";

function labelsOf(table: Draft<Table>): [key: string, value: string | null, path: string][] {
  return Object.entries(table.labels ?? {}).map(([key, value]) => [key, value, joinPath("labels", key)]);
}

/** Counts characters, not UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Rules about labels and resource tags. That keys are distinct (label rule 5) a JSON object cannot break. */
export const labelRules = [
  {
    id: "label-key-length",
    severity: "error",
    text: `A label key has at most ${MAX_LENGTH} characters.`,
    spec: 'warehouse, "Table", label rule 1',
    check(table, report) {
      for (const [key, , path] of labelsOf(table)) {
        const length = lengthOf(key);
        if (length > MAX_LENGTH) report(path, `the key ${BE_SHORT}, it has ${length}`);
      }
    },
  },
  {
    id: "label-value-length",
    severity: "error",
    text: `A label value has at most ${MAX_LENGTH} characters.`,
    spec: 'warehouse, "Table", label rule 1',
    check(table, report) {
      for (const [, value, path] of labelsOf(table)) {
        const length = lengthOf(value ?? "");
        if (length > MAX_LENGTH) report(path, `the value ${BE_SHORT}, it has ${length}`);
      }
    },
  },
  {
    id: "label-key-characters",
    severity: "error",
    text: "A label key holds only lower-case letters of any script, letters without case, digits, underscores and dashes; keys are distinct, as members of an object are.",
    spec: 'warehouse, "Table", label rules 2 and 5',
    check(table, report) {
      for (const [key, , path] of labelsOf(table)) {
        if (!LETTERS_DIGITS.test(key)) report(path, `the key ${BE_PLAIN}`);
      }
    },
  },
  {
    id: "label-value-characters",
    severity: "error",
    text: "A label value is empty or holds only lower-case letters of any script, letters without case, digits, underscores and dashes.",
    spec: 'warehouse, "Table", label rules 2 and 3',
    check(table, report) {
      for (const [, value, path] of labelsOf(table)) {
        if (!LETTERS_DIGITS.test(value ?? ""))
          report(path, `the value ${BE_PLAIN}, got ${JSON.stringify(clip(value ?? ""))}`);
      }
    },
  },
  {
    id: "label-key-start",
    severity: "error",
    text: "A label key starts with a lower-case letter or a letter without case.",
    spec: 'warehouse, "Table", label rule 4',
    check(table, report) {
      for (const [key, , path] of labelsOf(table)) {
        if (!STARTS_WITH_LETTER.test(key))
          report(path, "the key must start with a lower-case letter or one without case");
      }
    },
  },
  {
    id: "resource-tag-key-form",
    severity: "error",
    text: "A resource tag key has the form <parent_id>/<key_name>.",
    spec: 'warehouse, "Table"',
    check(table, report) {
      for (const key of Object.keys(table.resourceTags ?? {})) {
        if (!/^[^/\s]+\/[^/\s]+$/.test(key)) {
          report(
            joinPath("resourceTags", key),
            'the key must have the form <parent_id>/<key_name>, such as "12345/team"',
          );
        }
      }
    },
  },
] as const satisfies readonly TableRule[];
