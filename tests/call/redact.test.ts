import fc from "fast-check";
import { expect, test } from "vitest";
import { createRedactor, type Secret } from "../../src/call/redact.js";
import { rejection, shown } from "../support/rejection.js";
import { scriptedFetch, text as textResponse } from "../support/scripted-fetch.js";
import { read, testTransport } from "./transport-setup.js";

const secret = "ya29.A+b/c=~d&e";
const tokens = (...values: string[]): Secret[] => values.map((value) => ({ name: "Bearer", value }));
const { text, json, error } = createRedactor(tokens(secret, "abc"));

test.each([
  ["in plain form", secret],
  ["percent-encoded", encodeURIComponent(secret)],
  ["percent-encoded in lower case", "ya29.A%2bb%2fc%3d~d%26e"],
  ["in a query", new URLSearchParams({ key: secret }).toString().slice("key=".length)],
  ["in HTML", "ya29.A+b/c=~d&amp;e"],
  ["in HTML with numbers", "ya29.A&#43;b&#x2F;c&#x3d;~d&#38;e"],
  ["in JSON with escaped slashes", "ya29.A+b\\/c=~d&e"],
  ["in JSON with Unicode escapes", "ya29.A\\u002Bb\\u002fc\\u003d~d\\u0026e"],
  ["in several of these at once", "ya29.A%2Bb\\/c\\u003D~d&amp;e"],
  ["with the dot percent-encoded", "ya29%2EA%2Bb/c=~d&e"],
  ["in base64", `${btoa(secret)}`],
  ["in base64url", btoa(secret).replaceAll("/", "_").replaceAll("+", "-").replaceAll("=", "")],
  ["with a plus that was decoded as a space", "ya29.A b/c=~d&e"],
])("masks a secret %s", (_, form) => {
  expect(text(`before ${form} after ${form}`)).toBe("before [redacted] after [redacted]");
});

test.each([
  ["quotes", `a"b'c<d>e\\f-secret`, [`a&quot;b&#39;c&lt;d&gt;e\\f-secret`, `a\\"b'c<d>e\\\\f-secret`]],
  [
    "letters beyond ASCII",
    "pässwört-💥-1",
    ["p%C3%A4ssw%c3%b6rt-%F0%9F%92%A5-1", "p\\u00e4ssw\\u00F6rt-\\ud83d\\udca5-1", "p&#228;ssw&#xF6;rt-&#128165;-1"],
  ],
  ["percent signs", "50%41%2B-off", ["50%2541%252B-off", "50%41%2B-off"]],
])("masks a secret with %s in every form", (_, odd, forms) => {
  const redactor = createRedactor(tokens(odd));
  for (const form of [odd, ...forms]) expect(redactor.text(`<${form}>`)).toBe("<[redacted]>");
});

test("a string that is too short to be a secret is not masked", () => {
  expect(text("abc")).toBe("abc");
});

test("the longest secret is masked first, so that no part of it remains", () => {
  expect(createRedactor(tokens("first-token-1", "first-token-1-more")).text("first-token-1-more first-token-1")).toBe(
    "[redacted] [redacted]",
  );
});

test.each([encodeURIComponent, (secret: string) => secret.replaceAll("/", "\\/"), (secret: string) => btoa(secret)])(
  "a secret that contains another one is masked as a whole, even if it is escaped",
  (encode) => {
    const { text } = createRedactor(tokens("key-12345678", "key-12345678/live+abcdef"));
    expect(text(`a%2Fb ${encode("key-12345678/live+abcdef")} key-12345678`)).not.toMatch(/abcdef|live/);
    expect(text("a%2Fb key-12345678")).toBe("a%2Fb [redacted]");
  },
);

test("no secret remains in any combination of texts", () => {
  const plain = fc.stringMatching(/^[a-z+/=&<>" ]{12,20}$/);
  fc.assert(
    fc.property(
      fc.array(plain, { minLength: 1, maxLength: 3 }),
      fc.array(fc.string(), { maxLength: 4 }),
      (secrets, parts) => {
        const redactor = createRedactor(tokens(...secrets));
        const mixed = parts
          .flatMap((part, n) => [part, secrets[n % secrets.length]!, encodeURIComponent(secrets[0]!)])
          .join("");
        const masked = redactor.text(mixed).replaceAll("[redacted]", "\u0000");
        for (const each of secrets) expect(masked).not.toContain(each);
      },
    ),
  );
});

test("masks strings and keys in JSON, and keeps everything else", () => {
  const value = JSON.parse(`{"a":["x${"ya29.A+b/c=~d&e"}y",1,null,true],"${secret}":{},"__proto__":{"b":"${secret}"}}`);
  const masked = json(value) as Record<string, unknown>;
  expect(JSON.stringify(masked)).toBe(
    '{"a":["x[redacted]y",1,null,true],"[redacted]":{},"__proto__":{"b":"[redacted]"}}',
  );
});

const withProperty = (name: PropertyKey, value: unknown) => Object.assign(new Error("failed"), { [name]: value });
const hidden = (value: unknown) => {
  const failure = new Error("failed");
  Object.defineProperty(failure, "hidden", { value, enumerable: false });
  return failure;
};
const around: Record<string, unknown> = { secret };
around.self = around;
const endless = new Error(`failed with ${secret}`);
endless.cause = endless;
const url = `https://service.test/?key=${encodeURIComponent(secret)}`;
const renamed = new Error(`was ${secret}`);
renamed.message = "is harmless";

test.each<[place: string, failure: unknown]>([
  ["its message", new Error(`failed: ${secret}`)],
  ["its stack alone", renamed],
  ["its name", Object.assign(new Error("failed"), { name: secret })],
  ["its code", withProperty("code", `E_${secret}`)],
  ["a property", withProperty("url", url)],
  ["the name of a property", withProperty(secret, 1)],
  ["a property that is a symbol", withProperty(Symbol("state"), { url })],
  ["a hidden property", hidden({ deep: [{ secret }] })],
  ["a circular object", withProperty("config", around)],
  ["a Request", withProperty("request", new Request(url))],
  [
    "a Request's headers",
    withProperty("request", new Request("https://x.test", { headers: { authorization: secret } })),
  ],
  ["Headers", withProperty("headers", new Headers({ authorization: `Bearer ${secret}` }))],
  ["a Response's headers", withProperty("response", new Response("", { headers: { "x-echo": secret } }))],
  ["a URL", withProperty("address", new URL(url))],
  ["URLSearchParams", withProperty("params", new URLSearchParams({ key: secret }))],
  ["a Map", withProperty("map", new Map([["a", secret]]))],
  ["a Set", withProperty("set", new Set([secret]))],
  ["its cause", new Error("outer", { cause: new Error(`inner ${secret}`) })],
  ["a cause of its cause", new Error("1", { cause: new Error("2", { cause: { secret } }) })],
  ["one of several errors", new AggregateError([new Error(secret)], "several")],
  ["a DOMException", new DOMException(`failed: ${secret}`, "NetworkError")],
  ["a cyclic chain of causes", endless],
  ["a thrown string", `failed: ${secret}`],
  ["a thrown object", { message: secret, more: secret }],
])("an error with a secret in %s is shown as a redacted copy", (_, failure) => {
  expect(shown(error(failure))).not.toContain(secret);
  expect(shown(error(failure))).not.toContain(encodeURIComponent(secret));
  expect(error(failure)).toBeInstanceOf(Error);
});

test("a copy keeps name, message, code and causes", () => {
  const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const copy = error(new TypeError(`fetch failed: ${secret}`, { cause })) as Error;
  expect(copy).toMatchObject({ name: "TypeError", message: "fetch failed: [redacted]" });
  expect(copy.cause).toMatchObject({ message: "connect", code: "ECONNREFUSED" });
});

test("without secrets, the error is returned unchanged", () => {
  const failure = withProperty(
    "list",
    Array.from({ length: 2_000 }, (_, n) => ({ n })),
  );
  expect(createRedactor([]).error(failure)).toBe(failure);
});

test("masks values that are nested too deeply, and keeps the rest", () => {
  let deep: unknown = secret;
  for (let level = 0; level < 20_000; level += 1) deep = [deep];
  const masked = json({ code: 3, message: `for ${secret}`, deep });
  expect(masked).toMatchObject({ code: 3, message: "for [redacted]" });
  expect(JSON.stringify(masked)).not.toContain("ya29");
});

test("the text around a secret is kept, and decoded if the secret is escaped", () => {
  const around = "a%2Fb &amp; c\\u0041 d+e";
  expect(text(`${around} ${secret}, ${btoa(secret)}`)).toBe(`${around} [redacted], [redacted]`);
  expect(text(`${around} ${encodeURIComponent(secret)}`)).toBe("a/b & cA d+e [redacted]");
});

test.each([
  ["after its scheme", "got Bearer test", "got Bearer [redacted]"],
  ["after its scheme in lower case, in quotes", 'got bearer "test"', 'got bearer "[redacted]"'],
  ["after its name", "sid=abc; sid: abc", "sid=[redacted]; sid: [redacted]"],
  ["in JSON", '{"sid": "abc"}', '{"sid": "[redacted]"}'],
  ["in escaped JSON", '{\\"sid\\":\\"abc\\"}', '{"sid":"[redacted]"}'],
])("a short secret is masked %s", (_, given, expected) => {
  const redactor = createRedactor([...tokens("test"), { name: "sid", value: "abc" }]);
  expect(redactor.text(given)).toBe(expected);
  expect(redactor.json({ message: given })).toEqual({ message: expected });
});

test.each(["Table shop:test.orders", "key=test", "test", "sid=test", "Bearer testing", "sid=abcd", "mysid=abc"])(
  "a short secret is not masked in %s",
  (given) => {
    expect(createRedactor([...tokens("test"), { name: "sid", value: "abc" }]).text(given)).toBe(given);
  },
);

test.each([
  ["short strings", (size: number) => JSON.stringify(Array(Math.floor(size / 5)).fill("ab"))],
  ["objects", (size: number) => JSON.stringify(Array(Math.floor(size / 10)).fill({ a: "b" }))],
  ["beginnings of a secret", (size: number) => "&ya29".repeat(size / 5)],
])("an error body of many %s, as large as is read, takes less than 1000 ms", async (_, bodyOf) => {
  const fetch = scriptedFetch(textResponse(bodyOf(4_194_000), { status: 400 }));
  const transport = testTransport({ fetch, auth: { getAccessToken: () => secret } });
  const start = process.cpuUsage();
  const failure = await rejection(transport.send(read));
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000);
  expect(failure).toMatchObject({ code: "bad_request" });
});
