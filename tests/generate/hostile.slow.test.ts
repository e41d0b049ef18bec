import { test } from "vitest";
import { checkMutations } from "./mutations.js";

test("2 000 mutated documents result in the documented error, or in a file of declarations that loads", {
  timeout: 240_000,
}, () => {
  checkMutations(2_000);
});
