import { isObject } from "../../core/is-object.js";

/**
 * Returns the partition keys of a Hive layout, in order, as the service detects them: in the prefix for the mode
 * `CUSTOM`, otherwise in the first source URI that contains any. Undefined if there are none.
 *
 * @see Spec: warehouse, "HivePartitioningOptions"
 */
export function hivePartitionKeys(external: Readonly<Record<string, unknown>>): string[] | undefined {
  const options = external.hivePartitioningOptions;
  if (!isObject(options)) return undefined;
  const prefix = typeof options.sourceUriPrefix === "string" ? options.sourceUriPrefix : "";
  const uris = Array.isArray(external.sourceUris) ? external.sourceUris : [];
  const candidates =
    options.mode === "CUSTOM" ? [keysOfPrefix(prefix)] : uris.map((uri) => keysOfUri(String(uri), prefix));
  return candidates.find((keys) => keys.length > 0);
}

/** `…/{dt:DATE}/{country:STRING}` → dt, country. */
function keysOfPrefix(prefix: string): string[] {
  return [...prefix.matchAll(/\{([^{}:]+):[^{}]*\}/g)].map(([, key = ""]) => key);
}

/** `…/dt=2026-01-01/country=NZ/file.avro` → dt, country. */
function keysOfUri(uri: string, prefix: string): string[] {
  const behind = uri.startsWith(prefix) ? uri.slice(prefix.length) : uri;
  const folders = behind.split("/").slice(0, -1);
  return folders.flatMap((folder) => /^([^=]+)=/.exec(folder)?.slice(1, 2) ?? []);
}
