// Does not compile: mistakes that the compiler finds before the program runs. Run it to see the package's messages.
import { createClient, defineTable, environmentUpdate, type RowOf } from "fourfold";
import { createSandbox } from "fourfold/testing";

const { entities, warehouse } = createClient(createSandbox().clientOptions);
const report = ({ message }: Error) => console.log(message);

// BigQuery: a row has the columns of its schema, and this column is called "day".
const orders = defineTable("sales.orders", { schema: [{ name: "day", type: "DATE" }] });
// @ts-expect-error
export const row: RowOf<typeof orders> = { date: "2024-01-31" };

// BigQuery: the property is called "clustering".
const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
// @ts-expect-error
await warehouse.tables.insert({ tableReference, clustring: { fields: ["day"] } }).catch(report);

// Knowledge Graph Search: the parameter is called "types".
// @ts-expect-error
await entities.search({ query: "Ada Lovelace", type: "Person" }).catch(report);

// Cloud Composer accepts one type of update for each request.
// @ts-expect-error
environmentUpdate.fromMask(["labels.team", "config.nodeCount"], { labels: { team: "data" }, config: { nodeCount: 4 } });
