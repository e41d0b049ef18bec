import { expectTypeOf } from "expect-type";
import {
  type Area,
  createClient,
  createEntities,
  createEnvironments,
  createWarehouse,
  defineNaming,
  googleNaming,
  type Naming,
  type NamingWithAddress,
  permissions,
  type Scopes,
  scopes,
  vendorNaming,
} from "fourfold";

// The real services need no address …
createClient({ naming: googleNaming });
createWarehouse({ naming: googleNaming });
createEntities({ naming: googleNaming });
createEnvironments({ naming: googleNaming });
createClient({ naming: googleNaming, baseUrl: "http://127.0.0.1:8787" });

// … a custom profile as far as it knows them.
const depot = defineNaming({ name: "depot", addresses: { warehouse: "https://depot.example" } });
expectTypeOf(depot).toEqualTypeOf<NamingWithAddress<"warehouse">>();
createWarehouse({ naming: depot });
createClient({ naming: depot, baseUrl: "https://a.example" });
// @ts-expect-error it does not know the others
createClient({ naming: depot });
// @ts-expect-error it does not know this one
createEntities({ naming: depot });
const plain = defineNaming({ name: "plain", servicePath: "depot" });
expectTypeOf(plain).toEqualTypeOf<Naming>();
// @ts-expect-error it knows none
createWarehouse({ naming: plain });
const proxied = defineNaming({ ...googleNaming, name: "proxied", userInfoHeader: "X-Apigateway-Api-Userinfo" });
expectTypeOf(proxied).toEqualTypeOf<NamingWithAddress<Area>>();
createClient({ naming: proxied });
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
  Exclude<keyof ReturnType<typeof createEnvironments>, "call" | "list">
>();
expectTypeOf<keyof Scopes["entities"]>().toEqualTypeOf<
  Exclude<keyof ReturnType<typeof createEntities>, "call" | "list">
>();
// @ts-expect-error there is no such call
scopes().warehouse.tables.create;
