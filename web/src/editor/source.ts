/** Python in an editor: completion of what the kernel has and what Lutra knows, types where the pointer rests. */
import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { python } from "@codemirror/lang-python";
import { indentUnit } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import { element } from "../dom.ts";
import type { SourcePart } from "../protocol.ts";

export type Facts = Pick<SourcePart, "names" | "builtins">;

export function pythonLanguage(facts: () => Facts | null): Extension {
  return [
    python().language.extension,
    python().support,
    indentUnit.of("    "),
    autocompletion({ override: [(context) => complete(context, facts())], icons: false }),
    typesOnHover(facts),
  ];
}

/** The types of variables where the pointer rests. */
export function typesOnHover(facts: () => Facts | null): Extension {
  return hoverTooltip((view, at) => {
    const { from, to, text } = wordAt(view.state.doc.lineAt(at), at);
    const found = facts()?.names.find(({ name }) => name === text);
    if (found === undefined) return null;
    const dom = element("div", { class: "cm-hover" }, `${found.name}: ${found.type}`);
    return { pos: from, end: to, create: () => ({ dom }) };
  });
}

const keywords = [
  ..."and as assert break continue def elif else False for from if import in is lambda".split(" "),
  ..."None not or pass return True while".split(" "),
];

function complete(context: CompletionContext, facts: Facts | null): CompletionResult | null {
  const dotted = context.matchBefore(/\b(np|numpy|math)\.\w*/);
  if (dotted !== null) {
    const [module = "", word = ""] = dotted.text.split(".");
    const names = facts?.builtins[module === "np" ? "numpy" : module] ?? [];
    const from = dotted.to - word.length;
    return { from, options: names.map((label) => ({ label })), validFor: /^\w*$/ };
  }
  const word = context.matchBefore(/\w+/);
  if (word === null ? !context.explicit : /^\d/.test(word.text)) return null;
  if (context.matchBefore(/\.\w*/) !== null) return null;
  const options = [
    ...(facts?.names ?? []).map(({ name, type }) => ({ label: name, detail: type, boost: 2 })),
    ...(facts?.builtins.pylog ?? []).map((label) => ({ label, detail: "pylog" })),
    ...(facts?.builtins.builtins ?? []).map((label) => ({ label })),
    ...keywords.map((label) => ({ label, type: "keyword", boost: 1 })),
  ];
  return { from: word?.from ?? context.pos, options, validFor: /^\w*$/ };
}

function wordAt(
  line: { readonly from: number; readonly text: string },
  at: number,
): { readonly from: number; readonly to: number; readonly text: string } {
  for (const found of line.text.matchAll(/[A-Za-z_]\w*/g)) {
    const from = line.from + found.index;
    const to = from + found[0].length;
    if (from <= at && at <= to) return { from, to, text: found[0] };
  }
  return { from: at, to: at, text: "" };
}
