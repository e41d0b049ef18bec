import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Writes the smoke as `smoke.js` into a folder: plain JavaScript that imports the package by its name. */
export async function writeSmoke(folder: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL("smoke.ts", import.meta.url))],
    outfile: join(folder, "smoke.js"),
    bundle: true,
    packages: "external",
    format: "esm",
    target: "es2022",
  });
}
