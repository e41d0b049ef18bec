/** Returns the path parameters of a path, still encoded, by name; undefined if the path does not match. */
export type PathMatcher = (path: string) => Readonly<Record<string, string>> | undefined;

/**
 * Creates a matcher for a path template: `{name}` matches a non-empty part of one segment, `{+name}` one or more whole or
 * partial segments, everything else matches itself. If a path can be divided in several ways, a `{name}` is as long as
 * possible, a `{+name}` as short as possible.
 *
 * Takes time in proportion to the length of the path, which a regular expression does not if it has several parameters.
 */
export function pathMatcher(template: string): PathMatcher {
  const parts = template.split(/\{(\+?\w+)\}/); // texts, and the parameters between them
  const [start = ""] = parts;
  return (path) => {
    if (!path.startsWith(start)) return undefined;
    const fits = fitsAt(parts, path);
    if (fits[0]?.[0] !== 1) return undefined;
    const ids: [name: string, id: string][] = [];
    let at = start.length;
    for (let index = 1; index < parts.length; index += 2) {
      const name = parts[index] ?? "";
      const isMultiple = name.startsWith("+");
      let end = at;
      for (let next = at + 1; next <= path.length && (isMultiple ? end === at : path[next - 1] !== "/"); next += 1) {
        if (path[next - 1] !== "/" && fits[index + 1]?.[next] === 1) end = next;
      }
      ids.push([name.replace("+", ""), path.slice(at, end)]);
      at = end + (parts[index + 1] ?? "").length;
    }
    return Object.fromEntries(ids);
  };
}

/** For each part and each position in a path: 1 if the part and all later ones match the rest of the path, otherwise 0. */
function fitsAt(parts: readonly string[], path: string): readonly Uint8Array[] {
  const fits = Array.from({ length: parts.length + 1 }, () => new Uint8Array(path.length + 3));
  fits[parts.length]?.fill(1, path.length, path.length + 1);
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index] ?? "";
    const [own, next] = [fits[index] as Uint8Array, fits[index + 1] as Uint8Array]; // both were created above
    for (let at = path.length; at >= 0; at -= 1) {
      if (index % 2 === 0) own[at] = path.startsWith(part, at) ? (next[at + part.length] ?? 0) : 0;
      else if (at < path.length && path[at] !== "/") {
        const goesOn = part.startsWith("+") && path[at + 1] === "/" ? own[at + 2] : own[at + 1];
        own[at] = (next[at + 1] ?? 0) | (goesOn ?? 0);
      }
    }
  }
  return fits;
}
