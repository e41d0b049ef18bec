import {
  type Client,
  type CreateClientOptions,
  createClient,
  createService,
  googleNaming,
  type Service,
  vendorNaming,
} from "fourfold";
import { createSandbox, type Sandbox, type SandboxOptions } from "fourfold/testing";
import { mswHandlers } from "fourfold/testing/msw";
import { listen } from "fourfold/testing/server";
import { setupServer } from "msw/node";
import { onTestFinished } from "vitest";

/** A client and its sandbox, connected in one of several ways. */
export interface Reached {
  readonly sandbox: Sandbox;
  readonly client: Client;
  readonly service: Service;
  close(): Promise<void>;
}

/** Options that the suite may change for one test. */
interface ReachOptions {
  readonly sandbox?: SandboxOptions;
  readonly client?: Partial<CreateClientOptions>;
}

type Connect = (sandbox: Sandbox, client: Partial<CreateClientOptions>) => Promise<Omit<Reached, "sandbox">>;

const throughFetch: Connect = async (sandbox, client) => ({
  client: createClient({ ...sandbox.clientOptions, ...client } as CreateClientOptions),
  service: createService(sandbox.clientOptions),
  close: async () => {},
});

const throughMsw: Connect = async (sandbox, client) => {
  const interceptor = setupServer(...mswHandlers(sandbox));
  interceptor.listen({ onUnhandledRequest: "error" });
  let isOpen = true;
  const { fetch: _, baseUrl, ...rest } = sandbox.clientOptions;
  // A profile that knows the addresses of the services needs no other.
  const options = rest.naming.addresses === undefined ? { ...rest, baseUrl } : rest;
  return {
    client: createClient({ ...options, ...client } as CreateClientOptions),
    service: createService({ ...rest, baseUrl }),
    close: async () => {
      if (isOpen) interceptor.close(); // msw 3 throws when it is closed twice
      isOpen = false;
    },
  };
};

const throughServer: Connect = async (sandbox, client) => {
  const server = await listen(sandbox);
  const { fetch: _, ...rest } = sandbox.clientOptions;
  const options = { ...rest, baseUrl: server.url };
  return {
    client: createClient({ ...options, ...client } as CreateClientOptions),
    service: createService(options),
    close: () => server.close(),
  };
};

/** The names of the profile on the wire, written independently of its data; the suite expects them. */
interface WireNames {
  readonly warehouse: string;
  readonly lake: string;
  readonly wideColumn: string;
  readonly sheets: string;
  readonly overrides: string;
  readonly vocabulary: string;
  readonly formats: { readonly sheets: string; readonly backup: string; readonly wideColumn: string };
}

const vendor: WireNames = {
  warehouse: "warehouse",
  lake: "vendorLakeConfiguration",
  wideColumn: "vendorTableOptions",
  sheets: "vendorSheetsOptions",
  overrides: "orchestratorConfigOverrides",
  vocabulary: "http://schema.vendor.example/",
  formats: { sheets: "VENDOR_SHEETS", backup: "VENDOR_DATASTORE_BACKUP", wideColumn: "VENDOR_TABLE" },
};

const google: WireNames = {
  warehouse: "bigquery",
  lake: "biglakeConfiguration",
  wideColumn: "bigtableOptions",
  sheets: "googleSheetsOptions",
  overrides: "airflowConfigOverrides",
  vocabulary: "http://schema.googleapis.com/",
  formats: { sheets: "GOOGLE_SHEETS", backup: "DATASTORE_BACKUP", wideColumn: "BIGTABLE" },
};

/** The ways to reach the sandbox. The whole suite runs through `fetch`, under both naming profiles. */
export const ways = [
  { way: "fetch", naming: googleNaming, names: google, isWhole: true, connect: throughFetch },
  { way: "fetch in vendor names", naming: vendorNaming, names: vendor, isWhole: true, connect: throughFetch },
  { way: "msw", naming: googleNaming, names: google, isWhole: false, connect: throughMsw },
  { way: "a local server", naming: googleNaming, names: google, isWhole: false, connect: throughServer },
].map(({ connect, ...way }) => ({
  ...way,
  /** Connects a client to a new sandbox until the test ends. */
  reach: async (options: ReachOptions = {}): Promise<Reached> => {
    const sandbox = createSandbox({ naming: way.naming, ...options.sandbox });
    const connection = await connect(sandbox, options.client ?? {});
    onTestFinished(connection.close);
    return { sandbox, ...connection };
  },
}));
