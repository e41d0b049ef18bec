import { clip } from "../../core/scalars.js";
import type { Table } from "../schemas/table.js";
import type { Draft, TableRule } from "./table-rule.js";

const PREFIX = "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix";
const CUSTOM_PREFIX = /^[^{}]*[^{}/](\/\{[^{}:/\s]+:[A-Za-z]\w*\})+\/?$/;

const quoted = (text: string) => JSON.stringify(clip(text, 100));

/** The part of the prefix that URIs share: what the mode CUSTOM appends is not part of it. */
function sharedPart(prefix: string): string {
  return prefix.split("{", 1)[0] ?? "";
}

/** Each source URI and what follows the prefix in it; undefined where the URI does not start with the prefix. */
function* remaindersOf(table: Draft<Table>): Generator<[uri: string, remainder: string | undefined]> {
  const external = table.externalDataConfiguration;
  const prefix = external?.hivePartitioningOptions?.sourceUriPrefix;
  if (prefix == null) return;
  const shared = sharedPart(prefix);
  for (const uri of external?.sourceUris ?? []) {
    if (uri == null) continue;
    const remainder = uri.slice(shared.length);
    // A slash at the end of the prefix may be left out.
    const withSlash = shared.endsWith("/") ? `/${remainder}` : remainder;
    yield [uri, uri.startsWith(shared) ? withSlash : undefined];
  }
}

/** Rules about partitions that are laid out in folders, as Hive does. */
export const hiveRules = [
  {
    id: "hive-prefix-common",
    severity: "error",
    text: "Every source URI starts with the source URI prefix.",
    spec: 'warehouse, "HivePartitioningOptions"',
    check(table, report) {
      for (const [uri, remainder] of remaindersOf(table)) {
        if (remainder !== undefined) continue;
        return report(PREFIX, `must be what every source URI starts with; ${quoted(uri)} does not`);
      }
    },
  },
  {
    id: "hive-prefix-before-keys",
    severity: "error",
    text: "The source URI prefix ends right before the first partition key.",
    spec: 'warehouse, "HivePartitioningOptions"',
    check(table, report) {
      const prefix = table.externalDataConfiguration?.hivePartitioningOptions?.sourceUriPrefix;
      if (prefix != null && /\/[^/=]+=[^/]*\/?$/.test(sharedPart(prefix))) {
        return report(PREFIX, `must end before the first partition key, got ${quoted(prefix)}`);
      }
      for (const [uri, remainder] of remaindersOf(table)) {
        if (remainder === undefined || /^\*|^\/[^/]*[=*]/.test(remainder)) continue;
        return report(PREFIX, `must end right before the first partition key; in ${quoted(uri)} none follows it`);
      }
    },
  },
  {
    id: "hive-custom-keys",
    severity: "error",
    text: "In the mode CUSTOM the source URI prefix ends in segments {<key>:<TYPE>}.",
    spec: 'warehouse, "HivePartitioningOptions"',
    check({ externalDataConfiguration: external }, report, { complete }) {
      const options = external?.hivePartitioningOptions;
      if (options?.mode !== "CUSTOM") return;
      const { sourceUriPrefix: prefix } = options;
      if ((prefix === undefined && !complete) || (prefix != null && CUSTOM_PREFIX.test(prefix))) return;
      const got = prefix == null ? "" : `, got ${quoted(prefix)}`;
      report(PREFIX, `must end in segments {<key>:<TYPE>} for the mode CUSTOM, such as "…/{dt:DATE}"${got}`);
    },
  },
  {
    id: "hive-keys-only-custom",
    severity: "error",
    text: "Only in the mode CUSTOM does the source URI prefix hold partition keys.",
    spec: 'warehouse, "HivePartitioningOptions"',
    check({ externalDataConfiguration: external }, report) {
      const options = external?.hivePartitioningOptions;
      if (options?.mode !== "AUTO" && options?.mode !== "STRINGS") return;
      if (options.sourceUriPrefix?.includes("{")) {
        report(PREFIX, `may hold {<key>:<TYPE>} in the mode CUSTOM only, the mode is ${options.mode}`);
      }
    },
  },
] as const satisfies readonly TableRule[];
