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
import { createIcon, typeLabel } from "./icons.js";
import { type Constraints, codeOf, requestOf } from "./panes.js";

const TYPES = {
  Everything: undefined,
  People: "Person",
  Places: "Place",
  Organizations: "Organization",
  Works: "CreativeWork",
  Events: "Event",
};
const EXAMPLES = ["ber", "London", "Mozart", "köln", "moon landing"];
const LIMIT = 8;

function element<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T; // index.html has all of them
}

const field = element<HTMLInputElement>("query");
const clear = element<HTMLButtonElement>("clear");
const language = element<HTMLSelectElement>("language");
const examples = element("examples");
const chips = element("types");
const status = element("status");
const failure = element("error");
const results = element("results");
const empty = element("empty");
const panes = {
  request: element("request"),
  outcome: element("outcome"),
  code: element("code"),
  copied: element("copied"),
  json: element<HTMLTextAreaElement>("json"),
  size: element("size"),
};

const baseUrl = document.body.dataset.service || location.origin;
const entities = createEntities({ baseUrl, retry: false, timeoutMs: 10_000, fetch: fetchAndShow });
let constraints: Constraints;
let suggest: Suggest;
let active = -1;

/** Sends a request, and shows it with its status and duration. */
async function fetchAndShow(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  panes.request.textContent = requestOf(request);
  panes.outcome.textContent = "";
  const start = performance.now();
  const response = await fetch(request);
  if (!request.signal.aborted) {
    panes.outcome.textContent = `${response.status} in ${Math.round(performance.now() - start)} ms`;
  }
  return response;
}

/** Creates the search function for the selected type and language, and cancels a search of the previous one. */
function restrict(): void {
  void suggest?.("").catch(() => undefined);
  const type = new FormData(element<HTMLFormElement>("form")).get("type");
  constraints = { limit: LIMIT, languages: language.value, types: type ? [String(type)] : undefined };
  suggest = entities.suggest(constraints);
}

async function search(): Promise<void> {
  clear.hidden = field.value === "";
  results.setAttribute("aria-busy", "true");
  const text = field.value.trim();
  panes.code.textContent = text === "" ? "" : codeOf(text, constraints, baseUrl);
  panes.copied.textContent = "";
  if (text === "") for (const pane of [panes.request, panes.outcome]) pane.textContent = "";
  try {
    show(await suggest(field.value), text);
  } catch (error) {
    // A newer search shows its own results.
    if (error instanceof DOMException && error.name === "AbortError") return;
    show({}, "");
    empty.hidden = true;
    status.textContent = "";
    failure.textContent = describeError(error);
    failure.hidden = false;
  }
  results.removeAttribute("aria-busy");
}

function describeError(error: unknown): string {
  if (isFourfoldError(error, "network", "timeout"))
    return "The service cannot be reached. Check the connection and try again.";
  if (isFourfoldError(error, "rate_limited", "unavailable", "server_error")) {
    return `The service is busy (status ${error.status}). Try again in a moment.`;
  }
  if (isFourfoldError(error, "unauthenticated", "permission_denied"))
    return "The service does not allow this page to search. Check its credentials.";
  return "The search failed. Try another text.";
}

function show(response: EntitySearchResponse, text: string): void {
  const matches = response.itemListElement ?? [];
  failure.hidden = true;
  empty.hidden = text !== "";
  results.replaceChildren(...matches.map(({ result = {} }, index) => card(result, index, response, text)));
  field.setAttribute("aria-expanded", String(matches.length > 0));
  activate(-1);
  const count = matches.length === 1 ? "1 result" : `${matches.length} results`;
  if (text === "") status.textContent = "";
  else status.textContent = matches.length === 0 ? `No results for “${text}”.` : `${count} for “${text}”.`;
  const json = text === "" ? "" : JSON.stringify(response, null, 2);
  panes.json.value = json;
  panes.json.scrollTop = 0;
  panes.size.textContent = json === "" ? "" : count;
}

function card(entity: Entity, index: number, response: EntitySearchResponse, text: string): HTMLElement {
  const types = entity["@type"] ?? [];
  const name = localized(entity.name, language.value) ?? "(no name)";
  const item = create("div", "result");
  item.id = `result-${index}`;
  item.lang = language.value;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  const icon = create("span", "icon");
  icon.append(createIcon(types));
  const type = create("span", "type", typeLabel(types));
  type.lang = "en";
  const more = details(entity, response);
  more.hidden = true;
  item.append(
    icon,
    marked(name, text),
    type,
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

/** Creates the name of a result, with the text marked where it starts a word. */
function marked(name: string, text: string): HTMLElement {
  const title = create("span", "name");
  const at = startOfWord(name.toLocaleLowerCase(), text.toLocaleLowerCase());
  if (at < 0) title.textContent = name;
  else
    title.append(name.slice(0, at), create("mark", "", name.slice(at, at + text.length)), name.slice(at + text.length));
  return title;
}

/** Returns where a word starts with a text, or -1. */
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
  list.lang = "en";
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
  const items = [...results.children] as HTMLElement[]; // only cards are added to it
  active = items.length === 0 ? -1 : index;
  for (const [at, item] of items.entries()) {
    item.classList.toggle("active", at === active);
    item.setAttribute("aria-selected", String(at === active));
  }
  const selected = items[active];
  if (selected === undefined) field.removeAttribute("aria-activedescendant");
  else {
    field.setAttribute("aria-activedescendant", selected.id);
    selected.scrollIntoView({ block: "nearest" });
  }
}

function toggle(item: Element | undefined): void {
  const more = item?.querySelector<HTMLElement>(".more");
  if (more) more.hidden = !more.hidden;
}

function clearSearch(): void {
  field.value = "";
  field.focus();
  void search();
}

async function copyCode(): Promise<void> {
  try {
    await navigator.clipboard.writeText(panes.code.textContent ?? "");
    panes.copied.textContent = "Copied.";
  } catch {
    getSelection()?.selectAllChildren(panes.code);
    panes.copied.textContent = "Selected; copy it with the keyboard.";
  }
}

const KEYS: Record<string, () => void> = {
  ArrowDown: () => activate((active + 1) % results.children.length),
  ArrowUp: () => activate(active <= 0 ? results.children.length - 1 : active - 1),
  Escape: clearSearch,
  Enter: () => (active < 0 ? void search() : toggle(results.children[active])),
};

for (const text of EXAMPLES) {
  const button = create("button", "", text) as HTMLButtonElement; // created from that tag
  button.type = "button";
  button.addEventListener("click", () => {
    field.value = text;
    void search();
  });
  examples.append(button);
}
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
clear.addEventListener("click", clearSearch);
element("copy").addEventListener("click", () => void copyCode());
element("form").addEventListener("submit", (event) => event.preventDefault());
void search();
