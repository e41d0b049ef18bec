/** The secrets of a run, which no output may contain. */
export interface Secrets {
  /** Adds a secret. Values that are too short to be secret are ignored. */
  add(value: unknown): void;
  /** Adds every string in JSON data, such as a credentials file, except URLs, the type of the file, and names in URLs. */
  addAll(data: unknown): void;
  /** Returns a text with `[redacted]` in place of each secret. */
  redact(text: string): string;
}

/** Shorter texts, such as the name of a type, occur in other words. */
const MIN_LENGTH = 8;

const PUBLIC: readonly string[] = ["type", "project_id", "quota_project_id", "universe_domain"];

/** Creates an empty list of secrets. */
export function createSecrets(): Secrets {
  const secrets = new Set<string>();
  const add = (value: unknown) => {
    if (typeof value !== "string") return;
    // A private key has several lines, and JSON writes line breaks as \n.
    for (const line of value.split("\n")) {
      if (line.length >= MIN_LENGTH && !line.startsWith("-----")) secrets.add(line);
    }
  };
  const addAll = (value: unknown) => {
    if (typeof value === "string" && !/^https?:/.test(value)) add(value);
    if (typeof value !== "object" || value === null) return;
    for (const [name, entry] of Object.entries(value)) if (!PUBLIC.includes(name)) addAll(entry);
  };
  return {
    add,
    addAll,
    redact: (text) => {
      const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
      return longestFirst.reduce((redacted, secret) => redacted.replaceAll(secret, "[redacted]"), text);
    },
  };
}
