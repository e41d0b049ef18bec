/** A comment or a string, which may have no end. A string in three quotes precedes one in a single quote. */
const SKIPPED = [
  /--[^\n]*|#[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/,
  /"""(?:[^"\\]|\\.?|"(?!""))*(?:"""|$)|'''(?:[^'\\]|\\.?|'(?!''))*(?:'''|$)/,
  /"(?:[^"\\]|\\.?)*(?:"|$)|'(?:[^'\\]|\\.?)*(?:'|$)/,
];
/** Comments and strings of a query, as the source of a regular expression with the flag `s`. */
const COMMENTS_AND_STRINGS = `(?:${SKIPPED.map(({ source }) => source).join("|")})`;

const IGNORED = /* @__PURE__ */ new RegExp(COMMENTS_AND_STRINGS, "gs");

/** Whether a query is certainly GoogleSQL, because it contains backticks or keywords that legacy SQL does not have. */
export function isGoogleSql(query: string): boolean {
  // This comment selects the dialect itself.
  if (/^\s*#standardsql\b/i.test(query)) return false;
  const code = query.replace(IGNORED, " ");
  return /`|\bWITH\s+\w+\s+AS\s*\(|\bUNNEST\s*\(|\bQUALIFY\b/i.test(code);
}

/** A name in a query: a path such as `shop.sales.orders`, or a single word, which may be a keyword. */
export interface QueryName {
  /** The name as written. */
  readonly text: string;
  /**
   * The name without quotes, and without spaces around dots: `shop.sales.orders`, in legacy SQL also
   * `shop:sales.orders`.
   */
  readonly path: string;
  /** Whether the name is the path of a table, a routine or a model, and not that of a column. */
  readonly isReference: boolean;
}

/** A quoted name, which may have no end. */
const QUOTED = /`(?:[^`\\]|\\.?)*(?:`|$)/.source;
const WORD = /(?:(?!--)[\p{L}\p{M}\p{N}\p{Pc}\p{Pd}:])+/u.source;
const ANY = `(?:${QUOTED}|${WORD})`;
/** Comments, strings and names; the second group matches after the name of a common table expression. */
const tokens = (name: string) => new RegExp(`${COMMENTS_AND_STRINGS}|(${name})${/(?=(\s+AS\s*\()?)/.source}`, "gisu");
// There can be spaces around a dot beside a quoted name.
const GOOGLE = /* @__PURE__ */ tokens(`${ANY}(?:\\.${ANY}|\\s*\\.\\s*${QUOTED}|(?<=\`)\\s*\\.\\s*${ANY})*`);
const LEGACY = /* @__PURE__ */ tokens(`\\[[^[\\]]*\\]|${WORD}(?:\\.${WORD})*`);
const SEGMENTS = /* @__PURE__ */ new RegExp(QUOTED, "gs");

/**
 * Splits a query into its names, outside of comments and strings, and the text between them.
 *
 * @param projectId - Id of the project. If it contains a dash, every path that begins with it is a reference, because
 * unquoted columns cannot contain a dash.
 */
export function partsOf(query: string, isLegacy: boolean, projectId = ""): readonly (string | QueryName)[] {
  const parts: (string | (QueryName & { readonly isExplicit: boolean; readonly isSource: boolean }))[] = [];
  /** Aliases, with which a path in a `FROM` clause can begin instead of a project or a dataset, in lower case. */
  const aliases = new Set<string>();
  const words: string[] = [];
  let [end, isAfterSource, depth] = [0, false, 0];
  /** Depths of parentheses at which a `FROM` clause is open: a path after a comma is a source, too. */
  const clauses = new Set<number>();
  for (const { 0: token, 1: text, 2: defined, index } of query.matchAll(isLegacy ? LEGACY : GOOGLE)) {
    if (text === undefined) continue;
    const between = query.slice(end, index);
    const segments = text.match(SEGMENTS) ?? [];
    const names = text.replace(/[`[\]]/g, "").split(".");
    const path = names.map((name) => name.trim()).join(".");
    const word = words.at(-1) ?? "";
    // `EXTRACT(WEEK(MONDAY) FROM x)` and `IS DISTINCT FROM x`
    const before = words.slice(-4, -1);
    const isOperator = before.at(-1) === "DISTINCT" || before.lastIndexOf("EXTRACT") > before.lastIndexOf("FROM");
    const isFirst = word === "JOIN" || (word === "FROM" && !isOperator);
    if (isFirst) clauses.add(depth);
    if (/^(SELECT|GROUP|ORDER|WINDOW)$/.test(word)) clauses.delete(depth);
    const code = between.replace(IGNORED, "").trim();
    for (const [bracket] of code.matchAll(/[()]|\|>/g)) {
      if (bracket === "(") depth += 1;
      else clauses.delete(bracket === ")" ? depth-- : depth);
    }
    if (isFirst) clauses.add(depth); // in `FROM (a.b AS x JOIN c.d)`
    const isListed = code.endsWith(",") && clauses.has(depth);
    const isSource = isFirst || isListed || word === "MODEL" || word === "TABLE";
    const isOwn = projectId.includes("-") && withoutProject(path, projectId) !== undefined;
    const isQuoted = isLegacy ? text.startsWith("[") : segments.some((each) => each.includes("."));
    const isAdjacent = code === "";
    const isWord = !path.includes(".") && ((isAdjacent && isAfterSource) || code.endsWith(")"));
    if (isWord || (isAdjacent && word === "AS" && (clauses.has(depth) || path.includes("."))) || defined !== undefined)
      aliases.add(path.toLowerCase());
    if (isSource) aliases.add(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
    parts.push(between, { text, path, isExplicit: isOwn || isQuoted, isSource, isReference: false });
    words.push(path.toUpperCase());
    isAfterSource = isSource && words.at(-1) !== "SELECT";
    end = index + token.length;
  }
  parts.push(query.slice(end));
  return parts.map((part) => {
    if (typeof part === "string") return part;
    const { text, path, isExplicit, isSource } = part;
    const isAlias = (name: string) => aliases.has(name.toLowerCase());
    const isPath = isExplicit || (isSource && !isAlias(path.replace(/[.:].*$/s, "")));
    return { text, path, isReference: path.includes(".") && isPath && !isAlias(path) };
  });
}

/** Returns `sales.orders` for a path such as `shop.sales.orders` in a project; undefined for other paths. */
export function withoutProject(path: string, projectId: string): string | undefined {
  const rest = path.slice(projectId.length + 1);
  return path.startsWith(projectId) && /[.:]/.test(path.charAt(projectId.length)) && rest.includes(".")
    ? rest
    : undefined;
}

/** Whether queries differ at most in how they quote names, and in the project of their own tables. */
export function isSameQuery(a: string, b: string, projectId: string, isLegacy: boolean): boolean {
  const [first, second] = [a, b].map((query) =>
    partsOf(query, isLegacy).map((part) => {
      if (typeof part === "string" || !part.path.includes(".")) return typeof part === "string" ? part : part.text;
      return `\`${withoutProject(part.path, projectId) ?? part.path}\``;
    }),
  );
  return first?.join("") === second?.join("");
}
