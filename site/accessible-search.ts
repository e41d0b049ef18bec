/** Roles and names in the search box of the default theme that break accessibility rules, and what they should be. */
const replacements: readonly (readonly [string, string])[] = [
  // The box is a dialog. As a button, it could not contain a field and links.
  [
    `role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"`,
    `role="dialog"
      aria-modal="true"`,
  ],
  // The link itself is the option, because an option must not contain a link. Its text is its name.
  [
    `:id="'localsearch-item-' + index"
            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"`,
    `role="presentation"`,
  ],
  [
    `:aria-label="[...p.titles, p.title].join(' > ')"`,
    `:id="'localsearch-item-' + index"
              :aria-selected="selectedIndex === index ? 'true' : 'false'"
              role="option"`,
  ],
];

/** A Vite plugin that corrects the roles in the search box of the theme; fails if the theme has changed. */
export const accessibleSearch = {
  name: "accessible-search",
  enforce: "pre" as const,
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith("/VPLocalSearchBox.vue")) return undefined;
    return replacements.reduce((text, [from, to]) => {
      if (!text.includes(from))
        throw new Error("the search box of VitePress has changed: check the roles of its elements");
      return text.replace(from, to);
    }, code);
  },
};
