import { strictOptions } from "../core/rules/options.js";
import type { RuleSetting, RuleSettings } from "../core/rules/rules.js";
import type { GatewayExtensions, Naming } from "./naming.js";
import { namingCheck } from "./naming-check.js";
import type { ENTITY_RULES, ENVIRONMENT_RULES, WAREHOUSE_RULES } from "./rule-ids.js";
import { vendorNaming } from "./vendor.js";

type Rules = typeof WAREHOUSE_RULES & typeof ENTITY_RULES & typeof ENVIRONMENT_RULES;
type NamedRules = { readonly [Id in keyof Rules]?: RuleSetting };

/** Argument of {@link defineNaming}: a name, and the properties that differ from the neutral profile. */
export type NamingDefinition = {
  readonly [M in keyof Naming as M extends "name" | "extensions" | "rules" ? never : M]?: Naming[M] | undefined;
} & {
  /** Name of the profile, for messages. */
  readonly name: string;
  /** Severities of rules that differ from the tables', because the services do not enforce them. */
  readonly rules?: (NamedRules & RuleSettings) | undefined;
  /** Extension keys of API definition documents that differ from the neutral ones. */
  readonly extensions?: { readonly [M in keyof GatewayExtensions]?: string | undefined } | undefined;
};

/**
 * Creates a naming profile for services that use other names than Google's. Omitted properties are those of
 * {@link vendorNaming}: no addresses, the names, header and extension keys of the spec, and the default severities of all
 * rules. Spread another profile to extend it.
 *
 * `baseUrl` is optional for clients of an area whose address the profile contains.
 *
 * @param definition - The profile; omitted properties are those of `vendorNaming`.
 * @returns The naming profile.
 * @throws {RequestError} If a name or an address is invalid, with all issues.
 *
 * @example
 * const depot = defineNaming({ name: "depot", servicePath: "depot", addresses: { warehouse: "https://depot.example" } });
 * const warehouse = createWarehouse({ naming: depot });
 *
 * const proxied = defineNaming({ ...googleNaming, name: "proxied", userInfoHeader: "X-Proxy-UserInfo" });
 */
export function defineNaming(definition: NamingDefinition): Naming {
  strictOptions("defineNaming", definition, namingCheck, "naming");
  const { extensions, ...members } = definition;
  return {
    ...vendorNaming,
    ...given(members),
    extensions: { ...vendorNaming.extensions, ...given(extensions ?? {}) },
  };
}

/** Removes the properties that are undefined. */
function given<T extends object>(members: T): { [M in keyof T]: Exclude<T[M], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [M in keyof T]: Exclude<T[M], undefined> }; // filtered above
}
