import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Writes the smoke as `smoke.js` into a folder: plain JavaScript that imports the package by its name. */
export async function writeSmoke(folder: string): Promise<void> {
  await writeProgram(new URL("smoke.ts", import.meta.url), join(folder, "smoke.js"));
}

/** Writes a program as plain JavaScript that imports the package by its name. */
async function writeProgram(source: URL, outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile,
    bundle: true,
    packages: "external",
    format: "esm",
    target: "es2022",
  });
}
