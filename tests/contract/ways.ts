import {
  type Client,
  type CreateClientOptions,
  createClient,
  createService,
  googleNaming,
  type Naming,
  type Service,
  vendorNaming,
} from "fourfold";
import { createSandbox, type Sandbox, type SandboxOptions } from "fourfold/testing";
import { mswHandlers } from "fourfold/testing/msw";
import { listen } from "fourfold/testing/server";
import { setupServer } from "msw/node";

/** A client and its sandbox, connected in one of several ways. */
export interface Reached {
  readonly sandbox: Sandbox;
  readonly client: Client;
  readonly service: Service;
  close(): Promise<void>;
}

/** Options that the suite may change for one test. */
export interface ReachOptions {
  readonly sandbox?: SandboxOptions;
  readonly client?: Partial<CreateClientOptions>;
}

type Reach = (options?: ReachOptions) => Promise<Reached>;

const throughFetch: Reach = async ({ sandbox: sandboxOptions, client = {} } = {}) => {
  const sandbox = createSandbox(sandboxOptions);
  return {
    sandbox,
    client: createClient({ ...sandbox.clientOptions, ...client } as CreateClientOptions),
    service: createService(sandbox.clientOptions),
    close: async () => {},
  };
};

const throughMsw: Reach = async ({ sandbox: sandboxOptions, client = {} } = {}) => {
  const sandbox = createSandbox(sandboxOptions);
  const interceptor = setupServer(...mswHandlers(sandbox));
  interceptor.listen({ onUnhandledRequest: "error" });
  let isOpen = true;
  const { fetch: _, baseUrl, ...rest } = sandbox.clientOptions;
  // A profile that knows the addresses of the services needs no other.
  const options = rest.naming.addresses === undefined ? { ...rest, baseUrl } : rest;
  return {
    sandbox,
    client: createClient({ ...options, ...client } as CreateClientOptions),
    service: createService({ ...rest, baseUrl }),
    close: async () => {
      if (isOpen) interceptor.close(); // msw 3 throws when it is closed twice
      isOpen = false;
    },
  };
};

const throughServer: Reach = async ({ sandbox: sandboxOptions, client = {} } = {}) => {
  const sandbox = createSandbox(sandboxOptions);
  const server = await listen(sandbox);
  const { fetch: _, ...options } = sandbox.clientOptions;
  return {
    sandbox,
    client: createClient({ ...options, baseUrl: server.url, ...client } as CreateClientOptions),
    service: createService({ ...options, baseUrl: server.url }),
    close: () => server.close(),
  };
};

/** The ways to reach the sandbox. The whole suite runs through `fetch`, under both naming profiles. */
export const ways: readonly {
  readonly way: string;
  readonly naming: Naming;
  readonly isWhole: boolean;
  readonly reach: Reach;
}[] = [
  { way: "fetch", naming: googleNaming, isWhole: true, through: throughFetch },
  { way: "fetch in vendor names", naming: vendorNaming, isWhole: true, through: throughFetch },
  { way: "msw", naming: googleNaming, isWhole: false, through: throughMsw },
  { way: "a local server", naming: googleNaming, isWhole: false, through: throughServer },
].map(({ through, ...way }) => ({
  ...way,
  reach: (options = {}) => through({ ...options, sandbox: { naming: way.naming, ...options.sandbox } }),
}));
