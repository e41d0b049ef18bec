// Hovers at the types that the declarations of the package write out, because TypeScript 7 drops comments of mapped types.
import { type ClientEvent, decodeUserInfo, environmentUpdate, isFourfoldError } from "fourfold";
import { defineTable } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";

declare const event: ClientEvent;
const columnReferences = [{ referencingColumn: "id", referencedColumn: "id" }];
const { fromMask } = environmentUpdate;
const { add } = createSandbox().warehouse.tables;
const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };

// # defineTable
const orders = defineTable("sales.orders", {
  description/*?*/: "Orders",
  view/*?*/: null,
  schema/*?*/: {
    fields/*?*/: [{ name: "id", type: "DATE" }],
  },
  timePartitioning/*?*/: {
    field/*?*/: "id",
    type/*?*/: "DAY",
  },
  clustering/*?*/: {
    fields/*?*/: ["id"],
  },
  tableConstraints/*?*/: {
    primaryKey/*?*/: {
      columns/*?*/: ["id"],
    },
    foreignKeys/*?*/: [
      {
        name/*?*/: "other",
        columnReferences/*?*/: columnReferences,
        referencedTable/*?*/: { datasetId: "sales", tableId: "customers" },
      },
    ],
  },
});
orders.description/*?*/;
orders.tableConstraints?.primaryKey/*?*/;

// # fromMask
fromMask(["labels.team"], {
  labels/*?*/: { team: "data" },
});
fromMask(["config.softwareConfig.pypiPackages"], {
  config/*?*/: {
    softwareConfig/*?*/: {
      pypiPackages/*?*/: { numpy: "" },
    },
  },
});

// # sandbox
add({ tableReference, numRows/*?*/: "5" });
add({ tableReference, streamingBuffer/*?*/: undefined });

// # discriminators
event.type/*?*/;
isFourfoldError/*?*/(undefined);
decodeUserInfo("", { generation/*?*/: "earlier" });
