import { computed, reactive, ref, shallowRef } from "vue";
import { attemptNumbers } from "./attempts.js";
import type { Example } from "./examples.js";
import type { FaultName } from "./faults.js";
import { importsOf, needsNode } from "./imports.js";
import type { SandboxState, Stream, WireOutcome, WireRequest, WorkerMessage } from "./messages.js";
import { RESULT_TEXTS, type Runner, type RunResult } from "./runner.js";

/** A request with its result, as far as it is known. */
export type LoggedRequest = WireRequest & Partial<WireOutcome> & { readonly responseBody?: string };

/** Interval in which messages of the worker are shown, so that many messages do not block the page. */
const SHOW_MS = 50;

/** A tab: an example, or the code of a link. */
export interface Tab extends Example {
  readonly isShared?: boolean;
}

/** State and actions of the page. */
export function createPageState(examples: readonly Example[], runner: () => Runner) {
  const shared = shallowRef<Tab>();
  const tabs = computed<readonly Tab[]>(() => (shared.value === undefined ? examples : [shared.value, ...examples]));
  const file = ref(examples[0]!.file);
  const tab = computed(() => tabs.value.find((each) => each.file === file.value)!);
  const edited = reactive<Record<string, string>>({});
  const code = computed({
    get: () => edited[file.value] ?? tab.value.code,
    set: (text) => {
      edited[file.value] = text;
    },
  });
  const isEdited = computed(() => code.value !== tab.value.code);
  const unsupportedReason = computed(() => unsupportedReasonOf(file.value, code.value));
  const faults = ref<FaultName[]>([]);

  const isRunning = ref(false);
  const hasRun = ref(false);
  const status = ref("");
  const output = ref<{ stream: Stream; text: string }[]>([]);
  const requests = ref<LoggedRequest[]>([]);
  const attempts = computed(() => attemptNumbers(requests.value));
  const hasMoreRequests = ref(false);
  const states = shallowRef<Readonly<Record<number, SandboxState>>>({});

  function show(message: WorkerMessage): void {
    if (message.type === "output") {
      const last = output.value.at(-1);
      if (last?.stream === message.stream) last.text += message.text;
      else output.value.push({ stream: message.stream, text: message.text });
    } else if (message.type === "request") requests.value.push(message.request);
    else if (message.type === "outcome") update(message.outcome);
    else if (message.type === "responseBody") update({ id: message.id, responseBody: message.body });
    else if (message.type === "moreRequests") hasMoreRequests.value = true;
    else if (message.type === "state") states.value = { ...states.value, [message.sandbox]: message.state };
  }

  function update(change: Partial<LoggedRequest> & { readonly id: number }): void {
    const index = requests.value.findIndex(({ id }) => id === change.id);
    const request = requests.value[index];
    if (request !== undefined) requests.value[index] = { ...request, ...change };
  }

  function clear(): void {
    output.value = [];
    requests.value = [];
    hasMoreRequests.value = false;
    states.value = {};
    hasRun.value = false;
    status.value = "";
  }

  let runs = 0;
  async function run(): Promise<void> {
    if (unsupportedReason.value !== undefined) {
      status.value = unsupportedReason.value;
      return;
    }
    clear();
    runs += 1;
    const number = runs;
    isRunning.value = true;
    status.value = "Running…";
    const start = performance.now();
    let waiting: WorkerMessage[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showWaiting = () => {
      const messages = waiting;
      waiting = [];
      timer = undefined;
      if (number === runs) for (const message of messages) show(message);
    };
    const program = { file: file.value, code: code.value, faults: [...faults.value] };
    const result = await runner().run(program, (message) => {
      waiting.push(message);
      timer ??= setTimeout(showWaiting, SHOW_MS);
    });
    clearTimeout(timer);
    showWaiting();
    if (number !== runs) return;
    isRunning.value = false;
    hasRun.value = true;
    status.value = statusText(result, performance.now() - start);
  }

  function select(selected: string): void {
    if (selected === file.value) return;
    abandon();
    file.value = selected;
  }

  function openShared(text: string): void {
    abandon();
    shared.value = { file: "main.ts", title: "Shared code", code: text, isShared: true };
    delete edited["main.ts"];
    file.value = "main.ts";
  }

  /** Ends the run, and removes its results. */
  function abandon(): void {
    runs += 1;
    if (isRunning.value) runner().stop();
    isRunning.value = false;
    clear();
  }

  return {
    ...{ tabs, tab, file, code, isEdited, unsupportedReason, faults },
    ...{ isRunning, hasRun, status, output, requests, attempts, hasMoreRequests, states },
    ...{ run, select, openShared },
    stop: () => runner().stop(),
    reset: () => {
      delete edited[file.value];
    },
  };
}

/** The reason why a program cannot run on the page; undefined if it can. */
function unsupportedReasonOf(file: string, code: string): string | undefined {
  const modules = importsOf(code).filter(needsNode);
  if (modules.length === 0) return undefined;
  return `This program cannot run here: the playground does not provide ${modules.join(" and ")}. Run it with: npx tsx ${file}`;
}

function statusText(result: RunResult, ms: number): string {
  const time = ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
  const text = RESULT_TEXTS[result];
  return result === "completed" || result === "failed" ? `${text} after ${time}.` : text;
}
