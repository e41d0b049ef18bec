/** A place in object storage: a scheme, but not that of the web, and a bucket. */
export const OBJECT_URI = /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[^/\s]+(\/|$)/i;
