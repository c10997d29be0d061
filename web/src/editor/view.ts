/**
 * An editor of text: CodeMirror with the page's colours, in a shadow root of its own, where its styles are style sheets that scripts
 * adopt; the page's policy allows no other.
 */
import { acceptCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic as LintDiagnostic, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, Prec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { element } from "../dom.ts";
import type { Mark } from "../protocol.ts";

export interface EditorOptions {
  readonly label: string; // for who cannot see it
  readonly extensions: Extension;
  readonly readOnly?: boolean;
  readonly onChange?: (text: string) => void;
  readonly onLine?: (line: number) => void; // a person has put the cursor there
}

export function createEditor(host: HTMLElement, options: EditorOptions): EditorView {
  const root = host.attachShadow({ mode: "open" });
  const { label, extensions, readOnly = false, onChange, onLine } = options;
  const state = EditorState.create({
    extensions: [
      extensions,
      lineNumbers(),
      highlightSpecialChars(),
      drawSelection(),
      bracketMatching(),
      highlightSelectionMatches(),
      syntaxHighlighting(highlighting),
      theme,
      EditorView.contentAttributes.of({
        ...{ "aria-label": label, "aria-readonly": String(readOnly), spellcheck: "false", tabindex: "0" },
        ...{ autocapitalize: "off", autocorrect: "off" },
      }),
      readOnly ? [EditorState.readOnly.of(true)] : editing,
      keymap.of([...searchKeymap, ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter")]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange?.(update.state.doc.toString());
        const byPerson = update.transactions.some((one) => one.isUserEvent("select"));
        if (onLine !== undefined && update.selectionSet && byPerson)
          onLine(update.state.doc.lineAt(update.state.selection.main.head).number);
      }),
    ],
  });
  return new EditorView({ state, parent: root, root });
}

const editing: Extension = [
  history(),
  indentOnInput(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  Prec.high(keymap.of([{ key: "Tab", run: acceptCompletion }])),
  keymap.of([...historyKeymap, ...lintKeymap, indentWithTab]),
];

/** Another text, without losing what can be undone. */
export function setText(view: EditorView, text: string): void {
  const { doc } = view.state;
  if (doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
}

export function showMarks(view: EditorView, marks: readonly Mark[]): void {
  const { length } = view.state.doc;
  const within = (at: number): number => Math.max(0, Math.min(length, at));
  const diagnostics = marks.map((mark): LintDiagnostic => {
    const from = within(mark.from);
    const to = Math.max(from, within(mark.to));
    return {
      from,
      to: from === to ? within(from + 1) : to,
      severity: mark.severity,
      source: mark.code,
      message: mark.message,
      renderMessage: () => markText(mark),
    };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

/** The reason, and what to write instead. */
export function markText({ message, help, code }: Mark): HTMLElement {
  return element(
    "div",
    { class: "mark-text" },
    element("div", {}, message),
    help === null ? null : element("div", { class: "mark-help" }, help),
    element("div", { class: "mark-code" }, code),
  );
}

const highlighting = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.modifier, tags.controlKeyword, tags.operatorKeyword],
    color: "var(--code-keyword)",
  },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.comment], color: "var(--code-comment)", fontStyle: "italic" },
  {
    tag: [
      tags.function(tags.definition(tags.variableName)),
      tags.definition(tags.function(tags.variableName)),
    ],
    color: "var(--code-function)",
  },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: "var(--code-function)",
  },
  { tag: [tags.typeName, tags.className, tags.standard(tags.name)], color: "var(--code-type)" },
  { tag: [tags.meta, tags.processingInstruction], color: "var(--code-meta)" },
]);

const theme = EditorView.theme({
  "&": {
    height: "100%",
    color: "var(--ink)",
    backgroundColor: "var(--surface)",
    fontSize: "var(--code-size)",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 10px 0 8px" },
  ".cm-placeholder": { color: "var(--faint)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--faint)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 12px", minWidth: "34px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter": { backgroundColor: "var(--line-active)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--selection-match)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selection)", outline: "none" },
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "8px",
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
    maxWidth: "min(560px, 90vw)",
    fontFamily: "var(--sans)",
    fontSize: "13px",
    lineHeight: "1.45",
  },
  ".cm-tooltip .cm-diagnostic": { padding: "8px 12px", borderLeft: "3px solid", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--error) !important" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warning) !important" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--accent) !important" },
  ".mark-help": { color: "var(--good)", marginTop: "4px" },
  ".mark-code": { color: "var(--muted)", fontSize: "11.5px", marginTop: "4px", fontFamily: "var(--mono)" },
  ".cm-lintRange": { backgroundImage: "none", paddingBottom: "0" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--error) 1.5px", textUnderlineOffset: "3px" },
  ".cm-lintRange-warning": {
    textDecoration: "underline wavy var(--warning) 1.5px",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-info": {
    backgroundColor: "var(--clash)",
    borderRadius: "3px",
    boxShadow: "0 0 0 1px var(--clash-line)",
  },
  ".cm-tooltip-autocomplete ul li": { padding: "3px 10px !important", fontFamily: "var(--mono)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent) !important",
    color: "var(--on-accent) !important",
  },
  ".cm-completionDetail": { color: "inherit", opacity: "0.8", fontStyle: "normal", marginLeft: "12px" },
  ".cm-completionInfo": { padding: "8px 12px", maxWidth: "340px" },
  ".cm-hover": { padding: "6px 10px", fontFamily: "var(--mono)" },
  ".cm-panels": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    borderColor: "var(--line) !important",
  },
  ".cm-panels input, .cm-panels button": { font: "13px var(--sans)" },
  ".cm-lit": { backgroundColor: "var(--lit) !important", boxShadow: "inset 3px 0 0 var(--accent)" },
});
