import { entityMethods, environmentMethods, googleNaming, type Method, warehouseMethods } from "fourfold";

/** The method tables, by area and by the names that the methods have on the client. */
const tables = { warehouse: warehouseMethods, entities: entityMethods, environments: environmentMethods };

interface Row {
  /** Names on the client, such as `["warehouse", "tables", "get"]`. */
  readonly call: readonly string[];
  readonly method: Method;
}

const isMethod = (value: object): value is Method => "verb" in value;

function rowsOf(table: object, call: readonly string[]): Row[] {
  return Object.entries(table).flatMap(([name, value]: [string, object]) =>
    isMethod(value) ? [{ call: [...call, name], method: value }] : rowsOf(value, [...call, name]),
  );
}

const rows = rowsOf(tables, []);

/** Returns docs/methods.md, generated from the tables. */
export function methodsPage(): string {
  return `# Methods

All built-in methods, from the tables \`warehouseMethods\`, \`entityMethods\` and \`environmentMethods\`. To call other
methods, use \`defineMethod\`.

- **Idempotent** and **retried after**: see [which calls are retried](guides/errors-and-retries.md#which-calls-are-retried).
- **Scopes**: see [Authenticate](guides/authentication.md#scopes-permissions-and-roles), which lists permissions and roles, too.

This page is generated from the tables by \`npm run docs\`.

${methodsTable()}
`;
}

/** The table of the built-in methods, or of the methods of one area. */
function methodsTable(area?: string): string {
  const own = rows.filter(({ call }) => area === undefined || call[0] === area);
  const header = ["method", "on the client", "HTTP", "idempotent", "retried after", "scopes", "Google's docs"];
  return [`| ${header.join(" | ")} |`, `|${"---|".repeat(header.length)}`, ...own.map(line)].join("\n");
}

function line({ call, method }: Row): string {
  const { name, verb, path, scopes } = method;
  const safe = idempotence(method);
  const retried = safe === "no" ? "429, rate limits, refused connections" : "all transient failures";
  const cells = [
    `\`${name}\``,
    `\`${call.join(".")}\``,
    `\`${verb} ${path.replace("{servicePath}", googleNaming.servicePath)}\``,
    safe,
    safe.startsWith("with") ? `${retried}; without one: 429, rate limits, refused connections` : retried,
    scopes.map((scope) => `\`${scope.replace(/^warehouse/, googleNaming.servicePath)}\``).join(", ") ||
      "none: an API key",
    `[${name}](${docsOf(call, name)})`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function idempotence({ idempotent, verb }: Method): string {
  if (typeof idempotent === "function") return verb === "PATCH" ? "with `ifMatch`" : "with an etag";
  return idempotent ? "yes" : "no";
}

function docsOf([area]: readonly string[], name: string): string {
  const [resource = "", method = ""] = name.split(".");
  if (area === "warehouse") return `https://cloud.google.com/bigquery/docs/reference/rest/v2/${resource}/${method}`;
  if (area === "entities") return "https://developers.google.com/knowledge-graph/reference/rest/v1";
  return `https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.${resource}/${method}`;
}

/** IAM permissions that Google documents for methods whose rows have none, by the name of the method. */
const documentedPermissions: Readonly<Record<string, readonly string[]>> = {
  "datasets.list": ["bigquery.datasets.get"],
  "tables.list": ["bigquery.tables.list"],
  "tables.get": ["bigquery.tables.get"],
  "tables.insert": ["bigquery.tables.create"],
  "tables.patch": ["bigquery.tables.update"],
  "tables.update": ["bigquery.tables.update"],
  "tables.delete": ["bigquery.tables.delete"],
  "tables.getIamPolicy": ["bigquery.tables.getIamPolicy"],
  "tables.setIamPolicy": ["bigquery.tables.setIamPolicy"],
  "environments.list": ["composer.environments.list"],
  "environments.get": ["composer.environments.get"],
  "operations.get": ["composer.operations.get"],
};

/** Predefined roles, from the narrowest to the widest in each area, with the permissions that they add. */
const roles: readonly (readonly [role: string, permissions: RegExp])[] = [
  ["roles/bigquery.metadataViewer", /^bigquery\.(datasets\.get|tables\.(list|get|getIamPolicy))$/],
  ["roles/bigquery.dataEditor", /^bigquery\.(datasets\.create|tables\.(create|update|delete))$/],
  ["roles/bigquery.dataOwner", /^bigquery\.tables\.setIamPolicy$/],
  ["roles/composer.user", /^composer\.(environments\.(list|get)|operations\.get)$/],
  ["roles/composer.admin", /^composer\.environments\.update$/],
];

/** Returns the permissions of a call with Google's names. */
function permissionsOf({ method }: Row): readonly string[] {
  const permissions = method.hooks?.permissions ?? documentedPermissions[method.name] ?? [];
  return permissions.map((permission) =>
    permission.replace("{servicePath}", googleNaming.servicePath).replace("{product}", googleNaming.product ?? ""),
  );
}

/** The table of scopes, permissions and roles in docs/guides/authentication.md. */
function accessTable(): string {
  const lines = rows.map((row) => {
    const permissions = permissionsOf(row);
    const role = roles.findLast(([, adds]) => permissions.some((permission) => adds.test(permission)))?.[0];
    const scopes = row.method.scopes.map((scope) => scope.replace(/^warehouse/, googleNaming.servicePath));
    const cells = [[row.call.join(".")], scopes, permissions, role === undefined ? [] : [role]];
    return `| ${cells.map((cell) => cell.map((text) => `\`${text}\``).join(", ") || "–").join(" | ")} |`;
  });
  return ["| call | scopes | permissions | role |", "|---|---|---|---|", ...lines].join("\n");
}

const TABLE = /(?<=<!-- written by npm run docs -->\n).*?(?=<!-- end -->)/s;

/** The pages with a generated table, each with its table. */
const tablesOfPages: Readonly<Record<string, () => string>> = {
  "docs/guides/authentication.md": accessTable,
  ...Object.fromEntries(
    Object.keys(tables).map((area) => [`docs/areas/${area}.md`, () => methodsTable(area)] as const),
  ),
};

/** The paths of the pages with a table of methods or of access between two marks. */
export const pagesWithTable: readonly string[] = Object.keys(tablesOfPages);

/** Returns a page with its current table between the marks. */
export function withTable(path: string, page: string): string {
  const table = tablesOfPages[path];
  if (table === undefined || !TABLE.test(page)) throw new Error(`${path} has no marks for a generated table`);
  return page.replace(TABLE, () => `\n${table()}\n\n`);
}
