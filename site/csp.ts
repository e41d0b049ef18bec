import { createHash } from "node:crypto";

/**
 * Adds a Content-Security-Policy to a page. It allows scripts from the site and lists the page's inline scripts by hash. It
 * forbids evaluation.
 */
export function withPolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs)].map(([, code = ""]) => code);
  const hashes = new Set(inline.map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`));
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(" "),
    "style-src 'self' 'unsafe-inline'", // syntax highlighting uses style attributes
    "img-src 'self' data:", // icons of the theme
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const charset = '<meta charset="utf-8">';
  if (!html.includes(charset))
    throw new Error(`the page has no ${charset}, after which the Content-Security-Policy is inserted`);
  return html.replace(charset, `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
