// The main tasks of every area, for any runtime: without a test runner and without modules of Node.
import { createClient, createTokenVerifier, environmentUpdate, isFourfoldError, withAccessToken } from "fourfold";
import { encodeUserInfo, readUserInfo } from "fourfold/gateway/user-info";
import { createSandbox } from "fourfold/testing";
import { createTestClock } from "../../tests/support/test-clock.js";

/** Throws an error with a description if a condition is false. */
function check(what: string, holds: boolean): void {
  if (!holds) throw new Error(`failed: ${what}`);
}

async function codeOf(call: Promise<unknown>): Promise<string | undefined> {
  return call.then(
    () => undefined,
    (error: unknown) => (isFourfoldError(error) ? error.code : String(error)),
  );
}

/** A sandbox and its client, with a clock whose waits end immediately. */
function start() {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock, operationMs: 60_000 });
  return { clock, sandbox, client: createClient(sandbox.clientOptions) };
}

const reference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const environment = "projects/shop/locations/europe/environments/flows";

const steps: Record<string, () => Promise<void>> = {
  async "pages through projects"() {
    const { sandbox, client } = start();
    for (let n = 0; n < 120; n += 1) sandbox.warehouse.projects.add({ projectId: `p-${n}` });
    const seen = new Set<string | undefined>();
    for await (const { id } of client.warehouse.projects.list()) seen.add(id);
    check("every project is listed once", seen.size === 120);
    check("a page has 50 projects", sandbox.requests.length === 3);
  },
  async "changes a table only if its etag matches"() {
    const { sandbox, client } = start();
    sandbox.warehouse.tables.add({ tableReference: reference, schema: { fields: [{ name: "id", type: "INTEGER" }] } });
    const { etag = "", numRows } = await client.warehouse.tables.get(reference, { view: "FULL" });
    check("numbers of rows are strings", numRows === "0");
    const patched = await client.warehouse.tables.patch(reference, { friendlyName: "Orders" }, { ifMatch: etag });
    check("the table has its new name", patched.friendlyName === "Orders");
    const late = client.warehouse.tables.patch(reference, { friendlyName: "x" }, { ifMatch: etag });
    check("a stale etag is rejected", (await codeOf(late)) === "precondition_failed");
    const modified = await client.warehouse.tables.modify(reference, () => ({ expirationTime: 4_102_444_800_000n }));
    check("a bigint is sent as a string", modified.expirationTime === "4102444800000");
  },
  async "rejects an invalid request before it is sent"() {
    const { sandbox, client } = start();
    const schema = { fields: [{ name: "price", type: "NUMERIC", scale: 2 }] };
    const insert = client.warehouse.tables.insert({ tableReference: reference, schema });
    check("it is invalid", (await codeOf(insert)) === "invalid_request");
    check("nothing was sent", sandbox.requests.length === 0);
  },
  async "retries a failed request after the delay that the service requests"() {
    const { clock, sandbox, client } = start();
    sandbox.warehouse.projects.add({ projectId: "shop" });
    sandbox.faults.next({ status: 503, retryAfter: 7 });
    sandbox.faults.next({ drop: true });
    const { projects = [] } = await client.warehouse.projects.list().firstPage();
    check("the project is listed", projects.length === 1);
    check("two retries, the first after 7 s", clock.slept.length === 2 && (clock.slept[0] ?? 0) >= 7_000);
  },
  async "searches entities"() {
    const { client } = start();
    const { itemListElement = [] } = await client.entities.search({ query: "Berlin", types: ["City"], limit: 1 });
    check("Berlin is found", itemListElement[0]?.result?.name === "Berlin");
  },
  async "updates an environment and waits for it"() {
    const { sandbox, client } = start();
    sandbox.environments.add({ name: environment, labels: { team: "data", old: "x" } });
    const operation = await client.environments.patch(
      environment,
      environmentUpdate.labels({ team: "ops", old: null }),
    );
    check("the operation is not done", !operation.done);
    const { labels } = await operation.wait();
    check("the labels are updated", JSON.stringify(labels) === '{"team":"ops"}');
  },
  async "reads the caller"() {
    const value = encodeUserInfo({ iss: "https://issuer.test", sub: "ada", aud: ["a", "b"], email: "ä@shop.test" });
    const header = "X-Vendor-API-UserInfo";
    const user = readUserInfo(new Request("http://backend.test", { headers: { [header]: value } }), { header });
    check("the caller is ada", user?.subject === "ada" && user.audiences.length === 2 && user.email === "ä@shop.test");
  },
  async "verifies a token"() {
    const { clock, sandbox } = start();
    const { issuer, audience, jwksUri } = sandbox.issuer;
    const definitions = { users: { issuer, audiences: audience, jwksUri } };
    const verifier = createTokenVerifier({ definitions, fetch: sandbox.fetch, clock });
    const token = await sandbox.issuer.token({ sub: "ada" });
    const request = withAccessToken(new Request("http://api.test/echo"), token);
    check("the subject is ada", (await verifier.verify(request)).claims.sub === "ada");
    const expired = verifier.verify(await sandbox.issuer.token({ sub: "ada" }, { wrong: "expired" }));
    check("an expired token is rejected", (await codeOf(expired)) === "token_expired");
    const forged = verifier.verify(await sandbox.issuer.token({ sub: "ada" }, { wrong: "other-key" }));
    check("a forged token is rejected", (await codeOf(forged)) === "signature_invalid");
  },
};

/**
 * Runs all steps; a step that fails throws with its name.
 *
 * @param url Where a sandbox listens, for a call over the runtime's own fetch; none is made without it.
 * @returns how many steps there were.
 */
export async function smoke(url?: string): Promise<number> {
  const overTheWire = async () => {
    const client = createClient({ baseUrl: url ?? "" });
    const { itemListElement = [] } = await client.entities.search({ query: "Ada Lovelace", limit: 1 });
    check("Ada is found", itemListElement.length === 1);
    check("nothing else is", (await codeOf(client.warehouse.tables.get(reference))) === "not_found");
  };
  const all = Object.entries({ ...steps, ...(url === undefined ? {} : { "asks a server": overTheWire }) });
  for (const [name, step] of all) {
    try {
      await step();
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.stack : error}`);
    }
  }
  return all.length;
}
