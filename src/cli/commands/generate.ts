import { oneLine } from "../../core/describe.js";
import { defineCommand, type FlagValues, option, readText, repeated, toggle } from "../command.js";
import { parseJson, readSource } from "../document-file.js";
import { explained, Failure, ifExists, sentencesOf, UsageError } from "../failure.js";
import { columns, print, type Terminal } from "../terminal.js";

const flags = {
  methods: repeated("<list>", 'methods, as "datasets.list,jobs.*,jobs.query=runQuery"; can be repeated', readList),
  list: toggle("list the methods instead: name, verb, path, listed items"),
  out: option("<file>", "write this file if its contents change; default: standard output", readText),
  check: toggle("write nothing; exit with 3 if the file of --out differs"),
  items: repeated(
    "<method=field>",
    "response field that contains the items of a list: an array or a map; can be repeated",
    readItems,
  ),
};

/** `fourfold generate`: writes typed methods of a service from its discovery document. */
export const generateCommand = defineCommand({
  name: "generate",
  summary: "write typed methods of any Google API from its discovery document",
  about: `Reads a discovery document of Google, which you have downloaded; - is standard input. Writes a TypeScript file with the chosen
methods, as defineMethod accepts them, and with an interface and a zod schema for each type that they use. Call them with
createService, and serve them in the sandbox with sandbox.route.

--methods selects methods by name, such as datasets.list, or else by id. In a pattern, * matches any text; "*" alone is every
method. jobs.query=runQuery sets the name of the exported constant. Standard error shows what was derived: the items of lists, and
what was omitted, such as methods whose bodies may be bytes instead of JSON.

--out never replaces a file that this command did not write. It and --check ignore the first two lines of the file,
which contain the revision of the document and the command line.

Exit codes: 0 written or up to date, 1 failed, 2 invalid command line, 3 --check found a difference.`,
  examples: [
    "generate bigquery.json --methods datasets.list,jobs.query --out src/bigquery.ts",
    "generate bigquery.json --list",
    'generate tasks.json --methods "*" --out src/tasks.ts --check',
  ],
  argument: "document",
  flags,
  async run({ argument, flags: given }, terminal) {
    const { methods: lists, list, out, check, items } = given;
    const methods = lists.flat();
    const problems = [
      methods.length === 0 && !list ? "--methods <list> or --list is required" : [],
      check && out === undefined ? "--out <file> is required with --check" : [],
      list && (out !== undefined || check)
        ? "--list cannot be combined with --out and --check; redirect its output"
        : [],
    ].flat();
    if (problems.length > 0) throw new UsageError(problems);
    // Loaded only here: other commands do not need it.
    const generator = await import("../../generate/generate.js");
    const { name, text: json } = await readSource(argument, terminal, "a discovery document");
    const data = parseJson(json, name);
    if (list) {
      const rows = generator.list(data, { methods }).map(({ place, http, facts }) => [place, http, facts.join(", ")]);
      print(terminal.stdout, columns(rows));
      return 0;
    }
    const existing = out === undefined ? undefined : await readExisting(out, terminal);
    if (existing !== undefined && !generator.isGenerated(existing)) {
      problems.push(`${out}: must be a file that fourfold generate has written; delete it, or choose another file`);
    }
    const command = commandLine(argument, given);
    let generated: ReturnType<typeof generator.generate> | undefined;
    try {
      generated = generator.generate(data, { methods, items }, command);
    } catch (error) {
      problems.push(...sentencesOf(error));
    }
    if (generated === undefined || problems.length > 0) throw new Failure(problems);
    const { text, notes } = generated;
    print(terminal.stderr, notes);
    if (out === undefined) {
      terminal.stdout.write(text); // its control characters are escaped
      return 0;
    }
    if (existing !== undefined && generator.isSameFile(existing, text)) {
      print(terminal.stderr, `${out} is up to date`);
      return 0;
    }
    if (check) {
      print(
        terminal.stderr,
        `${out} ${existing === undefined ? "does not exist" : "differs"}; run the command without --check`,
      );
      return 3;
    }
    await explained(terminal.writeFile(out, text), out, {
      EACCES: "permission denied; choose another file",
      EISDIR: "this is a directory; pass a file",
    });
    print(terminal.stderr, `${out} was written`);
    return 0;
  },
});

/** Parses the list of methods of one option. */
function readList(text: string): readonly string[] {
  const names = text.split(",").map((each) => each.trim());
  if (names.includes(""))
    throw new UsageError(`must be a list of methods, such as datasets.list,jobs.*, got "${text}"`);
  return names;
}

function readItems(text: string): string {
  if (!/^[^=]+=[^=]+$/.test(text))
    throw new UsageError(`must be a method and a field, as in operations.list=operations, got "${text}"`);
  return text;
}

async function readExisting(path: string, terminal: Terminal): Promise<string | undefined> {
  return explained(ifExists(terminal.readFile(path)), path, {
    EISDIR: "this is a directory; pass a file",
    EACCES: "permission denied; give your user read access to the file",
    ERR_ENCODING_INVALID_ENCODED_DATA: "must be a file that fourfold generate has written; choose another file",
  });
}

/** Formats the command line for the file, so that a user can run it again. */
function commandLine(document: string, { methods, items, out }: FlagValues<typeof flags>): string {
  const words = [
    ...["fourfold", "generate", document, "--methods", methods.flat().join(",")],
    ...items.flatMap((each) => ["--items", each]),
    ...(out === undefined ? [] : ["--out", out]),
  ];
  const quote = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  return oneLine(words.map(quote).join(" "), 2_000);
}
