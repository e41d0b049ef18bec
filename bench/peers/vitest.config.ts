import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import shared from "../vitest.config.js";

export default defineConfig({
  resolve: shared.resolve ?? {},
  test: {
    root: fileURLToPath(new URL(".", import.meta.url)),
    include: ["tests/**/*.test.ts"],
    maxWorkers: "100%",
  },
});
