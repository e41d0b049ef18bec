import type { Position } from "./language-server.js";

/** The kind of information that is read at a place. */
export type Kind = "hover" | "completions" | "signature" | "mistake" | "rejected";

/** A marked place of a file. */
export interface Place {
  readonly kind: Kind;
  /** Section and line of the marker, or the title of code that must not compile. Unique in its file. */
  readonly id: string;
  /** Position of the request; for code that must not compile, its beginning. */
  readonly at: Position;
  /** The line after its code. */
  readonly endLine: number;
}

/** A file without its markers, and the places that they marked. */
export interface MarkedFile {
  readonly text: string;
  readonly places: readonly Place[];
}

/** Markers in a line: a hover is read in front of its marker, the others at it. */
const MARKERS: readonly [marker: string, kind: Kind][] = [
  ["/*?*/", "hover"],
  ["/*|*/", "completions"],
  ["/*(*/", "signature"],
];
const SECTION = /^\s*\/\/ # (.+)$/;
const REJECTED = /^\s*\/\/ (mistake|rejected): (.+)$/;

/**
 * Reads the markers of a file, at most one in a line: `name/*?*\/` for a hover, `/*|*\/` for completions, `/*(*\/` for the
 * signature of a call. `// # title` begins a section, whose title is part of the ids. `// mistake: title` begins code whose
 * error is compared, `// rejected: title` code that must only have one; both end at the next.
 */
export function readPlaces(file: string, marked: string): MarkedFile {
  const places: Place[] = [];
  let section = "";
  const lines = marked.split("\n").map((text, line) => {
    section = SECTION.exec(text)?.[1] ?? section;
    const [, kind, title] = REJECTED.exec(text) ?? [];
    if (title !== undefined)
      places.push({
        kind: kind === "mistake" ? kind : "rejected",
        id: title,
        at: { file, line, character: 0 },
        endLine: line,
      });
    const found = MARKERS.find(([marker]) => text.includes(marker));
    if (found === undefined) return text;
    const [marker, asked] = found;
    const plain = text.replace(marker, "");
    const character = text.indexOf(marker) - (asked === "hover" ? 1 : 0);
    const shown = text.replace(marker, asked === "hover" ? "^" : "|").trim();
    places.push({
      kind: asked,
      id: section === "" ? shown : `${section}: ${shown}`,
      at: { file, line, character },
      endLine: line + 1,
    });
    return plain;
  });
  const text = lines.join("\n");
  const left = /\/\*[?|(]\*\//.exec(text);
  if (left !== null) throw new Error(`${file}: a line has more than one marker: ${left[0]}`);
  const ids = places.map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw new Error(`${file}: two places have the id ${JSON.stringify(repeated)}`);
  const failing = places.filter(mustFail);
  const endOf = (place: Place) => failing[failing.indexOf(place) + 1]?.at.line ?? lines.length;
  return { text, places: places.map((each) => (mustFail(each) ? { ...each, endLine: endOf(each) } : each)) };
}

/** Whether the code of a place must not compile. */
export const mustFail = ({ kind }: Place): boolean => kind === "mistake" || kind === "rejected";
