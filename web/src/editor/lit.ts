/** Lines that are lit: what the line where a person stands became, or came from. */
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

const setLit = StateEffect.define<readonly number[]>();
const lit = Decoration.line({ class: "cm-lit" });

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, transaction) => {
    for (const effect of transaction.effects) {
      if (!effect.is(setLit)) continue;
      const { doc } = transaction.state;
      const lines = effect.value.filter((line) => line >= 1 && line <= doc.lines);
      return Decoration.set(lines.map((line) => lit.range(doc.line(line).from)));
    }
    return before.map(transaction.changes);
  },
  provide: (own) => EditorView.decorations.from(own),
});

export const litLines: Extension = field;

/** In the order of the text. `reveal`: brings the first into view. */
export function light(view: EditorView, lines: readonly number[], reveal: boolean): void {
  const { doc } = view.state;
  const first = lines.find((line) => line <= doc.lines);
  const effects: StateEffect<unknown>[] = [setLit.of(lines)];
  if (reveal && first !== undefined)
    effects.push(EditorView.scrollIntoView(doc.line(first).from, { y: "center" }));
  view.dispatch({ effects });
}
