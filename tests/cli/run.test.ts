import { expect, test } from "vitest";
import { readCommandLine } from "../../src/cli/command-line.js";
import { option } from "../../src/cli/flags.js";
import { thrown } from "../support/rejection.js";
import { fourfold } from "./fake-terminal.js";

const commands = ["sandbox", "gateway", "secure", "check", "userinfo"];

test("says what there is", async () => {
  const { code, out, err } = await fourfold(["--help"]);
  expect([code, err]).toEqual([0, ""]);
  for (const name of commands) expect(out).toMatch(new RegExp(`^  ${name} +\\S`, "m"));
  expect(await fourfold(["-h"])).toEqual({ code, out, err });
});

test.each(commands)("%s says what it takes, without doing anything", async (name) => {
  const { code, out, err } = await fourfold([name, "--port", "x", "--help", "one", "two"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatchSnapshot();
  for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
});

test.each(["--version", "-v"])("%s tells its version", async (flag) => {
  expect(await fourfold([flag])).toEqual({ code: 0, out: "1.2.3\n", err: "" });
});

test("help alone prints the overview, and with a command the help of that command", async () => {
  expect(await fourfold(["help"])).toEqual(await fourfold(["--help"]));
  for (const name of commands) expect(await fourfold(["help", name])).toEqual(await fourfold([name, "--help"]));
  expect((await fourfold(["help", "secur"])).err).toContain('there is no command "secur"');
});

test.each([
  [[], "a command is missing; the commands are sandbox, gateway, secure, check, userinfo"],
  [["secur"], 'there is no command "secur"; the commands are sandbox, gateway, secure, check, userinfo'],
  [["--verbose"], "there is no option --verbose before a command; the commands are"],
  [["check"], "fourfold check: <document> is needed"],
  [["check", "a", "b"], '"b" is one argument too many: the command takes <document> alone; quote what holds blanks'],
  [["sandbox", "a"], '"a" is one argument too many: the command takes none'],
  [["check", "a", "--jsn"], "there is no option --jsn; there are --strict, --json, --naming"],
  [["check", "a", "--json=yes"], "--json takes no value"],
  [["check", "a", "--naming", "vender"], "--naming must be vendor"],
  [["check", "a", "--naming", "--json"], "--naming <vendor"],
  [["sandbox", "--port", "65536"], '--port must be a number from 0 to 65535, got "65536"'],
  [["sandbox", "--port", "some"], '--port must be a number from 0 to 65535, got "some"'],
  [["gateway", "a"], "--backend <url> is needed"],
  [
    ["gateway", "a", "--backend", "backend"],
    '--backend must be an address such as http://localhost:3000, got "backend"',
  ],
  [["gateway", "a", "--backend", "localhost:3000"], "--backend must be an address such as http://localhost:3000"],
  [["gateway", "a", "--backend", "http://b", "--issuer", "mine"], '--issuer must be sandbox, got "mine"'],
  [["gateway", "a", "--backend", "http://b", "--claims", "[]"], "--claims must be a JSON object, got []"],
  [["gateway", "a", "--backend", "http://b", "--claims", "{"], "--claims must be a JSON object, got {"],
  [["gateway", "a", "--backend", "http://b", "--claims", "{}"], "--claims needs --issuer sandbox beside it"],
  [["secure", "a"], "--project <id> or --issuer <issuer> is needed"],
  [["secure", "a", "--operation", "echo"], '--operation must be a method, a path and names, as in "GET /echo=users"'],
  [["userinfo", "a", "--generation", "late"], '--generation must be current or earlier or auto, got "late"'],
])("fourfold %j is a wrong command line", async (argv, sentence) => {
  const { code, out, err } = await fourfold(argv);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(sentence);
  expect(err).toMatch(/"fourfold( [a-z]+)? --help" says more\.\n$/);
});

test("says all that is wrong with a command line at once", async () => {
  const { err } = await fourfold(["gateway", "--port", "-1", "--what", "--issuer=me", "a", "b"]);
  expect(err).toBe(`fourfold gateway: 5 problems
  --port <port>: the value is missing
  there is no option --what; there are --backend, --port, --issuer, --claims, --generation, --replace-authorization, --naming
  "b" is one argument too many: the command takes <document> alone; quote what holds blanks
  --backend <url> is needed
  --issuer must be sandbox, got "me"
"fourfold gateway --help" says more.
`);
});

test("says once that a value is missing, though the option comes again", async () => {
  const { err } = await fourfold(["sandbox", "--port", "--empty", "--port", "x"]);
  expect(err).toBe('fourfold sandbox: --port <port>: the value is missing\n"fourfold sandbox --help" says more.\n');
});

test("a mistake in the reading of an option comes through as it is", () => {
  const broken = new RangeError("a mistake");
  const read = () => {
    throw broken;
  };
  const flags = { size: option("<size>", "how large", read) };
  expect(thrown(() => readCommandLine(["--size", "1"], { argument: undefined, flags }))).toBe(broken);
});

test("takes what stands behind -- as it is", async () => {
  const { code, err } = await fourfold(["check", "--", "--help"]);
  expect([code, err]).toEqual([1, "fourfold check: --help: there is no such file\n"]);
});
