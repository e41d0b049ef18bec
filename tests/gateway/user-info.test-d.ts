import { type } from "arktype";
import { googleNaming, type Naming, vendorNaming } from "fourfold";
import {
  type CurrentUserInfo,
  decodeUserInfo,
  type EarlierUserInfo,
  type GatewayProduct,
  readUserInfo,
  type TokenClaims,
  type UserInfo,
} from "fourfold/gateway/user-info";
import * as v from "valibot";
import { expectTypeOf } from "vitest";
import * as zod from "zod";
import * as z from "zod/mini";

declare const nodeHeaders: import("node:http").IncomingHttpHeaders;
declare const incoming: import("node:http").IncomingMessage;

expectTypeOf(decodeUserInfo("")).toEqualTypeOf<UserInfo>();
expectTypeOf(decodeUserInfo("", { generation: "current" })).toEqualTypeOf<CurrentUserInfo>();
expectTypeOf(decodeUserInfo("", { generation: "earlier" })).toEqualTypeOf<EarlierUserInfo>();
expectTypeOf(decodeUserInfo("").claims).toEqualTypeOf<TokenClaims>();
expectTypeOf(readUserInfo(nodeHeaders, { naming: vendorNaming })).toEqualTypeOf<UserInfo | null>();
expectTypeOf(readUserInfo(incoming, { header: "X-Mine" })).toEqualTypeOf<UserInfo | null>();
expectTypeOf(readUserInfo(incoming, { gateway: "cloud-endpoints" })).toEqualTypeOf<UserInfo | null>();
expectTypeOf<GatewayProduct>().toEqualTypeOf<"api-gateway" | "cloud-endpoints">();
expectTypeOf(
  readUserInfo(new Headers(), { gateway: "api-gateway", generation: "current" }),
).toEqualTypeOf<CurrentUserInfo | null>();

const User = z.object({ sub: z.string(), role: z.literal("admin") });
expectTypeOf(decodeUserInfo("", { claims: User }).claims).toEqualTypeOf<{ sub: string; role: "admin" }>();
expectTypeOf(
  readUserInfo(new Request("http://a.test"), { header: "X-Mine", claims: User, generation: "earlier" }),
).toEqualTypeOf<EarlierUserInfo<{ sub: string; role: "admin" }> | null>();

// @ts-expect-error the trusted header is required
readUserInfo(incoming);
// @ts-expect-error none of gateway, header and naming
readUserInfo(incoming, {});
// @ts-expect-error none of gateway, header and naming
readUserInfo(incoming, { generation: "current" });
// @ts-expect-error none of gateway, header and naming
readUserInfo(incoming, { gateway: undefined });
// @ts-expect-error a profile and a header exclude each other
readUserInfo(incoming, { gateway: "api-gateway", header: "X-Mine" });
// @ts-expect-error a profile and a header exclude each other
readUserInfo(incoming, { gateway: "api-gateway", naming: vendorNaming });
// @ts-expect-error a profile and a header exclude each other
readUserInfo(incoming, { naming: vendorNaming, header: "X-Mine" });
// @ts-expect-error a product, a profile and a header exclude each other
readUserInfo(incoming, { gateway: "api-gateway", naming: vendorNaming, header: "X-Mine" });
// @ts-expect-error another product
readUserInfo(incoming, { gateway: "google" });
// @ts-expect-error Google's products send different headers
readUserInfo(incoming, { naming: googleNaming });
// @ts-expect-error not a profile
readUserInfo(incoming, { naming: { userInfoHeader: "X-Caller" } });
declare const anyNaming: Naming;
// @ts-expect-error it may be googleNaming
readUserInfo(incoming, { naming: anyNaming });
readUserInfo(incoming, { gateway: "api-gateway", header: undefined, naming: undefined });

const info = decodeUserInfo("");
if (info.generation === "earlier") expectTypeOf(info.envelope.audiences).toEqualTypeOf<readonly string[] | undefined>();
// @ts-expect-error the current generation has no envelope
else info.envelope;
// @ts-expect-error there are two generations
decodeUserInfo("", { generation: "old" });

const ByValibot = v.object({ sub: v.string(), role: v.picklist(["admin", "guest"]) });
expectTypeOf(decodeUserInfo("", { claims: ByValibot }).claims).toEqualTypeOf<{
  sub: string;
  role: "admin" | "guest";
}>();
const ByArktype = type({ sub: "string", role: "'admin' | 'guest'" });
expectTypeOf(decodeUserInfo("", { claims: ByArktype }).claims).toEqualTypeOf<{
  sub: string;
  role: "admin" | "guest";
}>();
const ByZod = zod.object({ sub: zod.string().transform((sub) => sub.length) });
expectTypeOf(decodeUserInfo("", { claims: ByZod }).claims).toEqualTypeOf<{ sub: number }>();
