import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

/** The editor of the page. */
export interface Editor {
  /** Replaces the code and clears the undo history. */
  open(code: string): void;
  destroy(): void;
}

interface EditorOptions {
  readonly parent: HTMLElement;
  readonly code: string;
  readonly onChange: (code: string) => void;
  readonly onRun: () => void;
}

/** Creates an editor for TypeScript. Tab moves the focus, so that keyboard users can leave the editor. */
export function createEditor({ parent, code, onChange, onRun }: EditorOptions): Editor {
  const run = () => {
    onRun();
    return true;
  };
  const extensions = [
    Prec.highest(keymap.of([{ key: "Mod-Enter", run }])),
    keymap.of([...defaultKeymap, ...historyKeymap]),
    javascript({ typescript: true }),
    syntaxHighlighting(classHighlighter),
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    EditorView.contentAttributes.of({ "aria-label": "Code", tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    }),
  ];
  const stateOf = (doc: string) => EditorState.create({ doc, extensions });
  const view = new EditorView({ parent, state: stateOf(code) });
  return {
    open: (text) => view.setState(stateOf(text)),
    destroy: () => view.destroy(),
  };
}
