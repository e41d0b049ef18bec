import { isFourfoldError } from "fourfold";
import type { Names } from "./side.js";

/** The observations of a check: JSON data by step. Two services that behave the same produce equal observations. */
export type Observations = Readonly<Record<string, unknown>>;

/** Error codes that count as observations. Any other error fails the check. */
const OBSERVED = ["bad_request", "not_found", "conflict", "precondition_failed", "invalid_request"] as const;

/**
 * Waits for a call and returns its outcome: the result as `show` returns it, or the error.
 *
 * @throws The error of the call if it does not describe the behaviour of the service: missing permissions, a timeout.
 */
export async function outcome<T>(call: Promise<T>, show: (value: T) => unknown = (value) => value): Promise<unknown> {
  try {
    return { result: show(await call) };
  } catch (error) {
    if (!isFourfoldError(error, ...OBSERVED)) throw error;
    if (error.code === "invalid_request") {
      return { error: { code: error.code, issues: error.issues.map(({ path, rule }) => `${path}: ${rule}`) } };
    }
    const { code, status, reason, serviceMessage: message } = error;
    return { error: { code, status, reason, message } };
  }
}

/** Fields whose values differ with every run. Their types are compared. */
const VOLATILE: readonly string[] = [
  "etag",
  "creationTime",
  "lastModifiedTime",
  "lastRefreshTime",
  "numericId",
  "jobId",
  "queryId",
  "selfLink",
];

/** Email addresses of service accounts. */
const SERVICE_ACCOUNTS = /[\w.-]+@[\w.-]+\.gserviceaccount\.com/g;

/** Returns a text with placeholders for names of the project and for email addresses of service accounts. */
export function maskedText(text: string, names: Names): string {
  const placeholders: [find: string | RegExp | undefined, placeholder: string][] = [
    [names.ownDataset, "<own dataset>"],
    [names.listedDataset, "<listed dataset>"],
    [names.dataset, "<dataset>"],
    [names.environment, "<environment>"],
    [names.member, "<member>"],
    [names.member?.replace(/^serviceAccount:/, ""), "<service account>"],
    [SERVICE_ACCOUNTS, "<service account>"],
    [names.projectId, "<project>"],
  ];
  return placeholders.reduce(
    (masked, [find, placeholder]) => (find ? masked.replaceAll(find, placeholder) : masked),
    text,
  );
}

/** Returns a copy with placeholders for values that differ with every run, and in all its texts. */
export function masked(value: unknown, names: Names): unknown {
  const mask = (entry: unknown, key: string): unknown => {
    if (VOLATILE.includes(key) && typeof entry !== "object") return `<${typeof entry}>`;
    if (typeof entry === "string") return maskedText(entry, names);
    if (Array.isArray(entry)) return entry.map((each) => mask(each, ""));
    if (typeof entry !== "object" || entry === null) return entry;
    return Object.fromEntries(Object.entries(entry).map(([name, each]) => [name, mask(each, name)]));
  };
  return mask(value, "");
}

/** Maps whose keys are user data. */
const USER_MAPS: readonly string[] = ["labels", "envVariables", "pypiPackages", "airflowConfigOverrides"];

/** Returns the names of all fields with the types of their values, without the values. */
export function typesOf(value: unknown, key = ""): unknown {
  if (value === null) return "null";
  if (Array.isArray(value)) return unique(value.map((entry) => typesOf(entry)));
  if (typeof value !== "object") return typeof value;
  const entries = Object.entries(value).map(([name, entry]) => [name, typesOf(entry, name)] as const);
  return USER_MAPS.includes(key) ? { "*": unique(entries.map(([, type]) => type)) } : Object.fromEntries(entries);
}

function unique(types: readonly unknown[]): unknown[] {
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}
