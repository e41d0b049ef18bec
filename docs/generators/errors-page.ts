import type { ErrorCode } from "fourfold";
import { runProgram } from "../../tests/support/run-programs.js";

interface Description {
  /** When the error occurs. Starts with the status or the subject. */
  readonly when: string;
  /** A program that fails with the error; `show` prints the message. */
  readonly example: string;
  /** The remedy. */
  readonly remedy: string;
}

const setup = `import { createClient, createTokenVerifier, decodeUserInfo, encodeUserInfo, environmentUpdate, isFourfoldError, readUserInfo } from "fourfold";
import { bearer } from "fourfold/auth";
import { applyTables, planTables, rowDecoder } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { z } from "zod";

const sandbox = createSandbox({ operationMs: 0 });
const client = createClient(sandbox.clientOptions);
const { tables, projects } = client.warehouse;
sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const table = { tableReference: orders, schema: { fields: [{ name: "id", type: "INTEGER" }] } };

/** Prints the message of the error that a call throws. */
async function show(call: () => unknown): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isFourfoldError(error)) throw error;
    console.log(error.message);
  }
}`;

const environmentSetup = `const flows = "projects/shop/locations/europe-west1/environments/flows";
sandbox.environments.add({ name: flows });
const { environments } = client;`;

const tablesPlanSetup = `const plan = await planTables(client.warehouse, [{ table: "sales.orders", description: "One row per order" }], { projectId: "shop" });`;

const verifierSetup = `const { issuer, jwksUri, audience } = sandbox.issuer;
const definitions = { users: { issuer, jwksUri, audiences: audience } };
const verifier = createTokenVerifier({ definitions, fetch: sandbox.fetch });`;

const userInfoSetup = `const header = "X-Apigateway-Api-Userinfo";
const read = (value: string) => readUserInfo(new Headers({ [header]: value }), { gateway: "api-gateway" });`;

interface Section {
  readonly title: string;
  readonly text: string;
  /** Statements that the examples of the section need. */
  readonly setup?: string;
  readonly codes: Partial<Record<ErrorCode, Description>>;
}

const wrongToken = (wrong: string) =>
  `await show(async () => verifier.verify(await sandbox.issuer.token({ sub: "ada" }, { wrong: "${wrong}" })));`;

/** The sections of the page, with every code. */
const sections = [
  {
    title: "Invalid input",
    text: `A \`RequestError\`: nothing was sent.`,
    codes: {
      invalid_request: {
        when: "A parameter or an option is invalid, or a request breaks a [rule](rules.md).",
        example: `await show(() => tables.insert({ tableReference: orders, timePartitioning: { type: "WEEK" } }));`,
        remedy:
          "Correct the input: `issues` lists every problem with its path, message and rule id. You can lower the severity of a rule with the `rules` option.",
      },
    },
  },
  {
    title: "No credentials",
    text: `A \`CredentialsError\`: nothing was sent. \`cause\` is the error of the provider in \`auth\`: of your function, of
google-auth-library, or an \`ApiError\` if a token endpoint responded with an error.`,
    codes: {
      credentials_unavailable: {
        when: "`auth` provided no credentials: it failed, or returned no token or an invalid one.",
        example: `const anonymous = createClient({ ...sandbox.clientOptions, auth: bearer(() => undefined) });
await show(() => anonymous.warehouse.tables.get(orders));`,
        remedy:
          "Read `cause`, and check the account, its scopes, the key file and the network. The call is not retried; `serviceAccount` has already retried its token request.",
      },
    },
  },
  {
    title: "Error responses",
    text: `An \`ApiError\`. The service returned an error status. \`serviceMessage\`, \`reason\`, \`details\`, \`body\` and
\`requestId\` describe the response.`,
    codes: {
      bad_request: {
        when: "Status 400: the service rejects the content of the request.",
        example: `await tables.insert(table);
await show(() => tables.patch(orders, { schema: { fields: [{ name: "id", type: "STRING" }] } }));`,
        remedy: "Correct the request. The same request would fail again, so it is not retried.",
      },
      unauthenticated: {
        when: "Status 401: the credentials are missing, invalid or expired. If `auth` can provide a new token, the client has already retried once with it.",
        example: `sandbox.faults.next({ status: 401 });
await show(() => tables.get(orders));`,
        remedy: "Check the `auth` option and the account that it authenticates.",
      },
      permission_denied: {
        when: "Status 403: the account is not allowed to make this call.",
        example: `sandbox.faults.next({ status: 403 });
await show(() => tables.get(orders));`,
        remedy:
          "Grant the account a role that includes the required permission, and request a token with one of the [scopes](methods.md) of the method.",
      },
      not_found: {
        when: "Status 404: the resource does not exist, or the account is not allowed to see whether it exists.",
        example: `await show(() => tables.get({ ...orders, tableId: "missing" }));`,
        remedy: "Check the names in the reference. Handle `not_found` where a resource may legitimately be missing.",
      },
      conflict: {
        when: "Status 409: the resource already exists.",
        example: `await show(() => tables.insert(table));`,
        remedy: "Use the existing resource, or call `ensureTable`, which creates the table or updates it.",
      },
      precondition_failed: {
        when: "Status 412, or 400 with the status `FAILED_PRECONDITION`: the resource has changed since you read it.",
        example: `await show(() => tables.patch(orders, { description: "new" }, { ifMatch: "an old etag" }));`,
        remedy:
          "Read the resource again and apply your change to the new version, or call `tables.modify`, which does that.",
      },
      rate_limited: {
        when: "Status 429, or 403 with a rate-limit reason. All retries failed, or the service requested a longer delay than `maxRetryAfterMs`.",
        example: `sandbox.faults.next({ status: 429, retryAfter: 120 });
await show(() => tables.get(orders));`,
        remedy: "Wait for `retryAfterMs`, and send fewer concurrent requests.",
      },
      quota_exceeded: {
        when: "The service responded with the reason `quotaExceeded`.",
        example: `sandbox.faults.next({ status: 403, reason: "quotaExceeded" });
await show(() => tables.get(orders));`,
        remedy: "Wait until the quota resets, or request a higher quota. Retrying after a short wait does not help.",
      },
      redirect: {
        when: "Status 3xx: redirects are never followed, so that credentials are never sent to another host.",
        example: `sandbox.faults.next({ status: 302 });
await show(() => tables.get(orders));`,
        remedy: "Check `baseUrl`, and the proxy between you and the service.",
      },
      unavailable: {
        when: "Status 502, 503 or 504. Only idempotent calls were retried.",
        example: `sandbox.faults.next({ status: 503 });
await show(() => tables.insert({ tableReference: { ...orders, tableId: "new" } }));`,
        remedy: "Try again later. After a write, check the resource before you try again.",
      },
      server_error: {
        when: "Any other status from 500 to 599. Idempotent calls were retried after a 500.",
        example: `sandbox.faults.next({ status: 500 });
await show(() => tables.insert({ tableReference: { ...orders, tableId: "new" } }));`,
        remedy: "Try again later. If the error persists, contact the service's support with the `requestId`.",
      },
      request_failed: {
        when: "Any other status.",
        example: `sandbox.faults.next({ status: 405 });
await show(() => tables.get(orders));`,
        remedy: "Check `status` and `serviceMessage`, and that `baseUrl` is the base URL of the service.",
      },
    },
  },
  {
    title: "No complete response",
    text: `A \`NetworkError\` or \`TimeoutError\`. After a write, the service may have processed the request: read the resource before
you write it again.`,
    codes: {
      network: {
        when: "The connection failed or was lost. `cause` is the error of the runtime.",
        example: `sandbox.faults.next({ drop: true });
await show(() => tables.insert({ tableReference: { ...orders, tableId: "new" } }));`,
        remedy: "Check the URL and the network. Idempotent calls have already been retried.",
      },
      timeout: {
        when: "One attempt took longer than `timeoutMs`. It is not retried.",
        example: `sandbox.faults.next({ delayMs: 1_000 });
await show(() => tables.get(orders, { timeoutMs: 20 }));`,
        remedy: "Increase `timeoutMs`, or request less data at once, for example smaller pages.",
      },
      deadline: {
        when: "A call took longer than `deadlineMs`, including retries and waits, or the next wait would have exceeded it.",
        example: `sandbox.faults.next({ status: 503, retryAfter: 30 });
await show(() => tables.get(orders, { deadlineMs: 10_000 }));`,
        remedy: "Increase `deadlineMs`, or call again later. `cause` is the error of the last attempt.",
      },
    },
  },
  {
    title: "Unusable responses",
    text: `A \`ResponseError\` or \`PaginationError\`: the service responded with success, but the response cannot be used.`,
    codes: {
      invalid_response: {
        when: 'The body of a successful response is not valid JSON, is truncated, or does not match the documented schema (checked only with `validation: { responses: "strict" }`).',
        example: `sandbox.faults.next({ status: 200, body: "<h1>Sign in</h1>" });
await show(() => tables.get(orders, { retry: false }));`,
        remedy: "Check `body`. If it is an HTML page from a proxy, check `baseUrl` and the proxy.",
      },
      response_too_large: {
        when: "The body of a response exceeds `maxResponseBytes`.",
        example: `const small = createClient({ ...sandbox.clientOptions, maxResponseBytes: 100 });
await show(() => small.warehouse.tables.get(orders));`,
        remedy: "Request smaller pages or fewer fields, or increase `maxResponseBytes`.",
      },
      page_loop: {
        when: "A list would never end, because the service sent the same page token twice.",
        example: `sandbox.faults.next({ status: 200, body: { nextPageToken: "again" }, times: 2 });
await show(() => projects.list().toArray({ limit: 10 }));`,
        remedy:
          "Contact the service's support. Your loop has already received every page, including the one with the repeated token.",
      },
    },
  },
  {
    title: "Rows",
    text: `A \`RowError\`: a row of a response does not match the columns of its decoder. The error has a \`path\`, and no value.`,
    codes: {
      row_invalid: {
        when: "A function of `rowDecoder` received a row with another number of cells, or a value that its column cannot have.",
        example: `const decode = rowDecoder(table.schema, table.schema, { integers: "number" });
await show(() => decode({ f: [{ v: "9007199254740993" }] }));`,
        remedy:
          "Check that the schema and the rows are of the same response. With @google-cloud/bigquery, query with `skipParsing: true`, so that it returns rows of cells. For larger integers, use strings or bigints; for null in a `REQUIRED` column, change the mode in the definition.",
      },
    },
  },
  {
    title: "Operations",
    text: `An \`OperationError\` or \`ApplyEnvironmentError\`: an update of an environment failed after the service had accepted it.`,
    setup: environmentSetup,
    codes: {
      operation_failed: {
        when: "A long-running operation ended with an error.",
        example: `sandbox.environments.failNext({ code: 8, message: "no capacity left" });
const operation = await environments.patch(flows, environmentUpdate.environmentSize("ENVIRONMENT_SIZE_LARGE"));
await show(() => operation.wait());`,
        remedy: "Read `operation.error`, fix the cause, and retry the update.",
      },
      apply_environment_failed: {
        when: "`environments.apply` or `ensure` did not apply all updates, or could not read the environment afterwards.",
        example: `sandbox.environments.failNext({ code: 8, message: "no capacity left" });
const updates = [environmentUpdate.environmentSize("ENVIRONMENT_SIZE_LARGE"), environmentUpdate.labels({ stage: "live" })];
await show(() => environments.apply(flows, updates));`,
        remedy:
          "Read `cause`. `applied`, `failed` and `remaining` list the updates. To resume, get the environment and create a new plan.",
      },
    },
  },
  {
    title: "Plans of tables",
    text: `An \`ApplyTablesError\`: a plan of several tables was applied only in part. A \`StalePlanError\` is the error of one of its tables.`,
    setup: tablesPlanSetup,
    codes: {
      apply_tables_failed: {
        when: "`applyTables` did not apply all tables, because at least one failed.",
        example: `await tables.patch(orders, { description: "Changed by another client" });
await show(() => applyTables(client.warehouse, plan));`,
        remedy:
          "Read `failed`, which has the error of each table. `applied` and `remaining` list the other tables. To resume, plan again and apply the new plan.",
      },
      plan_stale: {
        when: "`applyTables` did not write a table that was created, changed or deleted since it was planned. The error is in `failed` of an `ApplyTablesError`.",
        example: `await tables.patch(orders, { description: "Changed by another client" });
await applyTables(client.warehouse, plan).catch((error) => show(() => Promise.reject(error.failed[0].error)));`,
        remedy:
          "Plan again, review the plan and apply it. `table` is the table; `changed` lists the paths that differ, and is empty if the table was created or deleted.",
      },
    },
  },
  {
    title: "Tokens",
    text: `A \`TokenError\`: the token of a request was rejected. The error contains no part of the token, except an unknown issuer or wrong audiences.`,
    setup: verifierSetup,
    codes: {
      token_missing: {
        when: "The request has no token in any of the accepted locations.",
        example: `await show(() => verifier.verify(new Request("https://api.example/echo")));`,
        remedy: "The caller must send a token, for example as `Authorization: Bearer …`.",
      },
      token_malformed: {
        when: "The token is not a signed JSON Web Token.",
        example: `await show(() => verifier.verify("not.a.token"));`,
        remedy: "The caller must send the token as the issuer returned it; an opaque access token cannot be verified.",
      },
      token_expired: {
        when: "The token's `exp` claim is in the past.",
        example: wrongToken("expired"),
        remedy: "The caller must get a new token. If tokens expire too early, check the clocks.",
      },
      token_not_yet_valid: {
        when: "The token's `nbf` or `iat` claim is in the future.",
        example: wrongToken("not-yet-valid"),
        remedy: "Check the clocks of the issuer and of this machine.",
      },
      signature_invalid: {
        when: "The signature does not match any key of the issuer.",
        example: wrongToken("other-key"),
        remedy: "Check `jwksUri`. A token with a wrong signature may be forged.",
      },
      algorithm_not_allowed: {
        when: "The token is signed with an algorithm that is not allowed, or is not signed at all.",
        example: wrongToken("alg-none"),
        remedy:
          "Configure the issuer to sign with an allowed algorithm. Treat a token with the algorithm `none` as an attack.",
      },
      issuer_unknown: {
        when: "No definition has the `iss` of the token.",
        example: wrongToken("other-issuer"),
        remedy: "Compare `issuer` in the definitions with the token's `iss` claim, character by character.",
      },
      audience_mismatch: {
        when: "The token is for another audience.",
        example: wrongToken("other-audience"),
        remedy: "Add the audience to `audiences`, or have the caller request a token for this API.",
      },
      claim_missing: {
        when: "A required claim is missing or has the wrong type.",
        example: `await show(async () => verifier.verify(await sandbox.issuer.token({ sub: "" })));`,
        remedy: "Configure the issuer to set the claim that the message names.",
      },
      keys_unavailable: {
        when: "The keys of the issuer could not be fetched.",
        example: `const offline = createTokenVerifier({ definitions, fetch: async () => new Response("", { status: 503 }) });
await show(async () => offline.verify(await sandbox.issuer.token({ sub: "ada" })));`,
        remedy:
          "Respond with 503, not with 401: the token may be valid. Check `jwksUri` and the network; `cause` has the reason.",
      },
    },
  },
  {
    title: "User info",
    text: `A \`UserInfoError\`: the user-info header of a request is invalid. Only the gateway should be able to set this header.`,
    setup: userInfoSetup,
    codes: {
      invalid_base64: {
        when: "The value is not base64.",
        example: `await show(() => read("not base64"));`,
        remedy: "Check that `gateway` or `header` is that of the gateway in front of your backend.",
      },
      invalid_utf8: {
        when: "The decoded bytes are not UTF-8.",
        example: `await show(() => read("/w"));`,
        remedy: "Check which component sets the header: a gateway encodes the claims as UTF-8.",
      },
      invalid_json: {
        when: "The decoded text is not JSON.",
        example: `await show(() => read(btoa("sub=ada")));`,
        remedy: "Check which component sets the header: a gateway sends the claims as JSON.",
      },
      invalid_shape: {
        when: "The value is not an object of claims, or is empty.",
        example: `await show(() => read(btoa("[]")));`,
        remedy: "Check which component sets the header: a gateway sends a single JSON object.",
      },
      too_large: {
        when: "The value is larger than `maxBytes`.",
        example: `await show(() => read("e".repeat(100_000)));`,
        remedy: "Increase `maxBytes` if your tokens are that large.",
      },
      duplicate_header: {
        when: "The request contains the header more than once; one of the values may be forged.",
        example: `await show(() => readUserInfo({ [header]: ["e30", "e30"] }, { gateway: "api-gateway" }));`,
        remedy:
          "Make sure that the gateway removes the header from requests, and that clients cannot reach the backend directly.",
      },
      invalid_claims: {
        when: "The claims do not match the schema that you passed as `claims`, or `encodeUserInfo` received claims that JSON cannot represent.",
        example: `const claims = z.object({ email: z.string() });
await show(() => decodeUserInfo(encodeUserInfo({ sub: "ada" }), { claims }));`,
        remedy: "Read `issues`. Correct the schema, or configure the issuer to set the claims.",
      },
    },
  },
] as const satisfies readonly Section[];

type KeysOf<T> = T extends unknown ? keyof T : never;
/** A code that no section describes is a compile error here. */
const headingOf = (code: ErrorCode): KeysOf<(typeof sections)[number]["codes"]> => code;

/** Printed after each example, to separate their output. */
const END = "--- end of example ---";

/** Returns docs/errors.md, with the messages that its examples print. */
export async function errorsPage(): Promise<string> {
  const all = sections.flatMap((section: Section) => Object.values(section.codes));
  const printed = (await runProgram({ source: programOfExamples() })).split(`${END}\n`);
  const messages = new Map(all.map((each, index) => [each, printed[index]?.trim() ?? ""]));
  const parts = sections.flatMap((section: Section) => [
    `## ${section.title}`,
    section.text,
    ...Object.entries(section.codes).flatMap(([code, description]) => {
      const { when, remedy } = description;
      const message = messages.get(description) ?? "";
      if (!message.startsWith(`[${code}] `)) throw new Error(`the example of ${code} printed: ${message}`);
      return [`### \`${headingOf(code as ErrorCode)}\``, `${when} ${remedy}`, fenced("text", message)];
    }),
  ]);
  return [
    "# Errors",
    `Every error of this package has a \`code\` from this closed list; \`isFourfoldError(error, code)\` narrows it to its class.
[Handle errors and retries](guides/errors-and-retries.md) shows how to handle them. Each code has an example of its message.`,
    ...parts,
    "This page is generated by `npm run docs`. The messages are the output of its examples.",
  ]
    .join("\n\n")
    .concat("\n");
}

function programOfExamples(): string {
  const parts = sections.flatMap((section: Section) => [
    section.setup ?? "",
    ...Object.values(section.codes).flatMap(({ example }) => [example, `console.log("${END}");`]),
  ]);
  return [setup, ...parts].join("\n");
}

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
