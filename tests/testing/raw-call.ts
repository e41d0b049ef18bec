import type { Sandbox } from "fourfold/testing";
import type { Policy, ProjectList, Table, TableList } from "fourfold/warehouse";

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

/** Returns the reason with which a promise rejects. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error("the promise did not reject");
    },
    (error: unknown) => error,
  );
}

/** Returns the value that a function throws. */
export function thrown(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

function parse(text: string): AnswerBody {
  try {
    return JSON.parse(text);
  } catch {
    return {} as AnswerBody; // a test that reads members of it fails
  }
}
