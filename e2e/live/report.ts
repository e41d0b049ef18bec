import type { CleanUp } from "./clean-up.js";
import type { Difference, Result } from "./run-checks.js";

/** The data of a report. */
export interface Run {
  readonly started: Date;
  readonly durationMs: number;
  readonly results: readonly Result[];
  readonly cleanUp: CleanUp;
}

const STATUSES = ["ok", "differs", "failed", "not run"] as const;

/** The number of checks by status, as one line. */
export function summaryOf(results: readonly Result[]): string {
  const counts = STATUSES.map((status) => {
    const label = status === "differs" ? "with differences" : status;
    return [label, results.filter((result) => result.status === status).length] as const;
  });
  const listed = counts.flatMap(([label, count]) => (count === 0 ? [] : [`${count} ${label}`]));
  return `${results.length} checks: ${listed.join(", ")}`;
}

/** Writes the report of a run as Markdown. */
export function reportOf({ started, durationMs, results, cleanUp }: Run): string {
  const { deleted, problems, leftovers } = cleanUp;
  const lines = [
    `# Live test of ${started.toISOString().slice(0, 10)}`,
    "",
    `Started at ${started.toISOString()}, took ${Math.round(durationMs / 1_000)} s. Node ${process.versions.node}.`,
    "",
    `${summaryOf(results)}. \`<…>\` replaces names of the project and values that differ with every run.`,
    "",
    `- Datasets deleted: ${deleted}.`,
    ...problems.map((problem) => `- Cleanup failed: ${problem}`),
    ...leftovers.map(
      (id) => `- ${id} was created by a run more than a day ago and was not deleted. Delete it yourself.`,
    ),
    "",
    "| check | result |",
    "| --- | --- |",
    ...results.map(({ name, status }) => `| ${cell(name)} | ${status} |`),
    ...results.flatMap(detailsOf),
    "",
  ];
  return lines.join("\n");
}

function detailsOf(result: Result): string[] {
  if (result.status === "failed") return ["", `## ${result.name}: failed`, "", result.message];
  if (result.status !== "differs") return [];
  return [
    "",
    `## ${result.name}: differs`,
    "",
    "| path | sandbox | live |",
    "| --- | --- | --- |",
    ...result.differences.map(rowOf),
  ];
}

const rowOf = ({ path, sandbox, live }: Difference) => `| ${[path, sandbox, live].map(code).join(" | ")} |`;

const MAX_LENGTH = 1_000;

function code(text: string): string {
  const cut = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  return `\`\` ${cell(cut)} \`\``;
}

/** Text for a cell of a table. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
