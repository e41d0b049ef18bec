import type { Clock } from "../core/clock.js";
import { limitIssues } from "../core/http/call-options.js";
import type { KyInstance } from "../core/http/ky-instance.js";
import type { RetryOptions } from "../core/http/transport.js";
import { kindOf } from "../core/rules/describe.js";
import type { Issue } from "../errors/issue.js";
import { privateKeyProblem } from "./private-key.js";

/** Options of `serviceAccount`. */
export interface ServiceAccountOptions {
  /** Address of the account: `client_email` in a key file. */
  clientEmail: string;
  /**
   * Its RSA key, in the form PKCS#8: `private_key` in a key file. Line breaks may be spelled out as `\n`, as variables of
   * the environment often hold them. Appears in no error.
   */
  privateKey: string;
  /** Id of the key, for the header of the assertion: `private_key_id` in a key file. Default: none. */
  privateKeyId?: string | undefined;
  /** What the tokens are to be good for; a string may hold several, separated by spaces. */
  scopes: string | readonly string[];
  /** Where assertions are traded for tokens: `token_uri` in a key file. */
  tokenUrl: string;
  /** Whom to act for, where the account may act for users. Default: the account itself. */
  subject?: string | undefined;
  /** Who is to accept the assertion. Default: `tokenUrl`. */
  audience?: string | undefined;
  /** The fetch function. Default: `globalThis.fetch`, looked up at each call. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Your own ky instance: its hooks and fetch options apply to requests to the token endpoint. Default: plain ky. */
  ky?: KyInstance | undefined;
  /** Where time comes from. Default: the machine's clock. */
  clock?: Clock | undefined;
  /** Bound of one attempt to get a token, in milliseconds. Default: 30 000. */
  timeoutMs?: number | undefined;
  /** When and how long to wait before the token endpoint is asked again; `false` for never. Default: as in clients. */
  retry?: false | RetryOptions | undefined;
}

/** What is wrong with the options of a service account. */
export function serviceAccountIssues(options: Partial<ServiceAccountOptions>): Issue[] {
  const { clientEmail, privateKey, privateKeyId, scopes, tokenUrl, subject, audience } = options;
  const problems: Readonly<Record<string, string | undefined>> = {
    clientEmail: textProblem(clientEmail, ' ("client_email" in a key file)'),
    privateKey: privateKeyProblem(privateKey),
    privateKeyId: privateKeyId === undefined ? undefined : textProblem(privateKeyId),
    scopes: scopesProblem(scopes),
    tokenUrl: tokenUrlProblem(tokenUrl),
    subject: subject === undefined ? undefined : textProblem(subject),
    audience: audience === undefined ? undefined : textProblem(audience),
  };
  const issues = Object.entries(problems).flatMap(([path, problem]) =>
    problem === undefined ? [] : serviceAccountIssue(path, problem),
  );
  return [...issues, ...limitIssues({ timeoutMs: options.timeoutMs, retry: options.retry })];
}

function textProblem(value: unknown, hint = ""): string | undefined {
  if (typeof value === "string" && value.trim() !== "") return undefined;
  return `must be a string that is not empty, got ${value === "" ? "an empty one" : kindOf(value)}${hint}`;
}

function scopesProblem(value: unknown): string | undefined {
  const scopes: readonly unknown[] = Array.isArray(value) ? value : [value];
  const areTexts = scopes.length > 0 && scopes.every((scope) => textProblem(scope) === undefined);
  return areTexts ? undefined : "must be a list of scopes, or a string of them, that is not empty";
}

function tokenUrlProblem(value: unknown): string | undefined {
  if (typeof value !== "string" || !URL.canParse(value)) {
    return 'must be an absolute URL such as "https://token.example/token" ("token_uri" in a key file)';
  }
  const { protocol, username, password } = new URL(value);
  if (protocol !== "http:" && protocol !== "https:") return "must begin with http:// or https://";
  return username === "" && password === "" ? undefined : "must not hold credentials";
}

/** One thing that is wrong with them. */
export function serviceAccountIssue(path: string, message: string): Issue {
  return { path, message, rule: "service-account" };
}
