import { apiKey, type Client, type CreateClientOptions, createClient, googleNaming } from "fourfold";
import type { Names } from "./names.js";

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
