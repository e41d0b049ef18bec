/** Version of this package. A test compares it with the manifest, which bundles for browsers cannot read. */
export const VERSION = "0.1.0";
