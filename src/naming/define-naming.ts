import { joinPath } from "../core/issue-path.js";
import { withoutUndefined } from "../core/objects.js";
import {
  baseUrl,
  booleanOption,
  httpUrl,
  isHeaderName,
  isString,
  listOf,
  mapOf,
  must,
  nonEmptyString,
  type OptionCheck,
  type OptionChecks,
  type OptionProblem,
  oneOf,
  optionsOf,
  required,
  strictOptions,
} from "../core/options.js";
import type { RuleSetting, RuleSettings } from "../core/rules.js";
import { type GatewayExtensions, type Naming, NEUTRAL_NAMES, vendorNaming } from "./naming.js";
import type { ENTITY_RULES, ENVIRONMENT_RULES, WAREHOUSE_RULES } from "./rule-ids.js";

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
 * {@link vendorNaming}: no addresses, the names, header and extension keys, and the default severities of all
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
    ...(withoutUndefined(members) as Partial<Naming>), // without undefined
    extensions: { ...vendorNaming.extensions, ...(withoutUndefined(extensions ?? {}) as Partial<GatewayExtensions>) },
  };
}

/** Check of a definition of a naming profile. */
const namingCheck: OptionCheck = (definition, path) => {
  const { names, extensions } = Object(definition) as Readonly<Record<string, object | undefined>>;
  return [
    ...required(optionsOf(profileChecks()))(definition, path),
    ...duplicatesIn(names, "names"),
    ...duplicatesIn({ ...vendorNaming.extensions, ...extensions }, "extensions"),
  ];
};

function profileChecks(): OptionChecks {
  const word = matching(/^[a-z]+$/, "a lower-case word");
  const name = matching(/^[A-Za-z]\w*$/, "a name of letters, digits and underscores");
  const extension = matching(/^x-\S+$/, 'an extension key, which begins with "x-"');
  const same = (keys: readonly string[], check: OptionCheck) =>
    optionsOf(Object.fromEntries(keys.map((key) => [key, check])));
  return {
    name: required(nonEmptyString),
    servicePath: matching(/^(?!\.+$)[\w.~-]+$/, "one path segment"),
    addresses: same(["warehouse", "entities", "environments"], baseUrl),
    scopeBase: baseUrl,
    product: word,
    engine: word,
    names: same(NEUTRAL_NAMES, name),
    openValues: booleanOption,
    requestIdHeaders: listOf(must(isHeaderName, "a header name"), "a list of header names"),
    searchVocabulary: optionsOf({ prefix: name, address: baseUrl }),
    userInfoHeader: must(isHeaderName, "a header name"),
    assertionHeader: must(isHeaderName, "a header name"),
    extensions: same([...Object.keys(vendorNaming.extensions), "auth", "endpoint"], extension),
    issuerBase: baseUrl,
    jwksUri: httpUrl,
    findings: mapOf(oneOf("error", "warning", "info", "off")),
    rules: mapOf(oneOf("error", "warn", "off")),
  };
}

function matching(form: RegExp, description: string): OptionCheck {
  return must((value) => isString(value) && form.test(value), description);
}

/** Issues of ambiguous names: duplicates, and names that are neutral names of other fields. */
function duplicatesIn(names: object | undefined, path: string): readonly OptionProblem[] {
  const entries = Object.entries(Object(names)).filter(([, given]) => given !== undefined);
  return entries.flatMap(([name, given], index): OptionProblem[] => {
    const [twin] = entries.slice(0, index).find(([, other]) => other === given) ?? [];
    const other = twin ?? NEUTRAL_NAMES.find((each) => each === given && each !== name);
    return other === undefined ? [] : [{ path: joinPath(path, name), message: `must differ from that of ${other}` }];
  });
}
