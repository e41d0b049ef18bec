import { readFileSync } from "node:fs";
import {
  type BigLakeConfiguration,
  createClient,
  environmentUpdate,
  googleNaming,
  isFourfoldError,
  type Naming,
  type TableInput,
  vendorNaming,
  warehouseRules,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { describe, expect, test } from "vitest";
import { rejection } from "./support/rejection.js";
import { json, scriptedFetch } from "./support/scripted-fetch.js";

const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8").replaceAll(/\s+/g, " ");
/** The README, the pages of the areas, and the pages about names. */
const pages = [
  textOf("README.md"),
  ...["warehouse", "entities", "environments", "gateway"].map((area) => textOf(`docs/areas/${area}.md`)),
  ...["guides/real-services", "naming"].map((page) => textOf(`docs/${page}.md`)),
].join("\n");
const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const orders: TableInput = {
  tableReference,
  schema: {
    fields: [
      { name: "id", type: "INTEGER" },
      { name: "note", type: "STRING" },
    ],
  },
};
const invalid: TableInput = {
  tableReference,
  timePartitioning: { type: "WEEK", expirationMs: 0 },
};

function setUp(naming: Naming) {
  const sandbox = createSandbox({ naming, auth: true });
  sandbox.warehouse.datasets.add(tableReference);
  const options = { ...sandbox.clientOptions, retry: { minDelayMs: 1 } };
  return { sandbox, options, client: createClient(options) };
}

async function issuesOf(call: Promise<unknown>) {
  const error = await rejection(call);
  if (!isFourfoldError(error, "invalid_request")) throw error;
  return error.issues;
}

/** Sentences of these pages, and a check that each is true with a naming profile. */
const claims: [claim: string, check: (naming: Naming) => Promise<void>][] = [
  [
    "`tables.ensure(table)` creates the table or sends the smallest patch.",
    async (naming) => {
      const { sandbox, client } = setUp(naming);
      expect(await client.warehouse.tables.ensure(orders)).toMatchObject({ change: "created" });
      expect(await client.warehouse.tables.ensure(orders)).toMatchObject({ change: "unchanged" });
      const labeled = { ...orders, labels: { team: "data" } };
      expect(await client.warehouse.tables.ensure(labeled)).toMatchObject({ change: "patched" });
      expect(sandbox.requests.at(-1)).toMatchObject({ method: "PATCH", body: { labels: { team: "data" } } });
      expect(Object.keys(sandbox.requests.at(-1)?.body as object)).toEqual(["labels"]);
    },
  ],
  [
    "Changes that BigQuery cannot make are listed with remedies before anything is sent.",
    async (naming) => {
      const { sandbox, client } = setUp(naming);
      await client.warehouse.tables.ensure(orders);
      const before = sandbox.requests.length;
      const fields = [
        { name: "id", type: "STRING" },
        { name: "day", type: "DATE", mode: "REQUIRED" },
      ];
      const issues = await issuesOf(client.warehouse.tables.ensure({ tableReference, schema: { fields } }));
      expect(issues.map(({ path }) => path)).toEqual(
        expect.arrayContaining(["schema.fields[0].type", "schema.fields[1].mode"]),
      );
      expect(sandbox.requests.slice(before).map(({ method }) => method)).toEqual(["GET"]);
    },
  ],
  [
    "Known mistakes are in one error, each with path and [rule id](docs/rules.md).",
    async (naming) => {
      const { sandbox, client } = setUp(naming);
      const issues = await issuesOf(client.warehouse.tables.insert(invalid));
      expect(issues.map(({ path }) => path)).toEqual(["timePartitioning.type", "timePartitioning.expirationMs"]);
      for (const { message, rule } of issues) {
        expect(message).toMatch(/^must /);
        expect(warehouseRules.map(({ id }) => id)).toContain(rule);
      }
      expect(sandbox.requests).toEqual([]);
    },
  ],
  [
    "You can lower a rule to `warn` or `off`.",
    async (naming) => {
      const { options } = setUp(naming);
      const rules = { "time-partitioning-type": "off", "time-partitioning-expiration-positive": "warn" } as const;
      const warnings: string[] = [];
      const client = createClient({
        ...options,
        rules,
        onEvent: (event) => void (event.type === "warning" && warnings.push(event.issue.rule)),
      });
      await rejection(client.warehouse.tables.insert(invalid)); // The service itself still rejects it.
      expect(warnings).toEqual(["time-partitioning-expiration-positive"]);
    },
  ],
  [
    "an invalid mask does not compile",
    async () => {
      // @ts-expect-error A mask can contain only one update type.
      const call = () => environmentUpdate.fromMask(["labels.team", "config.nodeCount"], { config: { nodeCount: 4 } });
      expect(call).toThrow("can contain only one update type; send several updates");
    },
  ],
  [
    "A failed insert is retried only if the service certainly did not process it.",
    async (naming) => {
      const { sandbox, client } = setUp(naming);
      sandbox.faults.next({ status: 503 });
      expect(await rejection(client.warehouse.tables.insert(orders))).toMatchObject({ code: "unavailable" });
      expect(sandbox.requests).toHaveLength(1);
      sandbox.faults.next({ status: 429 });
      await client.warehouse.tables.insert(orders);
      expect(sandbox.requests).toHaveLength(3);
    },
  ],
  [
    "Unknown fields, enum values and nulls are kept; 64-bit integers are exact strings of digits.",
    async (naming) => {
      const externalDataConfiguration = { sourceFormat: "NEW", newField: { empty: null, zero: 0 } };
      const table = { tableReference, expirationTime: "9223372036854775807", externalDataConfiguration };
      const client = createClient({ naming, baseUrl: "https://service.example", fetch: scriptedFetch(json(table)) });
      expect(await client.warehouse.tables.get(tableReference)).toEqual(table);
    },
  ],
  [
    "no credentials and no query strings",
    async (naming) => {
      const { options, sandbox } = setUp(naming);
      const { warehouse } = createClient({ ...options, auth: { getAccessToken: async () => "secret-token" } });
      const query = { filter: "secret-filter" };
      const error = await rejection(warehouse.tables.get(tableReference, { query }));
      expect(sandbox.requests.length).toBeGreaterThan(0);
      expect(error).toMatchObject({ code: "unauthenticated" });
      expect(`${error} ${JSON.stringify(error)} ${(error as Error).stack}`).not.toMatch(/secret-/);
    },
  ],
  [
    "a new call cancels the previous one",
    async (naming) => {
      const suggest = setUp(naming).client.entities.suggest({ limit: 3 });
      const first = rejection(suggest("m"));
      const second = suggest("ma");
      expect(await first).toMatchObject({ name: "AbortError" });
      expect(await second).toHaveProperty("itemListElement");
    },
  ],
  [
    "`vendorNaming` then translates requests and responses, and nothing else in your code changes.",
    async (naming) => {
      const { sandbox, client } = setUp(naming);
      const biglakeConfiguration: BigLakeConfiguration = {
        connectionId: "shop.eu.lake",
        storageUri: "gs://lake/orders/",
        fileFormat: "PARQUET",
        tableFormat: "ICEBERG",
      };
      await client.warehouse.tables.insert({ tableReference, biglakeConfiguration });
      const name = naming === googleNaming ? "biglakeConfiguration" : "vendorLakeConfiguration";
      expect(sandbox.requests.at(-1)?.body).toEqual({ tableReference, [name]: biglakeConfiguration });
      expect(await client.warehouse.tables.get(tableReference)).toMatchObject({ biglakeConfiguration });
    },
  ],
  [
    "They are rejected under both profiles, so that no value is lost silently.",
    async (naming) => {
      const { sandbox, client } = setUp(naming);
      const table: TableInput = JSON.parse('{ "vendorLakeConfiguration": {} }');
      const [issue] = await issuesOf(client.warehouse.tables.patch(tableReference, table));
      expect(issue).toMatchObject({ path: "vendorLakeConfiguration", rule: "naming" });
      expect(issue?.message).toContain("biglakeConfiguration");
      expect(sandbox.requests).toEqual([]);
    },
  ],
  [
    "none: `baseUrl` is required",
    async () => {
      expect(() => createClient({ naming: vendorNaming })).toThrow("baseUrl");
      expect(() => createClient({})).not.toThrow();
    },
  ],
];

describe.each([googleNaming, vendorNaming])("with $name names", (naming) => {
  test.each(claims)("it is true that %s", async (claim, check) => {
    expect(pages).toContain(claim);
    await check(naming);
  });
});
