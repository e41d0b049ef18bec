import { type Text, textsOf } from "./texts.js";
import { WORDINGS, type Wording } from "./words.js";

/** A wording in a text, with what to write instead. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly found: string;
  readonly write: string;
  /** The line that contains it, without surrounding spaces. */
  readonly source: string;
}

/** A line that is right although a wording of the list occurs in it. */
export interface Allowed {
  readonly path: string;
  /** A part of the line. */
  readonly text: string;
  readonly reason: string;
}

const expressions = WORDINGS.map((wording) => [expressionOf(wording), wording] as const);

/** Returns the wordings of the list that occur in a file, in the order of its lines. */
export function findingsIn(path: string, source: string): Finding[] {
  const lines = source.split("\n");
  const findings = textsOf(path, source).flatMap((text) =>
    matchesIn(text).map(([at, found, write]): Finding => {
      const line = lineAt(source, at);
      return { path, line, found, write, source: (lines[line - 1] ?? "").trim() };
    }),
  );
  return findings.sort((a, b) => a.line - b.line);
}

/** Splits findings into those that remain and the entries of the allow-list that allow none of them. */
export function applyAllowed(findings: readonly Finding[], allowed: readonly Allowed[]) {
  const allows = (entry: Allowed, { path, source }: Finding) => entry.path === path && source.includes(entry.text);
  return {
    remaining: findings.filter((finding) => !allowed.some((entry) => allows(entry, finding))),
    unused: allowed.filter((entry) => !findings.some((finding) => allows(entry, finding))),
  };
}

function matchesIn({ start, text }: Text): [at: number, found: string, write: string][] {
  return expressions.flatMap(([expression, { write }]) =>
    [...text.matchAll(expression)]
      .filter(([found]) => !/^[A-Z]+$/.test(found)) // a value of a service, such as REPEAT
      .map((match): [number, string, string] => [start + match.index, match[0].replaceAll(/\s+/g, " "), write]),
  );
}

/** A word with a hyphen, a slash or a dot next to it is part of a name or a path. */
function expressionOf({ find }: Wording): RegExp {
  const withLineBreaks = find.replaceAll(" ", "(?:[ \\t]+|[ \\t]*\\n(?!\\s*\\n)\\s*)");
  return new RegExp(`(?<![\\w\\-./@#])(?:${withLineBreaks})(?![\\w\\-]|\\.\\w)`, "gi");
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split("\n").length;
}
