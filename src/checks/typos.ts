import { elementOf, fieldOf, markOf, type Schema, shapeOf } from "../schema/schema.js";
import { listed, shown } from "../values/describe.js";
import { joinPath } from "../values/issue-path.js";
import { isNotKnown, nearMiss } from "../values/nearest.js";

/**
 * Reports names of fields that are typos of known ones, and values of open enumerations that are typos or numbers. Keys of maps
 * and values of unknown fields are not checked. `hints` are what names of other tools mean, by the name in lower case without
 * underscores, each beginning with a known name. Such a name, and a part of a known name, is reported as foreign, not as a typo.
 */
export function reportTypos(
  value: unknown,
  schema: Schema,
  report: (path: string, message: string, isForeign?: true) => void,
  hints: Readonly<Record<string, string>> = {},
  at: () => string = () => "",
): void {
  if (typeof value !== "object" || value === null) {
    const { knownValues = [] } = markOf(schema);
    const [known] = knownValues;
    const meant = typeof value === "string" && known !== undefined ? meantBy(value, knownValues) : undefined;
    if (meant !== undefined) report(at(), `${shown(value)} ${isNotKnown(meant)}`);
    if (typeof value === "number" && known !== undefined) report(at(), `must be ${listed(knownValues)}, got ${value}`);
    return;
  }
  const isList = Array.isArray(value);
  const shape = shapeOf(schema);
  for (const [key, member] of Object.entries(value)) {
    const inner = isList ? elementOf(schema) : fieldOf(schema, key);
    const path = () => joinPath(at(), isList ? Number(key) : key);
    if (inner !== undefined) reportTypos(member, inner, report, hints, path);
    else if (shape !== undefined) {
      const names = Object.keys(shape);
      const word = key.replaceAll("_", "").toLowerCase();
      const hint = Object.hasOwn(hints, word) ? hints[word] : undefined;
      const meant = nearMiss(key.replaceAll("_", ""), names) ?? (at() === "" ? placeInside(shape, key) : undefined);
      const longer =
        at() === "" && word.length > 3 ? names.find((name) => name.toLowerCase().includes(word)) : undefined;
      if (hint !== undefined && names.some((name) => hint.startsWith(name)))
        report(path(), `is not known; use ${hint}`, true);
      else if (meant !== undefined) report(path(), isNotKnown(meant));
      else if (longer !== undefined) report(path(), isNotKnown(longer), true);
    }
  }
}

/**
 * Returns the known value that a value probably means: a typo of it, or its end (`SMALL` for `ENVIRONMENT_SIZE_SMALL`).
 */
function meantBy(value: string, knownValues: readonly string[]): string | undefined {
  return nearMiss(value, knownValues) ?? knownValues.find((known) => known.endsWith(`_${value.toUpperCase()}`));
}

/** Returns the path of the first field inside another field that has a name: `view.query` for `query`. */
function placeInside(shape: Readonly<Record<string, Schema>>, name: string): string | undefined {
  const [outer] = Object.entries(shape).find(([, inner]) => fieldOf(inner, name) !== undefined) ?? [];
  return outer && `${outer}.${name}`;
}
