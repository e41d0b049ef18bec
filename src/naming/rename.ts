import type { Naming } from "./naming.js";
import type { NeutralName } from "./neutral-names.js";

/** The places of one resource where a brand may have names of its own, as paths in neutral names. */
export interface RenamedPlaces {
  /** Members whose name, the last of the path, is the brand's. */
  readonly members: readonly (NeutralName | `${string}.${NeutralName}`)[];
  /** Members whose value, an enumerated one, is the brand's. */
  readonly values?: readonly string[] | undefined;
}

type Names = Pick<Naming, "names">;
type Pair = readonly [from: string, to: string];

/**
 * Writes a value in the names of a brand. Only the given places are looked at; where something changes there, what leads
 * to it is copied, its order kept, and all else is shared.
 *
 * A member that is there in both spellings has them exchanged, so that nothing is lost.
 */
export function toWire<T>(value: T, places: RenamedPlaces, naming: Names): T {
  return rename(value, places, pairsOf(naming));
}

/** Reads a value that came in the names of a brand: the inverse of {@link toWire}. */
export function fromWire<T>(value: T, places: RenamedPlaces, naming: Names): T {
  return rename(
    value,
    places,
    pairsOf(naming).map(([neutral, brand]) => [brand, neutral]),
  );
}

/** Writes a path of a mask in the names of a brand. What it names inside of a renamed member is a user's own key. */
export function pathToWire(path: string, { members }: RenamedPlaces, { names }: Names): string {
  const place = members.find((each) => `${path}.`.startsWith(`${each}.`)) ?? "";
  const named = place.replace(/\w+$/, (name) => names?.[name as NeutralName] ?? name); // the last of a place is one
  return named + path.slice(place.length);
}

/** The names that a profile knows, neutral and the brand's. */
function pairsOf({ names = {} }: Names): Pair[] {
  return Object.entries(names).map(([neutral, brand]) => [neutral, brand ?? neutral]);
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
  return result as T; // of the same shape, in other names
}

/** A value in which what a path leads to is changed; itself where nothing is. */
function changeAt(value: unknown, [name, ...rest]: readonly string[], change: (found: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (!has(value, name)) return value;
  const found = changeAt(value[name], rest, change);
  return found === value[name] ? value : { ...value, [name]: found };
}

function withName(holder: unknown, [from, to]: Pair): unknown {
  if (from === to || !has(holder, from)) return holder;
  const swap = (name: string) => (name === from ? to : name === to ? from : name);
  return Object.fromEntries(Object.entries(holder).map(([name, member]) => [swap(name), member]));
}

function has(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return Object.hasOwn(Object(value), name);
}
