import { clip } from "../../core/scalars.js";
import type { Table } from "../schemas/table.js";
import { exactInteger } from "./exact-integer.js";
import { isObjectUri } from "./object-uri.js";
import { columnsOf, type FieldDraft } from "./places.js";
import type { Draft, TableRule } from "./table-rule.js";

const FUNCTIONS = "view.userDefinedFunctionResources";
const PRIVACY = "view.privacyPolicy";
const PRIVACY_UNITS = `${PRIVACY}.aggregationThresholdPolicy.privacyUnitColumns`;

function privacyUnitsOf(table: Draft<Table>): [name: string, path: string][] {
  const columns = table.view?.privacyPolicy?.aggregationThresholdPolicy?.privacyUnitColumns ?? [];
  return columns.flatMap((name, index): [string, string][] =>
    name == null ? [] : [[name, `${PRIVACY_UNITS}[${index}]`]],
  );
}

/** The first step of a dotted name that is a repeated field; undefined when there is none or the name leads nowhere. */
function repeatedStep(name: string, columns: ReadonlyMap<string, FieldDraft>): string | undefined {
  const [first = "", ...rest] = name.split(".");
  let field = columns.get(first);
  for (const step of [...rest, undefined]) {
    if (field?.mode === "REPEATED") return field.name ?? undefined;
    field = field?.fields?.find((nested) => nested?.name === step);
  }
  return undefined;
}

/** Rules about logical and materialized views. */
export const viewRules = [
  {
    id: "udf-only-legacy-sql",
    severity: "error",
    text: "Function resources belong to a view in the legacy SQL dialect.",
    spec: 'warehouse, "ViewDefinition"',
    check({ view }, report) {
      if (view?.useLegacySql === false && (view.userDefinedFunctionResources?.length ?? 0) > 0) {
        report(FUNCTIONS, 'belongs to legacy SQL only: leave it out, or leave out "useLegacySql"');
      }
    },
  },
  {
    id: "udf-exactly-one",
    severity: "error",
    text: "A function resource has either a URI or inline code.",
    spec: 'warehouse, "UserDefinedFunctionResource"',
    check({ view }, report) {
      for (const [index, resource] of (view?.userDefinedFunctionResources ?? []).entries()) {
        if (resource == null || (resource.resourceUri == null) !== (resource.inlineCode == null)) continue;
        const got = resource.resourceUri == null ? "neither" : "both";
        report(`${FUNCTIONS}[${index}]`, `must have either "resourceUri" or "inlineCode", it has ${got}`);
      }
    },
  },
  {
    id: "udf-resource-uri-form",
    severity: "error",
    text: "The URI of a function resource is an object-storage URI.",
    spec: 'warehouse, "UserDefinedFunctionResource"',
    check({ view }, report) {
      for (const [index, resource] of (view?.userDefinedFunctionResources ?? []).entries()) {
        const uri = resource?.resourceUri;
        if (uri == null || isObjectUri(uri)) continue;
        const got = JSON.stringify(clip(uri));
        report(
          `${FUNCTIONS}[${index}].resourceUri`,
          `must be an object-storage URI, <scheme>://<bucket>/…, got ${got}`,
        );
      }
    },
  },
  {
    id: "privacy-policy-one-member",
    severity: "error",
    text: "A privacy policy has one member.",
    spec: 'warehouse, "PrivacyPolicy"',
    check({ view }, report) {
      const given = Object.entries(view?.privacyPolicy ?? {}).filter(([, policy]) => policy != null);
      if (given.length > 1) report(PRIVACY, `may hold one policy, got ${given.map(([name]) => clip(name)).join(", ")}`);
    },
  },
  {
    id: "privacy-unit-column-count",
    severity: "error",
    text: "A view has at most one privacy unit column.",
    spec: 'warehouse, "AggregationThresholdPolicy"',
    check(table, report) {
      const { length } = privacyUnitsOf(table);
      if (length > 1) report(PRIVACY_UNITS, `may hold one column at most, got ${length}`);
    },
  },
  {
    id: "privacy-unit-columns-distinct",
    severity: "error",
    text: "No privacy unit column is named twice.",
    spec: 'warehouse, "AggregationThresholdPolicy"',
    check(table, report) {
      const seen = new Set<string>();
      for (const [name, path] of privacyUnitsOf(table)) {
        if (seen.has(name)) report(path, `names ${JSON.stringify(clip(name))} a second time: leave it out`);
        seen.add(name);
      }
    },
  },
  {
    id: "privacy-unit-column-form",
    severity: "error",
    text: "A privacy unit column is a name, or names of nested fields joined by dots.",
    spec: 'warehouse, "AggregationThresholdPolicy"',
    check(table, report) {
      for (const [name, path] of privacyUnitsOf(table)) {
        if (!/^[^.\s]+(\.[^.\s]+)*$/.test(name)) {
          report(path, `must be a column, or outer.inner for a nested one, got ${JSON.stringify(clip(name))}`);
        }
      }
    },
  },
  {
    id: "privacy-unit-column-not-repeated",
    severity: "error",
    text: "A privacy unit column is not repeated, nor inside a repeated field.",
    spec: 'warehouse, "AggregationThresholdPolicy"',
    check(table, report) {
      const units = privacyUnitsOf(table);
      const columns = units.length === 0 ? undefined : columnsOf(table);
      if (columns === undefined) return;
      for (const [name, path] of units) {
        const step = repeatedStep(name, columns);
        if (step !== undefined)
          report(path, `must not lead through a repeated field, ${JSON.stringify(clip(step))} is one`);
      }
    },
  },
  {
    id: "refresh-interval-positive",
    severity: "error",
    text: "The refresh interval of a materialized view is more than 0 milliseconds.",
    spec: 'warehouse, "MaterializedViewDefinition"',
    check({ materializedView }, report) {
      const interval = exactInteger(materializedView?.refreshIntervalMs);
      if (interval === undefined || interval > 0n) return;
      report("materializedView.refreshIntervalMs", `must be greater than 0, got ${interval}; the default is 1800000`);
    },
  },
] as const satisfies readonly TableRule[];
