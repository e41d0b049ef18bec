import type { Issue } from "../errors/request-error.js";
import { hasKey, valueAt } from "./objects.js";
import { SHAPE_RULE } from "./schema/shape-issues.js";

/** The paths in a resource where a naming profile may use other names, in neutral names. */
export interface RenamedPlaces<Name extends string = string> {
  /** Paths of fields whose name differs. A segment `[]` means every element of a list. */
  readonly members: readonly (Name | `${string}.${Name}`)[];
  /** Paths of fields whose enum values differ. */
  readonly values?: readonly string[] | undefined;
}

/** The names of a profile, by neutral name. */
export interface Names {
  readonly names?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The names of a service, and whether its enumerations are open. */
export interface ServiceNames extends Names {
  /** Whether the service accepts more values than the spec lists, so that only probable typos are invalid. */
  readonly openValues?: boolean | undefined;
}

type Pair = readonly [from: string, to: string];

/**
 * Translates a value to the names of a profile. Only the given paths change: objects along them are copied with
 * their key order, all others are shared.
 *
 * If both names of a field exist, they are swapped, so that no value is lost. An undefined field counts as absent.
 */
export function toWire<T>(value: T, places: RenamedPlaces, naming: Names): T {
  return rename(value, places, pairsOf(naming));
}

/** Translates a value from the names of a profile: the inverse of {@link toWire}. */
export function fromWire<T>(value: T, places: RenamedPlaces, naming: Names): T {
  return rename(
    value,
    places,
    pairsOf(naming).map(([neutral, own]) => [own, neutral]),
  );
}

/** Returns an issue for each field that a value has in both names: in the neutral one and in that of the profile. */
export function bothNames(value: unknown, { members }: RenamedPlaces, naming: Names): Issue[] {
  return members.flatMap((place): Issue[] => {
    const has = (path: string) => valueAt(value, path.split(".")) !== undefined;
    if (!has(place)) return [];
    const own = pathToWire(place, { members: [place] }, naming);
    if (own === place || !has(own)) return [];
    return [{ path: own, message: `is another name of ${place}; use only one of them`, rule: SHAPE_RULE }];
  });
}

/** Translates a path of a mask. Segments inside a renamed field are keys of the user's data and do not change. */
export function pathToWire(path: string, { members }: RenamedPlaces, { names }: Names): string {
  const place = members.find((each) => `${path}.`.startsWith(`${each}.`)) ?? "";
  const at = place.lastIndexOf(".") + 1;
  const name = place.slice(at); // the neutral name
  return place.slice(0, at) + (names?.[name] ?? name) + path.slice(place.length);
}

/** Translates a path of a mask to the neutral names: the inverse of {@link pathToWire}. */
export function pathFromWire(path: string, { members }: RenamedPlaces, naming: Names): string {
  for (const place of members) {
    const own = pathToWire(place, { members: [place] }, naming);
    if (`${path}.`.startsWith(`${own}.`)) return place + path.slice(own.length);
  }
  return path;
}

/** Translates all names in a string to those of a profile. */
export function textToWire(text: string, naming: Names): string {
  return pairsOf(naming).reduce((result, [neutral, own]) => result.replaceAll(neutral, own), text);
}

/** The names of a profile, by neutral name. */
function pairsOf({ names = {} }: Names): Pair[] {
  return Object.entries(names).map(([neutral, own]) => [neutral, own ?? neutral]);
}

function rename<T>(value: T, { members, values = [] }: RenamedPlaces, pairs: readonly Pair[]): T {
  let result: unknown = value;
  for (const place of members) {
    const inside = place.split(".");
    const name = inside.pop();
    const pair = pairs.find((each) => each.includes(name ?? ""));
    if (pair !== undefined) result = changeAt(result, inside, (holder) => withName(holder, pair));
  }
  for (const path of values) {
    result = changeAt(result, path.split("."), (found) => pairs.find(([from]) => from === found)?.[1] ?? found);
  }
  return result as T; // same shape, other names
}

/** The segment of a path for every element of a list. */
const EACH = "[]";

/** A copy of a value with a change at a path, or the value itself if there is nothing to change. */
function changeAt(value: unknown, [name, ...rest]: readonly string[], change: (found: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (name === EACH) {
    if (!Array.isArray(value)) return value;
    const elements = value.map((element) => changeAt(element, rest, change));
    return elements.some((element, index) => element !== value[index]) ? elements : value;
  }
  if (!hasKey(value, name)) return value;
  const found = changeAt(value[name], rest, change);
  return found === value[name] ? value : { ...value, [name]: found };
}

function withName(holder: unknown, [from, to]: Pair): unknown {
  if (from === to || !hasKey(holder, from) || holder[from] === undefined) return holder;
  const swap = (name: string) => (name === from ? to : name === to ? from : name);
  const entries = Object.entries(holder).filter(([name, member]) => name !== to || member !== undefined);
  return Object.fromEntries(entries.map(([name, member]) => [swap(name), member]));
}
