import { randomBytes } from "node:crypto";
import { apiKey, type Client, type CreateClientOptions, createClient, googleNaming } from "fourfold";

/** One side of the comparison: the sandbox, or the live services. */
export interface Side {
  readonly name: "sandbox" | "live";
  readonly client: Client;
  /** A client that sends requests without checking them. */
  readonly unchecked: Client;
  /** A client with an invalid API key. */
  readonly withInvalidKey: Client;
  readonly names: Names;
  /** Mismatches between responses and their schemas since the last call of `takeDrift`. */
  takeDrift(): readonly string[];
}

/** Both sides. */
export interface Sides {
  readonly sandbox: Side;
  readonly live: Side;
}

/** Options that differ between the sides. */
export type SideOptions = Pick<CreateClientOptions, "auth" | "fetch" | "retry"> & {
  readonly baseUrl?: string | undefined;
};

/**
 * BigQuery allows 5 changes per table in 10 seconds. It rejects more with a reason that the client retries, so these
 * limits are high.
 */
const LIMITS = { timeoutMs: 60_000, deadlineMs: 180_000, retry: { limit: 6 } } as const;

/** Creates a side. */
export function createSide(name: Side["name"], names: Names, options: SideOptions): Side {
  let drift = new Set<string>();
  const clientOptions: CreateClientOptions & { naming: typeof googleNaming } = {
    ...LIMITS,
    ...options,
    naming: googleNaming,
    onEvent: (event) => {
      if (event.type !== "drift") return;
      for (const { path, message } of event.issues) drift.add(`${event.resource}.${path}: ${message}`);
    },
  };
  return {
    name,
    names,
    client: createClient(clientOptions),
    unchecked: createClient({ ...clientOptions, validation: { requests: "off" } }),
    withInvalidKey: createClient({ ...clientOptions, auth: apiKey("invalid-key") }),
    takeDrift: () => {
      const taken = [...drift].sort();
      drift = new Set();
      return taken;
    },
  };
}

/** The names that the checks use, the same for the sandbox and for the live services. */
export interface Names {
  readonly projectId: string;
  /** The dataset of most checks. */
  readonly dataset: string;
  /** A dataset that a check itself creates and deletes. */
  readonly ownDataset: string;
  /** A dataset for lists, which contains only the tables of one check. */
  readonly listedDataset: string;
  /** A principal for policies. */
  readonly member: string | undefined;
  /** Full name of the environment to read. */
  readonly environment: string | undefined;
}

const PREFIX = "fourfold_live_";
const DAY_MS = 86_400_000;

/** Creates the names of a run. The names of datasets contain the time, so that datasets of old runs are recognizable. */
export function createNames(parts: Pick<Names, "projectId" | "member" | "environment">, now: Date): Names {
  const dataset = `${PREFIX}${now.toISOString().replace(/\D/g, "").slice(0, 14)}_${randomBytes(3).toString("hex")}`;
  return { ...parts, dataset, ownDataset: `${dataset}_own`, listedDataset: `${dataset}_listed` };
}

/** The datasets that a run creates. */
export function datasetsOf({ dataset, ownDataset, listedDataset }: Names): readonly string[] {
  return [dataset, ownDataset, listedDataset];
}

/** Whether a dataset was created by a run more than a day ago. */
export function isLeftover(datasetId: string, now: Date): boolean {
  const [, digits] = /^fourfold_live_(\d{14})_/.exec(datasetId) ?? [];
  if (digits === undefined) return false;
  const [year, month, day, hour, minute, second] = (digits.match(/^\d{4}|\d{2}/g) ?? []).map(Number);
  const created = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return now.getTime() - created > DAY_MS;
}
