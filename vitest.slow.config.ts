import { defineConfig } from "vitest/config";
import config from "./vitest.config.js";

// npm run test:slow: tests that compile TypeScript, ask a language service or start the demo, and each type test.
export default defineConfig({
  resolve: config.resolve ?? {},
  test: {
    maxWorkers: "100%",
    include: ["tests/**/*.slow.test.ts"],
    typecheck: { enabled: true, include: ["tests/**/*.test-d.ts"], tsconfig: "tsconfig.json" },
  },
});
