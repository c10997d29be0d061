/** In which language the source is written: by the ending of its name; what was written in the other is kept meanwhile. */
import { Compartment, type Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { type Facts, pythonLanguage } from "./editor/source.ts";
import { examples } from "./gallery/examples.ts";
import { subjectOfExample } from "./gallery/gallery.ts";
import type { Subject } from "./protocol.ts";
import { languageOf } from "./subject.ts";

type Language = ReturnType<typeof languageOf>;

export interface LanguageOptions {
  readonly select: HTMLSelectElement;
  readonly facts: () => Facts | null;
  readonly subject: () => Subject;
  readonly open: (subject: Subject) => void;
}

export interface SourceLanguage {
  readonly extension: Extension;
  /** The editor that has `extension` shows a source of this name. */
  show(view: EditorView, path: string): void;
}

export function sourceLanguage({ select, facts, subject, open }: LanguageOptions): SourceLanguage {
  const slot = new Compartment();
  let shown: Language = "python";
  const left = new Map<Language, Subject>();

  select.addEventListener("change", () => {
    const wanted = select.value as Language;
    left.set(shown, subject());
    open(left.get(wanted) ?? firstOf(wanted));
  });

  return {
    extension: slot.of(pythonLanguage(facts)),
    show: async (view, path) => {
      const wanted = languageOf(path);
      select.value = wanted;
      if (wanted === shown) return;
      shown = wanted;
      const extension =
        wanted === "python"
          ? pythonLanguage(facts)
          : (await import("./editor/typescript.ts")).typescriptExtension(facts);
      if (shown === wanted) view.dispatch({ effects: slot.reconfigure(extension) });
    },
  };
}

function firstOf(language: Language): Subject {
  const subjects = examples.map(subjectOfExample);
  return subjects.find(({ path }) => languageOf(path) === language) ?? (subjects[0] as Subject);
}
