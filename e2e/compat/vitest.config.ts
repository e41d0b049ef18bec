import { defineConfig } from "vitest/config";

/** The folder with the packed package and the contract suite; the suite imports the package by its name. */
const root = process.env.COMPAT_FOLDER ?? "";

export default defineConfig({
  root,
  test: {
    include: ["tests/contract/*.test.ts"],
    reporters: ["dot"],
    testTimeout: 30_000, // longer than any test takes while other gates run
    maxWorkers: "100%",
    isolate: false,
  },
});
