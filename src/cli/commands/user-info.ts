import { readUserInfo, type UserInfo } from "../../gateway/index.js";
import { defineCommand } from "../command.js";
import { Failure } from "../failure.js";
import { oneOf, option, toggle } from "../flags.js";
import { printable } from "../terminal.js";

/** `fourfold userinfo`: decodes the header that tells a backend who is calling. */
export const userInfoCommand = defineCommand({
  name: "userinfo",
  summary: "decode the header that tells a backend who is calling",
  about: `Takes the value of the header, in any variant of base64; - is the standard input. The value is not signed: it can
be trusted only where a gateway wrote it.`,
  argument: "value",
  flags: {
    generation: option(
      "<current|earlier|auto>",
      "which gateway wrote it; auto, the default, finds out",
      oneOf("current", "earlier", "auto"),
      "auto",
    ),
    json: toggle("print the result as JSON"),
  },
  async run({ argument, flags }, terminal) {
    const value = (argument === "-" ? await terminal.readStdin() : argument).trim();
    if (isToken(value)) {
      throw new Failure("this is a whole token, three parts with dots between; the header holds the middle one alone");
    }
    const user = readUserInfo({ value }, { header: "value", generation: flags.generation });
    terminal.stdout.write(flags.json ? printable(`${JSON.stringify(user, null, 2)}\n`) : describe(user));
    return 0;
  },
});

/** Whether a text is a token (RFC 7515, 3.1), with or without its scheme; no base64 has a dot. */
function isToken(text: string): boolean {
  return /^(?:bearer\s+)?[\w-]+\.[\w-]+\.[\w-]*$/i.test(text);
}

function describe(user: UserInfo | null): string {
  if (user === null) return "The header is empty: nobody is signed in.\n";
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
  const lines = Object.entries(rows).map(([name, value]) => `${name.padEnd(12)}${value || "not said"}\n`);
  return printable(`${lines.join("")}claims ${JSON.stringify(claims, null, 2)}\n`);
}

/** A time of a token for people; undefined when there is none. */
function timeOf(seconds: unknown): string | undefined {
  const time = new Date(Number(seconds ?? Number.NaN) * 1_000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
