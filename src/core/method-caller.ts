import { call } from "./call.js";
import type { CallContext } from "./call-context.js";
import type { CallOptions } from "./http/transport.js";
import { type ListOptions, list } from "./list.js";
import type { Method, MethodInput, MethodTypes } from "./method.js";
import type { Pager } from "./pagination.js";

/** Calls methods that are data: the rows of the package's method tables, and methods from {@link defineMethod}. */
export interface MethodCaller {
  /**
   * Calls a method. Auth, retries, deadlines, redaction, events and validation work for your own methods as they do for
   * built-in ones.
   *
   * @param method - Created by `defineMethod`, or a row of the package's method tables.
   * @param input - The path parameters by name, `body`, `query` and `ifMatch`.
   * @param options - Options of the call.
   * @returns The output of the response schema; without a schema, the parsed JSON. `undefined` if the body is empty.
   * @throws {RequestError} If the input is invalid, with all issues; nothing is sent.
   * @throws {ApiError} If the service responds with an error.
   */
  call<T extends MethodTypes>(method: Method<T>, input: MethodInput<T>, options?: CallOptions): Promise<T["result"]>;
  /**
   * Lists the items of a method that has `items` or `paging`, one page per request.
   *
   * @param method - Created by `defineMethod`, or a row of the package's method tables.
   * @param input - The path parameters by name, `body`, `query` and `ifMatch`.
   * @param options - `maxResults` is the page size, not a limit on the number of items.
   * @returns An async iterable of items, as parsed JSON; `.pages()` iterates over whole pages, as the output of the
   * response schema.
   * @throws {RequestError} If the input is invalid. Thrown synchronously unless a schema is asynchronous.
   */
  list<T extends MethodTypes>(
    method: Method<T> & ([T["item"]] extends [never] ? 'the method has neither "items" nor "paging"' : unknown),
    input: MethodInput<T>,
    options?: ListOptions,
  ): Pager<T["item"], T["result"]>;
}

/** Creates the `call` and `list` functions of a client. */
export function methodCaller(context: CallContext): MethodCaller {
  return {
    call: async (method, input, options) => call(context, method, input, options),
    list: (method, input, options) => list(context, method, input, options),
  };
}
