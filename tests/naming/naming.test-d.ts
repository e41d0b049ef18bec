import { expectTypeOf } from "expect-type";
import {
  createClient,
  type createEntities,
  type createEnvironments,
  createWarehouse,
  googleNaming,
  type Naming,
  permissions,
  type Scopes,
  scopes,
  vendorNaming,
} from "fourfold";

// Profiles have one type. vendorNaming also names the header of its gateway.
expectTypeOf(googleNaming).toEqualTypeOf<Naming>();
expectTypeOf(vendorNaming).toExtend<Naming>();
expectTypeOf(vendorNaming.userInfoHeader).toEqualTypeOf<string>();
createWarehouse({ naming: vendorNaming });
createClient({ naming: googleNaming, baseUrl: "https://a.example" });
// @ts-expect-error a profile of the user's
createClient({ naming: { name: "mine" } });

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
