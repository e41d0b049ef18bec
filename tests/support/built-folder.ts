import { cpSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Creates a temporary folder that is laid out like this package. Each entry point is bundled to `dist/<name>.js`; what several
 * of them import is bundled once. The caller removes the folder.
 *
 * @param entries - Paths of the entry points by their names.
 */
export async function createBuiltFolder(entries: Readonly<Record<string, string>>, plugins: Plugin[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "fourfold-"));
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  await build({
    absWorkingDir: root,
    entryPoints: { ...entries },
    outdir: join(folder, "dist"),
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    plugins,
  });
  return folder;
}
