import { expectTypeOf } from "vitest";
import * as z from "zod";
import type {
  Fields,
  OptionalFieldSchema,
  OutputOnly,
  RequiredFieldSchema,
  SchemaOf,
} from "../../src/schema/fields.js";
import type { Int64 } from "../../src/schema/scalars.js";
import { expected, int64Schema, openEnum, openObject, opt, outputOnly } from "../../src/schema/schema.js";

type Medium = "SSD" | "TAPE" | (string & {});
interface Disk extends Fields<typeof diskShape> {}

const diskShape = {
  name: z.string(),
  zone: expected(z.string()),
  sectors: z.array(int64Schema),
  medium: openEnum<Medium>(),
  label: opt(z.string()),
  sizeBytes: outputOnly(int64Schema),
  get parts(): OptionalFieldSchema<Disk[]> {
    return opt(z.array(Disk));
  },
};

const Disk: SchemaOf<Disk> = openObject(diskShape);

expectTypeOf<Pick<Disk, keyof Disk>>().toEqualTypeOf<{
  name: string;
  zone: string;
  sectors: Int64[];
  medium: Medium;
  label?: string | undefined;
  readonly sizeBytes?: Int64 | undefined;
  parts?: Disk[] | undefined;
}>();
expectTypeOf<OutputOnly<Disk>>().toEqualTypeOf<"sizeBytes">();
expectTypeOf<OutputOnly<{ name: string }>>().toEqualTypeOf<never>();

// A resource in another one keeps its type.
const rackShape = { disk: Disk, disks: z.array(Disk), spare: opt(Disk), broken: outputOnly(z.array(Disk)) };
interface Rack extends Fields<typeof rackShape> {}
expectTypeOf<Rack["disk"]>().toEqualTypeOf<Disk>();
expectTypeOf<Rack["disks"]>().toEqualTypeOf<Disk[]>();
expectTypeOf<Rack["spare"]>().toEqualTypeOf<Disk | undefined>();
expectTypeOf<Rack["broken"]>().toEqualTypeOf<Disk[] | undefined>();
expectTypeOf(Disk.parse({})).toEqualTypeOf<Disk>();

// The declarations do not refer to zod.
expectTypeOf(Disk.shape.name).toEqualTypeOf<RequiredFieldSchema<string>>();
expectTypeOf(Disk.shape.sizeBytes).toEqualTypeOf<z.ZodOptional<z.ZodType<Int64, Int64>>>();
expectTypeOf(Disk.shape.label).toEqualTypeOf<z.ZodOptional<z.ZodType<string, string>>>();
expectTypeOf(z.object({ disk: Disk }).parse({}).disk).toExtend<Disk>();

declare const disk: Disk;
disk.label = "mine to set";
// @ts-expect-error set by the service
disk.sizeBytes = "5";
// @ts-expect-error no field in common
export const none: Fields<{ label: OptionalFieldSchema<string> }> = { name: "d" } as { name: string };
