import type { ServiceNames } from "../../core/rename.js";
import { joinPath } from "../../core/rules/issue-path.js";
import { nearMiss } from "../../core/rules/nearest.js";
import { type CompiledSchema, compiled } from "../../core/schema/compile.js";
import { Table } from "../schemas/table.js";
import { isNotKnown, withOwnNames } from "./rule.js";
import type { NamedTableRule } from "./table-rule.js";

/** The rule about properties that no schema has. Unknown names are accepted, because services add fields. */
export const propertyNameRule: NamedTableRule<"property-name"> = {
  id: "property-name",
  severity: "warn",
  text: 'Each property should have the name of a field: "clustring" is a typo of "clustering".',
  spec: 'warehouse, "Table"',
  implied: true,
  check(table, report, { naming }) {
    visitTypos(table, compiled(Table), naming, () => "", report);
  },
};

/** Visits the properties whose names are typos of fields; not the keys of maps, nor anything in an unknown property. */
function visitTypos(
  value: object,
  schema: CompiledSchema,
  naming: ServiceNames | undefined,
  at: () => string,
  report: (path: string, message: string) => void,
): void {
  const fields = schema.fields?.();
  for (const [key, member] of Object.entries(value)) {
    const inner = Array.isArray(value) ? schema.element : fields?.get(key);
    const path = () => joinPath(at(), Array.isArray(value) ? Number(key) : key);
    if (inner !== undefined) {
      if (typeof member === "object" && member !== null) visitTypos(member, inner, naming, path, report);
    } else if (fields !== undefined) {
      const meant = nearMiss(key, withOwnNames([...fields.keys()], naming));
      if (meant !== undefined) report(path(), isNotKnown(meant));
    }
  }
}
