import { checkSecurity, type FindingSeverity, type SecurityFinding } from "../../gateway/index.js";
import { defineCommand } from "../command.js";
import { readDocument } from "../document-file.js";
import { forCommand } from "../failure.js";
import { toggle } from "../flags.js";
import { namingFlag } from "../naming-flag.js";
import { printable } from "../terminal.js";

/** `fourfold check`: checks the security of an API definition document. */
export const checkCommand = defineCommand({
  name: "check",
  summary: "check the security of an API definition document",
  about: `Reads an OpenAPI 2.0 document in JSON or YAML; - is standard input. Prints each issue with its location and a remedy.
The exit code is 1 if an issue is an error. A document without any security is only a warning, because its API may be
public; use --strict if it is not.`,
  examples: ["check api.yaml", "check api.yaml --strict", "check api.json --json"],
  argument: "document",
  flags: {
    strict: toggle("exit with 1 for warnings too"),
    json: toggle("print the issues as JSON"),
    naming: namingFlag,
  },
  async run({ argument, flags }, terminal) {
    const { data } = await readDocument(argument, terminal);
    const findings = checkSecurity(data, { naming: flags.naming }).map((finding) => ({
      ...finding,
      message: forCommand(finding.message),
    }));
    terminal.stdout.write(flags.json ? printable(`${JSON.stringify(findings, null, 2)}\n`) : describe(findings));
    const fatal: readonly FindingSeverity[] = flags.strict ? ["error", "warning"] : ["error"];
    return findings.some(({ severity }) => fatal.includes(severity)) ? 1 : 0;
  },
});

function describe(findings: readonly SecurityFinding[]): string {
  const paragraphs = findings.map(({ severity, id, pointer, message, remedy }) => {
    return printable(`${severity} ${id} at ${pointer || "the document"}\n  ${message}\n  ${remedy}\n\n`);
  });
  return `${paragraphs.join("")}${count(findings, "error")}, ${count(findings, "warning")}, ${count(findings, "info")}\n`;
}

function count(findings: readonly SecurityFinding[], wanted: FindingSeverity): string {
  const number = findings.filter(({ severity }) => severity === wanted).length;
  return `${number} ${wanted}${number === 1 || wanted === "info" ? "" : "s"}`;
}
