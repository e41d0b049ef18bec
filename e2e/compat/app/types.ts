// Compiled against the packed declarations with library checks on: the user's zod beside that of the package.
import { createClient, googleNaming, Table } from "fourfold";
import { createEntities, Entity } from "fourfold/entities";
import { createEnvironments, Environment } from "fourfold/environments";
import { createTokenVerifier } from "fourfold/gateway";
import { decodeUserInfo } from "fourfold/gateway/user-info";
import { createSandbox } from "fourfold/testing";
import { mswHandlers } from "fourfold/testing/msw";
import { listen } from "fourfold/testing/server";
import { createWarehouse } from "fourfold/warehouse";
import { setupServer } from "msw/node";
import * as z from "zod";
import * as mini from "zod/mini";

const Order = z.object({ table: Table, entity: z.optional(Entity) });
export const order = (json: unknown): string | undefined => Order.parse(json).table.friendlyName;
const Row = mini.object({ table: Table, environment: mini.array(Environment) });
export const row = (json: unknown): (string | undefined)[] => Row.parse(json).environment.map(({ name }) => name);
export const Extended = Table.extend({ note: z.string() });
export const Picked = Table.pick({ friendlyName: true, labels: true });
export const Reference: z.ZodOptional<typeof Table> = z.optional(Table);

const sandbox = createSandbox();
export const client = createClient(sandbox.clientOptions);
export const clients = [createEntities, createEnvironments, createWarehouse].map((create) =>
  create({ baseUrl: "http://localhost", naming: googleNaming }),
);
export const server = setupServer(...mswHandlers(sandbox));
export const others = { createTokenVerifier, decodeUserInfo, listen };
