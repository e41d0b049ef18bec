/**
 * A sandbox or a local API gateway on a port of this machine, for programs in other processes.
 *
 * @module
 *
 * @example
 * import { createSandbox } from "fourfold/testing";
 * import { listen } from "fourfold/testing/server";
 *
 * await using server = await listen(createSandbox());
 * console.log(server.url);
 */
/// <reference lib="esnext.disposable" preserve="true" />

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../../errors/fourfold-error.js";
import { assertNoIssues } from "../../errors/request-error.js";
import { isLoopback } from "../../values/addresses.js";
import { kindOf } from "../../values/describe.js";
import {
  isFunction,
  isInteger,
  must,
  nonEmptyString,
  type OptionChecks,
  optionIssues,
  optionsOf,
  required,
} from "../../values/options.js";
import { errorResponse } from "../fake-service.js";
import { isConnectionLost } from "../faults.js";
import { ServiceError } from "../service-error.js";
import { serve } from "./bridge.js";

/** Handles requests. A rejection is an internal error. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** Options of {@link listen}. */
export interface ListenOptions {
  /** Port to listen on, from 0 to 65 535; 0 means a free port. Default: 0. */
  readonly port?: number | undefined;
  /**
   * Address to listen on. Default: `"127.0.0.1"`, which is reachable from this machine only: requests to hosts other than its
   * loopback addresses result in a 403, because any web page can have a name that resolves to this machine (DNS rebinding).
   * With an address that is not a loopback address, such as `"0.0.0.0"` in a network of containers, requests may use any host.
   */
  readonly host?: string | undefined;
}

/** A listening server. */
export interface LocalServer {
  /** URL of the server, such as `http://127.0.0.1:40123`, without a trailing slash. */
  readonly url: string;
  /**
   * Stops the server: closes all connections, even busy ones, and aborts the signals of their requests. Resolves when all
   * connections are closed. Can be called more than once.
   */
  close(): Promise<void>;
  /** The same as {@link LocalServer.close}, for `await using server = await listen(sandbox)`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves a sandbox, a gateway, or any fetch handler, on a local HTTP server.
 *
 * Bodies are streamed in both directions; a request body of more than 10 MiB results in a 413.
 * If a handler rejects, the response is a 500; if it rejects with the error of a lost connection, as the faults of a
 * sandbox do, the connection is closed.
 *
 * @param target - The sandbox, or a fetch handler such as a gateway.
 * @param options - Port and host of the server.
 * @returns The running server.
 * @throws {RequestError} If the target or an option is invalid, with all issues. Rejects with the system's error if the
 * server cannot listen on the address.
 *
 * @example
 * await using server = await listen(createSandbox());
 * await fetch(`${server.url}/bigquery/v2/projects`);
 */
export async function listen(
  target: FetchHandler | { readonly fetch: FetchHandler },
  options: ListenOptions = {},
): Promise<LocalServer> {
  assertNoIssues("listen", [
    ...optionIssues(targetCheck, target, "listen", "target"),
    ...optionIssues(CHECK, options, "listen"),
  ]);
  const { port = 0, host = "127.0.0.1" } = options;
  const server = createServer();
  await once(server.listen({ port, host }), "listening");
  const bound = server.address() as AddressInfo; // an object, because the server listens on a port
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  /** @throws The error of a lost connection, or any error that the handler throws after the request was aborted. */
  const respond = async (request: Request): Promise<Response> => {
    const { hostname } = new URL(request.url);
    if (isLoopback(name) && !isLoopback(hostname)) {
      const message = `the host must be a loopback name, such as localhost, got "${hostname}"`;
      return errorResponse(new ServiceError({ status: 403, reason: "forbidden", message }));
    }
    try {
      return await (typeof target === "function" ? target(request) : target.fetch(request));
    } catch (error) {
      if (isConnectionLost(error) || request.signal.aborted) throw error;
      if (error instanceof ServiceError) return errorResponse(error);
      const message = messageOf(error);
      return errorResponse(new ServiceError({ status: 500, message: `the handler failed: ${message}` }));
    }
  };
  server.on("request", (incoming, outgoing) => void serve(incoming, outgoing, respond));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://${name}:${bound.port}`, close, [Symbol.asyncDispose]: close };
}

const targetCheck = required(
  must(
    (value) => isFunction(value) || isFunction(Object(value).fetch),
    "a sandbox, or a function that takes a Request and returns a Response",
    kindOf,
  ),
);

const CHECKS: OptionChecks<keyof ListenOptions> = {
  port: must((value) => isInteger(value, 0) && Number(value) <= 65_535, "an integer from 0 to 65535"),
  host: nonEmptyString,
};
const CHECK = optionsOf(CHECKS, "an object such as { port: 8787 }");
