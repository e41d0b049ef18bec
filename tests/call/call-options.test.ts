import fc from "fast-check";
import { expect, test } from "vitest";
import { assertCallOptions, CALL_OPTION_RULE, limitChecks, mergeHeaders } from "../../src/call/options.js";
import { headerSecrets, isSecretName } from "../../src/call/redact.js";
import { formatQuery } from "../../src/call/send.js";
import { RequestError } from "../../src/errors/request-error.js";
import { anyValue, optionIssues } from "../../src/values/options.js";
import { thrown } from "../support/rejection.js";

const limitIssues = (options: unknown) => optionIssues(limitChecks, options, CALL_OPTION_RULE);

test.each([
  [{}],
  [{ timeoutMs: 1, deadlineMs: 0.5 }],
  [{ timeoutMs: Number.POSITIVE_INFINITY, deadlineMs: Number.POSITIVE_INFINITY }],
  [{ timeoutMs: undefined, retry: undefined }],
  [{ retry: false }],
  [{ retry: {} }],
  [{ retry: { limit: undefined, limt: undefined } }],
  [{ retry: { limit: 0, minDelayMs: 0, maxDelayMs: 0, maxRetryAfterMs: 0 } }],
  [{ retry: { limit: Number.POSITIVE_INFINITY, maxRetryAfterMs: Number.POSITIVE_INFINITY } }],
] as const)("accepts %j", (options) => {
  expect(limitIssues(options)).toEqual([]);
});

test.each([
  [{ timeoutMs: 0 }, "timeoutMs"],
  [{ timeoutMs: -1 }, "timeoutMs"],
  [{ timeoutMs: Number.NaN }, "timeoutMs"],
  [{ timeoutMs: "30" }, "timeoutMs"],
  [{ timeoutMs: null }, "timeoutMs"],
  [{ deadlineMs: 0 }, "deadlineMs"],
  [{ retry: true }, "retry"],
  [{ retry: 0 }, "retry"],
  [{ retry: 3 }, "retry"],
  [{ retry: null }, "retry"],
  [{ retry: { limit: -1 } }, "retry.limit"],
  [{ retry: { limit: 1.5 } }, "retry.limit"],
  [{ retry: { limit: "3" } }, "retry.limit"],
  [{ retry: { minDelayMs: -1 } }, "retry.minDelayMs"],
  [{ retry: { maxDelayMs: Number.NaN } }, "retry.maxDelayMs"],
  [{ retry: { maxRetryAfterMs: "60" } }, "retry.maxRetryAfterMs"],
])("rejects %j", (options, path) => {
  const issues = limitIssues(options);
  expect(issues).toMatchObject([{ path, rule: "call-option" }]);
  expect(issues[0]!.message).toMatch(
    /^must be (a positive number|a non-negative (number|integer)|false or an object).*, got /,
  );
});

test.each([
  [{ timeoutMs: "30" }, 'must be a positive number of milliseconds, got "30"'],
  [{ deadlineMs: null }, "must be a positive number of milliseconds, got null"],
  [{ retry: "never" }, "must be false or an object of settings, got a string"],
  [{ retry: { limit: [3] } }, "must be a non-negative integer, got a list"],
  [
    { retry: { limt: 3 } },
    "is unknown; known names are limit, minDelayMs, maxDelayMs, maxRetryAfterMs, when; did you mean limit?",
  ],
])("the error about %j states that the option %s", (options, message) => {
  expect(limitIssues(options)).toMatchObject([{ message }]);
});

test("reports all issues together", () => {
  const issues = limitIssues({ timeoutMs: 0, deadlineMs: -1, retry: { limit: -1, maxDelayMs: -1 } });
  expect(issues.map(({ path }) => path)).toEqual(["timeoutMs", "deadlineMs", "retry.limit", "retry.maxDelayMs"]);
});

test("the error for an unknown option lists the known ones", () => {
  const error = thrown(() => assertCallOptions("tables.get", { timeoutMS: 5 } as never, { view: anyValue }));
  expect(String(error)).toBe(
    "RequestError: [invalid_request] tables.get: timeoutMS: is unknown; known names are timeoutMs, deadlineMs, retry, headers, signal, query, onResponse, view; did you mean timeoutMs? (call-option); tables.get takes (reference: { projectId, datasetId, tableId }, options)",
  );
});

test("a string in place of options is not shown, because it may be a credential", () => {
  const error = thrown(() => assertCallOptions("tables.get", "hunter22" as never));
  expect(String(error)).toContain("tables.get: must be an object of options, got a string");
});

test.each<[options: object, message: string]>([
  [
    { signal: new AbortController() },
    'signal: must be an AbortSignal, such as the property "signal" of an AbortController',
  ],
  [{ signal: {} }, "signal: must be an AbortSignal"],
  [{ headers: new Headers({ authorization: "Bearer x" }) }, 'headers: must be an object such as { "x-name": "value" }'],
  [{ headers: new Map([["a", "b"]]) }, "headers: must be an object"],
  [{ headers: [["a", "b"]] }, "headers: must be an object"],
  [{ headers: "a: b" }, "headers: must be an object"],
  [{ headers: null }, "headers: must be an object"],
  [{ query: new URLSearchParams("fields=etag") }, "query: must be an object of query parameters"],
])("rejects %j, which would fail later or have no effect", (options, message) => {
  const error = thrown(() => assertCallOptions("tables.get", options as object));
  expect(error).toMatchObject({ code: "invalid_request" });
  expect((error as Error).message).toContain(message);
});

test.each([
  [{}, ""],
  [{ a: undefined }, ""],
  [{ a: [] }, ""],
  [{ a: "" }, "?a="],
  [{ b: 2, a: true, c: false, d: 0 }, "?b=2&a=true&c=false&d=0"],
  [{ ids: ["/m/1", "/m/2"], key: "k" }, "?ids=%2Fm%2F1&ids=%2Fm%2F2&key=k"],
  [{ q: "a b&c=d+e#f" }, "?q=a+b%26c%3Dd%2Be%23f"],
])("formats %j as %j", (query, text) => {
  expect(formatQuery(query)).toBe(text);
});

test("formatting and parsing return the same value", () => {
  const pairs = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.string({ unit: "grapheme" })), {
    selector: ([name]) => name,
  });
  fc.assert(
    fc.property(pairs, (entries) => {
      const read = new URLSearchParams(formatQuery(Object.fromEntries(entries)));
      for (const [name, value] of entries) expect(read.getAll(name)).toEqual([value]);
    }),
  );
});

test("later headers override earlier ones, ignoring the case of names", () => {
  expect(mergeHeaders({ Accept: "a", "X-One": "1" }, undefined, { ACCEPT: "b" }, { "x-two": undefined })).toEqual({
    accept: "b",
    "x-one": "1",
  });
});

test("white space around a value is removed, as in fetch", () => {
  expect(mergeHeaders({ a: " b c\n" })).toEqual({ a: "b c" });
});

test.each(["", "a b", "a:b", "é", "a\n", "(a)"])("rejects the name %j", (name) => {
  expect(thrown(() => mergeHeaders({ [name]: "v" }))).toMatchObject({
    code: "invalid_request",
    issues: [{ path: `headers[${JSON.stringify(name)}]`, message: "is not a valid header name", rule: "header" }],
  });
});

test.each(["a\nb", "a\r\nx-evil: 1", "a\u0000b", "ключ", "a\u007fb", "🦆"])(
  "rejects the value %j and does not show it",
  (value) => {
    const error = thrown(() => mergeHeaders({ "x-token": value }));
    expect(error).toBeInstanceOf(RequestError);
    expect(JSON.stringify(error)).not.toContain(JSON.stringify(value).slice(1, -1));
  },
);

test("rejects a value that is not a string", () => {
  expect(thrown(() => mergeHeaders({ a: 5 as unknown as string }))).toMatchObject({
    issues: [{ message: "must be a string" }],
  });
});

test.each([
  "authorization",
  "Proxy-Authorization",
  "authentication-info",
  "cookie",
  "x-api-key",
  "X-Goog-Api-Key",
  "apikey",
  "x-auth",
  "x-auth-token",
  "private-token",
  "x-client-secret",
  "x-goog-iap-jwt-assertion",
  "x-jwt",
  "x-my-session-id",
  "x-password",
  "x-pass",
  "x-hub-signature-256",
  "x-csrf",
  "x-xsrf-token",
  "dpop",
  "x-guploader-uploadid",
  "sig",
  "X-Goog-Credential",
  "sessionId",
  "userPassword",
  "bearer",
  "x-pat",
  "pwd",
])("%s contains a credential", (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  "accept",
  "content-type",
  "if-match",
  "user-agent",
  "x-request-id",
  "x-goog-user-project",
  "x-goog-request-params",
  "x-goog-api-client",
  "x-goog-authenticated-user-email",
  "x-oauth-scopes",
  "x-cloud-trace-context",
  "idempotency-key",
  "x-key-name",
  "x-pass-through",
  "x-design",
  "pageToken",
  "nextPageToken",
  "idempotencyKey",
  "keyName",
  "x-pattern",
])("%s contains no credential", (name) => {
  expect(isSecretName(name)).toBe(false);
});

test.each([
  [{ authorization: "Bearer abc.def" }, ["authorization: Bearer abc.def", "Bearer: abc.def"]],
  [{ authorization: "Api-Key K" }, ["authorization: Api-Key K", "Api-Key: K"]],
  [{ authorization: "Token token=K" }, ["authorization: Token token=K", "Token: token=K", "token: K"]],
  [
    { authorization: 'Digest username="u", response="K L"' },
    [
      'authorization: Digest username="u", response="K L"',
      'Digest: username="u", response="K L"',
      "username: u",
      "response: K L",
    ],
  ],
  [
    { authorization: "AWS4-HMAC-SHA256 Credential=A/b, Signature=K" },
    [
      "authorization: AWS4-HMAC-SHA256 Credential=A/b, Signature=K",
      "AWS4-HMAC-SHA256: Credential=A/b, Signature=K",
      "Credential: A/b",
      "Signature: K",
    ],
  ],
  [
    { authorization: "Basic dXNlcjpwYTpz" },
    [
      "authorization: Basic dXNlcjpwYTpz",
      "authorization: user:pa:s",
      "authorization: pa:s",
      "authorization: user:pa:s",
      "authorization: pa:s",
      "Basic: dXNlcjpwYTpz",
    ],
  ],
  ...["SharedKey acct:K2345678", "Custom id=1;K2345678", "Custom K2345678 extra", "TOTP user,K2345678"].map(
    (value): [{ authorization: string }, string[]] => {
      const [scheme = "", rest] = value.split(/ (.*)/);
      return [
        { authorization: value },
        [
          `authorization: ${value}`,
          `${scheme}: ${rest}`,
          ...(value.includes("=") ? ["id: 1;K2345678"] : []),
          "authorization: K2345678",
        ],
      ];
    },
  ),
  [
    { authorization: "Bearer A1aaaaaaaaaa, Basic K2345678" },
    [
      "authorization: Bearer A1aaaaaaaaaa, Basic K2345678",
      "Bearer: A1aaaaaaaaaa, Basic K2345678",
      "authorization: A1aaaaaaaaaa",
      "authorization: K2345678",
    ],
  ],
  [
    { authorization: "SharedAccessSignature sr=h&sig=K2345678%3D&se=1500&skn=p" },
    [
      "authorization: SharedAccessSignature sr=h&sig=K2345678%3D&se=1500&skn=p",
      "SharedAccessSignature: sr=h&sig=K2345678%3D&se=1500&skn=p",
      "sr: h&sig=K2345678%3D&se=1500&skn=p",
      "authorization: K2345678%3D",
    ],
  ],
  [
    { authorization: "AWS4 SignedHeaders=content-type;x-amz-date" },
    [
      "authorization: AWS4 SignedHeaders=content-type;x-amz-date",
      "AWS4: SignedHeaders=content-type;x-amz-date",
      "SignedHeaders: content-type;x-amz-date",
    ],
  ],
  [{ authorization: "Basic ???" }, ["authorization: Basic ???", "Basic: ???"]],
  [{ "x-api-key": "key=K" }, ["x-api-key: key=K", "x-api-key: key=K", "key: K"]],
  [{ cookie: 'a="b c"; d=e,f ' }, ['cookie: a="b c"; d=e,f ', 'a="b: c"; d=e,f ', "a: b c", "d: e,f"]],
  [{ "x-unknown": "12345678", "x-goog-user-project": "my-project-1", "x-page-token": "12345678" }, []],
  [{ accept: "application/json", "if-match": "a-long-etag", "user-agent": "somebody/1.0" }, []],
])("the secrets in %j are %j", (headers, secrets) => {
  expect(headerSecrets(headers).map(({ name, value }) => `${name}: ${value}`)).toEqual(secrets);
});

test("invalid headers of all layers are reported together", () => {
  expect(thrown(() => mergeHeaders({ "a b": "c", d: "e" }, { f: "g\nh" }))).toMatchObject({
    issues: [{}, { path: "headers.f" }],
  });
});
