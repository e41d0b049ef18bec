import type { TokenClaims } from "./claims.js";

/** The properties of the caller that both generations forward. */
export interface UserInfoBase<Claims = TokenClaims> {
  /**
   * The claims of the token; `{}` if none were forwarded. With a schema, its output. Numbers are parsed as by `JSON.parse`,
   * so integers beyond 2^53 are rounded. In the earlier generation, `envelope.claims` has the original text.
   */
  readonly claims: Claims;
  /** Id of the caller; null if the gateway did not forward it. */
  readonly subject: string | null;
  /** Issuer of the token; null if the gateway did not forward it. */
  readonly issuer: string | null;
  /** Audiences of the token, always as a list; empty if the gateway did not forward any. */
  readonly audiences: string[];
  /** E-mail address of the caller; null if the token has none. */
  readonly email: string | null;
}

/** The caller as the current generation forwards it: only the payload of the token. */
export interface CurrentUserInfo<Claims = TokenClaims> extends UserInfoBase<Claims> {
  /** Discriminator of the union. */
  readonly generation: "current";
}

/** The caller as the earlier generation forwards it: an envelope that contains the payload of the token. */
export interface EarlierUserInfo<Claims = TokenClaims> extends UserInfoBase<Claims> {
  /** Discriminator of the union. */
  readonly generation: "earlier";
  /** The envelope as it was forwarded. */
  readonly envelope: UserInfoEnvelope;
}

/** The envelope that the earlier generation forwards. Empty fields are omitted. */
export interface UserInfoEnvelope {
  /** Issuer of the token. */
  readonly issuer?: string | undefined;
  /** Subject of the token. */
  readonly id?: string | undefined;
  /** E-mail address of the subject. */
  readonly email?: string | undefined;
  /** Audiences of the token. */
  readonly audiences?: readonly string[] | undefined;
  /** Project of the API key that the request also contained. */
  readonly consumer_id?: string | number | undefined;
  /** Payload of the token: JSON text, or an object. Very old gateways omit it. */
  readonly claims?: string | Readonly<Record<string, unknown>> | undefined;
  /** Unknown fields. */
  readonly [member: string]: unknown;
}

/** The caller. `generation` is the generation of the gateway that forwarded the caller. */
export type UserInfo<Claims = TokenClaims> = CurrentUserInfo<Claims> | EarlierUserInfo<Claims>;

/** The {@link UserInfo} for each value of the option `generation`. */
export interface UserInfoBy<Claims> {
  current: CurrentUserInfo<Claims>;
  earlier: EarlierUserInfo<Claims>;
  auto: UserInfo<Claims>;
}
