import { expectTypeOf } from "expect-type";
import * as z from "zod/mini";
import type { Int64 } from "../../../src/core/schema/scalars.js";
import { int64Schema, opt, outputOnly } from "../../../src/core/schema/schema.js";
import type { OutputOnly, SchemaOf, ShapeOf } from "../../../src/core/schema/shape-of.js";

interface Disk {
  name: string;
  label?: string | undefined;
  readonly sizeBytes?: Int64 | undefined;
}

expectTypeOf<OutputOnly<Disk>>().toEqualTypeOf<"sizeBytes">();
expectTypeOf<OutputOnly<{ name: string }>>().toEqualTypeOf<never>();

export const Disk: SchemaOf<Disk> = z.looseObject({
  name: z.string(),
  label: opt(z.string()),
  sizeBytes: outputOnly(int64Schema()),
} satisfies ShapeOf<Disk>);

// The declared shape has no vendor.
expectTypeOf(Disk.shape.sizeBytes).toEqualTypeOf<z.ZodMiniOptional<z.ZodMiniType<Int64>>>();
expectTypeOf(Disk.shape.label).toEqualTypeOf<z.ZodMiniOptional<z.ZodMiniType<string>>>();
expectTypeOf(z.object({ disk: Disk }).parse({}).disk).toExtend<Disk>();

export const forgotten = {
  name: z.string(),
  label: opt(z.string()),
  // @ts-expect-error a readonly field needs outputOnly()
  sizeBytes: opt(int64Schema()),
} satisfies ShapeOf<Disk>;

export const optionalWritable = {
  name: z.string(),
  // @ts-expect-error a writable field must not be outputOnly()
  label: outputOnly(z.string()),
  sizeBytes: outputOnly(int64Schema()),
} satisfies ShapeOf<Disk>;

export const requiredWritable = {
  // @ts-expect-error a writable field must not be outputOnly()
  name: outputOnly(z.string()),
  label: opt(z.string()),
  sizeBytes: outputOnly(int64Schema()),
} satisfies ShapeOf<Disk>;

export const otherType = {
  name: z.string(),
  label: opt(z.string()),
  // @ts-expect-error the field is a 64-bit integer
  sizeBytes: outputOnly(z.string()),
} satisfies ShapeOf<Disk>;

// @ts-expect-error a field of the interface is missing
export const missing = { name: z.string(), label: opt(z.string()) } satisfies ShapeOf<Disk>;

export const extra = {
  name: z.string(),
  label: opt(z.string()),
  sizeBytes: outputOnly(int64Schema()),
  // @ts-expect-error the interface has no such field
  lable: opt(z.string()),
} satisfies ShapeOf<Disk>;
