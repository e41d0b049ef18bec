import { type Client, defineMethod, type Int64, type Patch, patchOf, Table } from "fourfold";
import { expectTypeOf } from "vitest";
import * as z from "zod";
import * as zm from "zod/mini";

interface Task {
  readonly id?: string | undefined;
  readonly selfLink: string;
  title?: string | undefined;
  position: number;
  size?: Int64 | undefined;
  status?: "open" | (string & {}) | undefined;
  links?: { type?: string | undefined }[] | undefined;
  labels?: Record<string, string> | undefined;
  parent?: Task | undefined;
  any?: Json | undefined;
}
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const Task: zm.ZodMiniType<Task, Task> = zm.looseObject({ selfLink: zm.string(), position: zm.number() });

// --- Every field may be omitted or null -------------------------------------------------------------------------------

export const nothing: Patch<Task> = {};
export const cleared: Patch<Task> = {
  title: null,
  position: null,
  size: null,
  status: null,
  links: [{ type: null }],
  labels: { a: null, b: "x" },
  parent: { title: null, parent: { labels: null } },
  any: { a: [null] },
};
declare const task: Task;
export const whole: Patch<Task> = task;
export const spread: Patch<Task> = { ...task, title: null };
export const frozen: Patch<Task> = { links: [{ type: "x" }] as const, labels: Object.freeze({ a: "b" }) };
expectTypeOf<Patch<Task>["title"]>().toEqualTypeOf<string | null | undefined>();
expectTypeOf<Patch<Task>["size"]>().toEqualTypeOf<Int64 | null | undefined>();
expectTypeOf<Patch<Task>["parent"]>().toEqualTypeOf<Patch<Task> | null | undefined>();
expectTypeOf<"LATER">().toExtend<Patch<Task>["status"]>();

// @ts-expect-error output only
export const outputOnly: Patch<Task> = { id: "a" };
// @ts-expect-error output only, at every depth
export const outputOnlyDeep: Patch<Task> = { parent: { selfLink: null } };
// @ts-expect-error a misspelt field
export const misspelt: Patch<Task> = { titel: null };
// @ts-expect-error a misspelt field deep down
export const misspeltDeep: Patch<Task> = { parent: { links: [{ typ: null }] } };
// @ts-expect-error another type
export const wrong: Patch<Task> = { title: 5 };
// @ts-expect-error an element of a list is not null
export const nullElement: Patch<Task> = { links: [null] };
// @ts-expect-error a patch is an object
export const nullPatch: Patch<Task> = null;

// --- Schemas ----------------------------------------------------------------------------------------------------------

expectTypeOf(patchOf(Task).parse({})).toEqualTypeOf<Patch<Task>>();
export const annotated: zm.ZodMiniType<Patch<Task>, Patch<Task>> = patchOf(Task);
expectTypeOf(patchOf(Table).parse({})).toEqualTypeOf<Patch<Table>>();
const inferred = patchOf(
  z.object({ at: z.string().transform((text) => new Date(text)), deep: z.object({ n: z.number() }) }),
);
expectTypeOf(inferred.parse({}).at).toEqualTypeOf<Date | null | undefined>();
expectTypeOf(inferred.parse({}).deep).toEqualTypeOf<{ n?: number | null | undefined } | null | undefined>();
// @ts-expect-error not a zod schema
patchOf({ title: "string" });

// --- Bodies -----------------------------------------------------------------------------------------------------------

declare const client: Client;
const patchTask = defineMethod({
  name: "tasks.patch",
  http: "PATCH /tasks/{task}",
  body: patchOf(Task),
  response: Task,
});
client.warehouse.call(patchTask, { task: "t", body: { title: null, parent: { links: null } } });
// @ts-expect-error another type
client.warehouse.call(patchTask, { task: "t", body: { title: 5 } });
// @ts-expect-error output only
client.warehouse.call(patchTask, { task: "t", body: { id: "t" } });
