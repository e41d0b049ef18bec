import { fileURLToPath } from "node:url";

/** The folder in which the peers and fourfold are installed. */
export const folder = fileURLToPath(new URL(".", import.meta.url));

/** A package, and one line that creates a client with it. */
interface Package {
  readonly name: string;
  readonly line: string;
}

interface Pair {
  readonly peer: Package;
  readonly ours: Package;
}

/** The comparisons: a peer, and the entry point of fourfold with the same functions. */
export const pairs: readonly Pair[] = [
  {
    peer: {
      name: "googleapis",
      line: 'import { google } from "googleapis"; export const client = google.bigquery("v2");',
    },
    ours: {
      name: "fourfold",
      line: 'import { createClient, googleNaming } from "fourfold"; export const client = createClient({ naming: googleNaming });',
    },
  },
  {
    peer: {
      name: "@google-cloud/bigquery",
      line: 'import { BigQuery } from "@google-cloud/bigquery"; export const client = new BigQuery();',
    },
    ours: {
      name: "fourfold/warehouse",
      line: 'import { createWarehouse, googleNaming } from "fourfold/warehouse"; export const client = createWarehouse({ naming: googleNaming });',
    },
  },
  {
    peer: {
      name: "@googleapis/kgsearch",
      line: 'import { kgsearch } from "@googleapis/kgsearch"; export const client = kgsearch("v1");',
    },
    ours: {
      name: "fourfold/entities",
      line: 'import { createEntities, googleNaming } from "fourfold/entities"; export const client = createEntities({ naming: googleNaming });',
    },
  },
  {
    peer: {
      name: "@google-cloud/orchestration-airflow",
      line: 'import { v1 } from "@google-cloud/orchestration-airflow"; export const client = new v1.EnvironmentsClient();',
    },
    ours: {
      name: "fourfold/environments",
      line: 'import { createEnvironments, googleNaming } from "fourfold/environments"; export const client = createEnvironments({ naming: googleNaming });',
    },
  },
];
