import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL("../", import.meta.url));

interface Build {
  readonly base: string;
  readonly folder: string;
}

/** The builds that the tests check: in a folder of the host, and with SITE=all also at its root. */
export const builds: readonly Build[] = [
  { base: "/x/", folder: join(site, "dist-x") },
  ...(process.env.SITE === "all" ? [{ base: "/", folder: join(site, "dist") }] : []),
];

/** Builds the site for each base. The content is written once. */
export function setup(): void {
  const tsx = fileURLToPath(new URL("../../node_modules/tsx/dist/cli.mjs", import.meta.url));
  for (const [index, { base, folder }] of builds.entries()) {
    const options = index === 0 ? [] : ["--keep-content"];
    const env = { ...process.env, NODE_ENV: "production", SITE_BASE: base, SITE_OUT: folder };
    execFileSync(process.execPath, [tsx, join(site, "build.ts"), ...options], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
}

/** Returns the files in a folder and its subfolders whose names have this ending, as paths relative to the folder. */
export function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(ending))
    .sort();
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** A minimal static server, like the hosts that the site targets. */
export async function serve({ base, folder }: Build): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = pathname.startsWith(base) ? pathname.slice(base.length) : "../outside";
    const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    readFile(join(folder, file)).then(
      (body) =>
        response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(body),
      () => response.writeHead(404, { "content-type": "text/plain" }).end("not found"),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`, server };
}
