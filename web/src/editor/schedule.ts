/** The language of schedules in an editor: a primitive a line, with what there is to name at that place. */
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { StreamLanguage } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { hoverTooltip, placeholder } from "@codemirror/view";
import { element } from "../dom.ts";
import type { SchedulePart, Stage } from "../protocol.ts";

type Facts = Pick<SchedulePart, "primitives" | "stages">;

/** `facts`: of the newest answer. */
export function scheduleLanguage(facts: () => Facts | null): Extension {
  return [
    language,
    placeholder("a step a line, such as: pipeline i"),
    autocompletion({ override: [(context) => complete(context, facts())], icons: false }),
    hoverTooltip((view, at) => {
      const line = view.state.doc.lineAt(at);
      const word = /^\s*([a-z_]+)/.exec(line.text);
      const found = facts()?.primitives.find(({ name }) => name === word?.[1]);
      if (word === null || found === undefined || at > line.from + word[0].length) return null;
      return {
        pos: line.from,
        create: () => ({
          dom: element(
            "div",
            { class: "cm-hover" },
            element("div", {}, found.syntax),
            element("div", { class: "mark-code" }, found.description),
          ),
        }),
      };
    }),
  ];
}

const language = StreamLanguage.define<{ first: boolean }>({
  startState: () => ({ first: true }),
  token: (stream, state) => {
    if (stream.sol()) state.first = true;
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^\d+/)) return "number";
    if (stream.match(/^[\w.]+(?==)/)) return "typeName";
    const isName = stream.match(/^[\w.]+/) !== null;
    if (!isName) stream.next();
    const isPrimitive = isName && state.first;
    state.first = false;
    return isPrimitive ? "keyword" : null;
  },
});

function complete(context: CompletionContext, facts: Facts | null): CompletionResult | null {
  if (facts === null) return null;
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  if (before.includes("#")) return null;
  const word = /[\w.]*$/.exec(before)?.[0] ?? "";
  const from = context.pos - word.length;
  const isFirst = before.slice(0, before.length - word.length).trim() === "";
  if (word === "" && !context.explicit && isFirst) return null;
  const options = isFirst ? primitivesOf(facts) : namesAt(facts.stages, line.from);
  return { from, options, validFor: /^[\w.]*$/ };
}

function primitivesOf({ primitives }: Facts): Completion[] {
  return primitives.map(({ name, syntax, description }) => ({
    ...{ label: name, type: "keyword", detail: syntax.slice(name.length).trim(), info: description },
  }));
}

/** Behind the steps above this line. */
function namesAt(stages: readonly Stage[], lineStart: number): Completion[] {
  const stage = stages.findLast(({ to }) => to <= lineStart) ?? stages[0];
  if (stage === undefined) return [];
  const named = (names: readonly string[], detail: string, boost: number): Completion[] =>
    names.map((label) => ({ label, detail, boost }));
  return [
    ...named(stage.loops, "loop", 2),
    ...named(stage.arrays, "array", 1),
    ...named(stage.scalars, "scalar", 0),
  ];
}
