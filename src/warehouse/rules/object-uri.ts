const OBJECT_URI = /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[^/]+(\/|$)/i;

/** Whether a URI names a place in object storage: a scheme of its own, then a bucket. */
export function isObjectUri(uri: string): boolean {
  return OBJECT_URI.test(uri);
}

/** Whether a URI is addressed by HTTP, which object storage is not. */
export function isHttpUri(uri: string): boolean {
  return /^https?:/i.test(uri);
}
