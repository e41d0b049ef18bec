// npm run test:package -- editor: what an editor shows for the built declarations, and what their types cost the compiler.
import { join } from "node:path";
import ts from "typescript";
import { languageService } from "../../tests/support/compile.js";
import { readExported } from "./api-report.js";
import { runChecks } from "./checks.js";
import { root } from "./packed.js";

const FILE = join(root, "editor.ts");
const settings: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: true,
  types: [],
};
const HEAD = `
import { bearer, createClient, decodeUserInfo, defineMethod, type Entity, type Environment, environmentUpdate, isFourfoldError, planEnvironmentUpdates, readUserInfo, Table } from "fourfold";
import { defineSchema, defineTable, ensureTable, type RowOf } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
const client = createClient({ baseUrl: "https://services.test" });
const { tables, projects } = client.warehouse;
const { environments } = client;
const { fromMask } = environmentUpdate;
const sandbox = createSandbox();
const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
declare const table: Table;
declare const environment: Environment;
declare const entity: Entity;
declare const caught: unknown;
`;

/** Code with `|` behind the name under the cursor, and what the hover says. */
const hovers: readonly [code: string, shows: RegExp][] = [
  ["table.labels|;", /Table\.labels\?: Record<string, string>.*Labels to organize tables.*63 characters/],
  ["table.lastModifiedTime|;", /`\$\{bigint\}`.*Unix time in milliseconds.*Output only/],
  ["table.timePartitioning!.type|;", /"DAY" \| "HOUR" \| "MONTH" \| "YEAR".*Time span of one partition/],
  ["table.materializedView!.refreshIntervalMs|;", /in milliseconds.*Default: `"1800000"`/],
  ["table.externalDataConfiguration!.csvOptions!.quote|;", /Quotation mark around values.*Default: a double quote/],
  ["table.schema!.fields![0]!.fields![0]!.name|;", /letters, digits and underscores.*At most 300 characters/],
  ["table.schema!.fields![0]!.scale|;", /BIGNUMERIC` \(0 to 38\)/],
  ["table.view!.privacyPolicy!.aggregationThresholdPolicy!.threshold|;", /Minimum number of distinct individuals/],
  ["environment.config!.softwareConfig!.imageVersion|;", /composer-2\.9\.7.*downgrades.*are not allowed/],
  ["environment.config!.workloadsConfig!.scheduler!.memoryGb|;", /in gigabytes/],
  ["environment.config!.maintenanceWindow!.endTime|;", /RFC 3339.*after `startTime`/],
  ["entity.image|;", /EntityImage.*Image of the entity/],
  ['createClient({ baseUrl|: "" });', /Default: the addresses of the naming profile/],
  ['createClient({ auth|: bearer("t") });', /`GoogleAuth`.*`bearer\(.*`serviceAccount\(.*Default: none/],
  ["createClient({ timeoutMs|: 5 });", /in milliseconds\. Default: 30 000/],
  ["createClient({ retry: { limit|: 5 } });", /Maximum number of retries.*Default: 3/],
  ["tables.get|(orders);", /Promise<Table>.*Gets a BigQuery table\..*Scopes/],
  ["tables.patch|(orders, {});", /`null` clears a field/],
  ["tables.modify|(orders, () => undefined);", /sends the patch with If-Match/],
  ['tables.patch(orders, {}, { ifMatch|: "e" });', /`precondition_failed`/],
  ["tables.insert({ tableReference: orders, expirationTime|: 5 });", /bigint.*Default: the table does not expire/],
  ["tables.patch(orders, { labels|: {} });", /string \| null.*Labels to organize tables/],
  ["projects.list|();", /Pager<Project, ProjectList>.*Lists the projects/],
  ["projects.list().toArray|({ limit: 1 });", /Collects items into an array/],
  ["client.entities.search|({});", /Knowledge Graph Search/],
  ["environments.patch|;", /Promise<OperationHandle>.*Starts an update of a Cloud Composer environment/],
  ["client.warehouse.call|;", /Calls a method/],
  ["ensureTable|;", /Creates a BigQuery table, or patches it/],
  [
    'defineTable("a.b", { schema: [{ name: "id", type: "DATE" }], clustering|: { fields: ["id"] } });',
    /Sorts the rows within each partition/,
  ],
  ['environmentUpdate.labels|({ team: "data" });', /Changes individual labels and keeps all others/],
  ["environmentUpdate.envVariables|.clear();", /a mask cannot name a single variable/],
  ['fromMask(["config.nodeCount"], { config: { nodeCount|: 4 } });', /nodeCount: number.*at least 3/],
  ["fromMask|;", /Only valid masks compile/],
  ["planEnvironmentUpdates|;", /Maps are merged by key/],
  ["readUserInfo|;", /null if the header is absent/],
  ['decodeUserInfo("", { generation|: "earlier" });', /Default: `"auto"`/],
  ['if (isFourfoldError(caught, "not_found")) caught|;', /ApiError & FourfoldError<"not_found">/],
  ['if (isFourfoldError(caught, "rate_limited")) caught.retryAfterMs|;', /in milliseconds/],
  ['defineMethod({ name: "x", http|: "GET /x" });', /`\{name\}` matches one segment/],
  ["Table|;", /A BigQuery table: schema, partitioning/],
  ["Table.parse|({});", /Table.*Parses a value/],
  ["sandbox.faults|;", /Injects faults/],
];

/** Code with `|` at the cursor, and names that the editor must offer. */
const completions: readonly [code: string, names: string][] = [
  ["client.|;", "warehouse entities environments"],
  ["tables.|;", "list get insert patch update delete modify getIamPolicy setIamPolicy testIamPermissions"],
  ["createClient({ | });", "auth baseUrl naming fetch timeoutMs retry onEvent"],
  ['createClient({ validation: { responses: "|" } });', "strict tolerant"],
  ['createClient({ rules: { "|": "off" } });', "field-mode image-version"],
  ["tables.patch(orders, {}, { | });", "ifMatch autodetectSchema signal"],
  ["projects.list({ | });", "maxResults pageToken"],
  ['client.entities.search({ types: ["|"] });', "Person Organization Movie"],
  ["tables.insert({ tableReference: orders, | });", "schema labels timePartitioning"],
  ['tables.insert({ tableReference: orders, timePartitioning: { type: "|" } });', "DAY HOUR MONTH YEAR"],
  ["environmentUpdate.|;", "labels pypiPackages envVariables nodeCount fromMask unlisted"],
  ['environmentUpdate.environmentSize("|");', "ENVIRONMENT_SIZE_SMALL"],
  ["planEnvironmentUpdates({}, { config: { | } });", "nodeCount softwareConfig"],
  ['isFourfoldError(caught, "|");', "not_found precondition_failed timeout"],
  ["sandbox.|;", "faults issuer requests snapshot restore reset"],
  ['readUserInfo({}, { gateway: "|" });', "api-gateway cloud-endpoints"],
  ['decodeUserInfo("", { generation: "|" });', "auto current earlier"],
  ['defineSchema([{ name: "id", type: "INTEGER" }, { name: "total", type: "|" }]);', "NUMERIC BIGNUMERIC RECORD RANGE"],
  ['defineSchema([{ name: "id", type: "INTEGER", mode: "|" }]);', "NULLABLE REQUIRED REPEATED"],
  [
    'defineSchema([{ name: "id", type: "INTEGER", | }]);',
    "mode description maxLength policyTags defaultValueExpression",
  ],
  ['defineSchema([{ name: "r", type: "RECORD", fields: [{ name: "n", type: "|" }] }]);', "DATE TIMESTAMP"],
  ['defineTable("a.b", { schema: { fields: [{ name: "id", type: "DATE", | }] } });', "mode description"],
];

const masks = (n: number) => [
  `fromMask(["labels.team${n}", "labels.old${n}"], { labels: { team${n}: "data" } });`,
  `fromMask(["config.nodeCount"], { config: { nodeCount: ${n + 3} } });`,
  `fromMask(["config.softwareConfig.pypiPackages.p${n}"], {});`,
];
const times = (count: number, code: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => code(n)).join("\n");

/** Code, and the number of types that the compiler may instantiate for it. */
const budgets: readonly [what: string, code: string, limit: number][] = [
  ["200 masks", times(200, (n) => masks(n)[n % 3] ?? ""), 30_000],
  [
    "a schema of 500 columns and its rows",
    `const columns = defineSchema([\n${times(500, (n) => `{ name: "c${n}", type: "INTEGER", mode: "REQUIRED" },`)}\n]);
const read = (row: RowOf<typeof columns>): string => row.c0 + row.c1;`,
    120_000,
  ],
];

/** What an editor knows about one file, which imports the built package. */
const openFile = (text: string) => languageService(new Map([[FILE, text]]), settings);

/** Opens a file with all codes, each in a block, and checks what the editor knows at the cursor of each. */
function checkCursors<Shown>(
  rows: readonly (readonly [code: string, shown: Shown])[],
  problem: (editor: ts.LanguageService, cursor: number, expected: Shown) => string | undefined,
): string[] {
  const blocks = rows.map(([code]) => `{ ${code} }`);
  const editor = openFile(HEAD + blocks.map((block) => block.replace("|", "")).join("\n"));
  let start = HEAD.length;
  return rows.flatMap(([code, expected], index) => {
    const block = blocks[index] ?? "";
    const found = problem(editor, start + block.indexOf("|"), expected);
    start += block.length; // without the mark, with the line break
    return found === undefined ? [] : [`${code}: ${found}`];
  });
}

function checkHovers(): string[] {
  return checkCursors(hovers, (editor, cursor, expected) => {
    const { displayParts = [], documentation = [] } = editor.getQuickInfoAtPosition(FILE, cursor - 1) ?? {};
    const text = `${ts.displayPartsToString(displayParts)} ${ts.displayPartsToString(documentation)}`.replace(
      /\s+/g,
      " ",
    );
    return expected.test(text) ? undefined : `the hover is ${text}`;
  });
}

function checkCompletions(): string[] {
  return checkCursors(completions, (editor, cursor, expected) => {
    const offered = (editor.getCompletionsAtPosition(FILE, cursor, {})?.entries ?? []).map(({ name }) => name);
    const missing = expected.split(" ").filter((name) => !offered.includes(name.replace("#", " ")));
    return missing.length === 0 ? undefined : `the editor does not offer ${missing.join(", ")}`;
  });
}

function checkBudgets(): string[] {
  const costOf = (code: string) => {
    const editor = openFile(`${HEAD}${code}`);
    const [error] = editor.getSemanticDiagnostics(FILE);
    if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
    return editor.getProgram()?.getInstantiationCount() ?? Number.NaN;
  };
  const costOfHead = costOf("");
  return budgets.flatMap(([what, code, limit]) => {
    const cost = costOf(code) - costOfHead;
    console.log(`${what}: ${cost} instantiations, at most ${limit}`);
    return cost > 0 && cost <= limit ? [] : [`${what}: ${cost} instantiations, at most ${limit} are allowed`];
  });
}

function checkDocumentation(): string[] {
  const { checker, subpaths } = readExported();
  const undocumented = [...subpaths].filter(([symbol]) => symbol.getDocumentationComment(checker).length === 0);
  return undocumented.map(([symbol, [subpath]]) => `${symbol.name} of ${subpath} has no documentation`);
}

await runChecks([
  { name: "hovers", run: checkHovers },
  { name: "completions", run: checkCompletions },
  { name: "cost of types", run: checkBudgets },
  { name: "documentation of exports", run: checkDocumentation },
]);
