// Bundles the page with the built package, and serves it and a sandbox on two origins, so that CORS applies.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";

/** The page and its service, both on loopback. */
export interface Explorer {
  /** Address of the page. */
  readonly url: string;
  /** The service that the page searches. */
  readonly sandbox: Sandbox;
  /** Stops both. */
  close(): Promise<void>;
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Starts the page and its service; port 0 means a free one. */
export async function startExplorer({ port = 0 }: { port?: number } = {}): Promise<Explorer> {
  const sandbox = createSandbox();
  const service = await listen(sandbox);
  const files = await readFiles(service.url);
  const page = await listen(
    (request) => {
      const file = files.get(new URL(request.url).pathname);
      if (file === undefined) return new Response("There is no such file.", { status: 404 });
      return new Response(file.content, { headers: { "content-type": file.type } });
    },
    { port },
  );
  return {
    url: page.url,
    sandbox,
    close: async () => {
      await Promise.all([page.close(), service.close()]);
    },
  };
}

async function readFiles(serviceUrl: string): Promise<Map<string, { content: string; type: string }>> {
  const html = await readFile(here("index.html"), "utf8");
  const { outputFiles } = await build({
    entryPoints: [here("main.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "error",
    // Without the paths of this project, fourfold is the built package, as in other projects.
    tsconfigRaw: {},
  });
  return new Map([
    [
      "/",
      { content: html.replace('data-service=""', `data-service="${serviceUrl}"`), type: "text/html; charset=utf-8" },
    ],
    ["/style.css", { content: await readFile(here("style.css"), "utf8"), type: "text/css; charset=utf-8" }],
    ["/main.js", { content: outputFiles[0]?.text ?? "", type: "text/javascript; charset=utf-8" }],
  ]);
}
