import { clip, escapeControls } from "../errors/message-text.js";
import type { PlannedTable, TablesPlan } from "../tables/index.js";
import { planCounts, tableLines, unmanagedLines } from "./plan-lines.js";

/** GitHub accepts comments of up to 65 536 characters. */
const MAX_COMMENT = 60_000;
/** Maximum length of all warnings. */
const MAX_WARNINGS = 4_000;

/**
 * Formats a plan as Markdown: counts, the tables that cannot be applied, each changed table in a collapsed section, unmanaged tables and
 * the digest. No text of the plan can end its block, mention anyone, or change the direction of text.
 *
 * @param limit - Maximum number of characters. Tables that do not fit are omitted as a whole, and counted.
 */
export function planMarkdown(plan: TablesPlan, limit = MAX_COMMENT): string {
  const { projectId, tables, warnings, digest } = plan;
  const blocked = tables.filter(({ action }) => action === "impossible" || action === "unreadable");
  const changed = tables.filter(({ action }) => action === "create" || action === "patch");
  const title = `### Tables of ${inline(projectId)}: ${planCounts(plan)}`;
  const end = [
    ...(warnings.length === 0
      ? []
      : [`**Warnings**\n\n${fenced(clip(warnings.join("\n"), MAX_WARNINGS).split("\n"))}`]),
    ...unmanagedLines(plan).map((line) => fenced([line])),
    `Digest: ${inline(digest)}`,
  ];
  // The longest line about tables that are omitted.
  const left = (count: number) =>
    `… and ${count} more ${count === 1 ? "table" : "tables"}, not shown because of the length limit; fourfold table plan prints all`;
  let room = limit - [title, ...end, left(tables.length)].reduce((sum, text) => sum + text.length + 2, 1);
  const parts: string[] = [];
  let omitted = 0;
  for (const text of [...blocked.map(blockedTable), ...changed.map(changedTable)]) {
    if (text.length + 2 > room) omitted += 1;
    else {
      room -= text.length + 2;
      parts.push(text);
    }
  }
  return `${[title, ...parts, ...(omitted === 0 ? [] : [left(omitted)]), ...end].join("\n\n")}\n`;
}

function blockedTable(planned: PlannedTable): string {
  const [head = "", ...lines] = tableLines(planned);
  return `**Cannot be applied:** ${inline(head)}\n\n${fenced(lines)}`;
}

function changedTable(planned: PlannedTable): string {
  const [head = "", ...lines] = tableLines(planned);
  const details = lines.length === 0 ? JSON.stringify(planned.wanted, null, 2).split("\n") : lines;
  return `<details><summary>${inline(head)}</summary>\n\n${fenced(details)}\n\n</details>`;
}

/** Formats a text as code within a line. Uses HTML, because a `<summary>` cannot contain Markdown. */
function inline(text: string): string {
  return `<code>${escapeControls(text).replace(/[&<>"'`*_~@[\]\\]/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`;
}

/** Formats a code block whose fence is longer than any run of backticks in the lines. */
function fenced(lines: readonly string[]): string {
  const text = lines.map(escapeControls).join("\n");
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(runs.reduce((most, { length }) => Math.max(most, length + 1), 3));
  return `${fence}text\n${text}\n${fence}`;
}
