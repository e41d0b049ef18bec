import { defineConfig, mergeConfig } from "vitest/config";
import config from "./vitest.config.js";

// npm run test:browser: needs Chromium, so it is not part of npm test.
export default mergeConfig(
  defineConfig({ resolve: config.resolve ?? {} }),
  defineConfig({ test: { include: ["tests/browser/*.test.ts"], testTimeout: 30_000, hookTimeout: 60_000 } }),
);
