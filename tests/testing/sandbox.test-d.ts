import { createClient, jwtSecurity } from "fourfold";
import { createSandbox, type Fault, type Sandbox, type SandboxSnapshot, type TableSeed } from "fourfold/testing";
import { mswHandlers } from "fourfold/testing/msw";
import { listen } from "fourfold/testing/server";
import type { Table } from "fourfold/warehouse";
import { expectTypeOf, test } from "vitest";

const sandbox = createSandbox({ auth: undefined, clock: undefined, naming: undefined });

test("a client accepts the options themselves, or a spread of them", () => {
  createClient(sandbox.clientOptions);
  createClient({ ...sandbox.clientOptions, retry: false });
});

test("fetch is assignable to the global fetch, to a handler and to msw", () => {
  expectTypeOf(sandbox.fetch).toExtend<typeof globalThis.fetch>();
  expectTypeOf(sandbox.fetch).toExtend<(request: Request) => Promise<Response>>();
  expectTypeOf(listen).toBeCallableWith(sandbox);
  expectTypeOf(listen).toBeCallableWith(sandbox.fetch, { port: 0, host: undefined });
  expectTypeOf(listen).toBeCallableWith(() => new Response());
  expectTypeOf(mswHandlers).toBeCallableWith(sandbox);
});

test("a seed accepts the input of insert, and output-only fields", () => {
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

test("a fault has only the known properties", () => {
  const fault: Fault = { status: 503, match: { path: /x/, method: undefined }, times: undefined };
  sandbox.faults.next(fault);
  // @ts-expect-error misspelt
  sandbox.faults.next({ stauts: 503 });
  // @ts-expect-error `drop` cannot be false; a fault that drops nothing omits it
  sandbox.faults.next({ drop: false });
});

test("results are read-only", () => {
  expectTypeOf<Sandbox["requests"]>().not.toExtend<unknown[]>();
  expectTypeOf(sandbox.snapshot()).toEqualTypeOf<SandboxSnapshot>();
});

test("gateway accepts a document with a handler or an address, and no unknown value", () => {
  const document = { swagger: "2.0", paths: {} };
  const gateway = sandbox.gateway({ document, backend: () => new Response(), generation: undefined });
  expectTypeOf(gateway).toExtend<typeof globalThis.fetch>();
  expectTypeOf(listen).toBeCallableWith(gateway);
  sandbox.gateway({ document, backend: async () => new Response(), standInForIssuers: true });
  sandbox.gateway({ document, backend: new URL("http://localhost:3000"), generation: "earlier" });
  sandbox.gateway({ document, backend: "http://localhost:3000" });
  // @ts-expect-error there are two generations
  sandbox.gateway({ document, backend: () => new Response(), generation: "old" });
  // @ts-expect-error a gateway has a backend
  sandbox.gateway({ document });
});

test("an issuer is accepted as a definition, and its tokens can only have the known defects", () => {
  const { issuer, jwksUri, audience } = sandbox.issuer;
  jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences: audience } } });
  expectTypeOf(sandbox.issuer.token({ sub: "ada", roles: ["admin"] })).toEqualTypeOf<Promise<string>>();
  sandbox.issuer.token({}, { wrong: "expired" });
  // @ts-expect-error misspelt
  sandbox.issuer.token({}, { wrong: "expried" });
});
