/** Text that replaces a secret. */
export const REDACTED = "[redacted]";

/** Shortens a string for a message, and masks the user and password of the URLs in it. */
export function clip(text: string, length = 60): string {
  const shown = text.replace(/:\/\/[^\s/?#]*@/g, `://${REDACTED}@`);
  return shown.length <= length ? shown : `${shown.slice(0, length)}…`;
}

/** Shortens a long text for a message. Keeps its end, because the requirement or the reason is there. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length / 2)}…${text.slice(-length / 2)}`;
}

/**
 * Escapes the control characters and bidirectional controls in text, so that untrusted text, such as the name of a column,
 * can neither add lines nor control the terminal. JSON text keeps its value, because the escapes are JSON escapes.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (run) => Array.from(run, unicodeEscape).join(""));
}

/** Returns the escape of a character in JSON and in code: `\u000a`. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Runs of characters that untrusted text must not bring into a message. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Formats untrusted text for a message, without line breaks, escapes and bidirectional controls that could forge log lines. */
export function oneLine(text: string, length: number): string {
  return clip(text.replace(CONTROLS, " "), length);
}
