import { expect, test } from "vitest";
import { RequestError } from "../../src/errors/request-error.js";
import { mergeHeaders } from "../../src/http/call-options.js";
import { headerSecrets, isSecretName } from "../../src/http/redact.js";
import { thrown } from "../support/rejection.js";

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
])("%s contains no credential", (name) => {
  expect(isSecretName(name)).toBe(false);
});

test.each<[headers: Record<string, string>, secrets: string[]]>([
  [{ authorization: "Bearer abc.def" }, ["Bearer abc.def", "abc.def"]],
  [
    { authorization: "Basic dXNlcjpwYTpzcw==" },
    ["Basic dXNlcjpwYTpzcw==", "dXNlcjpwYTpzcw==", "user:pa:ss", "pa:ss", "user:pa:ss", "pa:ss"],
  ],
  [
    { authorization: "Basic dXNlcjpww6Rzcw==" },
    ["Basic dXNlcjpww6Rzcw==", "dXNlcjpww6Rzcw==", "user:pÃ¤ss", "pÃ¤ss", "user:päss", "päss"],
  ],
  [{ authorization: "Basic ???" }, ["Basic ???", "???"]],
  [{ "x-api-key": "k" }, ["k", "k"]],
  [{ "x-unknown": "12345678", "x-goog-user-project": "my-project-1" }, []],
  [{ accept: "application/json", "if-match": "a-long-etag", "user-agent": "somebody/1.0" }, []],
])("the secrets in %j are %j", (headers, secrets) => {
  expect(headerSecrets(headers)).toEqual(secrets);
});

test("invalid headers of all layers are reported together", () => {
  expect(thrown(() => mergeHeaders({ "a b": "c", d: "e" }, { f: "g\nh" }))).toMatchObject({
    issues: [{}, { path: "headers.f" }],
  });
});
