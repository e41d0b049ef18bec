import type * as z from "zod";
import { markOf } from "../../src/schema/schema.js";

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes["_zod"]["def"];

/** The form of a value, according to a schema of this package. */
export interface Anatomy {
  readonly kind: "object" | "list" | "int64" | "other";
  readonly members: Readonly<Record<string, Schema>>;
  readonly element: Schema | undefined;
}

/** Unwraps the schema of an optional value. */
function anatomyOf(schema: Schema): Anatomy {
  const def = schema._zod.def as Def;
  if (markOf(schema).int64 !== undefined) return { kind: "int64", members: {}, element: undefined };
  if (def.type === "optional" || def.type === "nullable") return anatomyOf(def.innerType);
  if (def.type === "array") return { kind: "list", members: {}, element: def.element };
  if (def.type === "object") return { kind: "object", members: def.shape, element: undefined };
  return { kind: "other", members: {}, element: undefined };
}

/** A value with every field that a schema knows; recursive fields occur once. */
export function sampleOf(schema: Schema, ancestors: readonly Schema[] = []): unknown {
  const { kind, members, element } = anatomyOf(schema);
  if (kind === "int64") return "1";
  if (kind === "list") return element === undefined ? [] : [sampleOf(element, ancestors)];
  if (kind === "other") return scalarOf(schema);
  const depth = [...ancestors, ...Object.values(members)];
  const entries = Object.entries(members).filter(([, member]) => !ancestors.includes(member));
  return Object.fromEntries(entries.map(([name, member]) => [name, sampleOf(member, depth)]));
}

/** A field that no schema knows: it must be kept at every level, as fields that the services add later. */
const FUTURE_MEMBER = "memberOfTheFuture";

/** Returns a copy of a value with {@link FUTURE_MEMBER} in every object. */
export function withFuture<T>(value: T): T {
  const copy = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(copy);
    if (typeof each !== "object" || each === null) return each;
    return {
      ...Object.fromEntries(Object.entries(each).map(([name, member]) => [name, copy(member)])),
      [FUTURE_MEMBER]: "x",
    };
  };
  return copy(value) as T; // it has all fields of the value
}

/** Returns a value that every schema of this package accepts. */
function scalarOf(schema: Schema): unknown {
  const parse = (value: unknown) =>
    (schema as unknown as { safeParse(data: unknown): { success: boolean } }).safeParse(value);
  return ["x", 1, true, {}, ["x"]].find((value) => parse(value).success);
}

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
