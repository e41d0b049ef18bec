import type { MarkdownRenderer } from "vitepress";

/** Places in a long word where a line may break: between the parts of a path or an identifier. */
export const BREAKS = /(?<=[\w}\]][./:_-])(?=[\w{[])|(?<=[a-z])(?=[A-Z])/g;

/** Marks where lines may break in long words, so that columns of tables can be narrow without breaking names anywhere. */
export function breakLongWords(markdown: MarkdownRenderer): void {
  const { code_inline: code, text } = markdown.renderer.rules;
  if (code === undefined || text === undefined) throw new Error("the renderer of VitePress has changed");
  markdown.renderer.rules.code_inline = (...args) =>
    code(...args).replace(/(?<=>)[^<>]{14,}(?=<)/, (name) => name.replaceAll(BREAKS, "<wbr>"));
  markdown.renderer.rules.text = (...args) =>
    text(...args).replaceAll(/[^\s<>&]{24,}/g, (word) => word.replaceAll(BREAKS, "<wbr>"));
}
