// An app over both libraries, compiled against their declarations.
import * as inferred from "library/inferred";
import * as isolated from "library/isolated";
import * as values from "library/values";

const result = inferred.parse({});
export const id: string | undefined = result.success ? result.data.id : result.error.issues[0]?.message;
export const same: typeof result = isolated.parse({});
export const name: string | undefined = inferred.parseField({}).name;
export const table: isolated.Table = inferred.TableSchema.parse({});
export const client: ReturnType<typeof isolated.connect> = inferred.connect("http://localhost");
export const etag: Promise<string | undefined> = inferred.readTable(client, "t").then((read) => read.etag);
export const row: inferred.Row = { id: "1" };
export const mask: string = inferred.relabel("ops").updateMask + isolated.relabel("ops").updateMask;
export const subject: string | null | undefined = values.user?.subject;
export const orderId: string | undefined = values.emptyRows()[0]?.id;
export const bookIds: Promise<(string | undefined)[]> = values
  .books("shelves/1")
  .toArray({ limit: 1 })
  .then((all) => all.map(({ id: bookId }) => bookId));
// @ts-expect-error the types are those of the package, not any
inferred.TableSchema.parse({}).misspelt;
// @ts-expect-error the same for the schema of a field
inferred.SchemaOfColumns.misspelt;
// @ts-expect-error the same for a plan
values.plan.then((plan) => plan.misspelt);
