import { googleNaming } from "fourfold";
import { createSandbox, type Sandbox, type SandboxOptions } from "fourfold/testing";
import { setupServer } from "msw/node";
import { afterEach, expect, test } from "vitest";
import { mswHandlers } from "../../src/testing/msw.js";
import { rejection } from "../support/rejection.js";
import { readAnswer } from "./raw-call.js";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function intercept(options?: SandboxOptions): Sandbox {
  const sandbox = createSandbox(options);
  const server = setupServer(...mswHandlers(sandbox));
  server.listen({ onUnhandledRequest: "error" });
  closing.push(() => server.close());
  return sandbox;
}

test("handles requests to the sandbox's address, including body, query and headers", async () => {
  const sandbox = intercept();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const tables = `${sandbox.baseUrl}/bigquery/v2/projects/shop/datasets/sales/tables`;
  const body = JSON.stringify({ tableReference: { projectId: "shop", datasetId: "sales", tableId: "a b" } });
  const inserted = await readAnswer(await fetch(tables, { method: "POST", body }));
  expect(inserted.json.id).toBe("shop:sales.a b");
  expect(inserted.headers.get("etag")).toBe(inserted.json.etag);
  const deleted = await fetch(`${tables}/a%20b`, { method: "DELETE", headers: { "if-match": "stale" } });
  expect(deleted.status).toBe(412);
  expect((await fetch(`${tables}/a%20b`, { method: "DELETE" })).status).toBe(204);
  expect((await fetch(`${tables}/a%20b:getIamPolicy`, { method: "POST" })).status).toBe(404);
  expect((await fetch(`${sandbox.baseUrl}/nowhere?x=1`)).status).toBe(404);
  expect(sandbox.requests.map(({ method }) => method)).toEqual(["POST", "DELETE", "DELETE", "POST", "GET"]);
});

test("a dropped connection is a network error", async () => {
  const sandbox = intercept();
  sandbox.faults.next({ drop: true });
  expect(await rejection(fetch(`${sandbox.baseUrl}/bigquery/v2/projects`))).toBeInstanceOf(TypeError);
});

test("an aborted request ends with the signal's reason", async () => {
  const sandbox = intercept();
  sandbox.faults.next({ delayMs: 60_000 });
  const reason = new Error("enough");
  const controller = new AbortController();
  const pending = fetch(`${sandbox.baseUrl}/bigquery/v2/projects`, { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 20);
  expect(await rejection(pending)).toBe(reason);
});

test("handles requests to the addresses of the naming profile", async () => {
  intercept({ naming: googleNaming });
  expect((await fetch("https://bigquery.googleapis.com/bigquery/v2/projects")).status).toBe(200);
  expect((await fetch("https://kgsearch.googleapis.com/v1/entities:search")).status).toBe(200);
});
