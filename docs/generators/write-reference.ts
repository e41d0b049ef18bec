// npm run docs: writes the API reference to docs/reference, and fails on an undocumented export or a broken link.
import { writeReference } from "./reference.js";

process.exitCode = (await writeReference({ out: "docs/reference" })) ? 0 : 1;
