import { readUserInfo, type UserInfo, UserInfoError } from "../../gateway/index.js";
import { defineCommand, oneOf, option, toggle } from "../command.js";
import { Failure } from "../failure.js";
import { print, printJson } from "../terminal.js";

/** `fourfold userinfo`: decodes the header with the caller's claims. */
export const userInfoCommand = defineCommand({
  name: "userinfo",
  summary: "decode the header in which API Gateway or Cloud Endpoints sends the caller's claims",
  about: `Decodes the value of the header, in any variant of base64; - is standard input. The value is not signed: trust it
only if the request came through the gateway.`,
  examples: ["userinfo eyJzdWIiOiJhZGEifQ", "userinfo eyJzdWIiOiJhZGEifQ --generation current --json"],
  argument: "value",
  flags: {
    generation: option(
      "<current|earlier|auto>",
      "generation of the gateway that wrote the value; default: auto, which detects it",
      oneOf("current", "earlier", "auto"),
      "auto",
    ),
    json: toggle("print the result as JSON"),
  },
  async run({ argument, flags: { generation, json } }, terminal) {
    const value = (argument === "-" ? await terminal.readStdin() : argument).trim();
    if (isToken(value)) {
      throw new Failure(
        "<value>: must be the value of the header, got a whole token; pass only its middle part, between the dots",
      );
    }
    let user: UserInfo | null;
    try {
      user = readUserInfo({ value }, { header: "value", generation });
    } catch (error) {
      if (!(error instanceof UserInfoError)) throw error;
      throw new Failure(`<value>: ${error.message}; pass the header exactly as the backend received it`);
    }
    if (json) printJson(terminal.stdout, user);
    else print(terminal.stdout, describe(user));
    return 0;
  },
});

/** Whether a text is a token (RFC 7515, 3.1), with or without its scheme. Base64 contains no dots. */
function isToken(text: string): boolean {
  return /^(?:bearer\s+)?[\w-]+\.[\w-]+\.[\w-]*$/i.test(text);
}

function describe(user: UserInfo | null): string {
  if (user === null) return "The header is empty: the caller is not authenticated.\n";
  const { claims } = user;
  const rows = {
    generation: user.generation,
    subject: user.subject,
    issuer: user.issuer,
    audiences: user.audiences.join(", "),
    email: user.email,
    issued: timeOf(claims.iat),
    expires: timeOf(claims.exp),
  };
  const lines = Object.entries(rows).map(([name, value]) => `${name.padEnd(12)}${value || "(none)"}\n`);
  return `${lines.join("")}claims ${JSON.stringify(claims, null, 2)}\n`;
}

/** Formats a time of a token as ISO 8601. Undefined if it is missing or invalid. */
function timeOf(seconds: unknown): string | undefined {
  const time = new Date(Number(seconds ?? Number.NaN) * 1_000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
