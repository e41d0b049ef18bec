import type { Issue } from "../errors/request-error.js";
import { nearest } from "../values/nearest.js";
import { parsePatterns } from "../values/patterns.js";
import { isFree, type Names } from "./names.js";
import { type PlacedMethod, placeOf } from "./read-document.js";

/** Selection of the methods to generate, and their settings. */
export interface Selection {
  /**
   * Names of methods, such as `datasets.list`, or patterns in which `*` matches any text. `jobs.query=runQuery` sets the name
   * of the exported constant.
   */
  readonly methods: readonly string[];
  /** Response fields with the items of lists, such as `operations.list=operations`. Default: derived from the response. */
  readonly items?: readonly string[] | undefined;
}

/** The choice of one method. */
export interface Choice {
  /** Whether the method was named, and not only matched by a pattern. */
  readonly isNamed: boolean;
  /** Name of the exported constant, if it was given. */
  readonly exportName?: string | undefined;
  /** The array of items, if it was given. */
  readonly items?: string | undefined;
}

/** Chooses methods, and reports names that match nothing. */
export function chooseMethods(
  methods: readonly PlacedMethod[],
  { methods: wanted, items = [] }: Selection,
  names: Names,
  issues: Issue[],
): ReadonlyMap<PlacedMethod, Choice> {
  const chosen = new Map<PlacedMethod, Choice>();
  const byName = new Map(methods.map((method) => [placeOf(method), method]));
  const report = (path: string, message: string) => issues.push({ path, message, rule: "generate-methods" });
  const find = (path: string, name: string): PlacedMethod | undefined => {
    const method = byName.get(name);
    if (method === undefined) {
      const similar = nearest(name, [...byName.keys()]);
      const remedy = similar === undefined ? "list them with --list" : `did you mean ${JSON.stringify(similar)}?`;
      report(path, `must be the name of a method, got ${JSON.stringify(name)}; ${remedy}`);
    }
    return method;
  };

  for (const text of wanted) {
    const [name, exportName] = pairOf(text);
    const isPattern = name.includes("*");
    if (exportName !== undefined) {
      if (isFree(exportName) && !names.has(exportName) && !isPattern) names.take(exportName);
      else {
        const requirement = "must name one method, with a valid identifier that is not used yet";
        report("--methods", `${requirement}, got ${JSON.stringify(text)}`);
      }
    }
    if (isPattern) {
      const patterns = parsePatterns([name]);
      const matching = methods.filter((method) => patterns.matches(placeOf(method)));
      if (matching.length === 0)
        report("--methods", `must match a method, got ${JSON.stringify(name)}; list them with --list`);
      for (const method of matching) if (!chosen.has(method)) chosen.set(method, { isNamed: false });
    } else {
      const method = find("--methods", name);
      if (method !== undefined)
        chosen.set(method, { isNamed: true, exportName: exportName ?? chosen.get(method)?.exportName });
    }
  }

  for (const text of items) {
    const [name, field] = pairOf(text);
    const method = find("--items", name);
    if (method === undefined) continue;
    const choice = chosen.get(method);
    if (choice !== undefined) chosen.set(method, { ...choice, items: field });
    else report("--items", `must name one of the chosen methods, got ${JSON.stringify(name)}`);
  }
  return chosen;
}

/** Splits a string at the first `=`. */
function pairOf(text: string): [name: string, value: string | undefined] {
  const [name = "", ...values] = text.split("=");
  return [name, values.length === 0 ? undefined : values.join("=")];
}
