import { type Client, createClient, type EnvironmentUpdate, googleNaming, updatablePaths } from "fourfold";
import { Environment } from "fourfold/environments";
import { Dataset, type DatasetInput, Policy, Table, type TableInput } from "fourfold/warehouse";
import { sampleOf, withFuture } from "./sample.js";

/** A request as it would be sent. */
export interface SentRequest {
  /** The method of the client that sent it. */
  readonly from: string;
  readonly verb: string;
  readonly url: URL;
  readonly body: unknown;
}

const reference = { projectId: "p", datasetId: "d", tableId: "t" };
const environmentName = "projects/p/locations/l/environments/e";
const operationName = "projects/p/locations/l/operations/o";

/** Creates every request that a client can send, each with all possible fields, in the names of the real services. */
export async function everyRequest(): Promise<SentRequest[]> {
  const sent: SentRequest[] = [];
  let from = "";
  const client = createClient({
    naming: googleNaming,
    validation: { requests: "off" }, // the sample contains all fields at once, which no rule allows
    retry: false,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const text = await request.text();
      const body: unknown = text === "" ? undefined : JSON.parse(text);
      sent.push({ from, verb: request.method, url: new URL(request.url), body });
      return Response.json({ name: operationName });
    },
  });
  for (const [name, call] of Object.entries(callsOf(client))) {
    from = name;
    await call();
  }
  return sent;
}

/** The methods that send requests; the check fails if a client has a method that is missing here. */
function callsOf(client: Client): Readonly<Record<string, () => Promise<unknown>>> {
  const { projects, datasets, tables } = client.warehouse;
  const { environments, entities } = client;
  const table = withFuture({ ...(sampleOf(Table) as TableInput), tableReference: reference }); // it has all fields
  const dataset = withFuture({
    ...(sampleOf(Dataset) as DatasetInput),
    datasetReference: { projectId: "p", datasetId: "d" },
  });
  const page = { maxResults: 1, pageToken: "x" };
  const write = { ifMatch: "x", autodetectSchema: true };
  return {
    "projects.list": () => projects.list(page).firstPage(),
    "datasets.list": () => datasets.list(reference, { ...page, all: true, filter: "labels.a" }).firstPage(),
    "datasets.get": () => datasets.get(reference),
    "datasets.insert": () => datasets.insert(dataset),
    "tables.list": () => tables.list(reference, page).firstPage(),
    "tables.get": () => tables.get(reference, { selectedFields: "a", view: "FULL" }),
    "tables.insert": () => tables.insert(table),
    "tables.patch": () => tables.patch(reference, table, write),
    "tables.update": () => tables.update(table, write),
    "tables.delete": () => tables.delete(reference),
    "tables.getIamPolicy": () => tables.getIamPolicy(reference, { requestedPolicyVersion: 3 }),
    "tables.setIamPolicy": () =>
      tables.setIamPolicy(reference, withFuture(sampleOf(Policy) as Policy), { updateMask: "bindings" }),
    "tables.testIamPermissions": () => tables.testIamPermissions(reference, ["bigquery.tables.get"]),
    "entities.search": () =>
      entities.search({
        query: "x",
        ids: ["/m/0x"],
        languages: ["en"],
        types: ["Person"],
        prefix: true,
        limit: 1,
        indent: true,
      }),
    "entities.suggest": () => entities.suggest({ limit: 1, languages: ["en"], types: ["Person"] })("x"),
    "environments.list": () => environments.list({ projectId: "p", locationId: "l" }, page).firstPage(),
    "environments.get": () => environments.get(environmentName),
    "environments.operation": () => environments.operation(operationName).poll(),
    "environments.patch": async () => {
      const environment = withFuture(sampleOf(Environment) as Environment);
      for (const { path } of updatablePaths) {
        const mask = path.replace(/<.*>$/, "x");
        await environments.patch(environmentName, { updateMask: mask, environment } as EnvironmentUpdate); // not checked here
      }
    },
  };
}

/** Methods that send requests only through other methods. */
const composed = [
  "datasets.ensure",
  ...["modify", "ensure", "getAll", "plan", "apply"].map((name) => `tables.${name}`),
  "environments.apply",
  "environments.ensure",
];
// They accept any method.
const generic = ["entities.call", "entities.list", "environments.call"];

/** Methods of the client that {@link everyRequest} does not call. */
export function forgottenMethods(): string[] {
  const client = createClient({ naming: googleNaming });
  const areas = { ...client.warehouse, entities: client.entities, environments: client.environments };
  const methods = Object.entries(areas).flatMap(([area, value]) => Object.keys(value).map((name) => `${area}.${name}`));
  const known = [...Object.keys(callsOf(client)), ...composed, ...generic];
  return methods.filter((name) => !known.includes(name));
}
