import { assertOptions } from "../core/rules/options.js";
import type { RuleSettings } from "../core/rules/rules.js";
import type { Area, GatewayExtensions, Naming, NamingWithAddress } from "./naming.js";
import { namingCheck } from "./naming-check.js";
import type { NamedRules } from "./rule-names.js";
import { vendorNaming } from "./vendor.js";

/** What {@link defineNaming} takes: a name, and what differs from the neutral profile. */
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
 * Makes the naming profile of a brand. What is left out is neutral: no addresses, the names of the spec, its header and
 * extension keys, every rule as the tables have it. Spread another profile to begin with that one.
 *
 * A client of an area whose address it knows needs no `baseUrl`, to the compiler too.
 *
 * @throws {RequestError} when a name or an address cannot be one, with all that is wrong.
 *
 * @example
 * const depot = defineNaming({ name: "depot", servicePath: "depot", addresses: { warehouse: "https://depot.example" } });
 * const warehouse = createWarehouse({ naming: depot });
 *
 * const proxied = defineNaming({ ...googleNaming, name: "proxied", userInfoHeader: "X-Proxy-UserInfo" });
 */
export function defineNaming<A extends Area>(
  definition: NamingDefinition & { readonly addresses: Readonly<Record<A, string>> },
): NamingWithAddress<A>;
export function defineNaming(definition: NamingDefinition): Naming;
export function defineNaming(definition: NamingDefinition): Naming {
  assertOptions("defineNaming", definition, namingCheck, "naming");
  const { extensions, ...members } = definition;
  return {
    ...vendorNaming,
    ...given(members),
    extensions: { ...vendorNaming.extensions, ...given(extensions ?? {}) },
  };
}

/** The members that are there: undefined means absent. */
function given<T extends object>(members: T): { [M in keyof T]: Exclude<T[M], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [M in keyof T]: Exclude<T[M], undefined> }; // filtered just above
}
