import { type Naming, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { createTestClock } from "../../support/test-clock.js";
import { call } from "../raw-call.js";

/** Start time of the clock of {@link tableOf}. */
export const START = 1_767_225_600_000;
/** The id of the table of {@link tableOf}. */
export const ID = "shop:sales.orders";
const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };

/** A column as JSON. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly [property: string]: unknown;
}

/** Creates a column. */
export const column = (name: string, type = "STRING", more: object = {}): Column => ({ name, type, ...more });
/** Requests to one table of a sandbox. */
export function tableOf(naming: Naming = vendorNaming) {
  const clock = createTestClock(START);
  const sandbox = createSandbox({ naming, clock });
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  const tables = `/${naming.servicePath}/v2/projects/shop/datasets/sales/tables`;
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    call(sandbox, method, path, { body, headers });
  return {
    sandbox,
    clock,
    insert: (body: object) => send("POST", tables, { tableReference, ...body }),
    list: () => send("GET", tables),
    get: () => send("GET", `${tables}/orders`),
    patch: (body: object, headers?: Record<string, string>) => send("PATCH", `${tables}/orders`, body, headers),
    update: (body: object, headers?: Record<string, string>) =>
      send("PUT", `${tables}/orders`, { tableReference, ...body }, headers),
    remove: (headers?: Record<string, string>) => send("DELETE", `${tables}/orders`, undefined, headers),
    seed: (body: object) => sandbox.warehouse.tables.add({ tableReference, ...body }),
  };
}
