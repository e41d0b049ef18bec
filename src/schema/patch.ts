import * as z from "zod";
import {
  $ZodArray,
  $ZodCatch,
  $ZodDefault,
  $ZodIntersection,
  $ZodLazy,
  $ZodNever,
  $ZodNonOptional,
  $ZodNullable,
  $ZodObject,
  $ZodOptional,
  $ZodPrefault,
  $ZodReadonly,
  $ZodRecord,
  $ZodType,
  $ZodUnion,
  $ZodUnknown,
} from "zod/v4/core"; // the classes of zod and zod/mini; `z.core` would bundle all of them
import { throwIssue } from "../errors/request-error.js";
import { kindOf } from "../values/describe.js";
import { cached } from "../values/objects.js";
import type { OutputOnly, SchemaOf } from "./fields.js";
import type { Schema } from "./schema.js";

/**
 * The body of a PATCH of a resource: every field may be omitted, and `null` clears a field, at every depth. It has no
 * `readonly` fields, because the service sets them.
 */
export type Patch<T> = {
  [K in keyof T as K extends OutputOnly<T> ? never : K]?: PatchValue<T[K]> | null | undefined;
};

/** A value inside a {@link Patch}. */
export type PatchValue<V> = V extends string | number | bigint | boolean | null | undefined | Date
  ? V
  : V extends readonly (infer E)[]
    ? readonly PatchValue<E>[]
    : V extends object
      ? Patch<V>
      : V;

/** Schema of a {@link Patch}. A named type, so that declarations of a library that exports it do not refer to zod. */
export interface PatchSchema<Output, Input = Output> extends z.ZodType<Output, Input> {}

type PatchSchemaOf<S extends Schema> =
  S extends SchemaOf<infer T> ? PatchSchema<Patch<T>> : PatchSchema<Patch<z.output<S>>, Patch<z.input<S>>>;

/**
 * Derives the schema of a patch from the schema of a resource, for the body of a PATCH: every field may be omitted or null,
 * at every depth.
 *
 * Fields are validated as in the resource, but defaults are not filled in, and checks of a whole object do not run, because
 * a patch contains only some of its fields. Unknown fields are kept unless the schema is strict. A service replaces a list
 * as a whole, so pass complete elements.
 *
 * @param schema - Schema of the resource, created with zod 4 or zod/mini. It may be recursive.
 * @returns The schema of the patch. Calls with the same schema return the same object.
 * @throws {RequestError} If the argument is not a zod 4 schema.
 *
 * @example
 * const Task = z.looseObject({ title: z.optional(z.string()), notes: z.optional(z.string()) });
 * const patchTask = defineMethod({
 *   name: "tasks.patch",
 *   http: "PATCH /tasks/v1/lists/{tasklist}/tasks/{task}",
 *   body: patchOf(Task),
 *   response: Task,
 * });
 */
export function patchOf<S extends Schema>(schema: S): PatchSchemaOf<S> {
  if (!((schema as unknown) instanceof $ZodType)) {
    const message = `must be a zod 4 schema, got ${kindOf(schema)}`;
    throwIssue("patchOf", { path: "schema", message, rule: "patch-schema" });
  }
  return patched(schema) as z.ZodType as PatchSchemaOf<S>; // the types describe what `contentsOf` does
}

/** A schema may contain itself and constants that are not initialized yet, so its parts are read on first use. */
const patched: (schema: Schema) => z.ZodType = cached((schema) => z.lazy(() => contentsOf(schema) as z.ZodType)); // every zod schema has the properties that zod/mini's functions use

function contentsOf(schema: Schema): Schema {
  if (schema instanceof $ZodObject) return objectOf(schema._zod.def);
  if (schema instanceof $ZodOptional) return z.optional(patched(schema._zod.def.innerType));
  if (schema instanceof $ZodNullable) return z.nullable(patched(schema._zod.def.innerType));
  for (const Wrapper of [$ZodDefault, $ZodPrefault, $ZodCatch, $ZodNonOptional, $ZodReadonly]) {
    if (schema instanceof Wrapper) return patched(schema._zod.def.innerType);
  }
  if (schema instanceof $ZodLazy) return patched(schema._zod.innerType);
  if (schema instanceof $ZodArray) {
    const { def } = schema._zod;
    return z.clone(schema, { ...def, element: patched(def.element) });
  }
  if (schema instanceof $ZodRecord) {
    const { keyType, valueType } = schema._zod.def;
    return z.partialRecord(keyType, z.nullable(patched(valueType)));
  }
  if (schema instanceof $ZodUnion) {
    const { options, error } = schema._zod.def;
    return z.union(options.map(patched), { error: error as z.core.$ZodErrorMap | undefined }); // it fits any union
  }
  if (schema instanceof $ZodIntersection) {
    return z.intersection(patched(schema._zod.def.left), patched(schema._zod.def.right));
  }
  return schema;
}

function objectOf({ shape, catchall }: $ZodObject["_zod"]["def"]): Schema {
  const fields = Object.entries(shape).map(([name, field]) => [name, z.optional(z.nullable(patched(field)))] as const);
  const patch = Object.fromEntries(fields);
  if (catchall === undefined || catchall instanceof $ZodUnknown) return z.looseObject(patch);
  return z.object(patch).catchall(catchall instanceof $ZodNever ? catchall : z.nullable(patched(catchall)));
}
