import { elementOf, markOf, type Schema, shapeOf } from "../schema/schema.js";
import { hasKey, isObject, isSame } from "../values/objects.js";
import { Environment } from "./schemas/environment.js";

/** Defaults other than `false`, 0, `…_UNSPECIFIED` and empty values, by the name of the field. Responses may contain them. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  composerInternalIpv4CidrBlock: "100.64.128.0/20",
  diskSizeGb: 100,
  masterIpv4CidrBlock: "172.16.0.0/23",
  maxPodsPerNode: 32,
  pythonVersion: "3",
  webServerPluginsMode: "PLUGINS_ENABLED",
};

/** Converts the value of a field; undefined deletes it. `names` are the values of an enumeration, in the order of their numbers. */
type Convert = (value: unknown, names: readonly string[], field: string) => unknown;

/** Converts each field that a schema declares in place, inner fields first. Returns the same value. */
export function convertFields<T>(value: T, schema: Schema, convert: Convert): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const element = elementOf(schema);
    if (element !== undefined) for (const inner of value) convertFields(inner, element, convert);
    return value;
  }
  const shape = shapeOf(schema);
  for (const [key, inner] of Object.entries(value)) {
    const field = hasKey(shape, key) ? shape[key] : undefined;
    if (field === undefined) continue;
    convertFields(inner, field, convert);
    const next = convert(inner, markOf(field).knownValues ?? [], key);
    if (next === undefined) Reflect.deleteProperty(value, key);
    else Reflect.set(value, key, next);
  }
  return value;
}

/** Converts the number of an enumeration to its name. Unknown numbers stay, 0 is absent. */
export const enumName: Convert = (value, names) =>
  typeof value === "number" && names.length > 0 ? (names[value - 1] ?? (value || undefined)) : value;

/** Converts the name of an enumeration to its number. */
export const enumNumber: Convert = (value, names) => names.indexOf(String(value)) + 1 || value;

/** Deletes what responses never contain: zeros, empty lists, disabled snapshots. */
export const unlessOmitted: Convert = (value, _, field) => {
  if (isObject(value)) return field === "scheduledSnapshotsConfig" && !("enabled" in value) ? undefined : value;
  if (Array.isArray(value)) return value.length > 0 || field === "allowedIpRanges" ? value : undefined;
  return !value || String(value).endsWith("_UNSPECIFIED") ? undefined : value;
};

/** Deletes all defaults. */
const unlessDefault: Convert = (value, names, field) => {
  const isOff = field === "triggerer" && isObject(value) && !("count" in value);
  // Without ranges, no address has access; by default, all have.
  const isEmpty = isSame(value, []) || (isSame(value, {}) && field !== "webServerNetworkAccessControl");
  return isOff || isEmpty || value === DEFAULTS[field] ? undefined : unlessOmitted(value, names, field);
};

/** Copies an environment without its defaults. */
export function withoutDefaults<T>(environment: T): T {
  return convertFields(structuredClone(environment), Environment, unlessDefault);
}

/** Converts values that mean the same to one form: times, days of the week, ranges of all addresses. */
const oneForm: Convert = (value, _, field) => {
  if (typeof value !== "string") return value;
  const time = field === "startTime" || field === "endTime" ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  if (field === "recurrence")
    return value.replace(/(?<=BYDAY=).*/, (days) => [...new Set(days.split(","))].sort().join(","));
  return field === "value" || field === "cidrBlock" ? value.replace(/^::0\//, "::/") : value;
};

/** Whether two environments are equal for the service: a default equals an absent value, and a time its form in another zone. */
export function isSameEnvironment(a: unknown, b: unknown): boolean {
  const [before, after] = [a, b].map((each) => convertFields(withoutDefaults(each), Environment, oneForm));
  return isSame(before, after);
}
