import { type } from "arktype";
import { decodeUserInfo, encodeUserInfo, readUserInfo, type UserInfoError } from "fourfold/gateway/user-info";
import * as v from "valibot";
import { expect, test } from "vitest";
import * as zod from "zod";
import * as mini from "zod/mini";
import { thrown } from "../support/rejection.js";

const schemas = {
  zod: zod.object({ sub: zod.string(), roles: zod.array(zod.object({ name: zod.enum(["admin", "guest"]) })) }),
  "zod/mini": mini.object({
    sub: mini.string(),
    roles: mini.array(mini.object({ name: mini.enum(["admin", "guest"]) })),
  }),
  valibot: v.object({ sub: v.string(), roles: v.array(v.object({ name: v.picklist(["admin", "guest"]) })) }),
  arktype: type({ sub: "string", roles: type({ name: "'admin' | 'guest'" }).array() }),
};
const claims = { sub: "ada", roles: [{ name: "admin" }] };

test.each(Object.entries(schemas))("%s types and checks the claims of both generations", (_, schema) => {
  for (const generation of ["current", "earlier"] as const) {
    const value = encodeUserInfo({ iss: "i", ...claims }, { generation });
    const info = decodeUserInfo(value, { claims: schema });
    expect(info).toMatchObject({ generation, subject: "ada", claims });
    expect(
      readUserInfo({ "x-vendor-api-userinfo": value }, { header: "X-Vendor-API-UserInfo", claims: schema }),
    ).toEqual(info);
  }
});

test.each(Object.entries(schemas))("%s reports the paths of invalid claims", (_, schema) => {
  const value = encodeUserInfo({ iss: "i", sub: 7, roles: [{ name: "admin" }, { name: "root" }] } as never);
  const error = thrown(() => decodeUserInfo(value, { claims: schema })) as UserInfoError;
  expect([error.name, error.code]).toEqual(["UserInfoError", "invalid_claims"]);
  expect(error.issues.map(({ path }) => path).sort()).toEqual(["roles[1].name", "sub"]);
  for (const { message, rule } of error.issues)
    expect([message, rule]).toEqual([expect.stringMatching(/\w/), "claims"]);
});

test("a schema may transform the claims", () => {
  const role = v.pipe(
    v.object({ roles: v.array(v.object({ name: v.string() })) }),
    v.transform(({ roles }) => roles[0]?.name),
  );
  expect(decodeUserInfo(encodeUserInfo({ iss: "i", ...claims }), { claims: role }).claims).toBe("admin");
  const upper = type({ sub: ["string", "=>", (sub: string) => sub.toUpperCase()] });
  const info = decodeUserInfo(encodeUserInfo({ iss: "i", sub: "ada" }), { claims: upper });
  expect([info.claims.sub, info.subject]).toEqual(["ADA", "ada"]);
});

test.each([
  ["zod", zod.object({ sub: zod.string().refine(async () => true) })],
  [
    "valibot",
    v.pipeAsync(
      v.object({ sub: v.string() }),
      v.checkAsync(async () => true),
    ),
  ],
])("an asynchronous schema of %s is rejected without an unhandled rejection", async (_, schema) => {
  const error = thrown(() =>
    decodeUserInfo(encodeUserInfo({ iss: "i", ...claims }), { claims: schema }),
  ) as UserInfoError;
  expect(error.message).toMatch(/^\[invalid_claims\] .*must be synchronous/);
});

test("an exception of a schema is rethrown unchanged", () => {
  const broken = type("unknown").pipe(() => {
    throw new TypeError("a mistake in the schema");
  });
  expect(thrown(() => decodeUserInfo(encodeUserInfo(claims), { claims: broken }))).toBeInstanceOf(TypeError);
});
