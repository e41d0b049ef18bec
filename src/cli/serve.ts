import type { JournalEntry, Sandbox } from "../testing/index.js";
import { type FetchHandler, listen } from "../testing/server/index.js";
import { explained } from "./failure.js";
import { print, type Terminal } from "./terminal.js";

/**
 * Serves a handler of a sandbox on the loopback interface until the user stops it. Logs each request: method, path without the query,
 * and status of the response. The sandbox keeps no journal, which would grow until the memory is full.
 *
 * @param describe - Returns the lines to print when the server is listening.
 * @throws {Failure} If the port is not available.
 */
export async function serve(
  { requests }: Sandbox,
  handler: FetchHandler,
  port: number,
  terminal: Terminal,
  describe: (url: string) => readonly string[] | Promise<readonly string[]>,
): Promise<void> {
  const handle: FetchHandler = async (request) => {
    let outcome: number | string = "no response";
    try {
      const response = await handler(request);
      outcome = response.status;
      return response;
    } finally {
      (requests as JournalEntry[]).length = 0; // readonly only for users of a sandbox
      terminal.stdout.write(`${request.method} ${new URL(request.url).pathname} ${outcome}\n`);
    }
  };
  const stopped = terminal.stopped(); // before the address is printed: whoever reads it may stop the command at once
  const server = await explained(listen(handle, { port }), `port ${port}`);
  try {
    print(terminal.stdout, await describe(server.url));
    await stopped;
  } finally {
    await server.close();
  }
}
