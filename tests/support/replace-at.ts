/** Where something stands inside a value. */
export type Place = readonly (string | number)[];

/** Every place inside a value, the value itself first. */
export function placesOf(value: unknown, place: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [place];
  const inner = Array.isArray(value)
    ? value.flatMap((element, index) => placesOf(element, [...place, index]))
    : Object.entries(value).flatMap(([name, member]) => placesOf(member, [...place, name]));
  return [place, ...inner];
}

/** A copy of a value with something else in one place; where the place is gone, the value as it is. */
export function replaceAt(root: unknown, [segment, ...rest]: Place, replacement: unknown): unknown {
  if (segment === undefined) return replacement;
  if (typeof root !== "object" || root === null) return root;
  const inner = replaceAt((root as Record<string | number, unknown>)[segment], rest, replacement);
  if (Array.isArray(root)) return Object.assign([...root], { [segment]: inner });
  return { ...root, [segment]: inner };
}
