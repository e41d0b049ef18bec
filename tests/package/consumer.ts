/// <reference lib="esnext" />
// What an app does with the packed package. Compiled in a folder of its own against the tarball, library checks on.
import {
  bearer,
  createClient,
  decimalRange,
  defineSchema,
  isFourfoldError,
  type RowOf,
  Table,
  type TableInput,
} from "fourfold";
import { isEntityOf, localized } from "fourfold/entities";
import { vendorNaming } from "fourfold/naming";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { createWarehouse, warehouseRules } from "fourfold/warehouse";

declare module "fourfold" {
  interface Table {
    selfLink?: string | undefined;
  }
}

const client = createClient({ baseUrl: "http://localhost", auth: bearer("token"), naming: vendorNaming });
const reference = { projectId: "p", datasetId: "d", tableId: "t" };

export async function read(): Promise<string | undefined> {
  try {
    const table = await client.warehouse.tables.get(reference);
    const deep = table.schema!.fields![0]!.fields![0]!.fields![0]!;
    const maxLength: `${bigint}` | undefined = deep.maxLength;
    // @ts-expect-error a number is not what comes over the wire
    const wrong: number | undefined = deep.maxLength;
    void wrong;
    return maxLength ?? table.selfLink;
  } catch (error) {
    if (isFourfoldError(error, "not_found")) return String(error.status);
    throw error;
  }
}

const schema = defineSchema([{ name: "id", type: "INTEGER", mode: "REQUIRED" }]);
export const MyTable = Table;
export const range = decimalRange({ type: "NUMERIC", precision: 10, scale: 2 });
export const row: RowOf<typeof schema> = { id: "1" };
export const parsed: Table = Table.parse({ tableReference: reference });
export const input: TableInput = { ...parsed, tableReference: reference };
// @ts-expect-error an output-only member cannot be written by hand
export const written: TableInput = { tableReference: reference, etag: "x" };
// @ts-expect-error no address
createWarehouse({});
export const ids: string[] = warehouseRules.map(({ id }) => id);
export const server = listen(createSandbox());

export async function searchPeople(): Promise<string | undefined> {
  const { itemListElement = [] } = await client.entities.search({ query: "ada", types: ["Person"] });
  const entity = itemListElement[0]?.result;
  return isEntityOf(entity, "Person") ? localized(entity.name, "en") : undefined;
}
