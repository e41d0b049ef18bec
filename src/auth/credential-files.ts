import * as z from "zod/mini";
import { kindOf, listed, shown } from "../core/describe.js";
import { isLoopback } from "../core/http/auth.js";
import { headerProblems } from "../core/http/call-options.js";
import { formatPath } from "../core/issue-path.js";
import { isObject, valueAt } from "../core/objects.js";
import { isInteger, isText } from "../core/options.js";
import { zodMessage } from "../core/schema/zod-message.js";
import { locatedMessage } from "../errors/request-error.js";
import { privateKeyProblem, tokenUrlProblem } from "./service-account-options.js";

/** The remedy for credentials of a user that are missing, incomplete or expired. */
export const LOGIN = 'run "gcloud auth application-default login"';
/** The remedy for credentials of another kind. */
const LIBRARY = 'pass a client of google-auth-library as "auth"';
const GOOGLE = "googleapis.com";

/** The types of files that are supported. */
const TYPES = [
  "service_account",
  "authorized_user",
  "external_account",
  "external_account_authorized_user",
  "impersonated_service_account",
];

/** The content of a valid file of credentials. */
export type CredentialFile = z.infer<ReturnType<typeof fileSchema>>;
/** A valid file of one type. */
export type FileOf<Type extends CredentialFile["type"]> = Extract<CredentialFile, { readonly type: Type }>;

/** Result of a check of a file: the credentials if they are valid, and the issues, without their rule id. */
interface CheckedFile {
  readonly file: CredentialFile | undefined;
  readonly issues: readonly { readonly path: string; readonly message: string }[];
}

/**
 * Validates the content of a file of credentials. Fields that are not needed for a token are ignored. Messages contain no secret.
 *
 * @param allowedHosts - Hosts that may receive tokens, in addition to Google's.
 */
export function checkCredentialFile(
  content: Readonly<Record<string, unknown>>,
  allowedHosts: readonly string[] = [],
): CheckedFile {
  const { universe_domain: domain } = content;
  const schema = fileSchema(content, isDomain(domain) ? domain.toLowerCase() : GOOGLE, allowedHosts);
  const { data: file, error } = z.safeParse(schema, content);
  const issues = (error?.issues ?? []).map((issue) => {
    const message = zodMessage(issue, valueAt(content, issue.path)) ?? issue.message;
    return { path: formatPath(issue.path), message };
  });
  return { file, issues };
}

/** Schema of a string in which `problemOf` finds no problem. `hint` is appended to the message if the string is missing. */
function field(problemOf: (value: unknown) => string | undefined, hint = "") {
  return z.custom<string>((value) => value !== undefined && problemOf(value) === undefined, {
    error: ({ input }) => (input === undefined ? `is required${hint}` : problemOf(input)),
  });
}

/** Schema of a string for which `isValid` is true. The value is not shown, because it may be a secret. */
function must(isValid: (value: unknown) => boolean, form: string, hint = "") {
  return field((value) => (isValid(value) ? undefined : `must be ${form}, got ${kindOf(value)}`), hint);
}

/**
 * Creates a schema that rejects every object, because the `type` of the file is not supported. `_like` determines the
 * static type of the schema.
 */
function unsupported<S>(_like: S, types: readonly string[], remedy: string): S {
  const type = z.custom<never>(() => false, {
    error: ({ input }) => `must be ${listed(types.map(shown))}, got ${shown(input)}; ${remedy}, ${LIBRARY}`,
  });
  return z.object({ type, ...common }) as S; // no value is valid
}

/** Whether a value is a project id. */
export const isProjectId = (value: unknown) => isText(value) && /^[\w.:-]+$/.test(value);
const isDomain = (value: unknown): value is string => isText(value) && /^(?:[a-z\d-]+\.)+[a-z\d-]+$/i.test(value);

const text = must(isText, "a non-empty string");
const secret = must(isText, "a non-empty string", `; ${LOGIN} again`);
const projectId = must(isProjectId, "a project id");
const common = {
  quota_project_id: z.optional(projectId),
  universe_domain: z.optional(must(isDomain, 'a domain such as "googleapis.com"')),
};
const lifetime = z.custom<number>((value) => isInteger(value, 600) && Number(value) <= 43_200, {
  error: ({ input }) => `must be an integer from 600 to 43200, got ${shown(input)}`,
});
const headers = z.custom<Readonly<Record<string, string>>>((value) => headerProblems(value).length === 0, {
  error: ({ input }) => headerProblems(input).map(locatedMessage).join("; "),
});
const isFormat = (value: unknown): value is "text" | "json" => value === "text" || value === "json";
const formatType = z.custom<"text" | "json">(isFormat, {
  error: ({ input }) => `must be "text" or "json", got ${shown(input)}`,
});

/** Returns why a secret must not be sent to a URL: over http, it may only be sent to this machine. */
function plainHttpProblem({ protocol, hostname }: URL): string | undefined {
  return protocol === "https:" || isLoopback(hostname) ? undefined : "must begin with https://";
}

/** A check that also runs if fields are invalid, so that all problems are reported. */
const when = ({ value }: { readonly value: unknown }) => isObject(value);

/**
 * The schema of a file, by its `type`. `domain` is the domain of Google's services: `googleapis.com` or the domain of another
 * universe. Avoids zod unions: bundlers would move their code into the part that all clients load at startup.
 */
function fileSchema(content: unknown, domain: string, allowedHosts: readonly string[]) {
  const url = (problemOf: (url: URL) => string | undefined) =>
    field((value) => tokenUrlProblem(value) ?? problemOf(new URL(String(value))));
  const isAllowed = ({ protocol, host, hostname }: URL) =>
    allowedHosts.some((each) => {
      const allowed = new URL(`${protocol}//${each}`).host;
      return allowed === host || (allowed === hostname && !/:\d+$/.test(each));
    });

  /** Schema of a URL of a Google service, or on an allowed host. */
  const serviceUrl = (service: string, path = "/.*", form = "") =>
    url((found) => {
      const { host, pathname, search } = found;
      const isGoogles = [domain, GOOGLE].some(
        (each) =>
          new RegExp(`^${service}(?:\\.[a-z\\d-]+\\.rep)?$`).test(host.slice(0, -each.length - 1)) &&
          host.endsWith(`.${each}`),
      );
      if (!isGoogles && !isAllowed(found)) {
        return `must be on ${service}.${domain}, got ${shown(host)}; if you trust this host, add it to "allowedHosts"`;
      }
      const isPath = new RegExp(`^${path}$`).test(pathname + search);
      return plainHttpProblem(found) ?? (isPath ? undefined : `must have the path ${form}`);
    });
  const stsUrl = (path: string) => z._default(serviceUrl("sts"), `https://sts.${domain}${path}`);
  const iamUrl = serviceUrl(
    "iamcredentials",
    "/v1/projects/-/serviceAccounts/(?:[\\w.@-]|%40)+:generateAccessToken",
    "/v1/projects/-/serviceAccounts/<email>:generateAccessToken",
  );
  const tokenUri = z._default(url(plainHttpProblem), `https://oauth2.${domain}/token`);
  const sourceUrl = url((found) =>
    isAllowed(found) || found.host === "169.254.169.254" ? undefined : plainHttpProblem(found),
  );

  const isJson = valueAt(content, ["credential_source", "format", "type"]) === "json";
  const source = {
    file: z.optional(text),
    url: z.optional(sourceUrl),
    headers: z.optional(headers),
    format: z.optional(
      z.object({
        type: z.optional(formatType),
        subject_token_field_name: isJson ? text : z.optional(text),
      }),
    ),
  };
  const isSource = (value: object) =>
    "file" in value !== "url" in value && Object.keys(value).every((name) => Object.hasOwn(source, name));
  const login = { client_id: secret, client_secret: secret, refresh_token: secret, ...common };
  const account = z.object({
    type: z.literal("service_account"),
    client_email: text,
    private_key: field(privateKeyProblem),
    private_key_id: z.optional(text),
    token_uri: tokenUri,
    ...common,
  });
  const user = z.object({ type: z.literal("authorized_user"), token_uri: tokenUri, ...login });
  const sourceType = valueAt(content, ["source_credentials", "type"]);
  const notSource = unsupported(account, TYPES.slice(0, 2), "for other sources");
  switch (valueAt(content, ["type"])) {
    case "service_account":
      return account;
    case "authorized_user":
      return user;
    case "external_account":
      return z
        .object({
          type: z.literal("external_account"),
          audience: text,
          subject_token_type: text,
          token_url: stsUrl("/v1/token"),
          credential_source: z.looseObject(source).check(
            z.refine(isSource, {
              error: `must have either "file" or "url", and no other properties than "headers" and "format"; for AWS, executables and certificates, ${LIBRARY}`,
              when,
            }),
          ),
          service_account_impersonation_url: z.optional(iamUrl),
          service_account_impersonation: z.optional(z.object({ token_lifetime_seconds: z.optional(lifetime) })),
          client_id: z.optional(text),
          client_secret: z.optional(text),
          workforce_pool_user_project: z.optional(projectId),
          ...common,
        })
        .check(
          z.refine(
            ({ audience, workforce_pool_user_project: project }) =>
              project === undefined || /\/workforcePools\//.test(audience),
            {
              path: ["workforce_pool_user_project"],
              error: 'must be omitted, because "audience" is not in a workforce pool',
              when,
            },
          ),
        );
    case "external_account_authorized_user":
      return z.object({
        type: z.literal("external_account_authorized_user"),
        token_url: stsUrl("/v1/oauthtoken"),
        ...login,
      });
    case "impersonated_service_account":
      return z.object({
        type: z.literal("impersonated_service_account"),
        service_account_impersonation_url: iamUrl,
        source_credentials:
          sourceType === "service_account" ? account : sourceType === "authorized_user" ? user : notSource,
        delegates: z.optional(z.array(text)),
        scopes: z.optional(z.array(text)),
        ...common,
      });
    default:
      return unsupported(account, TYPES, "for other credentials");
  }
}
