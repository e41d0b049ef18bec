// A program in TypeScript, for the tools that run it as it is, as ESM and as CommonJS.
import { createClient, type Table } from "fourfold";
import { encodeUserInfo, readUserInfo } from "fourfold/gateway/user-info";
import { createSandbox } from "fourfold/testing";

async function relabel(): Promise<Table> {
  const sandbox = createSandbox();
  const orders = { projectId: "shop", datasetId: "sales", tableId: "orders" };
  sandbox.warehouse.tables.add({ tableReference: orders });
  const client = createClient(sandbox.clientOptions);
  return client.warehouse.tables.modify(orders, () => ({ labels: { team: "data" } }));
}

const header = "X-Vendor-API-UserInfo";
const headers = new Headers({ [header]: encodeUserInfo({ iss: "https://issuer.test", sub: "ada" }) });

relabel().then(({ labels }) => {
  const isRight = labels?.team === "data" && readUserInfo(headers, { header })?.subject === "ada";
  console.log(isRight ? "ok" : "wrong result");
});
