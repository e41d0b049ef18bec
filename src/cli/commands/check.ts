import { checkSecurity, type FindingSeverity, type SecurityFinding } from "../../gateway/index.js";
import type { Naming } from "../../naming/index.js";
import { type Access, accessChanges, describeChanges, readAccess } from "../access-changes.js";
import { defineCommand, namingFlag, option, readText, toggle } from "../command.js";
import { readDocument } from "../document-file.js";
import { Failure, forCommand, sentencesOf, UsageError } from "../failure.js";
import { print, printJson, type Terminal } from "../terminal.js";

/** `fourfold check`: checks the security of an API definition document. */
export const checkCommand = defineCommand({
  name: "check",
  summary: "check the security of an API definition document",
  about: `Reads an OpenAPI 2.0 or 3 document in JSON or YAML; - is standard input. Prints each issue with its location and a
remedy. The exit code is 1 if an issue is an error. A document without any security is only a warning, because its API
may be public; use --strict if it is not.

With --against, it compares the document with another one, which may be of another version of OpenAPI, and prints what
differs, before and after: the base path, the accepted tokens, and who may call which operation. The exit code is 3 if
anything differs.`,
  examples: ["check api.yaml", "check api.yaml --strict", "check old.yaml --against new.yaml"],
  argument: "document",
  flags: {
    strict: toggle("exit with 1 for warnings too"),
    json: toggle("print the issues, or the differences, as JSON"),
    against: option("<file>", "compare with this document instead of checking", readText),
    naming: namingFlag,
  },
  async run({ argument, flags: { strict, json, against, naming } }, terminal) {
    if (against !== undefined) {
      if (strict) throw new UsageError("--strict and --against cannot be combined; remove one of them");
      return compare([argument, against], naming, terminal, json);
    }
    const { data } = await readDocument(argument, terminal);
    const findings = checkSecurity(data, { naming }).map((finding) => ({
      ...finding,
      message: forCommand(finding.message),
    }));
    if (json) printJson(terminal.stdout, findings);
    else print(terminal.stdout, describe(findings));
    const fatal: readonly FindingSeverity[] = strict ? ["error", "warning"] : ["error"];
    return findings.some(({ severity }) => fatal.includes(severity)) ? 1 : 0;
  },
});

/** Prints the differences between two documents. */
async function compare(files: readonly string[], naming: Naming, terminal: Terminal, json: boolean): Promise<number> {
  const problems: string[] = [];
  const documents: Access[] = [];
  for (const file of files) {
    try {
      documents.push(readAccess((await readDocument(file, terminal)).data, naming));
    } catch (error) {
      const isNamed = error instanceof Failure; // names its file
      problems.push(...sentencesOf(error).map((each) => (isNamed ? each : `${file}: ${each}`)));
    }
  }
  const [before, after] = documents;
  if (before === undefined || after === undefined) throw new Failure(problems);
  const changes = accessChanges(before, after);
  const isSame = Object.values(changes).every(({ length }) => length === 0);
  if (json) printJson(terminal.stdout, changes);
  else if (isSame) print(terminal.stdout, `No difference in who may call ${before.operations.size} operations.\n`);
  else {
    print(terminal.stdout, describeChanges("Base path", changes.basePath));
    print(terminal.stdout, describeChanges("Definitions that changed", changes.definitions));
    print(terminal.stdout, describeChanges("Who may call", changes.operations));
  }
  return isSame ? 0 : 3;
}

function describe(findings: readonly SecurityFinding[]): string {
  const paragraphs = findings.map(({ severity, id, pointer, message, remedy }) => {
    return `${severity} ${id} at ${pointer || "the document"}\n  ${message}\n  ${remedy}\n\n`;
  });
  const counts = (["error", "warning", "info"] as const).map((wanted) => {
    const { length } = findings.filter(({ severity }) => severity === wanted);
    return `${length} ${wanted}${length === 1 || wanted === "info" ? "" : "s"}`;
  });
  return `${paragraphs.join("")}${counts.join(", ")}\n`;
}
