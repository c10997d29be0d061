/** Methods of text: a table may be written as one. */
import { asList } from "./iterate.ts";
import type { Arguments } from "./list_methods.ts";
import { because, fresh, type Machine, raises, unknown } from "./machine.ts";
import { int, list, none, type Obj, type TextObj, text, truthValue, tuple } from "./objects.ts";
import { lostPart } from "./operators.ts";

export function callTextMethod(m: Machine, self: TextObj, name: string, call: Arguments): Obj {
  const lost = lostPart(tuple([...call.args, ...call.keywords.values()]));
  if (lost !== null) return because(lost);
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  const result = call.keywords.size > 0 ? null : method?.(m, self.text, call);
  return result ?? unknown({ kind: "construct", what: `\`.${name}\` of a text` }, call.span);
}

type Method = (m: Machine, self: string, call: Arguments) => Obj | null;

const methods: Readonly<Record<string, Method>> = {
  split: (m, self, { args }) => {
    const [separator = none] = args;
    if (args.length > 1) return null;
    if (separator.kind === "none")
      return texts(
        m,
        self.split(blank).filter((word) => word !== ""),
      );
    return separator.kind === "text" && separator.text !== "" ? texts(m, self.split(separator.text)) : null;
  },
  splitlines: (m, self, { args }) => {
    if (args.length > 0) return null;
    const lines = self.split(/\r\n|[\n\r]/);
    return texts(m, lines.at(-1) === "" ? lines.slice(0, -1) : lines);
  },
  strip: (_, self, { args }) =>
    args.length > 0 ? null : text(self.replace(/^[ \t\n\r\f\v]+|[ \t\n\r\f\v]+$/g, "")),
  replace: (_, self, { args: [from, to, ...rest] }) =>
    from?.kind === "text" && to?.kind === "text" && from.text !== "" && rest.length === 0
      ? text(self.replaceAll(from.text, () => to.text))
      : null,
  join: (m, self, { args: [from], span }) => {
    const items = from === undefined ? null : asList(m, from, span);
    const words = items?.flatMap((item) => (item.kind === "text" ? [item.text] : []));
    return words === undefined || words.length < (items?.length ?? 0) ? null : text(words.join(self));
  },
  startswith: (_, self, { args: [word] }) =>
    word?.kind === "text" ? truthValue(self.startsWith(word.text)) : null,
  endswith: (_, self, { args: [word] }) =>
    word?.kind === "text" ? truthValue(self.endsWith(word.text)) : null,
};

const blank = /[ \t\n\r\f\v]+/;

function texts(m: Machine, words: readonly string[]): Obj {
  return fresh(m, list(words.map(text)));
}

/** `ord("a")`, `chr(97)`. */
export const letterFunctions: Readonly<Record<string, (m: Machine, call: Arguments) => Obj>> = {
  ord: (_, { args: [letter], span }) => {
    const code =
      letter?.kind === "text" && [...letter.text].length === 1 ? letter.text.codePointAt(0) : undefined;
    return code === undefined ? unknown(raises("ord takes one letter"), span) : int(code);
  },
};
