import { expectTypeOf } from "expect-type";
import {
  createClient,
  type createEntities,
  type createEnvironments,
  createWarehouse,
  defineNaming,
  googleNaming,
  type Naming,
  permissions,
  type Scopes,
  scopes,
  vendorNaming,
} from "fourfold";

// Profiles have one type, with and without addresses.
expectTypeOf(googleNaming).toEqualTypeOf<Naming>();
expectTypeOf(vendorNaming).toEqualTypeOf<Naming>();
const depot = defineNaming({ name: "depot", addresses: { warehouse: "https://depot.example" } });
expectTypeOf(depot).toEqualTypeOf<Naming>();
createWarehouse({ naming: depot });
createClient({ naming: depot, baseUrl: "https://a.example" });
expectTypeOf(defineNaming({ ...vendorNaming, name: "mine" })).toEqualTypeOf<Naming>();

// What a profile may say is closed.
defineNaming({ name: "x", names: { vendorLakeConfiguration: "lake", VENDOR_TABLE: "T" } });
// @ts-expect-error a name
defineNaming({});
// @ts-expect-error a misspelt member
defineNaming({ name: "x", servicepath: "y" });
// @ts-expect-error no field with a vendor-specific name
defineNaming({ name: "x", names: { labels: "tags" } });
// @ts-expect-error no such area
defineNaming({ name: "x", addresses: { warehose: "https://depot.example" } });
// @ts-expect-error no such extension
defineNaming({ name: "x", extensions: { isuer: "x-issuer" } });
// @ts-expect-error no such severity
defineNaming({ name: "x", rules: { "field-type": "of" } });

// Scopes and permissions have the same keys as the calls of the client.
expectTypeOf(scopes()).toEqualTypeOf<Scopes>();
expectTypeOf(scopes(vendorNaming, "https://auth.example").warehouse.tables.modify).toEqualTypeOf<readonly string[]>();
expectTypeOf(permissions(googleNaming).environments.patch).toEqualTypeOf<readonly string[]>();
expectTypeOf<keyof Scopes["warehouse"]["tables"]>().toEqualTypeOf<keyof ReturnType<typeof createWarehouse>["tables"]>();
expectTypeOf<keyof Scopes["environments"]>().toEqualTypeOf<
  Exclude<keyof ReturnType<typeof createEnvironments>, "call">
>();
expectTypeOf<keyof Scopes["entities"]>().toEqualTypeOf<
  Exclude<keyof ReturnType<typeof createEntities>, "call" | "list">
>();
// @ts-expect-error there is no such call
scopes().warehouse.tables.create;
