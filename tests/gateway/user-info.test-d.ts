import { expectTypeOf } from "expect-type";
import {
  type CurrentUserInfo,
  decodeUserInfo,
  type EarlierUserInfo,
  readUserInfo,
  type TokenClaims,
  type UserInfo,
} from "fourfold/gateway/user-info";
import * as z from "zod/mini";

declare const nodeHeaders: import("node:http").IncomingHttpHeaders;
declare const incoming: import("node:http").IncomingMessage;

expectTypeOf(decodeUserInfo("")).toEqualTypeOf<UserInfo>();
expectTypeOf(decodeUserInfo("", { generation: "current" })).toEqualTypeOf<CurrentUserInfo>();
expectTypeOf(decodeUserInfo("", { generation: "earlier" })).toEqualTypeOf<EarlierUserInfo>();
expectTypeOf(decodeUserInfo("").claims).toEqualTypeOf<TokenClaims>();
expectTypeOf(readUserInfo(nodeHeaders)).toEqualTypeOf<UserInfo | null>();
expectTypeOf(readUserInfo(incoming)).toEqualTypeOf<UserInfo | null>();
expectTypeOf(readUserInfo(new Headers(), { generation: "current" })).toEqualTypeOf<CurrentUserInfo | null>();

const User = z.object({ sub: z.string(), role: z.literal("admin") });
expectTypeOf(decodeUserInfo("", { claims: User }).claims).toEqualTypeOf<{ sub: string; role: "admin" }>();
expectTypeOf(
  readUserInfo(new Request("http://a.test"), { claims: User, generation: "earlier" }),
).toEqualTypeOf<EarlierUserInfo<{ sub: string; role: "admin" }> | null>();

const info = decodeUserInfo("");
if (info.generation === "earlier") expectTypeOf(info.envelope.audiences).toEqualTypeOf<readonly string[] | undefined>();
// @ts-expect-error the current generation has no envelope
else info.envelope;
// @ts-expect-error there are two generations
decodeUserInfo("", { generation: "old" });
