/** Matches an object-storage URI: a scheme other than http and https, and a bucket. */
export const OBJECT_URI = /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[^/\s]+(\/|$)/i;
