import { defineConfig } from "vitest/config";
import everything from "./vitest.config.js";

/** The tests that run against mutants: those of the mutated areas, without those that start a compiler. */
export default defineConfig({
  resolve: everything.resolve ?? {},
  test: {
    testTimeout: 600_000, // Stryker has its own limit for each mutant
    env: { PLANS: "15", SEED: "1" }, // property tests run once for each of thousands of mutants
    include: [
      "tests/core/{pagination,pagination.property,http/retry,http/retry-when,http/what-is-retried}.test.ts",
      "tests/docs.rules.test.ts",
      "tests/environments/*.test.ts",
      "tests/gateway/user-info.test.ts",
      "tests/naming/google-naming.test.ts",
      "tests/warehouse/{alter-table,decimal,plan-defaults,plan-equal-forms,plan-rules,plan-table-patch}.test.ts",
      "tests/warehouse/{plan-tables,plan-views,diff}.test.ts",
      "tests/warehouse/rules/{messages,patch,precision,table-rules}.test.ts",
    ],
  },
});
