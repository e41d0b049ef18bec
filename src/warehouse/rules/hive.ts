import { IMPLIED, rule, type Scope } from "./rule.js";
import type { TableRule } from "./table-rule.js";

const PREFIX = "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix";

const KEY_SEGMENTS = /^[^{}]*[^{}/](\/\{[^{}:/\s]+:[A-Za-z]\w*\})+\/?$/;
const ENDS_IN_A_KEY = /\/[^/=]+=[^/]*\/?$/;
const STARTS_WITH_A_KEY = /^\*|^\/[^/]*[=*]/;

/** Returns the part of a prefix that all URIs start with: without the partition keys that the mode CUSTOM appends. */
function sharedPart(prefix: string): string {
  return prefix.split("{", 1)[0] ?? "";
}

function someUri({ table }: Scope, test: (uri: string) => boolean): boolean {
  return table.externalDataConfiguration?.sourceUris?.some((uri) => uri != null && test(uri)) ?? false;
}

/** Rules about Hive partitioning, which stores partitions in folders. */
export const hiveRules = [
  rule(
    "hive-prefix-common",
    PREFIX,
    "must be a prefix of every source URI",
    (prefix, _, scope) => someUri(scope, (uri) => !uri.startsWith(sharedPart(prefix))) && prefix,
  ),
  rule("hive-prefix-before-keys", PREFIX, "must end immediately before the first partition key", (prefix, _, scope) => {
    const shared = sharedPart(prefix);
    if (ENDS_IN_A_KEY.test(shared)) return prefix;
    // The trailing slash is optional.
    const { length } = shared.replace(/\/$/, "");
    const isEarlier = (uri: string) => uri.startsWith(shared) && !STARTS_WITH_A_KEY.test(uri.slice(length));
    return someUri(scope, isEarlier) && prefix;
  }),
  rule(
    "hive-custom-keys",
    PREFIX,
    "must end in segments {<key>:<TYPE>} for the mode CUSTOM",
    (prefix, { mode }) => mode === "CUSTOM" && !KEY_SEGMENTS.test(prefix) && prefix,
  ),
  rule(
    "hive-keys-only-custom",
    PREFIX,
    "must not contain {<key>:<TYPE>} unless the mode is CUSTOM",
    (prefix, { mode }) => (mode === "AUTO" || mode === "STRINGS") && prefix.includes("{") && prefix,
    IMPLIED,
  ),
] as const satisfies readonly TableRule[];
