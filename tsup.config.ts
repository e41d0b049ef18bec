import { readFileSync, writeFileSync } from "node:fs";
import { defineConfig } from "tsup";

/** Packages that only the command uses; the build copies them into it. */
const bundled = ["jsonc-parser"];

export default defineConfig({
  entry: [
    "src/index.ts",
    "src/*/index.ts",
    "src/gateway/user-info.ts",
    "src/testing/msw.ts",
    "src/testing/server/index.ts",
    "src/cli/bin.ts",
    "!src/core/**",
  ],
  format: "esm",
  target: "es2022",
  platform: "neutral",
  splitting: true,
  clean: true,
  sourcemap: true,
  noExternal: bundled,
  esbuildOptions(options) {
    options.sourcesContent = false; // the package contains src
    options.mainFields = ["module"]; // the platform "neutral" reads none; "main" of jsonc-parser is UMD
  },
  async onSuccess() {
    const texts = bundled.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE.md`, "utf8")}`);
    writeFileSync("dist/cli/THIRD-PARTY-LICENSES.txt", `dist/cli/bin.js contains code of:\n\n${texts.join("\n")}`);
  },
  // tsc writes the declarations: bundling them would inline and rename what users hover over.
  dts: false,
});
