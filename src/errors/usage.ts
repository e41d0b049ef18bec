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

const OF_CLIENT = "it is an option of createClient";
const OF_CALL = "it is an option of calls, whose options are the last argument";

/** Remedies for options in the wrong argument, and for options of other packages. */
const INSTEAD: Readonly<Record<string, string>> = {
  auth: OF_CLIENT,
  naming: OF_CLIENT,
  baseUrl: OF_CLIENT,
  fetch: OF_CLIENT,
  validation: OF_CLIENT,
  rules: OF_CLIENT,
  onEvent: OF_CLIENT,
  clock: OF_CLIENT,
  maxResponseBytes: OF_CLIENT,
  signal: OF_CALL,
  timeoutMs: OF_CALL,
  deadlineMs: OF_CALL,
  retry: OF_CALL,
  headers: OF_CALL,
  onResponse: OF_CALL,
  ifMatch: OF_CALL,
  updateMask: OF_CALL,
  autodetectSchema: OF_CALL,
  pollIntervalMs: OF_CALL,
  onStep: OF_CALL,
  projectId: "each call names its project",
  location: "each call names its location",
  keyFile: "use auth: new GoogleAuth({ keyFile, scopes })",
  keyFilename: "use auth: new GoogleAuth({ keyFilename, scopes })",
  credentials: "use auth: new GoogleAuth({ credentials, scopes })",
  scopes: "use auth: new GoogleAuth({ scopes })",
  authClient: "use auth",
  apiKey: 'use auth: { entities: apiKey("…") }',
  token: "use auth: bearer(() => token)",
  accessToken: "use auth: bearer(() => accessToken)",
  apiEndpoint: "use baseUrl",
  endpoint: "use baseUrl",
  maxRetries: "use retry: { limit }",
  logger: "use onEvent: logEvents(logger)",
  pageSize: "use maxResults",
  dryRun: "use planTables, which returns the changes, or a sandbox",
};

/** Returns the remedy for an unknown option that another argument or another package has; undefined for any other name. */
export function insteadOf(option: string): string | undefined {
  return Object.hasOwn(INSTEAD, option) ? INSTEAD[option] : undefined;
}

/** Whether an option belongs in the last argument of a call. */
export const isCallOption = (name: string): boolean => insteadOf(name) === OF_CALL;
