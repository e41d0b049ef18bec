import { createClient } from "fourfold";
import { type ApplyTablesOptions, defineConfig, defineTable, planTables } from "fourfold/tables";
import { expectTypeOf, test } from "vitest";

const client = createClient();
const orders = defineTable("sales.orders", {});
const mapped = { sales: { name: "sales_eu", location: "EU" }, crm: "crm_test", web: { location: undefined } };

test("every function accepts the id of a dataset, and settings", () => {
  const options = { projectId: "shop", datasets: mapped };
  expectTypeOf(planTables).toBeCallableWith(client.warehouse, [orders], options);
  expectTypeOf(defineConfig).toBeCallableWith({ client: () => client, tables: "schemas", ...options });
});

test("misspelled settings do not compile", () => {
  // @ts-expect-error the setting is called location
  planTables(client.warehouse, [orders], { projectId: "shop", datasets: { sales: { region: "EU" } } });
  // @ts-expect-error a location is a string
  planTables(client.warehouse, [orders], { projectId: "shop", datasets: { sales: { location: 5 } } });
});

test("createDatasets must be a boolean", () => {
  expectTypeOf<ApplyTablesOptions["createDatasets"]>().toEqualTypeOf<boolean | undefined>();
});
