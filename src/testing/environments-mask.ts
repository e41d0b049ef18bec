import { type UpdatablePathRow, updatablePaths } from "../environments/updatable-paths.js";
import { isObject } from "./merge-patch.js";
import { Refusal } from "./refusal.js";

/** What one mask changes: one value, one whole map, or members of one map. */
export interface MaskReading {
  /** Path of the value or the map. */
  readonly path: string;
  readonly kind: "map" | "value";
  /** Names of the members; undefined when the whole is meant. */
  readonly members: readonly string[] | undefined;
}

const rows: readonly UpdatablePathRow[] = updatablePaths;

/** Reads a mask as the service does. @throws {Refusal} 400 when it takes no such mask. */
export function readMask(text: string | null): MaskReading {
  if (text === null || text === "") throw badMask("updateMask must name at least one path");
  const readings = text.split(",").map(readOne);
  const [first] = readings;
  if (first === undefined) throw badMask("updateMask must name at least one path");
  if (readings.some(({ path }) => path !== first.path)) {
    throw badMask(`Only one update type is allowed in one request: ${text}`);
  }
  const members = readings.flatMap((reading) => reading.members ?? []);
  if (members.length === 0) return first;
  if (members.length < readings.length) {
    throw badMask(`updateMask must not name both the map ${first.path} and members of it`);
  }
  return { ...first, members: [...new Set(members)] };
}

function readOne(text: string): MaskReading {
  for (const row of rows) {
    if (row.kind === "member") {
      const start = `${row.map}.`;
      if (!text.startsWith(start)) continue;
      const name = text.slice(start.length);
      if (name === "" || /[\s`]/.test(name)) throw badMask(`${JSON.stringify(text)} names no member of ${row.map}`);
      if (row.form === "section-property") checkOverride(name);
      return { path: row.map, kind: "map", members: [name] };
    }
    if (row.path === text) return { path: row.path, kind: row.kind, members: undefined };
  }
  throw badMask(`${JSON.stringify(text)} is no path that can be updated`);
}

/** @throws {Refusal} when a key is not `section-property`. */
export function checkOverride(key: string): void {
  const dash = key.indexOf("-");
  const [section, property] = [key.slice(0, dash), key.slice(dash + 1)];
  const isKey = dash > 0 && property !== "" && !/[[\].]/.test(section) && !/[=;.]/.test(property);
  if (!isKey) throw badMask(`${JSON.stringify(key)} is no section-property`);
}

/** An environment after an update. Neither argument is changed. */
export function applyMask(environment: unknown, { path, kind, members }: MaskReading, body: unknown): unknown {
  const segments = path.split(".");
  const given = segments.reduce<unknown>((inner, segment) => member(inner, segment), body);
  if (members === undefined) return replaceAt(environment, segments, kind === "map" ? (given ?? {}) : given);
  const old = segments.reduce<unknown>((inner, segment) => member(inner, segment), environment);
  const map = new Map(isObject(old) ? Object.entries(old) : []);
  for (const name of members) {
    const value = member(given, name);
    if (value === undefined) map.delete(name);
    else map.set(name, value);
  }
  return replaceAt(environment, segments, Object.fromEntries(map));
}

function member(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function replaceAt(target: unknown, [segment, ...rest]: readonly string[], value: unknown): unknown {
  if (segment === undefined) return structuredClone(value);
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  members.set(segment, replaceAt(members.get(segment), rest, value));
  return Object.fromEntries(members);
}

function badMask(message: string): Refusal {
  return new Refusal({ status: 400, reason: "INVALID_UPDATE_MASK", message });
}
