import type { Sandbox } from "../testing/index.js";

/** Adds demo data to a sandbox: BigQuery projects and tables, and a Cloud Composer environment. */
export function addDemoData({ warehouse, environments }: Sandbox): void {
  warehouse.projects.add({ projectId: "shop", friendlyName: "The shop" });
  warehouse.projects.add({ projectId: "lab", friendlyName: "Experiments" });
  warehouse.datasets.add({ projectId: "shop", datasetId: "sales", location: "EU" });
  warehouse.datasets.add({ projectId: "lab", datasetId: "scratch" });
  warehouse.tables.add({
    tableReference: { projectId: "shop", datasetId: "sales", tableId: "customers" },
    schema: {
      fields: [
        { name: "id", type: "INTEGER", mode: "REQUIRED" },
        { name: "name", type: "STRING" },
      ],
    },
    labels: { team: "sales" },
    numRows: 120,
  });
  warehouse.tables.add({
    tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" },
    description: "One row for each order",
    schema: {
      fields: [
        { name: "id", type: "INTEGER", mode: "REQUIRED" },
        { name: "ordered_at", type: "TIMESTAMP", mode: "REQUIRED" },
        { name: "total", type: "NUMERIC", precision: 10, scale: 2 },
        { name: "lines", type: "RECORD", mode: "REPEATED", fields: [{ name: "sku", type: "STRING" }] },
      ],
    },
    timePartitioning: { type: "DAY", field: "ordered_at" },
    clustering: { fields: ["id"] },
    numRows: 4_800,
  });
  environments.add({
    name: "projects/shop/locations/europe-west1/environments/flows",
    labels: { team: "data" },
    config: {
      environmentSize: "ENVIRONMENT_SIZE_SMALL",
      softwareConfig: { imageVersion: "composer-2.9.7-airflow-2.9.3", pypiPackages: { numpy: ">=2" } },
    },
  });
}
