import { createHash } from "node:crypto";

/**
 * Adds a Content-Security-Policy to a page: scripts come from the site itself, or are inline scripts of this page, which the
 * policy lists by their hashes. Nothing may be evaluated. A worker has its own policy: that of its response.
 */
export function withPolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs)].map(([, code = ""]) => code);
  const hashes = new Set(inline.map((code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`));
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(" "),
    "style-src 'self' 'unsafe-inline'", // colours of code are style attributes
    "img-src 'self' data:", // icons of the theme
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const charset = '<meta charset="utf-8">';
  if (!html.includes(charset)) throw new Error("the page has no place for its Content-Security-Policy");
  return html.replace(charset, `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`);
}
