import type { Naming } from "./naming.js";
import type { NeutralName } from "./neutral-names.js";

/** The places of one resource where a brand may have names of its own. */
export interface RenamedPlaces {
  /** Members whose name is the brand's, each with the names that lead to the object that it is in. */
  readonly members: readonly { readonly inside: readonly string[]; readonly name: NeutralName }[];
  /** Members whose value, an enumerated one, is the brand's: the names that lead to them. */
  readonly values?: readonly (readonly string[])[] | undefined;
}

type Names = Pick<Naming, "names">;
type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Writes a value in the names of a brand. Only the given places are looked at; where something changes there, what leads
 * to it is copied, its order kept, and all else is shared.
 *
 * A member that is there in both spellings has them exchanged, so that nothing is lost.
 */
export function toWire<T>(value: T, places: RenamedPlaces, naming: Names): T {
  return rename(value, places, naming, (neutral, brand) => [neutral, brand]);
}

/** Reads a value that came in the names of a brand: the inverse of {@link toWire}. */
export function fromWire<T>(value: T, places: RenamedPlaces, naming: Names): T {
  return rename(value, places, naming, (neutral, brand) => [brand, neutral]);
}

/** Writes a path of a mask in the names of a brand. What it names inside of a renamed member is a user's own key. */
export function pathToWire(path: string, { members }: RenamedPlaces, { names }: Names): string {
  for (const { inside, name } of members) {
    const neutral = [...inside, name].join(".");
    if (`${path}.`.startsWith(`${neutral}.`))
      return [...inside, names?.[name] ?? name].join(".") + path.slice(neutral.length);
  }
  return path;
}

function rename<T>(
  value: T,
  { members, values = [] }: RenamedPlaces,
  { names }: Names,
  direct: (neutral: string, brand: string) => readonly [from: string, to: string],
): T {
  if (names === undefined) return value;
  let result: unknown = value;
  for (const { inside, name } of members) {
    const [from, to] = direct(name, names[name] ?? name);
    if (from !== to) result = changeAt(result, inside, (holder) => withName(holder, from, to));
  }
  const pairs = Object.entries(names).map(([neutral, brand]) => direct(neutral, brand ?? neutral));
  for (const path of values) {
    result = changeAt(result, path, (found) => pairs.find(([from]) => from === found)?.[1] ?? found);
  }
  return result as T; // of the same shape, in other names
}

/** A value in which what a path leads to is changed; itself where nothing is. */
function changeAt(value: unknown, [name, ...rest]: readonly string[], change: (found: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const found = changeAt(value[name], rest, change);
  return found === value[name] ? value : { ...value, [name]: found };
}

function withName(holder: unknown, from: string, to: string): unknown {
  if (!isObject(holder) || !Object.hasOwn(holder, from)) return holder;
  const swap = (name: string) => (name === from ? to : name === to ? from : name);
  return Object.fromEntries(Object.entries(holder).map(([name, member]) => [swap(name), member]));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}
