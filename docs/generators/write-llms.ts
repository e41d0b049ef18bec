// npm run docs:llms: writes llms.txt from the exports, the guides and the examples.
import { writeFileSync } from "node:fs";
import { llmsPage } from "./llms-page.js";

writeFileSync(new URL("../llms.txt", import.meta.url), llmsPage());
