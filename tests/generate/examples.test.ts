import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fourfold } from "../cli/fake-terminal.js";

const folder = new URL("../../examples/generated/", import.meta.url);
const names = readdirSync(folder);
const files = Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));

test.each(names.filter((name) => name.endsWith(".ts")))(
  "%s is the output of the command in its second line",
  async (name) => {
    const [, line = ""] = files[name]?.split("\n") ?? [];
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    expect(words.slice(0, 3)).toEqual(["//", "fourfold", "generate"]);
    const { code, err } = await fourfold([...words.slice(2), "--check"], { files });
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(new RegExp(`${name} is up to date\n$`)) });
  },
);
