// Uses the packed package as a server does. Compiled against the tarball, without the DOM, library checks on.
import {
  bearer,
  createClient,
  decimalRange,
  environmentUpdate,
  isFourfoldError,
  type Naming,
  Table,
  type TableInput,
  vendorNaming,
} from "fourfold";
import { type Auth, apiKey } from "fourfold/auth";
import { isEntityOf, localized } from "fourfold/entities";
import { createEnvironments, type EnvironmentUpdate, planEnvironmentUpdates } from "fourfold/environments";
import { createTokenVerifier, jwtSecurity, secureDocument } from "fourfold/gateway";
import { decodeUserInfo, readUserInfo } from "fourfold/gateway/user-info";
import { defineSchema, type RowOf } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { type LocalServer, listen } from "fourfold/testing/server";
import { createWarehouse, warehouseRules } from "fourfold/warehouse";

declare module "fourfold" {
  interface Table {
    newField?: string | undefined;
  }
}

const client = createClient({ baseUrl: "http://localhost", auth: bearer("token"), naming: vendorNaming });
const reference = { projectId: "p", datasetId: "d", tableId: "t" };

export async function read(): Promise<string | undefined> {
  try {
    const table = await client.warehouse.tables.get(reference);
    const deep = table.schema!.fields![0]!.fields![0]!.fields![0]!;
    const maxLength: `${bigint}` | undefined = deep.maxLength;
    // @ts-expect-error the type of a 64-bit integer is a string
    const wrong: number | undefined = deep.maxLength;
    void wrong;
    return maxLength ?? table.newField;
  } catch (error) {
    if (isFourfoldError(error, "not_found")) return String(error.status);
    throw error;
  }
}

const schema = defineSchema([{ name: "id", type: "INTEGER", mode: "REQUIRED" }]);
export const MyTable = Table;
export const safeParse = (value: unknown) => Table.safeParse(value);
export const range = decimalRange({ type: "NUMERIC", precision: 10, scale: 2 });
export const row: RowOf<typeof schema> = { id: "1" };
export const parsed: Table = Table.parse({ tableReference: reference });
export const input: TableInput = { ...parsed, tableReference: reference };
// @ts-expect-error an output-only member cannot be written by hand
export const written: TableInput = { tableReference: reference, etag: "x" };
// @ts-expect-error an address is a string
createWarehouse({ baseUrl: 5 });
export const ids: string[] = warehouseRules.map(({ id }) => id);
export const auth: Auth = apiKey("key");
export const naming: Naming = vendorNaming;

export async function searchPeople(): Promise<string | undefined> {
  const { itemListElement = [] } = await client.entities.search({ query: "ada", types: ["Person"] });
  const entity = itemListElement[0]?.result;
  return isEntityOf(entity, "Person") ? localized(entity.name, "en") : undefined;
}

const name = "projects/p/locations/l/environments/e";
export const updates: EnvironmentUpdate[] = [
  environmentUpdate.labels({ team: "data", old: null }),
  environmentUpdate.fromMask(["config.nodeCount"], { config: { nodeCount: 4 } }),
  ...planEnvironmentUpdates({ name }, { labels: {} }),
];
// @ts-expect-error two update types in one mask
environmentUpdate.fromMask(["labels.team", "config.nodeCount"], { config: { nodeCount: 4 } });
export const environments = createEnvironments({ baseUrl: "http://localhost" });

const definitions = { users: { projectId: "p", issuerBase: "https://issuer.test", jwksUri: "https://issuer.test/k" } };
export const document = secureDocument({ swagger: "2.0", paths: {} }, jwtSecurity({ definitions }));
export const verifier = createTokenVerifier({ definitions });
export const subject: string | null | undefined = readUserInfo(new Request("http://localhost"), {
  gateway: "api-gateway",
})?.subject;
export const generation: "current" = decodeUserInfo("e30", { generation: "current" }).generation;
export const server: Promise<LocalServer> = listen(createSandbox());
