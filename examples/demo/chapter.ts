import type { Client } from "fourfold";
import { defineSchema } from "fourfold/tables";
import type { Sandbox } from "fourfold/testing";
import type { Reporter } from "./reporter.js";

/** The context of the chapters of the demo. */
export interface Stage {
  readonly client: Client;
  readonly sandbox: Sandbox;
  readonly report: Reporter;
}

/** A chapter of the demo. */
export interface Chapter {
  readonly title: string;
  /** Files with code and explanations for the same tasks. */
  readonly more: readonly string[];
  run(stage: Stage): Promise<void>;
}

/** The dataset of the shop. */
export const sales = { projectId: "acme-tea", datasetId: "sales" };

/** The table of its orders. */
export const orders = { ...sales, tableId: "orders" };

/** The columns of the orders. */
export const schema = defineSchema([
  { name: "id", type: "INTEGER", mode: "REQUIRED" },
  { name: "ordered_at", type: "TIMESTAMP", mode: "REQUIRED" },
  { name: "total", type: "NUMERIC", precision: 10, scale: 2 },
]);
