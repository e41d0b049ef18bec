import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { defineConfig } from "tsup";

/** Packages that only the command uses; the build copies them into it. */
const bundled = ["jsonc-parser"];

/**
 * Built as separate files: bundlers drop unused files completely, but not every unused statement of a file. Without this list,
 * `{ FIELD_TYPES }` is 21 kB instead of 0.3, and `createClient` 89 instead of 63.
 */
const alone = [
  "src/zod-free.ts",
  "src/warehouse/schemas/policy.ts",
  // esbuild keeps what a client loads on demand apart only if the entry points do not import the same files at once.
  "src/warehouse/{encode-table,define/schema,define/source,define/table,plan/pure}.ts",
  "src/environments/update/plan.ts",
  "src/warehouse/rules/warehouse-rules.ts",
];

export default defineConfig({
  entry: [
    "src/index.ts",
    "src/*/index.ts",
    "src/gateway/user-info.ts",
    "src/testing/msw.ts",
    "src/testing/server/index.ts",
    "src/cli/bin.ts",
    "!src/core/**",
    ...alone,
  ],
  format: "esm",
  target: "es2022",
  platform: "neutral",
  splitting: true,
  clean: true,
  sourcemap: true,
  noExternal: bundled,
  esbuildOptions(options) {
    options.mainFields = ["module"]; // the platform "neutral" reads none; "main" of jsonc-parser is UMD
  },
  async onSuccess() {
    const texts = bundled.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE.md`, "utf8")}`);
    writeFileSync("dist/cli/THIRD-PARTY-LICENSES.txt", `dist/cli/bin.js contains code of:\n\n${texts.join("\n")}`);
    for (const file of readdirSync("dist", { recursive: true, encoding: "utf8" })) {
      if (file.endsWith(".js.map")) omitPackedSources(`dist/${file}`);
      else if (file.endsWith(".js")) omitBareImports(`dist/${file}`);
    }
  },
  // tsc writes the declarations: bundling them would inline and rename what users hover over.
  dts: false,
});

/**
 * Removes imports of chunks without names. No module has side effects, and because of these imports bundlers would load at
 * once what a client loads on demand: `createClient` would be 89 kB instead of 63. The lines stay, so that the source map stays valid.
 */
function omitBareImports(file: string): void {
  const code = readFileSync(file, "utf8");
  writeFileSync(file, code.replace(/^import "\.{1,2}\/[^"]+";$/gm, ""));
}

/** Removes the text of the files in `src` from a source map: the package contains these files. */
function omitPackedSources(file: string): void {
  const map: { sources: string[]; sourcesContent: (string | null)[] } = JSON.parse(readFileSync(file, "utf8"));
  const isPacked = (source = "") => !source.includes("node_modules/");
  const sourcesContent = map.sourcesContent.map((text, index) => (isPacked(map.sources[index]) ? null : text));
  writeFileSync(file, JSON.stringify({ ...map, sourcesContent }));
}
