/** The places in a resource where a naming profile may use other names, as paths in neutral names. */
export interface RenamedPlaces<Name extends string = string> {
  /** Fields whose name, the last segment of the path, differs. */
  readonly members: readonly (Name | `${string}.${Name}`)[];
  /** Fields whose enum value differs. */
  readonly values?: readonly string[] | undefined;
}

/** The names of a profile, by neutral name. */
export interface Names {
  readonly names?: Readonly<Record<string, string | undefined>> | undefined;
}

type Pair = readonly [from: string, to: string];

/**
 * Translates a value to the names of a profile. Only the given places change: objects on the way to them are copied in
 * order, all others are shared.
 *
 * A field that exists under both names has them swapped, so that nothing is lost.
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

/** Translates a path of a mask. Segments inside of a renamed field are the user's own keys and stay. */
export function pathToWire(path: string, { members }: RenamedPlaces, { names }: Names): string {
  const place = members.find((each) => `${path}.`.startsWith(`${each}.`)) ?? "";
  const named = place.replace(/\w+$/, (name) => names?.[name] ?? name); // the last of a place is one
  return named + path.slice(place.length);
}

/** The neutral names of a profile, each with the profile's own. */
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
  return result as T; // of the same shape, in other names
}

/** A copy of a value with a change at a path, or the value itself if there is nothing to change. */
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
