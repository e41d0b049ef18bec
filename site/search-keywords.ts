/** Words for which people search and that the title of a page does not contain. Results show them after the title. */
export const searchKeywords: Readonly<Record<string, string>> = {
  "guides/authentication.md":
    "authentication, credentials, application default credentials, service accounts, workload identity federation, API keys",
  "guides/connecting.md": "OpenTelemetry, undici, emulators, base address",
  "guides/emulator.md": "BIGQUERY_EMULATOR_HOST, @google-cloud/bigquery, a local server, browser tests",
  "guides/entities.md": "localized, suggest, search as you type, JSON-LD",
  "guides/environments.md": "airflowConfigOverrides, environment variables, update masks, dry run, delete a label",
  "guides/environments-in-code.md": "environment pull, plan and apply, GitHub Actions, drift, dry run",
  "guides/errors-and-retries.md": "retry, timeouts, rate limits, backoff",
  "guides/esp-to-espv2.md": "bare tokens, Extensible Service Proxy, Authorization header, migrate",
  "guides/external-tables.md": "CSV, JSON, Avro, Parquet, ORC, Google Sheets, Bigtable, Cloud Storage",
  "guides/from-google-clients.md": "migrate, @google-cloud/bigquery, googleapis, setMetadata, getTables",
  "guides/gateway.md": "JWT, OpenAPI, Firebase, readUserInfo, token verifier",
  "guides/listing.md": "lists of projects, datasets and tables, paginate, pagination, page by page, page tokens",
  "guides/other-methods.md":
    "any Google API, generate, discovery documents, code generation, defineMethod, query results, jobs, routines",
  "guides/rows.md": "rowDecoder, rowSchema, RowOf, RowInputOf, encodeRows, query results, load jobs, insertAll",
  "guides/tables.md":
    "partitioned table, clustered table, nested column, column description, IAM policy, conditions, policy tags",
  "guides/tables-in-ci.md": "GitHub Actions, pull request, workload identity federation, dry run",
  "guides/tables-in-code.md": "migrations, plan and apply, dry run, schema sync",
  "guides/testing-your-app.md": "mocks, emulator, sandbox, msw",
  "guides/ways-to-change.md": "ensureTable, modify, patch, update, etag, ifMatch, delete a label, delete a field",
  "guides/workers.md": "edge, Wrangler, serviceAccount, private key",
};
