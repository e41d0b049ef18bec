import { type HttpHandler, HttpResponse, http } from "msw";
import { isConnectionLost } from "./connection-lost.js";
import type { Sandbox } from "./sandbox.js";

/**
 * Handlers for msw that let a sandbox answer every request to its address, and to the addresses that its naming profile
 * knows.
 *
 * @example
 * const sandbox = createSandbox();
 * const server = setupServer(...mswHandlers(sandbox));
 */
export function mswHandlers(sandbox: Pick<Sandbox, "baseUrl" | "fetch" | "clientOptions">): HttpHandler[] {
  const known = Object.values(sandbox.clientOptions.naming.addresses ?? {});
  const origins = new Set([sandbox.baseUrl, ...known].map((address) => new URL(address).origin));
  return [...origins].map((origin) =>
    http.all(`${origin}/*`, async ({ request }) => {
      try {
        return await sandbox.fetch(request);
      } catch (error) {
        // msw reports what is thrown as a mistake in the handler; an aborted request is none.
        if (isConnectionLost(error) || request.signal.aborted) return HttpResponse.error();
        throw error;
      }
    }),
  );
}
