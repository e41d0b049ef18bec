import type { JsonLdContext } from "../../src/entities/schemas/entity.js";

/** The context of responses of the real service. */
export const realContext: JsonLdContext = {
  "@vocab": "http://schema.org/",
  goog: "http://schema.googleapis.com/",
  EntitySearchResult: "goog:EntitySearchResult",
  detailedDescription: "goog:detailedDescription",
  resultScore: "goog:resultScore",
  kg: "http://g.co/kg",
};

/** A whole response, with a type as a string, texts in two languages and an unknown field. */
export const sampleAnswer = {
  "@context": realContext,
  "@type": "ItemList",
  itemListElement: [
    {
      "@type": "EntitySearchResult",
      result: {
        "@id": "kg:/m/0x1",
        "@type": ["Thing", "Person"],
        name: [
          { "@language": "en", "@value": "Ada" },
          { "@language": "de", "@value": "Ada" },
        ],
        description: "Mathematician",
        image: { contentUrl: "http://t.example/1.jpg", url: "http://t.example/1", license: "http://l.example/" },
        detailedDescription: { articleBody: "…", url: "http://e.example/", license: "http://l.example/" },
        url: "http://ada.example/",
        birthDate: "1815-12-10",
      },
      resultScore: 4096.5,
    },
    { "@type": "EntitySearchResult", result: { "@id": "kg:/m/0x2", "@type": "Place" }, resultScore: 1 },
  ],
};

/** Every name in a document that its context defines: property names and types. */
export function namesIn(value: unknown): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== "object" || node === null || Array.isArray(node)) return;
    for (const [name, member] of Object.entries(node)) {
      if (name === "@context") continue;
      if (name === "@type") for (const type of [member].flat()) names.add(String(type));
      names.add(name);
      visit(member);
    }
  };
  visit(value);
  return names;
}
