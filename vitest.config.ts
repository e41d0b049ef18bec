import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^fourfold$/, replacement: source("index.ts") },
      { find: /^fourfold\/gateway\/user-info$/, replacement: source("gateway/user-info.ts") },
      { find: /^fourfold\/testing\/msw$/, replacement: source("testing/msw.ts") },
      { find: /^fourfold\/testing\/server$/, replacement: source("testing/server/index.ts") },
      { find: /^fourfold\/([a-z]+)$/, replacement: source("$1/index.ts") },
    ],
  },
  test: {
    include: ["tests/**/*.test.ts", "e2e/**/*.test.ts"],
    exclude: ["**/*.slow.test.ts", "tests/browser/**", "**/node_modules/**"],
    maxWorkers: "100%",
    // Longer than any test takes on a busy machine; with PLANS, property tests have thousands of runs.
    testTimeout: process.env.PLANS === undefined ? 30_000 : 3_600_000,
    isolate: false, // the sources and zod are loaded once per worker, not once per file
    unstubEnvs: true,
    unstubGlobals: true,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text-summary", "html"],
      thresholds: { lines: 95, branches: 95 },
    },
  },
});
