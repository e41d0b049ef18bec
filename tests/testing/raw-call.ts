import { type Naming, vendorNaming } from "fourfold";
import { createSandbox, type Sandbox } from "fourfold/testing";
import type { Policy, ProjectList, Table, TableList } from "fourfold/warehouse";
import { createTestClock } from "../support/test-clock.js";

/** The body of a response: the fields of any resource. */
type AnswerBody = Table &
  TableList &
  ProjectList &
  Policy & {
    permissions: string[];
    error: { code: number; message: string; status: string; errors: Record<string, string>[] };
  };

/** A response whose body has been read. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; an empty object when it is not JSON. */
  readonly json: AnswerBody;
}

/** Sends a request to a sandbox with a JSON body; a string is sent unchanged. */
export async function call(
  { fetch }: Pick<Sandbox, "fetch">,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const response = await fetch(
    new Request(new URL(path, "https://sandbox.test"), {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
  return readAnswer(response);
}

/** Reads the body of a response. */
export async function readAnswer(response: Response): Promise<RawAnswer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

function parse(text: string): AnswerBody {
  try {
    return JSON.parse(text);
  } catch {
    return {} as AnswerBody; // a test that reads members of it fails
  }
}

/** Start time of the clock of {@link tableOf}. */
export const START = 1_767_225_600_000;
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
