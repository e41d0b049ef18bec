import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import type { Problem } from "./messages.js";

/** The editor of the page. */
export interface Editor {
  /** Replaces the code and clears the undo history. */
  open(code: string): void;
  /** Underlines problems. They move with the code until they are replaced. */
  showProblems(problems: readonly Problem[]): void;
  /** Selects the code of a problem and moves the focus to it. */
  goTo(problem: Problem): void;
  destroy(): void;
}

interface EditorOptions {
  readonly parent: HTMLElement;
  readonly code: string;
  readonly onChange: (code: string) => void;
}

const replaceProblems = StateEffect.define<readonly Problem[]>();

/** The underlined code. Each decoration contains the message of its problem. */
const underlined = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, { changes, effects, newDoc }) =>
    effects.reduce(
      (shown, effect) =>
        effect.is(replaceProblems) ? Decoration.set(effect.value.flatMap(markIn(newDoc.length)), true) : shown,
      marks.map(changes),
    ),
  provide: (field) => EditorView.decorations.from(field),
});

/** The mark of a problem in a document of this length. A problem without code marks the character before it. */
const markIn =
  (length: number) =>
  ({ from, to, message }: Problem) => {
    const end = Math.min(Math.max(to, from + 1), length);
    const start = Math.min(from, end - 1);
    return start < 0 ? [] : [Decoration.mark({ class: "problem", message }).range(start, end)];
  };

/** Shows the messages of the problems below the pointer. */
const messages = hoverTooltip((view, position) => {
  const found: string[] = [];
  let [start, end] = [position, position];
  view.state.field(underlined).between(position, position, (from, to, { spec }) => {
    found.push(spec.message);
    start = Math.min(start, from);
    end = Math.max(end, to);
  });
  if (found.length === 0) return null;
  const create = () => {
    const dom = document.createElement("div");
    dom.className = "problem-message";
    dom.textContent = found.join("\n");
    return { dom };
  };
  return { pos: start, end, create };
});

/** Creates an editor for TypeScript. Tab moves the focus, so that keyboard users can leave the editor. */
export function createEditor({ parent, code, onChange }: EditorOptions): Editor {
  const extensions = [
    keymap.of([...defaultKeymap, ...historyKeymap]),
    javascript({ typescript: true }),
    syntaxHighlighting(classHighlighter),
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    EditorView.lineWrapping,
    underlined,
    messages,
    EditorView.contentAttributes.of({ "aria-label": "Code", tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    }),
  ];
  const stateOf = (doc: string) => EditorState.create({ doc, extensions });
  const view = new EditorView({ parent, state: stateOf(code) });
  return {
    open: (text) => view.setState(stateOf(text)),
    showProblems: (problems) => view.dispatch({ effects: replaceProblems.of(problems) }),
    goTo({ from, to }) {
      const { length } = view.state.doc;
      const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
      view.dispatch({ selection, scrollIntoView: true });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
