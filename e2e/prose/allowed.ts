import type { Allowed } from "./findings.js";

/** Lines that are right as they are, each with its reason. An entry without a line fails the check. */
export const ALLOWED: readonly Allowed[] = [
  {
    path: "src/testing/entities/corpus.ts",
    text: "The Eiffel Tower was built",
    reason: "data of the sandbox: a sentence about the building",
  },
  { path: "tests/browser/entity-explorer.test.ts", text: "no screenshots are taken", reason: "a screenshot is taken" },
  {
    path: "tests/core/http/retry.test.ts",
    text: "refused the connection",
    reason: "the standard term for a connection",
  },
  {
    path: "tests/core/http/retry.test.ts",
    text: "one refused and one lost connection",
    reason: "the standard term for a connection",
  },
  {
    path: "docs/guides/errors-and-retries.md",
    text: "the connection was refused",
    reason: "the standard term for a connection",
  },
  {
    path: "src/cli/commands/secure.ts",
    text: "To add several definitions, repeat",
    reason: "an option that occurs several times on a command line is repeated",
  },
  {
    path: "src/core/http/retry.ts",
    text: "Whether the connection was refused",
    reason: "the standard term for a connection",
  },
  {
    path: "src/core/http/error-response.ts",
    text: "the server does not speak TLS",
    reason: "the standard term for a protocol",
  },
  {
    path: "src/generate/decide.ts",
    text: "is left out",
    reason: "the wording that users of the command were promised",
  },
  {
    path: "tests/generate/generate.test.ts",
    text: "is left out",
    reason: "the wording that users of the command were promised",
  },
];
