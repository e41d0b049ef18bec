import { checkSecurity, type SecurityFinding } from "../../gateway/index.js";
import { defineCommand, namingFlag, option, readProduct } from "../command.js";
import { readDocument } from "../document-file.js";
import { print } from "../terminal.js";

/** `fourfold check`: checks the security of an OpenAPI document. */
export const checkCommand = defineCommand({
  name: "check",
  summary: "check the security of an OpenAPI document",
  about: `Reads an OpenAPI 2.0 or 3 document in JSON or YAML; - is standard input. Prints each issue with its location and a
remedy. The exit code is 1 if an issue is an error. Violated requirements of
a product are errors with --product, otherwise warnings.`,
  examples: ["check api.yaml", "check api.yaml --product api-gateway"],
  argument: "document",
  flags: {
    product: option("<product>", "product that the document is for: api-gateway, cloud-endpoints", readProduct),
    naming: namingFlag,
  },
  async run({ argument, flags: { product: gateway, naming } }, terminal) {
    const { data } = await readDocument(argument, terminal);
    const findings = checkSecurity(data, { naming, gateway });
    print(terminal.stdout, describe(findings));
    return findings.some(({ severity }) => severity === "error") ? 1 : 0;
  },
});

function describe(findings: readonly SecurityFinding[]): string[] {
  const paragraphs = findings.flatMap(({ severity, id, pointer, message, remedy }) => {
    return [`${severity} ${id} at ${pointer || "the document"}`, `  ${message}`, `  ${remedy}`, ""];
  });
  const counts = (["error", "warning", "info"] as const).map((wanted) => {
    const { length } = findings.filter(({ severity }) => severity === wanted);
    return `${length} ${wanted}${length === 1 || wanted === "info" ? "" : "s"}`;
  });
  return [...paragraphs, counts.join(", ")];
}
