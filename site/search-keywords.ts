/** Words for which people search and that the title of a page does not contain. Results show them after the title. */
export const searchKeywords: Readonly<Record<string, string>> = {
  "guides/authentication.md":
    "authentication, application default credentials, service accounts, workload identity, API keys",
  "guides/real-services.md": "accounts, regions, quotas",
  "guides/calling-other-methods.md": "query results, insertAll, jobs, routines",
  "guides/errors-and-retries.md": "timeouts, rate limits, backoff",
  "guides/keep-your-tables-in-code.md": "migrations, plan and apply",
  "guides/tables-in-ci.md": "GitHub Actions, workload identity federation, pull request",
  "guides/use-any-google-api.md": "generate, discovery documents, code generation",
  "guides/testing-your-app.md": "mocks, emulator, sandbox, msw",
};
