import { createClient } from "fourfold";
import { createSandbox, type Fault, type Sandbox, type SandboxSnapshot, type TableSeed } from "fourfold/testing";
import { mswHandlers } from "fourfold/testing/msw";
import { listen } from "fourfold/testing/server";
import { expectTypeOf, test } from "vitest";
import type { Table } from "../../src/warehouse/index.js";

const sandbox = createSandbox({ auth: undefined, clock: undefined, naming: undefined });

test("a client takes the options as they are, or spread", () => {
  createClient(sandbox.clientOptions);
  createClient({ ...sandbox.clientOptions, retry: false });
});

test("fetch stands for the global one, for a handler and for msw", () => {
  expectTypeOf(sandbox.fetch).toExtend<typeof globalThis.fetch>();
  expectTypeOf(sandbox.fetch).toExtend<(request: Request) => Promise<Response>>();
  expectTypeOf(listen).toBeCallableWith(sandbox);
  expectTypeOf(listen).toBeCallableWith(sandbox.fetch, { port: 0, host: undefined });
  expectTypeOf(listen).toBeCallableWith(() => new Response());
  expectTypeOf(mswHandlers).toBeCallableWith(sandbox);
});

test("a seed takes what insert takes, and what the service reports", () => {
  const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
  const seed: TableSeed = { tableReference, type: "SNAPSHOT", numRows: 5n, streamingBuffer: { estimatedRows: 1 } };
  expectTypeOf(sandbox.warehouse.tables.add(seed)).toEqualTypeOf<Table>();
  const bound: Table = { tableReference, etag: "x", location: "y" };
  sandbox.warehouse.tables.add({ ...bound, numRows: undefined });
  // @ts-expect-error the etag is set by the sandbox
  sandbox.warehouse.tables.add({ tableReference, etag: "x" });
  // @ts-expect-error no table without a reference
  sandbox.warehouse.tables.add({});
});

test("a fault has no member but the known ones", () => {
  const fault: Fault = { status: 503, match: { path: /x/, method: undefined }, times: undefined };
  sandbox.faults.next(fault);
  // @ts-expect-error misspelt
  sandbox.faults.next({ stauts: 503 });
  // @ts-expect-error a fault drops or it does not
  sandbox.faults.next({ drop: false });
});

test("what is read cannot be written", () => {
  expectTypeOf<Sandbox["requests"]>().not.toExtend<unknown[]>();
  expectTypeOf(sandbox.snapshot()).toEqualTypeOf<SandboxSnapshot>();
});
