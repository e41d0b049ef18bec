import { defineConfig } from "vitest/config";
import config from "./vitest.config.js";

// npm run test:slow: tests that compile TypeScript, ask a language service or start the demo.
export default defineConfig({
  resolve: config.resolve ?? {},
  test: {
    maxWorkers: "100%",
    include: ["tests/**/*.slow.test.ts"],
    isolate: false, // the compiler is loaded once per worker, not once per file
  },
});
