import type { Translation } from "../call/method.js";
import type { Issue } from "../errors/request-error.js";
import { joinPath } from "../values/issue-path.js";
import { hasKey } from "../values/objects.js";

/** A name in code, which is Google's, or on the wire, which is the specification's. */
type Side = "name" | "wire";

/** A name that differs on the wire: of a field, or a value of a field. */
interface WireName {
  readonly resource: string;
  /** Path of the object with the field, or of the field with the value; `[]` is every element of a list. */
  readonly path: readonly string[];
  readonly isValue?: boolean;
  readonly name: string;
  readonly wire: string;
}

const EXTERNAL = { resource: "Table", path: ["externalDataConfiguration"] };
const FORMAT = { resource: "Table", path: ["externalDataConfiguration", "sourceFormat"], isValue: true };
const OVERRIDES = { name: "airflowConfigOverrides", wire: "orchestratorConfigOverrides" };
const SOFTWARE = ["config", "softwareConfig"];

/** The names that differ. All other names are the same in code and on the wire. */
export const wireNames: readonly WireName[] = [
  { resource: "Table", path: [], name: "biglakeConfiguration", wire: "vendorLakeConfiguration" },
  { ...EXTERNAL, name: "bigtableOptions", wire: "vendorTableOptions" },
  { ...EXTERNAL, name: "googleSheetsOptions", wire: "vendorSheetsOptions" },
  { ...FORMAT, name: "GOOGLE_SHEETS", wire: "VENDOR_SHEETS" },
  { ...FORMAT, name: "DATASTORE_BACKUP", wire: "VENDOR_DATASTORE_BACKUP" },
  { ...FORMAT, name: "BIGTABLE", wire: "VENDOR_TABLE" },
  { resource: "Environment", path: SOFTWARE, ...OVERRIDES },
  { resource: "EnvironmentList", path: ["environments", "[]", ...SOFTWARE], ...OVERRIDES },
  { resource: "Operation", path: ["response", ...SOFTWARE], ...OVERRIDES },
];

const namesOf = (resource: string) => wireNames.filter((row) => row.resource === resource);

/** A copy of a value in which the value at a path is replaced, if there is one. */
function changeAt(
  value: unknown,
  [name, ...rest]: readonly string[],
  path: string,
  change: (value: unknown, path: string) => unknown,
): unknown {
  if (name === undefined) return change(value, path);
  if (name === "[]" && Array.isArray(value)) {
    return value.map((element, index) => changeAt(element, rest, joinPath(path, index), change));
  }
  return hasKey(value, name) ? { ...value, [name]: changeAt(value[name], rest, joinPath(path, name), change) } : value;
}

/** Translates the names of a resource in a copy. A field whose other name is also present keeps its name, so nothing is lost. */
function translated(resource: string, body: unknown, from: Side, to: Side): unknown {
  return namesOf(resource).reduce((result, { path, isValue, [from]: before, [to]: after }) => {
    return changeAt(result, path, "", (value) => {
      if (isValue) return value === before ? after : value;
      if (!hasKey(value, before) || hasKey(value, after)) return value;
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key === before ? after : key, member]));
    });
  }, body);
}

/** A path with the names of the other side. Segments inside a renamed field are keys of the user's data. */
function translatedPath(resource: string, path: string, from: Side, to: Side): string {
  for (const { isValue, path: outer, [from]: before, [to]: after } of namesOf(resource)) {
    const start = [...outer, before].join(".");
    const rest = path.slice(start.length);
    if (!isValue && path.startsWith(start) && /^([.[]|$)/.test(rest)) return [...outer, after].join(".") + rest;
  }
  return path;
}

/** Returns a path of a resource with Google's names. */
export function pathFromWire(resource: string, path: string): string {
  return translatedPath(resource, path, "wire", "name");
}

/** The translation between Google's names in code and the specification's on the wire. */
export const specTranslation: Translation = {
  toWire: (resource, body) => translated(resource, body, "name", "wire"),
  fromWire: (resource, body) => translated(resource, body, "wire", "name"),
  pathToWire: (resource, path) => translatedPath(resource, path, "name", "wire"),
  pathFromWire,
};

const RULE = "naming";
const otherSide = (side: Side): Side => (side === "name" ? "wire" : "name");

/**
 * Returns an issue for each name in a resource that is not Google's, or not the specification's if `right` is `wire`. Keys of
 * the user's data are never reported.
 */
export function nameIssues(resource: string, value: unknown, prefix = "", right: Side = "name"): Issue[] {
  const issues: Issue[] = [];
  for (const { path, isValue, [right]: meant, [otherSide(right)]: wrong } of namesOf(resource)) {
    changeAt(value, path, prefix, (found, at) => {
      if (isValue ? found === wrong : hasKey(found, wrong) && found[wrong] !== undefined) {
        const message = isValue ? `must be "${meant}", got "${wrong}"` : `must be named "${meant}"`;
        issues.push({ path: isValue ? at : joinPath(at, wrong), message, rule: RULE });
      }
      return found;
    });
  }
  return issues;
}

/** Returns an issue for each path of a mask whose name is not that of `right`: Google's, or the specification's. */
export function maskNameIssues(resource: string, paths: readonly unknown[], right: Side = "name"): Issue[] {
  return paths.flatMap((path) => {
    const meant = typeof path === "string" ? translatedPath(resource, path, otherSide(right), right) : path;
    if (meant === path) return [];
    const message = `must contain ${JSON.stringify(meant)} instead of ${JSON.stringify(path)}`;
    return [{ path: "updateMask", message, rule: RULE }];
  });
}
