import { type CompiledSchema, compiled, type Schema } from "../schema/compile.js";
import { isObject, isSame, withoutUndefined } from "../values/objects.js";
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

/** Parts that are absent while they are off, and the field that turns each on. */
const SWITCHES: Readonly<Record<string, string>> = { scheduledSnapshotsConfig: "enabled", triggerer: "count" };

/** Converts a part of a value whose inner parts are already converted. */
type Convert = (part: unknown, names: readonly string[], field: string) => unknown;

/** Copies a value with each part that its schema declares converted; undefined parts of objects are left out. */
function convertParts(value: unknown, schema: CompiledSchema | undefined, convert: Convert, field = ""): unknown {
  const { fields, element, knownValues } = schema ?? {};
  if (knownValues === undefined) return value;
  let part = value;
  if (Array.isArray(value)) part = value.map((each) => convertParts(each, element, convert));
  else if (isObject(value) && fields !== undefined) {
    const inner = Object.entries(value).map(([key, each]) => [
      key,
      convertParts(each, fields().get(key), convert, key),
    ]);
    part = withoutUndefined(Object.fromEntries(inner));
  }
  return convert(part, knownValues, field);
}

/** Copies a value with its enumerations as names. Unknown numbers stay, 0 is left out. */
export function withEnumNames(value: unknown, schema: Schema): unknown {
  return convertParts(value, compiled(schema), (part, names) =>
    typeof part === "number" && names.length > 0 ? (names[part - 1] ?? (part || undefined)) : part,
  );
}

/** Copies a value with its enumerations as numbers. */
export function withEnumNumbers(value: unknown, schema: Schema): unknown {
  return convertParts(value, compiled(schema), (part, names) => names.indexOf(String(part)) + 1 || part);
}

/** Leaves out what the service never sends: zeros, empty lists, parts that are off. */
const withoutOmitted: Convert = (part, _, field) => {
  // Without ranges, no address has access; by default, all have.
  if (Array.isArray(part)) return part.length > 0 || field === "allowedIpRanges" ? part : undefined;
  if (isObject(part)) return Object.hasOwn(part, SWITCHES[field] ?? "") || !SWITCHES[field] ? part : undefined;
  return part && !String(part).endsWith("_UNSPECIFIED") ? part : undefined;
};

/** Leaves out all defaults, to compare values. */
const withoutDefaults: Convert = (part, names, field) => {
  const isDefault = isSame(part, {}) || part === DEFAULTS[field];
  return isDefault ? undefined : withoutOmitted(part, names, field);
};

/** Copies an environment as the service stores it: with names of enumerations, and without what responses omit. */
export function storedForm(environment: Environment): Environment {
  const named = withEnumNames(environment, Environment);
  return convertParts(named, compiled(Environment), withoutOmitted) as Environment; // only optional fields are left out
}

/** Whether two values at a path are equal for the service: a default equals an absent value. */
export function isEqualAt(segments: readonly string[], a: unknown, b: unknown): boolean {
  const [left, right] = [a, b].map((value) => {
    const environment = segments.reduceRight((inner, segment) => Object.fromEntries([[segment, inner]]), value);
    return convertParts(environment, compiled(Environment), withoutDefaults);
  });
  return isSame(left, right);
}
