import type { Policy } from "fourfold";
import { outcome } from "../observe.js";
import type { Check } from "../run-checks.js";
import { tableIn } from "./tables.js";

/** Checks of access policies. The only member is the caller itself. */
export const policyChecks: readonly Check[] = [
  {
    name: "tables: access policies",
    run: async (side) => {
      const { tables } = side.client.warehouse;
      const reference = tableIn(side, "with_policy");
      await tables.insert({ tableReference: reference });
      const unset = await tables.getIamPolicy(reference);
      const { member } = side.names;
      const granting = (role: string) => (member === undefined ? [] : [{ role, members: [member] }]);
      const bindings = granting("roles/bigquery.dataViewer");
      const policy: Policy = { bindings, ...(unset.etag === undefined ? {} : { etag: unset.etag }) };
      const set = await outcome(tables.setIamPolicy(reference, policy));
      return {
        get: unset,
        set,
        "get again": await outcome(tables.getIamPolicy(reference)),
        "set, invalid etag": await outcome(tables.setIamPolicy(reference, { bindings: [], etag: "bm90IGFuIGV0YWc=" })),
        "set, unknown role": await outcome(
          tables.setIamPolicy(reference, { bindings: granting("roles/unknown.role") }),
        ),
        test: await outcome(tables.testIamPermissions(reference, ["bigquery.tables.get", "bigquery.tables.delete"])),
        "test, unknown permission": await outcome(tables.testIamPermissions(reference, ["bigquery.unknown.get"])),
      };
    },
  },
];
