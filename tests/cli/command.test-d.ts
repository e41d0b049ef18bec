import { expectTypeOf, test } from "vitest";
import { defineCommand, oneOf, option, readPort, readText, repeated, required, toggle } from "../../src/cli/command.js";

test("a command receives the values that its flags parse", () => {
  defineCommand({
    name: "any",
    summary: "",
    examples: ["x", "x --quiet"],
    about: "",
    argument: undefined,
    flags: {
      port: option("<port>", "", readPort, 80),
      name: option("<name>", "", readText),
      kind: required("<kind>", "", oneOf("one", "other")),
      tag: repeated("<tag>", "", readText),
      quiet: toggle(""),
    },
    async run({ flags }) {
      expectTypeOf(flags.port).toEqualTypeOf<number>();
      expectTypeOf(flags.name).toEqualTypeOf<string | undefined>();
      expectTypeOf(flags.kind).toEqualTypeOf<"one" | "other">();
      expectTypeOf(flags.tag).toEqualTypeOf<readonly string[]>();
      expectTypeOf(flags.quiet).toEqualTypeOf<boolean>();
      // @ts-expect-error no such flag
      flags.prot;
      return 0;
    },
  });
});
