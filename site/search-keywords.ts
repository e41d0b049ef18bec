/** Words for which people search and that the title of a page does not contain. Results show them after the title. */
export const searchKeywords: Readonly<Record<string, string>> = {
  "guides/authentication.md":
    "authentication, credentials, application default credentials, service accounts, workload identity federation, API keys",
  "guides/connecting.md": "OpenTelemetry, undici, emulators, base address",
  "guides/entities.md": "localized, suggest, search as you type, JSON-LD",
  "guides/other-methods.md":
    "any Google API, generate, discovery documents, code generation, defineMethod, query results, jobs, routines",
  "guides/errors-and-retries.md": "timeouts, rate limits, backoff",
  "guides/tables-in-code.md": "migrations, plan and apply, schema sync",
  "guides/listing.md": "lists of projects, datasets and tables, page by page, page tokens",
  "guides/rows.md": "rowDecoder, rowSchema, RowOf, RowInputOf, encodeRows, query results, load jobs, insertAll",
  "guides/environments.md": "airflowConfigOverrides, environment variables, update masks",
  "guides/environments-in-code.md": "environment pull, plan and apply, GitHub Actions, drift",
  "guides/tables-in-ci.md": "GitHub Actions, pull request, workload identity federation",
  "guides/testing-your-app.md": "mocks, emulator, sandbox, msw",
  "guides/ways-to-change.md": "ensureTable, modify, patch, update, etag, ifMatch",
};
