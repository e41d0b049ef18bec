// Search as you type, on the built package: no framework, one client.
import {
  createEntities,
  type Entity,
  type EntitySearchResponse,
  expandTerm,
  isFourfoldError,
  localized,
  type Suggest,
} from "fourfold/entities";

const TYPES = {
  Everything: undefined,
  People: "Person",
  Places: "Place",
  Organisations: "Organization",
  Works: "CreativeWork",
  Events: "Event",
};
const LIMIT = 8;

function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T; // they all stand in index.html
}

const field = element<HTMLInputElement>("query");
const clear = element<HTMLButtonElement>("clear");
const language = element<HTMLSelectElement>("language");
const chips = element("types");
const status = element("status");
const failure = element("error");
const results = element("results");

const entities = createEntities({
  baseUrl: document.body.dataset.service || location.origin,
  retry: false,
  timeoutMs: 10_000,
});
let suggest: Suggest;
let active = -1;

/** The constraints have changed: a new function for them, and whatever the old one has under way ends. */
function restrict(): void {
  void suggest?.("").catch(() => undefined);
  const type = new FormData(element<HTMLFormElement>("form")).get("type");
  suggest = entities.suggest({ limit: LIMIT, languages: language.value, types: type ? [String(type)] : undefined });
}

async function search(): Promise<void> {
  clear.hidden = field.value === "";
  results.setAttribute("aria-busy", "true");
  const text = field.value.trim();
  try {
    show(await suggest(field.value), text);
  } catch (error) {
    // A newer call is under way, and shows its own results.
    if (error instanceof DOMException && error.name === "AbortError") return;
    show({}, "");
    status.textContent = "";
    failure.textContent = sentenceFor(error);
    failure.hidden = false;
  }
  results.removeAttribute("aria-busy");
}

function sentenceFor(error: unknown): string {
  if (isFourfoldError(error, "network", "timeout"))
    return "The service cannot be reached. Check the connection, then type on.";
  if (isFourfoldError(error, "rate_limited", "unavailable", "server_error")) {
    return `The service is busy and answered with ${error.status}. Try again in a moment.`;
  }
  if (isFourfoldError(error, "unauthenticated", "permission_denied"))
    return "The service does not let this page search.";
  return "The search did not work, and it is not your fault. Try other words.";
}

function show(response: EntitySearchResponse, text: string): void {
  const matches = response.itemListElement ?? [];
  failure.hidden = true;
  results.replaceChildren(...matches.map(({ result = {} }, index) => card(result, index, response, text)));
  field.setAttribute("aria-expanded", String(matches.length > 0));
  activate(-1);
  const count = matches.length === 1 ? "1 result" : `${matches.length} results`;
  if (text === "") status.textContent = "";
  else status.textContent = matches.length === 0 ? `Nothing begins with “${text}”.` : `${count} for “${text}”.`;
}

function card(entity: Entity, index: number, response: EntitySearchResponse, text: string): HTMLElement {
  const name = localized(entity.name, language.value) ?? "Without a name";
  const item = create("div", "result");
  item.id = `result-${index}`;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  const badge = create("span", "badge", [...name][0]);
  badge.setAttribute("aria-hidden", "true");
  const more = details(entity, response);
  more.hidden = true;
  item.append(
    badge,
    marked(name, text),
    create("span", "description", localized(entity.description, language.value)),
    more,
  );
  item.addEventListener("click", (event) => {
    if (event.target instanceof HTMLAnchorElement) return;
    activate(index);
    toggle(item);
  });
  return item;
}

/** The name, with the part that was typed marked where a word of it begins so, letter by letter. */
function marked(name: string, text: string): HTMLElement {
  const title = create("span", "name");
  const at = startOfWord(name.toLocaleLowerCase(), text.toLocaleLowerCase());
  if (at < 0) title.textContent = name;
  else
    title.append(name.slice(0, at), create("mark", "", name.slice(at, at + text.length)), name.slice(at + text.length));
  return title;
}

/** Where a word begins with a text; -1 where none does. */
function startOfWord(name: string, text: string): number {
  let at = text === "" ? -1 : name.indexOf(text);
  while (at > 0 && /[\p{L}\p{N}]/u.test(name[at - 1] ?? "")) at = name.indexOf(text, at + 1);
  return at;
}

function details(entity: Entity, response: EntitySearchResponse): HTMLElement {
  const more = create("div", "more");
  const article = localized(entity.detailedDescription, language.value)?.articleBody;
  if (article !== undefined) more.append(create("p", "", article));
  const list = create("dl");
  const row = (term: string, value: Node | string) => list.append(create("dt", "", term), wrap("dd", value));
  row("Types", (entity["@type"] ?? []).join(", "));
  row("Id", expandTerm(entity["@id"] ?? "", response["@context"]));
  if (entity.url !== undefined && /^https?:/.test(entity.url) && URL.canParse(entity.url))
    row("Website", link(entity.url));
  more.append(list);
  return more;
}

function create(tag: string, className = "", text = ""): HTMLElement {
  const node = document.createElement(tag);
  if (className !== "") node.className = className;
  node.textContent = text;
  return node;
}

function wrap(tag: string, content: Node | string): HTMLElement {
  const node = document.createElement(tag);
  node.append(content);
  return node;
}

function link(address: string): HTMLElement {
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.rel = "noreferrer";
  anchor.textContent = new URL(address).host;
  return anchor;
}

function activate(index: number): void {
  const items = [...results.children] as HTMLElement[]; // only cards are put in there
  active = items.length === 0 ? -1 : index;
  for (const [at, item] of items.entries()) {
    item.classList.toggle("active", at === active);
    item.setAttribute("aria-selected", String(at === active));
  }
  const chosen = items[active];
  if (chosen === undefined) field.removeAttribute("aria-activedescendant");
  else {
    field.setAttribute("aria-activedescendant", chosen.id);
    chosen.scrollIntoView({ block: "nearest" });
  }
}

function toggle(item: Element | undefined): void {
  const more = item?.querySelector<HTMLElement>(".more");
  if (more) more.hidden = !more.hidden;
}

function empty(): void {
  field.value = "";
  field.focus();
  void search();
}

const KEYS: Record<string, () => void> = {
  ArrowDown: () => activate((active + 1) % results.children.length),
  ArrowUp: () => activate(active <= 0 ? results.children.length - 1 : active - 1),
  Escape: empty,
  Enter: () => (active < 0 ? void search() : toggle(results.children[active])),
};

for (const [label, type] of Object.entries(TYPES)) {
  const radio = document.createElement("input");
  radio.type = "radio";
  radio.name = "type";
  radio.value = type ?? "";
  radio.checked = type === undefined;
  const chip = document.createElement("label");
  chip.append(radio, create("span", "", label));
  chips.append(chip);
}
restrict();
for (const control of [chips, language]) {
  control.addEventListener("change", () => {
    restrict();
    void search();
  });
}
field.addEventListener("input", () => void search());
field.addEventListener("keydown", (event) => {
  const act = event.isComposing ? undefined : KEYS[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
});
clear.addEventListener("click", empty);
element("form").addEventListener("submit", (event) => event.preventDefault());
void search();
