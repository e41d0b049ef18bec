import { expect, test } from "vitest";
import { headerSecrets, isSecretHeader, mergeHeaders } from "../../../src/core/http/headers.js";
import { RequestError } from "../../../src/errors/request-error.js";
import { thrown } from "../../support/rejection.js";

test("the later layer wins, whatever the case of the name", () => {
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
  "cookie",
  "x-api-key",
  "X-Goog-Api-Key",
  "x-auth-token",
  "x-client-secret",
])("%s holds a credential", (name) => {
  expect(isSecretHeader(name)).toBe(true);
});

test.each(["accept", "content-type", "if-match", "user-agent", "x-request-id"])("%s contains none", (name) => {
  expect(isSecretHeader(name)).toBe(false);
});

test.each<[headers: Record<string, string>, secrets: string[]]>([
  [{ authorization: "Bearer abc.def" }, ["Bearer abc.def", "abc.def"]],
  [{ authorization: "Basic dXNlcjpwYTpzcw==" }, ["Basic dXNlcjpwYTpzcw==", "dXNlcjpwYTpzcw==", "user:pa:ss", "pa:ss"]],
  [{ authorization: "Basic ???" }, ["Basic ???", "???"]],
  [{ "x-api-key": "k" }, ["k", "k"]],
  [{ "x-unknown": "12345678" }, ["12345678", "12345678"]],
  [{ "x-unknown": "1234567" }, []],
  [{ accept: "application/json", "if-match": "a-long-etag", "user-agent": "somebody/1.0" }, []],
])("of %j, %j must not be shown", (headers, secrets) => {
  expect(headerSecrets(headers)).toEqual(secrets);
});

test("invalid headers of all layers are reported together", () => {
  expect(thrown(() => mergeHeaders({ "a b": "c", d: "e" }, { f: "g\nh" }))).toMatchObject({
    issues: [{}, { path: "headers.f" }],
  });
});

test("__proto__ is an ordinary name", () => {
  const merged = mergeHeaders(JSON.parse('{"__proto__":"a","x":"b"}'));
  expect(Object.entries(merged)).toEqual([
    ["__proto__", "a"],
    ["x", "b"],
  ]);
});
