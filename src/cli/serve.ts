import { type FetchHandler, listen } from "../testing/server/index.js";
import { systemFailure } from "./failure.js";
import { printable, type Terminal } from "./terminal.js";

/**
 * Serves a handler on this machine until the user wants it to end, with one line for each request: its method, its path
 * without the query, and the status of the answer.
 *
 * @param describe What to print once it listens.
 * @param options - `cors`: whether pages of every origin may send requests. Default: `false`.
 * @throws {Failure} when the port cannot be had.
 */
export async function serve(
  handler: FetchHandler,
  port: number,
  terminal: Terminal,
  describe: (url: string) => string | Promise<string>,
  options: { readonly cors?: boolean } = {},
): Promise<void> {
  const server = await listen((request) => logged(handler, request, terminal), { ...options, port }).catch(
    (error: unknown) => {
      throw systemFailure(`port ${port}`, error, {
        EADDRINUSE: "it is taken; say another, or --port 0 for a free one",
        EACCES: "it is not ours to take; say one above 1023",
      });
    },
  );
  try {
    terminal.stdout.write(printable(await describe(server.url)));
    await terminal.stopped();
  } finally {
    await server.close();
  }
}

async function logged(handler: FetchHandler, request: Request, { stdout }: Terminal): Promise<Response> {
  const { pathname } = new URL(request.url);
  let outcome = "no answer";
  try {
    const response = await handler(request);
    outcome = String(response.status);
    return response;
  } finally {
    stdout.write(`${request.method} ${pathname} ${outcome}\n`);
  }
}
