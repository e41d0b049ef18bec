/** Letters without a Unicode decomposition. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** The words of a text in lower case and without diacritics, with one space before, between and after them. */
export function foldText(text: string): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return words.length === 0 ? "" : ` ${words.join(" ")} `;
}

/** How well a name matches a search text: the higher, the better; 0 for no match. */
export function matchQuality(name: string, text: string, prefix: boolean): number {
  if (name === text) return 4;
  const wanted = prefix ? text.slice(0, -1) : text;
  const at = name.indexOf(wanted);
  if (at < 0) return 0;
  return name.startsWith(text) ? 3 : at === 0 ? 2.5 : 1;
}
