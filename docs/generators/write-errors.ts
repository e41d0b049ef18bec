// npm run docs:errors: writes docs/errors.md from the error codes, with the messages that its examples print.
import { writeFileSync } from "node:fs";
import { errorsPage } from "./errors-page.js";

writeFileSync(new URL("errors.md", import.meta.url), errorsPage());
