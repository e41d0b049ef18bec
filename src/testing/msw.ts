/**
 * Request handlers for msw with which a sandbox responds in place of BigQuery, Knowledge Graph Search and Cloud Composer.
 *
 * @module
 *
 * @example
 * import { createSandbox } from "fourfold/testing";
 * import { mswHandlers } from "fourfold/testing/msw";
 * import { setupServer } from "msw/node";
 *
 * setupServer(...mswHandlers(createSandbox())).listen();
 */
import { type HttpHandler, HttpResponse, http } from "msw";
import { kindOf } from "../values/describe.js";
import { isObject } from "../values/objects.js";
import { isFunction, must, required, strictOptions } from "../values/options.js";
import { isConnectionLost } from "./faults.js";
import type { Sandbox } from "./sandbox.js";

/**
 * Creates msw handlers with which a sandbox responds to every request to its URL, and to the URLs of its
 * naming profile.
 *
 * @param sandbox - The sandbox.
 * @returns Request handlers for `setupServer` or `setupWorker`.
 * @throws {RequestError} If the argument is not a sandbox.
 *
 * @example
 * const sandbox = createSandbox();
 * const server = setupServer(...mswHandlers(sandbox));
 */
export function mswHandlers(sandbox: Pick<Sandbox, "baseUrl" | "fetch" | "clientOptions">): HttpHandler[] {
  strictOptions("mswHandlers", sandbox, check, "sandbox");
  const known = Object.values(sandbox.clientOptions.naming.addresses ?? {});
  const origins = new Set([sandbox.baseUrl, ...known].map((address) => new URL(address).origin));
  return [...origins].map((origin) =>
    http.all(`${origin}/*`, async ({ request }) => {
      try {
        return await sandbox.fetch(request);
      } catch (error) {
        // msw reports exceptions as errors of the handler, which an aborted request is not.
        if (isConnectionLost(error) || request.signal.aborted) return HttpResponse.error();
        throw error;
      }
    }),
  );
}

const check = required(
  must(
    (value) => isObject(value) && isFunction(value.fetch) && isObject(value.clientOptions),
    "a sandbox created by createSandbox",
    kindOf,
  ),
);
