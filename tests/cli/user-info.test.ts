import { encodeUserInfo } from "fourfold";
import { expect, test } from "vitest";
import { fourfold } from "./fake-terminal.js";

const claims = { iss: "https://issuer.test", sub: "ada", aud: ["shop", "lab"], iat: 1_700_000_000, exp: 1e99 };

test("prints the caller's claims", async () => {
  const { code, out, err } = await fourfold(["userinfo", encodeUserInfo({ ...claims, email: "ada\u001b[0m" })]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toBe(`generation  current
subject     ada
issuer      https://issuer.test
audiences   shop, lab
email       ada\\u001b[0m
issued      2023-11-14T22:13:20.000Z
expires     (none)
claims {
  "iss": "https://issuer.test",
  "sub": "ada",
  "aud": [
    "shop",
    "lab"
  ],
  "iat": 1700000000,
  "exp": 1e+99,
  "email": "ada\\u001b[0m"
}
`);
});

test("decodes the earlier generation from standard input, and prints JSON", async () => {
  const stdin = `${encodeUserInfo(claims, { generation: "earlier" })}\n`;
  const { code, out } = await fourfold(["userinfo", "-", "--json"], { stdin });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ generation: "earlier", subject: "ada", envelope: { id: "ada" } });
});

test("uses the generation of --generation", async () => {
  const value = encodeUserInfo(claims, { generation: "earlier" });
  const { out } = await fourfold(["userinfo", value, "--generation", "current", "--json"]);
  expect(JSON.parse(out)).toMatchObject({ generation: "current", claims: { id: "ada" } });
});

test("reports an empty header as not authenticated", async () => {
  expect(await fourfold(["userinfo", ""])).toMatchObject({
    code: 0,
    out: "The header is empty: the caller is not authenticated.\n",
  });
  expect(await fourfold(["userinfo", "-", "--json"])).toMatchObject({ code: 0, out: "null\n" });
});

test("rejects an invalid value without printing it", async () => {
  const { code, out, err } = await fourfold(["userinfo", "secret!"]);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toBe(
    "fourfold userinfo: <value>: [invalid_base64] the value is not base64; pass the header exactly as the backend received it\n",
  );
});

test.each(["eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmVk", "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ."])(
  "rejects a whole token without printing it: %s",
  async (token) => {
    for (const [argv, stdin] of [
      [["userinfo", token], ""],
      [["userinfo", "-"], `${token}\n`],
    ] as const) {
      const { code, out, err } = await fourfold(argv, { stdin });
      expect([code, out]).toEqual([1, ""]);
      expect(err).toBe(
        "fourfold userinfo: <value>: must be the value of the header, got a whole token; pass only its middle part, between the dots\n",
      );
    }
  },
);

test("escapes control characters of the claims in JSON", async () => {
  const name = "\u009b2J\u202eada\u007f\n";
  const { out } = await fourfold(["userinfo", encodeUserInfo({ ...claims, name }), "--json"]);
  expect(out).toContain('"name": "\\u009b2J\\u202eada\\u007f\\n"');
  expect(JSON.parse(out)).toMatchObject({ claims: { name } });
});
