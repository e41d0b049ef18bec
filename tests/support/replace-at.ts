/** Path of a part of a value. */
export type Place = readonly (string | number)[];

/** Returns the paths of all parts of a value, starting with the value itself. */
export function placesOf(value: unknown, place: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [place];
  const inner = Array.isArray(value)
    ? value.flatMap((element, index) => placesOf(element, [...place, index]))
    : Object.entries(value).flatMap(([name, member]) => placesOf(member, [...place, name]));
  return [place, ...inner];
}

/** Returns a copy of a value with another part at a path; the value itself if the path does not exist. */
export function replaceAt(root: unknown, [segment, ...rest]: Place, replacement: unknown): unknown {
  if (segment === undefined) return replacement;
  if (typeof root !== "object" || root === null) return root;
  const inner = replaceAt((root as Record<string | number, unknown>)[segment], rest, replacement);
  if (Array.isArray(root)) return Object.assign([...root], { [segment]: inner });
  return { ...root, [segment]: inner };
}
