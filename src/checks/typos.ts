import type { Stranger } from "../schema/codec.js";
import { fieldOf, markOf, type Schema, shapeOf } from "../schema/schema.js";
import { listed, shown } from "../values/describe.js";
import { isNotKnown, nearMiss } from "../values/nearest.js";
import type { Finding, Place } from "./rules.js";

/** Context of a rule about typos. */
export interface TypoContext {
  /** The unknown names and values of the resource, found by `encodeBody`. Default: none. */
  readonly strangers?: readonly Stranger[] | undefined;
  /** Whether names of other tools are accepted, because their effect in the service is unknown. Default: `false`. */
  readonly keepsForeignNames?: boolean | undefined;
}

/** Replacements for names of other tools, by name in lower case without underscores. Each starts with a known name. */
type Hints = Readonly<Record<string, string>>;

/**
 * Creates a test of a resource that reports names that are typos of known ones, and values of open enumerations that are
 * typos or numbers. Names of other tools and parts of known names count as foreign.
 */
export function typos(hints: Hints = {}): (place: Place<unknown, unknown, TypoContext>) => Finding[] {
  return ({ context: { strangers = [], keepsForeignNames } }) =>
    strangers.map((stranger) => typoIn(stranger, hints, keepsForeignNames));
}

function typoIn({ path, schema, found }: Stranger, hints: Hints, keepsForeignNames = false): Finding {
  const shape = shapeOf(schema);
  if (shape === undefined) return { path, message: problemOf(found, markOf(schema).knownValues) };
  const names = Object.keys(shape);
  const name = String(found);
  const word = name.replaceAll("_", "").toLowerCase();
  const hint = Object.hasOwn(hints, word) ? hints[word] : undefined;
  const isHint = hint !== undefined && names.some((each) => hint.startsWith(each));
  const isOuter = path === name;
  const meant = nearMiss(name.replaceAll("_", ""), names) ?? (isOuter ? placeInside(shape, name) : undefined);
  if (keepsForeignNames && (isHint || meant === undefined)) return undefined;
  if (isHint) return { path, message: `is not known; use ${hint}` };
  const longer = isOuter && word.length > 3 ? names.find((each) => each.toLowerCase().includes(word)) : undefined;
  const known = meant ?? longer;
  return known === undefined ? undefined : { path, message: isNotKnown(known) };
}

/** Returns the problem of a value: a number, a typo, or the end of a known value (`SMALL` for `ENVIRONMENT_SIZE_SMALL`). */
function problemOf(value: unknown, known: readonly string[] = []): string | undefined {
  if (typeof value === "number" && known.length > 0) return `must be ${listed(known)}, got ${value}`;
  if (typeof value !== "string") return undefined;
  const meant = nearMiss(value, known) ?? known.find((each) => each.endsWith(`_${value.toUpperCase()}`));
  return meant && `${shown(value)} ${isNotKnown(meant)}`;
}

/** Returns the path of the first field inside another field that has a name: `view.query` for `query`. */
function placeInside(shape: Readonly<Record<string, Schema>>, name: string): string | undefined {
  const [outer] = Object.entries(shape).find(([, inner]) => fieldOf(inner, name) !== undefined) ?? [];
  return outer && `${outer}.${name}`;
}
