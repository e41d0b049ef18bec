/** A comment or a string, which may have no end. A string in three quotes precedes one in a single quote. */
const SKIPPED = [
  /--[^\n]*|#[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/,
  /"""(?:[^"\\]|\\.?|"(?!""))*(?:"""|$)|'''(?:[^'\\]|\\.?|'(?!''))*(?:'''|$)/,
  /"(?:[^"\\]|\\.?)*(?:"|$)|'(?:[^'\\]|\\.?)*(?:'|$)/,
];
/** Comments and strings of a query, as the source of a regular expression with the flag `s`. */
export const COMMENTS_AND_STRINGS = `(?:${SKIPPED.map(({ source }) => source).join("|")})`;

const IGNORED = /* @__PURE__ */ new RegExp(COMMENTS_AND_STRINGS, "gs");

/** Whether a query is plainly GoogleSQL: legacy SQL has none of its backticks and keywords. */
export function isGoogleSql(query: string): boolean {
  // This comment selects the dialect itself.
  if (/^\s*#standardsql\b/i.test(query)) return false;
  const code = query.replace(IGNORED, " ");
  return /`|\bWITH\s+\w+\s+AS\s*\(|\bUNNEST\s*\(|\bQUALIFY\b/i.test(code);
}
