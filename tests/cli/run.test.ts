import { expect, test } from "vitest";
import { createTerminal, fourfold } from "./fake-terminal.js";

const commands = ["sandbox", "table plan", "table pull", "table apply", "gateway", "secure", "check"];

test("lists the commands", async () => {
  const { code, out, err } = await fourfold(["--help"]);
  expect([code, err]).toEqual([0, ""]);
  for (const name of commands) expect(out).toMatch(new RegExp(`^  ${name} +\\S`, "m"));
  expect(await fourfold(["-h"])).toEqual({ code, out, err });
});

test.each(commands)("%s --help prints the help, without running the command", async (name) => {
  const { code, out, err } = await fourfold([...name.split(" "), "--port", "x", "--help", "one", "two"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain(`\nUsage: fourfold ${name} `);
  for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
});

test.each(commands)("help %s prints the same", async (name) => {
  const help = await fourfold([...name.split(" "), "--help"]);
  expect(help.code).toBe(0);
  expect(await fourfold(["help", ...name.split(" ")])).toEqual(help);
});

test("help with the first word of commands prints the help of all of them", async () => {
  const help = await fourfold(["help", "table"]);
  for (const name of ["plan", "pull", "apply"]) {
    expect(help.out).toContain((await fourfold(["help", "table", name])).out);
  }
  expect(await fourfold(["table", "--help"])).toEqual(help);
  expect(await fourfold(["table", "-h"])).toEqual(help);
});

test("help without a command prints the overview; with an unknown one, it suggests a command", async () => {
  const overview = await fourfold(["--help"]);
  expect(await fourfold(["help"])).toEqual(overview);
  const unknown = await fourfold(["help", "secur"]);
  expect(unknown).toMatchObject({ code: 2, out: "" });
  expect(unknown.err).toContain('unknown command "secur"; did you mean "secure"?\n');
  expect(await fourfold(["secur", "--help"])).toEqual(unknown);
});

const shop = '{"swagger":"2.0","paths":{"/health":{"get":{}}}}';
const config = `
import { createClient } from "fourfold";
import { defineConfig } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
const sandbox = createSandbox();
sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
export default defineConfig({ client: () => createClient(sandbox.clientOptions), projectId: "shop", tables: "schemas" });
`;
const tables = {
  "fourfold.config.ts": config,
  "schemas/orders.ts":
    'import { defineTable } from "fourfold/tables";\nexport const orders = defineTable("sales.orders", {});',
};
const files = {
  ...tables,
  "api.yaml": shop.replaceAll('"', "'"),
  "api.json": shop,
  "old.yaml": shop,
  "new.yaml": shop,
  "orders.json": '{ "tableReference": { "projectId": "p", "datasetId": "d", "tableId": "orders" } }',
};

test.each(commands)("each example in the help of %s is a valid command line", async (name) => {
  const { out } = await fourfold(["help", ...name.split(" ")]);
  const examples = out.split("Examples:\n")[1]?.trimEnd().split("\n") ?? [];
  expect(examples.length).toBeGreaterThanOrEqual(2);
  for (const example of examples) {
    const [program, ...argv] = [...example.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, ...words]) =>
      words.join(""),
    );
    expect(program).toBe("fourfold");
    const terminal = createTerminal({ files });
    terminal.stop();
    const port = ["sandbox", "gateway"].includes(name) ? ["--port", "0"] : [];
    const { digest } = JSON.parse((await createTerminal({ files }).run("table", "plan", "--json")).out);
    const words = (argv.includes(">") ? argv.slice(0, argv.indexOf(">")) : argv).map((word) =>
      word.replace("$DIGEST", digest),
    );
    const outcome = await terminal.run(...words, ...port);
    expect(
      [outcome.code, outcome.err.replace(/^warning.*|^stopping after.*|^(sales\.|no tables).*/s, "")],
      example,
    ).toEqual([expect.any(Number), ""]);
    expect(outcome.code, example).not.toBe(2);
  }
});

test("prints its version", async () => {
  const version = { code: 0, out: "1.2.3\n", err: "" };
  expect(await fourfold(["--version"])).toEqual(version);
  expect(await fourfold(["-v"])).toEqual(version);
});

test.each([
  [
    [],
    "a command is required; the commands are sandbox, table plan, table pull, table apply, environment plan, environment pull, environment apply, gateway, secure, check",
  ],
  [["secur"], 'unknown command "secur"; did you mean "secure"?'],
  [
    ["deploy"],
    'unknown command "deploy"; the commands are sandbox, table plan, table pull, table apply, environment plan, environment pull, environment apply, gateway, secure, check',
  ],
  [["table"], 'unknown command "table"; the commands are sandbox, table plan'],
  [["plan"], 'unknown command "plan"; did you mean "table plan"?'],
  [["apply", "-auto-approve"], 'unknown command "apply"; did you mean "table apply"?'],
  [["table", "destroy"], 'unknown command "table destroy"; the commands are'],
  [["table", "pln"], 'unknown command "table pln"; did you mean "table plan"?'],
  [["tabel", "plan"], 'unknown command "tabel"; did you mean "table plan"?'],
  [["table", "pull"], "<dataset> is required"],
  [["table", "plan", "sales.*"], 'unexpected argument "sales.*"'],
  [["table", "pull", "shop.sales", "--check", "--overwrite"], "--check and --overwrite cannot both be set"],
  [["table", "apply"], "--yes is required without a terminal; nothing was sent"],
  [["sandbox", "--seed", ""], "--seed must not be empty"],
  [["--verbose"], 'unknown command "--verbose"; the commands are'],
  [["check"], "fourfold check: <document> is required"],
  [["check", "a", "b"], 'unexpected argument "b"; quote an argument with spaces'],
  [["sandbox", "a"], 'unexpected argument "a"; the command accepts no argument'],
  [["table", "plan", "--jsn"], "Unknown option '--jsn'"],
  [["check", "a", "--verbose"], "Unknown option '--verbose'"],
  [["table", "plan", "--json=yes"], "Option '--json' does not take an argument"],
  [["check", "a", "--naming", "vender"], '--naming must be google or vendor, got "vender"'],
  [
    ["check", "a", "--naming", "--json"],
    "Option '--naming' argument is ambiguous. Did you forget to specify the option argument for '--naming'?",
  ],
  [["sandbox", "--port", "65536"], '--port must be a number from 0 to 65535, got "65536"'],
  [["sandbox", "--port", "some"], '--port must be a number from 0 to 65535, got "some"'],
  [["gateway", "a"], "--backend <url> is required"],
  [
    ["gateway", "a", "--backend", "backend"],
    "--backend must be a URL without credentials, such as http://localhost:3000",
  ],
  [["gateway", "a", "--backend", "localhost:3000"], "--backend must be a URL without credentials"],
  [["gateway", "a", "--backend", "http://b", "--issuer", ""], "--issuer must not be empty"],
  [["gateway", "a", "--backend", "http://b", "--claims", "[]"], "--claims must be a JSON object, got a list"],
  [["gateway", "a", "--backend", "http://b", "--claims", "{"], "--claims value is not valid JSON: "],
  [["gateway", "a", "--backend", "http://b", "--claims", "{}"], "--claims requires --issuer"],
])("fourfold %j is an invalid command line", async (argv, sentence) => {
  const { code, out, err } = await fourfold(argv);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(sentence);
  expect(err).not.toContain("positional argument");
  expect(err).toMatch(/run "fourfold( [a-z]+)* --help" for details\n$/);
});

test("reports all invalid values of a command line together", async () => {
  const { err } = await fourfold(["gateway", "--port", "x", "--issuer=", "a", "b"]);
  expect(err).toBe(`fourfold gateway: 4 problems
  unexpected argument "b"; quote an argument with spaces
  --backend <url> is required
  --port must be a number from 0 to 65535, got "x"
  --issuer must not be empty
run "fourfold gateway --help" for details
`);
});
