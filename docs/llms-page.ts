import { readdirSync, readFileSync } from "node:fs";
import manifest from "../package.json" with { type: "json" };

type Subpath = Exclude<keyof typeof manifest.exports, "./package.json">;

/** What a subpath is for, and the names to begin with. A subpath that is missing here does not compile. */
export const subpaths: Record<Subpath, { readonly holds: string; readonly names: readonly string[] }> = {
  ".": {
    holds: "One client of all areas, and everything below but `testing`.",
    names: ["createClient", "Client", "CreateClientOptions"],
  },
  "./warehouse": {
    holds: "Projects and tables: a client, a schema for each resource, rules, rows typed by a schema.",
    names: [
      "createWarehouse",
      "Table",
      "TableInput",
      "TablePatch",
      "planTablePatch",
      "defineSchema",
      "RowOf",
      "Pager",
      "warehouseRules",
    ],
  },
  "./entities": {
    holds: "The entity search: a client, search-as-you-type, narrowing, JSON-LD names.",
    names: ["createEntities", "Entity", "EntitySearchResponse", "isEntityOf", "localized", "expandTerm"],
  },
  "./environments": {
    holds: "Updates of managed environments: one constructor for each legal update, masks, plans, operations.",
    names: [
      "createEnvironments",
      "environmentUpdate",
      "planEnvironmentUpdates",
      "EnvironmentUpdate",
      "OperationHandle",
    ],
  },
  "./gateway": {
    holds: "Security of OpenAPI 2.0 documents, and tokens: where they stand, and whether they are good.",
    names: ["jwtSecurity", "secureDocument", "checkSecurity", "createTokenVerifier", "findAccessToken"],
  },
  "./gateway/user-info": {
    holds: "Who is calling, in a backend behind the gateway; without any dependency.",
    names: ["readUserInfo", "decodeUserInfo", "encodeUserInfo", "UserInfo"],
  },
  "./auth": {
    holds: "Credentials for clients.",
    names: ["bearer", "apiKey", "serviceAccount", "Auth"],
  },
  "./naming": {
    holds: "The names on the wire: neutral ones, those of Google's services, your own.",
    names: ["vendorNaming", "googleNaming", "googleApiGatewayNaming", "defineNaming", "Naming"],
  },
  "./testing": {
    holds: "The services in memory, with state, rules and faults: for tests and demos without a network.",
    names: ["createSandbox", "Sandbox", "Fault"],
  },
  "./testing/msw": { holds: "The same behind msw.", names: ["mswHandlers"] },
  "./json-schema/*.json": {
    holds: "JSON Schema of each resource and input, for editors and other languages: `table.json`, `table-input.json`.",
    names: [],
  },
  "./testing/server": { holds: "The same on a local HTTP server.", names: ["listen"] },
};

const at = (path: string) => new URL(`../${path}`, import.meta.url);
const filesIn = (folder: string, ending: string) =>
  readdirSync(at(folder))
    .filter((file) => file.endsWith(ending))
    .sort();
const firstLine = (path: string) => readFileSync(at(path), "utf8").split("\n")[0] ?? "";

/** A line for each file of a folder, with what its first line says. */
const links = (folder: string, ending: string) =>
  filesIn(folder, ending).map((file) => {
    const words = firstLine(`${folder}/${file}`).replace(/^(#|\/\/) /, "");
    return ending === ".md" ? `- [${words}](${folder}/${file})` : `- [${file}](${folder}/${file}): ${words}`;
  });

/** The page that tells a language model what the package is, and where to read on. */
export function llmsPage(): string {
  const entries = Object.entries(subpaths).map(
    ([subpath, { holds, names }]) =>
      `- \`${subpath.replace(/^\./, manifest.name)}\`: ${holds}${names.length === 0 ? "" : ` Begin with ${names.map((name) => `\`${name}\``).join(", ")}.`}`,
  );
  return `# ${manifest.name}

> ${manifest.description}

An SDK in TypeScript, ESM (which \`require\` loads, too), for Node 20.19 and newer, Deno, Bun, workers and browsers. What holds everywhere:

- Bad input is a \`RequestError\` before anything is sent, with all \`issues\` at once; each has a path, a message with the
  remedy, and the id of a rule.
- Every error has a literal \`code\`: \`isFourfoldError(error, "not_found")\` narrows.
- 64-bit integers are decimal strings, typed \`Int64\`; inputs also take numbers that are safe, and bigints.
- Answers are the parsed JSON itself: unknown members, nulls and empty strings stay.
- Every call takes \`signal\`, \`timeoutMs\`, \`deadlineMs\`, \`headers\` and \`retry\` in its last parameter, beside options of its own:
  \`tables.get(reference, { signal })\`, \`tables.list(dataset, { prefetch: 1, signal })\`, \`projects.list({ maxResults: 50, signal })\`.
- All waiting goes through the \`clock\` option.
- Tests need no network: \`createClient(createSandbox().clientOptions)\`.

## Entry points

${entries.join("\n")}

## Guides

${links("docs/guides", ".md").join("\n")}

## Examples

${[...links("examples", ".ts"), ...links("examples/adapters", ".ts")].join("\n")}

## Reference

- Every exported name with its signature: \`dist/*.d.ts\` in the package, \`docs/api-report.md\` in the repository
- [The rules that requests are checked against](docs/rules.md)
- [The paths that an environment's update may name](docs/environments-paths.md)
- [The command](docs/cli.md)
- [How the code is built](docs/architecture.md)
- [Changelog](CHANGELOG.md)
`;
}
