import { isObject, isSame, valueAt } from "../../core/objects.js";
import {
  meantPath,
  takesUnlisted,
  type UpdatablePathRow,
  unlistedGroups,
  updatablePaths,
} from "../../environments/update/paths.js";
import type { Naming } from "../../naming/index.js";
import { ServiceError } from "../service-error.js";

/** The target of a mask: one value, one whole map, entries of one map, or paths that the spec does not list. */
export interface MaskReading {
  /** Path of the value or the map; unlisted paths are joined by commas. */
  readonly path: string;
  readonly kind: "map" | "value" | "unlisted";
  /** Keys of the entries; undefined for a whole map or a value. */
  readonly members: readonly string[] | undefined;
}

/** Parses a mask as the service does. @throws {ServiceError} 400 if it is invalid. */
type MaskReader = (text: string | null) => MaskReading;

const rows: readonly UpdatablePathRow[] = updatablePaths;

/** Creates a mask parser for a naming profile; unlisted paths are accepted if the profile allows them. */
export function maskReader(naming: Naming): MaskReader {
  const readOne = (text: string): MaskReading => {
    for (const row of rows) {
      if (row.kind === "member") {
        const { map } = row;
        if (!text.startsWith(`${map}.`)) continue;
        const name = text.slice(map.length + 1);
        if (name === "" || /[\s`]/.test(name)) throw badMask(`${JSON.stringify(text)} contains no key after ${map}`);
        if (row.form === "section-property") checkOverride(name);
        return { path: map, kind: "map", members: [name] };
      }
      if (row.path === text) return { path: row.path, kind: row.kind, members: undefined };
    }
    const isNear = rows.some((row) => isOnTheWay(row.kind === "member" ? row.map : row.path, text));
    if (takesUnlisted(naming) && !isNear && meantPath(text) === undefined && /^\w+(\.[\w-]+)*$/.test(text)) {
      return { path: text, kind: "unlisted", members: undefined };
    }
    throw badMask(`${JSON.stringify(text)} is not an updatable path`);
  };

  return (text) => {
    if (!text) throw badMask("updateMask: must not be empty");
    const readings = text.split(",").map(readOne);
    const [first] = readings as [MaskReading, ...MaskReading[]]; // split returns at least one part
    const onlyOneType = () => badMask(`Only one update type is allowed in one request: ${text}`);
    if (readings.every(({ kind }) => kind === "unlisted")) {
      const paths = readings.map(({ path }) => path);
      const groups = unlistedGroups.filter((group) => group.some((path) => paths.includes(path)));
      if (groups.length > 1) throw onlyOneType();
      if (groups.flat().some((path) => !paths.includes(path))) {
        throw badMask(`These paths can be updated only together: ${groups.flat().join(",")}`);
      }
      return { ...first, path: paths.join(",") };
    }
    if (readings.some(({ path }) => path !== first.path)) throw onlyOneType();
    const members = readings.flatMap((reading) => reading.members ?? []);
    if (members.length === 0) return first;
    if (members.length < readings.length) {
      throw badMask(`updateMask must not contain both a map and entries of it: ${text}`);
    }
    return { ...first, members: [...new Set(members)] };
  };
}

/** Whether one of two paths is a prefix of the other. */
function isOnTheWay(a: string, b: string): boolean {
  return `${a}.`.startsWith(`${b}.`) || `${b}.`.startsWith(`${a}.`);
}

/** @throws {ServiceError} If a key is not `section-property`. */
export function checkOverride(key: string): void {
  const dash = key.indexOf("-");
  const [section, property] = [key.slice(0, dash), key.slice(dash + 1)];
  const isKey = dash > 0 && property !== "" && !/[[\].]/.test(section) && !/[=;.]/.test(property);
  if (!isKey) throw badMask(`${JSON.stringify(key)} must have the form section-property`);
}

/** Returns an environment after an update. Neither argument is modified. */
export function applyMask(environment: unknown, { path, kind, members }: MaskReading, body: unknown): unknown {
  if (kind === "unlisted") {
    return path.split(",").reduce((changed, each) => {
      const segments = each.split(".");
      return replaceAt(changed, segments, valueAt(body, segments));
    }, environment);
  }
  const segments = path.split(".");
  const given = valueAt(body, segments);
  if (members === undefined) return replaceAt(environment, segments, kind === "map" ? (given ?? {}) : given);
  const old = valueAt(environment, segments);
  const map = new Map(isObject(old) ? Object.entries(old) : []);
  for (const name of members) {
    const value = valueAt(given, [name]);
    if (value === undefined) map.delete(name);
    else map.set(name, value);
  }
  return replaceAt(environment, segments, Object.fromEntries(map));
}

/** Whether an update changes nothing. The order of properties is ignored, and an empty map equals an absent one. */
export function changesNothing(environment: unknown, reading: MaskReading, body: unknown): boolean {
  const after = applyMask(environment, reading, body);
  return reading.path.split(",").every((path) => {
    const [old, given] = [environment, after].map((each) => valueAt(each, path.split(".")));
    return isSame(old, given) || (reading.kind === "map" && isSame(old ?? {}, given ?? {}));
  });
}

function replaceAt(target: unknown, [segment, ...rest]: readonly string[], value: unknown): unknown {
  if (segment === undefined) return structuredClone(value);
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  if (value === undefined && rest.length === 0) members.delete(segment);
  else members.set(segment, replaceAt(members.get(segment), rest, value));
  return Object.fromEntries(members);
}

function badMask(message: string): ServiceError {
  return new ServiceError({ status: 400, reason: "INVALID_UPDATE_MASK", message });
}
