import { readdirSync, readFileSync } from "node:fs";
import manifest from "../../package.json" with { type: "json" };

type Subpath = Exclude<keyof typeof manifest.exports, "./package.json">;

/** Purpose of each subpath, and the names to start with. A missing subpath is a compile error. */
export const subpaths: Record<Subpath, { readonly holds: string; readonly names: readonly string[] }> = {
  ".": {
    holds:
      "One client for BigQuery, Knowledge Graph Search and Cloud Composer, and everything below except `tables` and `testing`.",
    names: ["createClient", "createService", "Client", "CreateClientOptions"],
  },
  "./warehouse": {
    holds: "BigQuery projects, datasets and tables: a client, a schema for each resource, rules.",
    names: ["createWarehouse", "Table", "TableInput", "TablePatch", "Pager", "warehouseRules"],
  },
  "./tables": {
    holds: "BigQuery tables as code, and their rows: functions that take `client.warehouse`.",
    names: ["defineTable", "planTables", "applyTables", "ensureTable", "planTablePatch", "RowOf", "rowDecoder"],
  },
  "./entities": {
    holds: "Knowledge Graph Search: a client, search-as-you-type, narrowing, JSON-LD names.",
    names: ["createEntities", "Entity", "EntitySearchResponse", "isEntityOf", "localized", "expandTerm"],
  },
  "./environments": {
    holds:
      "Cloud Composer environments: one constructor for each valid update, update masks, plans, long-running operations.",
    names: [
      "createEnvironments",
      "environmentUpdate",
      "planEnvironmentUpdates",
      "EnvironmentUpdate",
      "OperationHandle",
    ],
  },
  "./gateway": {
    holds:
      "API Gateway and Cloud Endpoints: security of OpenAPI 3 and 2.0 documents; finding and verifying access tokens.",
    names: ["jwtSecurity", "secureDocument", "checkSecurity", "createTokenVerifier", "findAccessToken"],
  },
  "./gateway/user-info": {
    holds: "The caller of a request, for a backend behind API Gateway or Cloud Endpoints; without dependencies.",
    names: ["readUserInfo", "decodeUserInfo", "encodeUserInfo", "UserInfo"],
  },
  "./auth": {
    holds: "Credentials for clients.",
    names: ["bearer", "apiKey", "serviceAccount", "Auth"],
  },
  "./testing": {
    holds: "Google's services in memory, with state, rules and faults: for tests and demos without a network.",
    names: ["createSandbox", "Sandbox", "Fault"],
  },
  "./testing/msw": { holds: "The sandbox as msw handlers.", names: ["mswHandlers"] },
  "./json-schema/*.json": {
    holds: "JSON Schema of each resource and input, for editors and other languages: `table.json`, `table-input.json`.",
    names: [],
  },
  "./testing/server": { holds: "The sandbox on a local HTTP server.", names: ["listen"] },
};

const at = (path: string) => new URL(`../../${path}`, import.meta.url);

/** A link to each example of a folder, with the text of its first line. */
const examplesIn = (folder: string) =>
  readdirSync(at(folder))
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map((file) => {
      const [first = ""] = readFileSync(at(`${folder}/${file}`), "utf8").split("\n");
      return `- [${file}](${folder}/${file}): ${first.replace(/^\/\/ /, "")}`;
    });

/** A link to each guide, in the order of the page that lists them. */
const guides = [...readFileSync(at("docs/guides/README.md"), "utf8").matchAll(/^- (\[[^\]]+\]\()([\w-]+\.md\))/gm)].map(
  ([, title, file]) => `- ${title}docs/guides/${file}`,
);

/** The page that describes the package to a language model, with links to further pages. */
export function llmsPage(): string {
  const entries = Object.entries(subpaths).map(
    ([subpath, { holds, names }]) =>
      `- \`${subpath.replace(/^\./, manifest.name)}\`: ${holds}${names.length === 0 ? "" : ` Start with ${names.map((name) => `\`${name}\``).join(", ")}.`}`,
  );
  return `# ${manifest.name}

> ${manifest.description}

An SDK in TypeScript, ESM (which \`require\` loads, too), for Node 20.19 and newer, Deno, Bun, workers and browsers. Common to all areas:

- \`createClient({ auth })\` sends requests to Google's services. Fields, enum values and paths have the names of Google's REST references.
- Invalid input is rejected with a \`RequestError\` before anything is sent. Its \`issues\` list all problems; each has a path, a
  message with a remedy, and a rule id.
- Every error has a literal \`code\`: \`isFourfoldError(error, "not_found")\` narrows.
- 64-bit integers are decimal strings, typed \`Int64\`; inputs also accept safe integers and bigints.
- Responses are the parsed JSON itself: unknown fields, nulls and empty strings are kept.
- Every call accepts \`signal\`, \`timeoutMs\`, \`deadlineMs\`, \`headers\` and \`retry\` in its last parameter, in addition to its own options:
  \`tables.get(reference, { signal })\`, \`tables.list(dataset, { signal })\`, \`projects.list({ maxResults: 50, signal })\`.
- All waits use the \`clock\` option.
- Tests need no network: \`createClient(createSandbox().clientOptions)\`.

## Entry points

${entries.join("\n")}

## Guides

${guides.join("\n")}

## Examples

${[...examplesIn("examples"), ...examplesIn("examples/adapters")].join("\n")}

## Reference

- Every exported name with its signature: \`dist/*.d.ts\` in the package, \`docs/api-report.md\` in the repository
- [Rules that requests are checked against](docs/rules.md)
- [Errors: every code, with an example](docs/errors.md)
- [Updatable paths of an environment](docs/environments-paths.md)
- [The command](docs/cli.md)
- [Schemas, and JSON Schema files](docs/schemas.md)
- [Names on the wire](docs/naming.md)
- [Architecture](docs/architecture.md)
- [Changelog](CHANGELOG.md)
`;
}
