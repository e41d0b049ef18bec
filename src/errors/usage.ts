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
  "ensureTable(client: client.warehouse, desired: { tableReference, … }, options)",
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

/** Returns a function's signature for the end of a message, if an issue is about an argument or an option. */
export function usageOf(
  operation: string,
  issues: readonly { readonly path: string; readonly rule: string }[],
): string {
  const signature = SIGNATURES.find((each) => each.startsWith(`${operation}(`)) ?? "";
  const names = signature.split(/\W+/);
  const isMisused = issues.some(({ path, rule }) => names.includes(path) || rule.endsWith("option"));
  return signature && isMisused ? `; ${signature.replace("(", " takes (")}` : "";
}

/** Options of clients. */
const OF_CLIENTS: readonly string[] = [
  "auth",
  "baseUrl",
  "clock",
  "fetch",
  "maxResponseBytes",
  "naming",
  "onEvent",
  "rules",
  "validation",
];

/** Options of calls. */
const OF_CALLS: readonly string[] = [
  "autodetectSchema",
  "deadlineMs",
  "headers",
  "ifMatch",
  "onResponse",
  "onStep",
  "pollIntervalMs",
  "retry",
  "signal",
  "timeoutMs",
  "updateMask",
];

/** Replacements for options of other packages. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  accessToken: "use auth: bearer(() => accessToken)",
  apiEndpoint: "use baseUrl",
  apiKey: 'use auth: { entities: apiKey("…") }',
  authClient: "use auth",
  credentials: "use auth: new GoogleAuth({ credentials, scopes })",
  dryRun: "use planTables, which returns the changes, or a sandbox",
  endpoint: "use baseUrl",
  keyFile: "use auth: new GoogleAuth({ keyFile, scopes })",
  keyFilename: "use auth: new GoogleAuth({ keyFilename, scopes })",
  location: "each call names its location",
  logger: "use onEvent: logEvents(logger)",
  maxRetries: "use retry: { limit }",
  pageSize: "use maxResults",
  projectId: "each call names its project",
  scopes: "use auth: new GoogleAuth({ scopes })",
  token: "use auth: bearer(() => token)",
};

/** Whether an option belongs in the last argument of a call. */
export const isCallOption = (name: string): boolean => OF_CALLS.includes(name);

/** Returns the remedy for an unknown option that another argument or another package has; undefined for any other name. */
export function insteadOf(option: string): string | undefined {
  if (OF_CLIENTS.includes(option)) return "it is an option of createClient";
  if (isCallOption(option)) return "it is an option of calls, whose options are the last argument";
  return Object.hasOwn(OF_OTHERS, option) ? OF_OTHERS[option] : undefined;
}
