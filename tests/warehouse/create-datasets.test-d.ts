import { type ApplyTablesOptions, createClient, defineConfig, defineTable, inProject, planTables } from "fourfold";
import { expectTypeOf, test } from "vitest";

const client = createClient();
const orders = defineTable("sales.orders", {});
const mapped = { sales: { name: "sales_eu", location: "EU" }, crm: "crm_test", web: { location: undefined } };

test("every function accepts the id of a dataset, and settings", () => {
  const options = { projectId: "shop", datasets: mapped };
  expectTypeOf(client.warehouse.tables.plan).toBeCallableWith([orders], options);
  expectTypeOf(planTables).toBeCallableWith([], [orders], options);
  expectTypeOf(inProject).toBeCallableWith(orders, "shop", { datasets: mapped });
  expectTypeOf(defineConfig).toBeCallableWith({ client: () => client, tables: "schemas", ...options });
});

test("misspelled settings do not compile", () => {
  // @ts-expect-error the setting is called location
  inProject(orders, "shop", { datasets: { sales: { region: "EU" } } });
  // @ts-expect-error a location is a string
  inProject(orders, "shop", { datasets: { sales: { location: 5 } } });
});

test("createDatasets must be a boolean, and a plan has the new datasets of its tables", async () => {
  expectTypeOf<ApplyTablesOptions["createDatasets"]>().toEqualTypeOf<boolean | undefined>();
  const plan = planTables([], [orders], { projectId: "shop" });
  expectTypeOf(plan.tables[0]?.newDataset?.location).toEqualTypeOf<string | undefined>();
});
