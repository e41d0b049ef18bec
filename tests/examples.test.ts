import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { type Outcome, runPrograms } from "./support/run-programs.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "examples");
const examples = readdirSync(folder).filter((file) => /^\d\d-.*\.ts$/.test(file));

/** The example that requires credentials, which the tests do not have. */
const REAL = "13-real-services.ts";

/** What each example prints. */
const exampleOutput: Readonly<Record<string, readonly RegExp[]>> = {
  "00-quick-start.ts": [/^shop:sales\.orders { type: 'DAY', field: 'day' }\n$/],
  "01-list-projects.ts": [/12 shops end in 7/, /the first is shop-1/, /100 on the first page, 20 after it/],
  "02-create-table.ts": [/created shop:sales\.orders in EU/, /"reviewed":"yes"/],
  "03-external-table.ts": [/is of type EXTERNAL/, /externalDataConfiguration\.schema: .*\(/, /\.sourceUris\[0\]: /],
  "04-search-entities.ts": [
    /Berlin: Capital of Germany/,
    /\/m\/0f201 is Berlino in Italian, Hauptstadt Deutschlands/,
    /http:\/\/schema\.org\/City/,
    /AbortError, AbortError, arrived/,
  ],
  "05-typed-entities.ts": [/born on 1815-12-10/, /Berlin is a city.*www\.berlin\.de/, /born in London/],
  "06-update-environment.ts": [
    /the mask is labels\.team,labels\.old/,
    /labels are now {"team":"data"}/,
    /by mask it is the same/,
    /imageVersion: must not decrease the version of composer, of airflow .* composer-2\.9\.7-airflow-2\.9\.3/,
  ],
  "07-plan-and-apply.ts": [
    /4 updates: config\.softwareConfig\.imageVersion → config\.softwareConfig\.pypiPackages\.numpy → labels\.stage → /,
    /4\/4 config\.environmentSize/,
    /now on composer-2\.9\.7-airflow-2\.9\.3/,
    /mode: differs, but is not a field that a mask can change; create another environment\nconfig\.nodeConfig\.machineType: /,
  ],
  "08-wait-for-operation.ts": [
    /ENVIRONMENT_SIZE_MEDIUM after/,
    /stopped waiting: TimeoutError/,
    /operation_failed: no capacity left/,
  ],
  "09-secure-openapi.ts": [/POST \/echo needs \[\["staff"\]\]/, /info operation-open at \/paths\/~1health\/get/],
  "10-read-user-info.ts": [
    /ada, admin, by the current/,
    /ada, no role, by the earlier/,
    /not signed in/,
    /\[invalid_base64\]/,
  ],
  "11-verify-token.ts": [/token of "users"\ntoken_expired\naudience_mismatch\ntoken_malformed/],
  "12-local-gateway.ts": [
    /200 hello ada, admin\n200 hello stranger\n401 .*Jwt is missing.*\n401 .*Jwt is expired.*\n403 .*Audiences in Jwt/,
  ],
  [REAL]: [/^API_KEY is missing from the environment: /],
  "14-service-account.ts": [
    /2 assertions for 3 requests\nmust be a complete private key in PKCS#8 .*"openssl pkcs8 -topk8/,
  ],
  "15-secure-yaml.ts": [
    /key \} # for quotas\n {4}users:\n {6}type: oauth2/,
    /operationId: echo # who is calling/,
    /security: \[\]/,
  ],
  "16-schema-sync.ts": [
    /^created\nunchanged\npatched id, day, items, total\nunchanged\nschema\.fields\[0\]\.type: must be INTEGER.*got STRING; copy/,
    /schema\.fields\[1\]\.mode: .*got REQUIRED; add it as NULLABLE\n$/,
  ],
  "17-tables-as-code.ts": [
    /^sales\.daily: create\nsales\.customers: create\nsales\.orders: patch\n/,
    /\n {2}schema\.fields\[1\]\.defaultValueExpression null → CURRENT_TIMESTAMP\(\)\n/,
    /\nsales\.orders: patch\nsales\.daily: create\n3 unchanged\n$/,
  ],
  "18-rejected-change.ts": [
    /^\[ 'sales\.orders' \]\nschema\.fields\[0\]\.type: must be INTEGER, .*got NUMERIC/,
    /\nALTER TABLE `shop\.sales\.orders` ALTER COLUMN `total` SET DATA TYPE NUMERIC;\n$/,
  ],
  "19-google-tasks.ts": [
    /^Water the plants: needsAction, this week\nBuy bread: completed, no notes\nCall Ada: needsAction, this week\n6 requests\n$/,
  ],
  "20-run-a-generated-query.ts": [
    /^complete: false\ncomplete: false\ncomplete: true\nLima: 1\nOslo: 2\nRome: 3\n6 requests\n$/,
  ],
};

const outcomes = new Map<string, Outcome>();
beforeAll(async () => {
  const programs = examples.map((file) => ({ source: readFileSync(join(folder, file), "utf8"), folder }));
  const ended = await runPrograms(programs, { GOOGLE_APPLICATION_CREDENTIALS: undefined, API_KEY: undefined });
  for (const [index, file] of examples.entries()) outcomes.set(file, ended[index] as Outcome); // one for each
}, 60_000);

test("every example is tested", () => {
  expect(Object.keys(exampleOutput)).toEqual(examples);
});

test.each(examples.filter((file) => file !== REAL))("%s runs and prints the documented output", (file) => {
  const { stdout, ...ended } = outcomes.get(file) ?? {};
  expect(ended).toEqual({ status: 0, signal: null, stderr: "" });
  for (const pattern of exampleOutput[file] ?? []) expect(stdout).toMatch(pattern);
});

test(`${REAL} reports which credentials are missing, and fails`, () => {
  const { stderr, ...ended } = outcomes.get(REAL) ?? {};
  expect(ended).toEqual({ status: 1, signal: null, stdout: "" });
  for (const pattern of exampleOutput[REAL] ?? []) expect(stderr).toMatch(pattern);
});
