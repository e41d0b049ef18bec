import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// npm run test:site: builds the site twice and needs Chromium, so it is not part of npm test.
export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["site/tests/*.test.ts"],
    globalSetup: "site/tests/built-site.ts",
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 300_000,
  },
});
