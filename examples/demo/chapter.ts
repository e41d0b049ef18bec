import type { Client } from "fourfold";
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
  run(stage: Stage): Promise<void>;
}

/** The dataset of the shop. */
export const sales = { projectId: "acme-tea", datasetId: "sales" };
