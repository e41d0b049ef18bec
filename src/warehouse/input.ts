import type { Int64 } from "../core/schema/scalars.js";
import type { Table } from "./schemas/table.js";
import type { TableFieldSchema } from "./schemas/table-schema.js";

type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;

/** The members of a resource that the service sets: those that are `readonly`. */
export type OutputOnly<T> = {
  [K in keyof T]-?: Same<Pick<T, K>, Readonly<Pick<T, K>>> extends true ? K : never;
}[keyof T];

/** A resource as a user writes it: without output-only members, INT64 also as number or bigint. */
export type Input<T> = { [K in keyof T as K extends OutputOnly<T> ? never : K]: InputValue<T[K]> };

/** A value inside an {@link Input}. */
export type InputValue<V> = V extends Int64
  ? Int64 | number | bigint
  : // Before objects: `string & {}` extends object.
    V extends string | number | boolean | null | undefined
    ? V
    : V extends readonly (infer E)[]
      ? readonly InputValue<E>[]
      : V extends object
        ? string extends keyof V
          ? Readonly<V>
          : Input<V>
        : V;

/** A change of a resource: only what is given changes, lists are replaced whole, `null` clears. */
export type Patch<T> = {
  [K in keyof T as K extends OutputOnly<T> ? never : K]?:
    | PatchValue<T[K]>
    | (undefined extends T[K] ? null : never)
    | undefined;
};

/** A value inside a {@link Patch}. */
export type PatchValue<V> = V extends string | number | boolean | null | undefined
  ? InputValue<V>
  : V extends readonly unknown[]
    ? InputValue<V>
    : V extends object
      ? string extends keyof V
        ? { readonly [K in keyof V]: V[K] | null }
        : Patch<V>
      : V;

/**
 * A table as a user writes it. Output-only members may stand when they come from a spread
 * (`{ ...table, tableReference }`); they are not sent.
 */
export interface TableInput extends Input<Table> {}

/** A field of a table as a user writes it. */
export interface TableFieldInput extends Input<TableFieldSchema> {}

/**
 * A change of a table, as `tables.patch` sends it: only what is given changes, objects are merged, lists are replaced
 * whole, and `null` clears a member or removes a label.
 */
export interface TablePatch extends Patch<Table> {}
