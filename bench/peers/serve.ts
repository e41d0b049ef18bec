import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs some work while a server in another process serves lists: `sizes` contains their lengths by page size. */
export async function withServer<Result>(
  sizes: readonly { readonly maxResults: number; readonly total: number }[],
  work: (baseUrl: string) => Promise<Result>,
): Promise<Result> {
  const argument = sizes.map(({ maxResults, total }) => `${maxResults}:${total}`).join();
  const server = fork(fileURLToPath(new URL("server.ts", import.meta.url)), [argument], {
    execArgv: ["--import", "tsx"],
  });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      server.once("message", (message) => resolve((message as { port: number }).port)); // the server sends exactly this
      server.once("exit", () => reject(new Error("the server did not start")));
    });
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    if (server.connected) server.disconnect();
  }
}
