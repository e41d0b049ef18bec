import { viewDocument } from "../../gateway/document.js";
import { checkSecurity, readSecurity, type SecurityFinding, securityChanges } from "../../gateway/index.js";
import type { Naming } from "../../naming/index.js";
import { describeChanges } from "../access-changes.js";
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

With --against, it compares the document with another one, which may be of another version of OpenAPI, and prints the
differences, before and after: the accepted tokens, and who may call which operation. If the base paths differ, the
paths of operations include them. The exit code is 3 if anything differs.`,
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
    return findings.some(({ severity }) => severity === "error" || (strict && severity === "warning")) ? 1 : 0;
  },
});

/** Prints the differences between two documents. */
async function compare(files: readonly string[], naming: Naming, terminal: Terminal, json: boolean): Promise<number> {
  const problems: string[] = [];
  const documents: object[] = [];
  for (const file of files) {
    try {
      const { data } = await readDocument(file, terminal);
      readSecurity(data, { naming }); // throws if it is not valid
      documents.push(data);
    } catch (error) {
      const isNamed = error instanceof Failure; // names its file
      problems.push(...sentencesOf(error).map((each) => (isNamed ? each : `${file}: ${each}`)));
    }
  }
  const [before, after] = documents;
  if (before === undefined || after === undefined) throw new Failure(problems);
  const changes = securityChanges(before, after);
  const { length } = viewDocument(after, "check", naming.extensions).operations;
  const same = `No difference in who may call ${length} operation${length === 1 ? "" : "s"}.\n`;
  if (json) printJson(terminal.stdout, changes);
  else print(terminal.stdout, describeChanges(changes) || same);
  return changes.length === 0 ? 0 : 3;
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
