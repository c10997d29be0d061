/** What JavaScript would do with a value of a kernel, which it cannot know: refused, with what to write instead. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { fail, failAt, type Session } from "./session.ts";

/** `hint` is what JavaScript wants of it, as Symbol.toPrimitive is told. */
export function noJavaScript(session: Session, what: "value" | "tensor", hint: string): never {
  return fail(session, `a ${what} of the kernel has no JavaScript value`, help(what, hint));
}

function help(what: "value" | "tensor", hint: string): string {
  if (what === "tensor") return "an element of it is `t.at(i)`";
  switch (hint) {
    case "number":
      return "write `a.lt(b)` for a < b, `a.mul(b)` for a * b, `a.max(b)` for Math.max(a, b)";
    case "string":
      return "it is known only when the kernel runs; a list that it indexes is a tensor: `h.tensor(type, list).at(i)`";
    default:
      return "write `a.add(b)` for a + b, `a.eq(b)` for a == b";
  }
}

/**
 * `a.gt(0) || b.gt(0)` is `a.gt(0)`: the right side is never made, so it is in no list of unused values. Only the text
 * of the call shows it.
 */
export function refuseAlternative(session: Session, span: Span): void {
  const site = session.sites.get(span);
  if (site === undefined || site.method === null || session.alternatives.get(site) === false) return;
  const { text } = session.source;
  const end = text.slice(span.from, span.to) === site.method ? endOfCall(text, span.to) : null;
  const operator = end === null ? undefined : /^\s*(\|\||\?\?)/.exec(text.slice(end, end + 200))?.[1];
  session.alternatives.set(site, operator !== undefined);
  if (operator === undefined) return;
  failAt(
    session,
    span,
    `JavaScript's \`${operator}\` cannot look at a value of the kernel, and leaves out what follows`,
    "write `h.or(a, b)` for a || b",
  );
}

/** Past the closing bracket of the arguments that open at `from`; null where the text is not plain enough to tell. */
function endOfCall(text: string, from: number): number | null {
  if (text[from] !== "(") return null;
  const token = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/.*|\/\*[\s\S]*?\*\/|[()`]/g;
  token.lastIndex = from;
  let depth = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] === "`") return null;
    if (found[0] === "(") depth++;
    else if (found[0] === ")") depth--;
    if (depth === 0) return token.lastIndex;
  }
  return null;
}
