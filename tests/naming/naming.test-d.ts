import {
  createClient,
  createWarehouse,
  type entityMethods,
  type environmentMethods,
  googleNaming,
  type Naming,
  permissions,
  type Scopes,
  scopes,
  vendorNaming,
  type warehouseMethods,
} from "fourfold";
import { expectTypeOf } from "vitest";

// Profiles have one type. vendorNaming also names the header of its gateway.
expectTypeOf(googleNaming).toEqualTypeOf<Naming>();
expectTypeOf(vendorNaming).toExtend<Naming>();
expectTypeOf(vendorNaming.userInfoHeader).toEqualTypeOf<string>();
createWarehouse({ naming: vendorNaming });
createClient({ naming: googleNaming, baseUrl: "https://a.example" });
// @ts-expect-error a profile of the user's
createClient({ naming: { name: "mine" } });

// Scopes and permissions have the same keys as the tables of methods.
expectTypeOf(scopes()).toEqualTypeOf<Scopes>();
expectTypeOf(scopes(vendorNaming).warehouse.tables.patch).toEqualTypeOf<readonly string[]>();
expectTypeOf(permissions(googleNaming).environments.patch).toEqualTypeOf<readonly string[]>();
expectTypeOf<keyof Scopes["warehouse"]["tables"]>().toEqualTypeOf<keyof typeof warehouseMethods.tables>();
expectTypeOf<keyof Scopes["environments"]>().toEqualTypeOf<keyof typeof environmentMethods>();
expectTypeOf<keyof Scopes["entities"]>().toEqualTypeOf<keyof typeof entityMethods>();
// @ts-expect-error there is no such method
scopes().warehouse.tables.create;
