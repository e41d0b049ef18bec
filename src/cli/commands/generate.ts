import { oneLine } from "../../errors/message-text.js";
import { generate, isGenerated, isSameFile, list as listMethods } from "../../generate/generate.js";
import { defineCommand, type FlagValues, option, readText, repeated, toggle } from "../command.js";
import { readDiscoveryDocument } from "../discovery.js";
import { explained, Failure, ifExists, UsageError } from "../failure.js";
import { columns, print, type Terminal } from "../terminal.js";

const flags = {
  methods: option("<list>", 'methods, as "datasets.list,jobs.*,jobs.query=runQuery"', readList, []),
  list: toggle("print the name, verb and path of each method instead"),
  out: option("<file>", "write this file if its contents change", readText),
  check: toggle("write nothing; exit with 3 if the --out file differs"),
  items: repeated(
    "<method=field>",
    "response field that contains the items of a list: an array or a map; can be repeated",
    readItems,
  ),
};

/** `fourfold generate`: writes typed methods of an API from its discovery document. */
export const generateCommand = defineCommand({
  name: "generate",
  summary: "write typed methods of any Google API from its discovery document",
  about: `Downloads the discovery document of an API from Google for a name and version such as drive:v3; otherwise
reads a file, or the standard input for -. Writes a TypeScript file with the chosen methods, as defineMethod accepts
them, and with an interface and a zod schema for each type that they use. Call them with createService, and serve them
in the sandbox with sandbox.route.

--methods selects methods by name, such as datasets.list. In a pattern, * matches any text; "*" alone is every method.
jobs.query=runQuery sets the name of the exported constant. Standard error shows what was derived: the items of lists,
and what was omitted, such as the upload of media.

--out never replaces a file that this command did not write. It and --check ignore the first two lines of the file,
which contain the revision of the document and the command line.

Exit codes: 0 written or up to date, 1 failed, 2 invalid command line, 3 --check found a difference.`,
  examples: [
    "generate drive:v3 --methods files.list,files.get --out src/drive.ts",
    "generate drive:v3 --list",
    'generate tasks.json --methods "*" --out src/tasks.ts --check',
  ],
  argument: "document",
  flags,
  async run({ argument, flags: given }, terminal) {
    const { methods, list, out, check, items } = given;
    if (list) {
      if (out !== undefined || check) throw new UsageError("--list cannot be combined with --out or --check");
      const data = await readDiscoveryDocument(argument, terminal);
      const listed = listMethods(data, { methods: methods.length === 0 ? ["*"] : methods });
      print(terminal.stdout, columns(listed.methods.map(({ place, http }) => [place, http])));
      print(terminal.stderr, listed.notes);
      return 0;
    }
    if (methods.length === 0) throw new UsageError("--methods <list> or --list is required");
    if (out === undefined) throw new UsageError("--out <file> is required");
    const existing = await readExisting(out, terminal);
    const data = await readDiscoveryDocument(argument, terminal);
    const { text, notes } = generate(data, { methods, items }, commandLine(argument, given));
    print(terminal.stderr, notes);
    if (existing !== undefined && isSameFile(existing, text)) {
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
    await explained(terminal.writeFile(out, text), out);
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

/** Reads the file to write, if it exists. @throws {Failure} If it was not generated. */
async function readExisting(path: string, terminal: Terminal): Promise<string | undefined> {
  const foreign = "must be a file that fourfold generate has written; delete it, or choose another file";
  const text = await explained(ifExists(terminal.readFile(path)), path);
  if (text !== undefined && !isGenerated(text)) throw new Failure(`${path}: ${foreign}`);
  return text;
}

/** Formats the command line for the file, so that a user can run it again. */
function commandLine(document: string, { methods, items, out }: FlagValues<typeof flags>): string {
  const words = [
    ...["fourfold", "generate", document, "--methods", methods.join(",")],
    ...items.flatMap((each) => ["--items", each]),
    ...(out === undefined ? [] : ["--out", out]),
  ];
  const quote = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
  return oneLine(words.map(quote).join(" "), 2_000);
}
