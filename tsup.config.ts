import { defineConfig } from "tsup";

export default defineConfig({
  entry: [
    "src/index.ts",
    "src/*/index.ts",
    "src/gateway/user-info.ts",
    "src/testing/msw.ts",
    "src/testing/server/index.ts",
    "src/cli/bin.ts",
  ],
  format: "esm",
  target: "es2022",
  platform: "neutral",
  splitting: true,
  clean: true,
  // tsc writes the declarations: bundling them would inline and rename what users hover over.
  dts: false,
});
