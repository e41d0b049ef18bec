/** Signatures of functions that are often called with too many arguments or in the wrong order. */
const SIGNATURES: readonly string[] = [
  "createClient({ auth, … })",
  "createService({ baseUrl, … })",
  "datasets.list(reference: { projectId }, options)",
  "datasets.get(reference: { projectId, datasetId }, options)",
  "datasets.insert(dataset, options)",
  "datasets.ensure(dataset, options)",
  "tables.list(reference: { projectId, datasetId }, options)",
  "tables.get(reference: { projectId, datasetId, tableId }, options)",
  "tables.insert(table, options)",
  "tables.patch(reference: { projectId, datasetId, tableId }, patch, options)",
  "tables.update(table, options)",
  "tables.delete(reference: { projectId, datasetId, tableId }, options)",
  "tables.modify(reference: { projectId, datasetId, tableId }, change, options)",
  "tables.setIamPolicy(reference: { projectId, datasetId, tableId }, policy, options)",
  "ensureTable(client: client.warehouse, table, options)",
  "planTables(client: client.warehouse, definitions, { projectId, … })",
  "applyTables(client: client.warehouse, plan, options)",
  "defineTable(name, { schema, … })",
  "rowDecoder(definition, columns: response.schema, options)",
  "environments.list(reference: { projectId, locationId }, options)",
  "environments.get(name, options)",
  "environments.patch(name, update, options)",
  "environments.apply(name, updates, options)",
  "environments.ensure(name, desired, options)",
  "planEnvironmentUpdates(current, desired, options)",
  "entities.search({ query, … }, options)",
  "jwtSecurity({ definitions })",
  "secureDocument(document, security, options)",
  "effectiveSecurity(document, method, path)",
  "readUserInfo(request, { gateway })",
  "createTokenVerifier({ definitions })",
];

/** Returns a function's signature for the end of a message, if an issue is about an argument or the options as a whole. */
export function usageOf(
  operation: string,
  issues: readonly { readonly path: string; readonly rule: string }[],
): string {
  const signature = SIGNATURES.find((each) => each.startsWith(`${operation}(`)) ?? "";
  const names = signature.split(/\W+/);
  const isMisused = issues.some(({ path, rule }) => names.includes(path) || rule.endsWith("option"));
  return signature && isMisused ? `; ${signature.replace("(", " takes (")}` : "";
}

/** Replacements for options of other packages. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  projectId: "each call names its project",
  keyFilename: "use auth: new GoogleAuth({ keyFilename, scopes })",
  credentials: "use auth: new GoogleAuth({ credentials, scopes })",
  apiKey: 'use auth: { entities: apiKey("…") }',
  token: "use auth: bearer(() => token)",
  maxRetries: "use retry: { limit }",
  dryRun: "use planTables, which returns the changes, or a sandbox",
};

/** Returns the replacement for an option of another package; undefined for any other name. */
export function insteadOf(option: string): string | undefined {
  return Object.hasOwn(OF_OTHERS, option) ? OF_OTHERS[option] : undefined;
}
