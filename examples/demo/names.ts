import { type Client, environmentUpdate } from "fourfold";
import type { Sandbox } from "fourfold/testing";
import type { Reporter } from "./reporter.js";

/** The names on the wire: the code says the neutral ones, and the profile says what they are called. */
export async function demoNames(client: Client, sandbox: Sandbox, report: Reporter): Promise<void> {
  const { naming } = sandbox.clientOptions;
  report.step(`See what went over the wire, in the names of the profile “${naming.name}”`, {
    shows:
      "the code says neutral names, such as vendorLakeConfiguration; --naming google sends Google's, from the same code",
    code: ["docs/guides/real-services.md", "examples/13-real-services.ts"],
  });
  const show = () => {
    const { method, path, query, body } = sandbox.requests.findLast(({ method: sent }) => sent !== "GET") ?? {};
    const mask = query?.updateMask === undefined ? "" : `?updateMask=${query.updateMask}`;
    report.note(`sent: ${method} ${path}${mask}\n${JSON.stringify(body)}`, { method, path, query, body });
  };
  const lake = await client.warehouse.tables.insert({
    tableReference: { projectId: "shop-0001", datasetId: "sales", tableId: "lake" },
    vendorLakeConfiguration: {
      connectionId: "shop-0001.europe.lake",
      storageUri: "gs://shop-lake/orders/",
      fileFormat: "PARQUET",
      tableFormat: "ICEBERG",
    },
    labels: { owner: "vendorlake" },
  });
  show();
  report.note(
    `read in the code: kind ${lake.kind}, vendorLakeConfiguration.storageUri ${lake.vendorLakeConfiguration?.storageUri}`,
  );
  const name = "projects/shop-0001/locations/europe/environments/names";
  sandbox.environments.add({ name });
  const update = environmentUpdate.orchestratorConfigOverrides({ "core-parallelism": "64" });
  const operation = await client.environments.patch(name, update);
  show();
  const { config } = await operation.wait({ pollIntervalMs: 100 });
  report.note(
    `read in the code: orchestratorConfigOverrides ${JSON.stringify(config?.softwareConfig?.orchestratorConfigOverrides)}`,
  );
}
