import { build } from "esbuild";

/** Bundles code that imports the smoke test of a folder, as a browser or a worker loads it. */
export async function bundle(folder: string, contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "error",
  });
  return outputFiles.map(({ text }) => text).join("");
}
