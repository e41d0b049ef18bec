import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

const resolve = {
  alias: [
    { find: /^fourfold$/, replacement: source("index.ts") },
    { find: /^fourfold\/gateway\/user-info$/, replacement: source("gateway/user-info.ts") },
    { find: /^fourfold\/testing\/msw$/, replacement: source("testing/msw.ts") },
    { find: /^fourfold\/testing\/server$/, replacement: source("testing/server/index.ts") },
    { find: /^fourfold\/([a-z]+)$/, replacement: source("$1/index.ts") },
  ],
};

/** Limits of `expect.poll`: longer than anything takes on a busy machine. */
const expect = { poll: { timeout: 20_000 } };

/** The suites of tests. Each script of package.json runs one: `vitest run --project slow`. */
export const projects: TestProjectInlineConfiguration[] = [
  {
    resolve,
    test: {
      name: "unit", // npm test
      include: ["tests/**/*.test.ts"],
      exclude: ["**/*.slow.test.ts", "tests/browser/**"],
      // Longer than any test takes on a busy machine; with PLANS, property tests have thousands of runs.
      testTimeout: process.env.PLANS === undefined ? 30_000 : 3_600_000,
      expect,
      isolate: false, // the sources and zod are loaded once per worker, not once per file
      execArgv: ["--disable-warning=FourfoldWarning"], // printed once per process; tests spy on process.emitWarning
      unstubEnvs: true,
      unstubGlobals: true,
    },
  },
  {
    resolve,
    test: {
      name: "slow", // tests that compile TypeScript, or start a command, the demo or the live test
      include: ["tests/**/*.slow.test.ts", "e2e/**/*.slow.test.ts"],
      testTimeout: 60_000,
      isolate: false, // the compiler is loaded once per worker, not once per file
    },
  },
  {
    resolve,
    test: {
      name: "browser", // requires Chromium
      include: ["tests/browser/*.test.ts"],
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
  },
  {
    test: {
      name: "site", // builds the site, and requires Chromium
      include: ["site/tests/*.test.ts"],
      globalSetup: "site/tests/built-site.ts",
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect,
    },
  },
  {
    resolve,
    test: {
      name: "peers", // requires the packages of bench/peers
      include: ["bench/peers/tests/*.test.ts"],
      isolate: false, // Google's clients are loaded once per worker, not once per file
    },
  },
];

/** The tests that run against mutants: those of the mutated areas, without those that start a compiler. */
const mutation = {
  testTimeout: 600_000, // Stryker has its own limit for each mutant
  env: { PLANS: "15", SEED: "1" }, // property tests run once for each of thousands of mutants
  include: [
    "tests/call/{retry,retry-when,retried-calls}.test.ts",
    "tests/call/{pagination,pagination.property}.test.ts",
    "tests/docs.rules.test.ts",
    "tests/environments/*.test.ts",
    "tests/gateway/user-info.test.ts",
    "tests/naming/google-naming.test.ts",
    "tests/tables/{alter-table,plan-rules,plan-table-patch}.test.ts",
    "tests/tables/{plan-tables,plan-views,compare-tables}.test.ts",
    "tests/warehouse/decimal.test.ts",
    "tests/warehouse/rules/{patch,precision,table-rules}.test.ts",
  ],
};

const isMutation = process.env.STRYKER_MUTATOR_WORKER !== undefined;

export default defineConfig(
  isMutation
    ? { resolve, test: mutation }
    : {
        test: {
          projects,
          maxWorkers: "100%",
          coverage: {
            provider: "v8",
            include: ["src/**/*.ts"],
            reporter: ["text-summary", "html"],
            thresholds: { lines: 95, branches: 95 },
          },
        },
      },
);
