import { shown } from "./describe.js";

/** Returns the candidate that is most similar to a misspelt name; undefined if none is similar. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const start = name.slice(0, 100);
  const limit = Math.max(2, Math.floor(start.length / 3));
  return closest(start, candidates, () => limit);
}

/**
 * Returns the known word that a word is probably a typo of: in another case, one letter away, or two letters if the known
 * word has at least six. Two swapped neighbours count as one letter; known words of fewer than three letters are not compared.
 *
 * Undefined for a known word, for any other word, and for a word that differs only in digits (`FLOAT32`, `ISO-8859-15`),
 * because such a word is more probably a new value.
 */
export function nearMiss(word: string, known: readonly string[]): string | undefined {
  if (known.includes(word)) return undefined;
  const letters = withoutDigits(word);
  return closest(word, known, (candidate) => {
    return withoutDigits(candidate) === letters ? 0 : Math.min(2, Math.floor(candidate.length / 3));
  });
}

/** Formats the message about a name or value that is probably a typo of a known one. */
export function isNotKnown(meant: string): string {
  return `is not known; did you mean ${shown(meant)}?`;
}

function withoutDigits(word: string): string {
  return word.toLowerCase().replace(/\d+/g, "");
}

/**
 * Returns the first of the candidates with the smallest distance, ignoring case, if the distance is within the candidate's
 * limit.
 */
function closest(
  name: string,
  candidates: readonly string[],
  limitOf: (candidate: string) => number,
): string | undefined {
  const lower = name.toLowerCase();
  const [best] = candidates
    .filter((candidate) => Math.abs(candidate.length - name.length) <= limitOf(candidate))
    .map((candidate) => ({ candidate, distance: editDistance(lower, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= limitOf(candidate))
    .sort((a, b) => a.distance - b.distance);
  return best?.candidate;
}

/** Levenshtein distance; swapping two adjacent characters counts as one edit. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : substitution;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution, swap));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
