/** TypeScript in an editor: completion of what the builder and its values have, types of what the kernel declares. Fetched when it is asked for. */
import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { typescriptLanguage } from "@codemirror/lang-javascript";
import { indentUnit } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { type Facts, typesOnHover } from "./source.ts";

export function typescriptExtension(facts: () => Facts | null): Extension {
  return [
    typescriptLanguage,
    indentUnit.of("  "),
    autocompletion({ override: [(context) => complete(context, facts())], icons: false }),
    typesOnHover(facts),
  ];
}

const keywords = "break const continue else export for from function if import let new of return while".split(
  " ",
);

/** Behind `h.` methods of the builder, behind any other dot those of values and tensors. */
function complete(context: CompletionContext, facts: Facts | null): CompletionResult | null {
  const dotted = context.matchBefore(/([\w)\]]*)\.\w*/);
  if (dotted !== null) {
    const at = dotted.text.lastIndexOf(".");
    const names = facts?.builtins[dotted.text.slice(0, at) === "h" ? "builder" : "value"] ?? [];
    return { from: dotted.from + at + 1, options: names.map((label) => ({ label })), validFor: /^\w*$/ };
  }
  const word = context.matchBefore(/\w+/);
  if (word === null ? !context.explicit : /^\d/.test(word.text)) return null;
  const options = [
    ...(facts?.names ?? []).map(({ name, type }) => ({ label: name, detail: type, boost: 2 })),
    ...keywords.map((label) => ({ label, type: "keyword" })),
  ];
  return { from: word?.from ?? context.pos, options, validFor: /^\w*$/ };
}
