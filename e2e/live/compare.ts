/** A difference between the observations of the two sides. */
export interface Difference {
  /** Path of the value. */
  readonly path: string;
  /** The values as JSON; `absent` if there is none. */
  readonly sandbox: string;
  readonly live: string;
}

/** Lists the differences between two values of plain JSON data. */
export function differencesOf(sandbox: unknown, live: unknown, path = ""): Difference[] {
  if (JSON.stringify(sandbox) === JSON.stringify(live)) return [];
  if (!isContainer(sandbox) || !isContainer(live) || Array.isArray(sandbox) !== Array.isArray(live)) {
    return [{ path, sandbox: shown(sandbox), live: shown(live) }];
  }
  const names = new Set([...Object.keys(sandbox), ...Object.keys(live)]);
  return [...names].flatMap((name) => {
    const entryPath = Array.isArray(sandbox) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    return differencesOf(sandbox[name], live[name], entryPath);
  });
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function shown(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}
