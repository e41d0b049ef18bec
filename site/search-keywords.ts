/** Words for which people search and that the title of a page does not contain. Results show them after the title. */
export const searchKeywords: Readonly<Record<string, string>> = {
  "guides/authentication.md":
    "authentication, credentials, application default credentials, service accounts, workload identity federation, API keys",
  "guides/real-services.md": "accounts, regions, quotas",
  "guides/calling-other-methods.md":
    "any Google API, generate, discovery documents, code generation, defineMethod, query results, jobs, routines",
  "guides/errors-and-retries.md": "timeouts, rate limits, backoff",
  "guides/keep-your-tables-in-code.md": "migrations, plan and apply, ensure, schema sync",
  "guides/pagination.md": "lists of projects, datasets and tables, page by page, page tokens",
  "guides/rows.md": "rowDecoder, rowSchema, RowOf, RowInputOf, encodeRows, query results, load jobs, insertAll",
  "guides/updating-environments.md": "airflowConfigOverrides, environment variables, update masks",
  "guides/tables-in-ci.md": "GitHub Actions, pull request, workload identity federation",
  "guides/testing-your-app.md": "mocks, emulator, sandbox, msw",
};
