import { clip, escapeControls } from "../errors/message-text.js";
import type { PlanPart, PlanReport } from "./plan-lines.js";

/** GitHub accepts comments of up to 65 536 characters. */
const MAX_COMMENT = 60_000;
/** Maximum length of all warnings. */
const MAX_WARNINGS = 4_000;

/**
 * Formats a plan as Markdown: counts, the parts that cannot be applied, each other part in a collapsed section, notes and the
 * digest. No text of the plan can end its block, mention anyone, or change the direction of text.
 */
export function planMarkdown(plan: PlanReport): string {
  const { warnings, notes, digest } = plan;
  const title = `### ${plan.title} ${inline(plan.name)}: ${plan.counts}`;
  const end = [
    ...(warnings.length === 0
      ? []
      : [`**Warnings**\n\n${fenced(clip(warnings.join("\n"), MAX_WARNINGS).split("\n"))}`]),
    ...notes.map((line) => fenced([line])),
    `Digest: ${inline(digest)}`,
  ];
  // The longest line about parts that are omitted.
  const left = (count: number) =>
    `… and ${count} more, not shown because of the length limit; without --markdown, the plan is printed as a whole`;
  const blocked = plan.parts.filter(({ isBlocked }) => isBlocked).map(blockedPart);
  const changed = plan.parts.filter(({ isBlocked }) => !isBlocked).map(changedPart);
  let room = MAX_COMMENT - [title, ...end, left(plan.parts.length)].reduce((sum, text) => sum + text.length + 2, 1);
  const parts: string[] = [];
  let omitted = 0;
  for (const text of [...blocked, ...changed]) {
    if (text.length + 2 > room) omitted += 1;
    else {
      room -= text.length + 2;
      parts.push(text);
    }
  }
  return `${[title, ...parts, ...(omitted === 0 ? [] : [left(omitted)]), ...end].join("\n\n")}\n`;
}

function blockedPart({ head, lines }: PlanPart): string {
  return `**Cannot be applied:** ${inline(head)}\n\n${fenced(lines)}`;
}

function changedPart({ head, lines, value }: PlanPart): string {
  const details = lines.length === 0 ? JSON.stringify(value, null, 2).split("\n") : lines;
  return `<details><summary>${inline(head)}</summary>\n\n${fenced(details)}\n\n</details>`;
}

/** Formats text as inline code. Uses HTML, because a `<summary>` cannot contain Markdown. */
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
