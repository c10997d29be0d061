/**
 * From lines of our Verilog to lines of the source. Its printer says where things came from: in comments, behind a line or above a
 * group of lines, and in names (`total_mul_line9`). Ports and counters are named after arrays and loops: they lead to where these stand.
 */
import type { Expr, Loops, Stmt } from "../../../src/loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../../src/loops/walk.ts";
import { lineOfSpan } from "./subject.ts";

export function linesOfVerilog(text: string, loops: Loops): readonly (readonly number[])[] {
  const named = namedThings(loops);
  let group: number | null = null;
  return text.split("\n").map((line) => {
    const [code = "", comment = ""] = splitComment(line);
    const said = /(?:^|; )line (\d+)(?:: |$)/.exec(comment)?.[1];
    if (code.trim() === "") {
      group = said === undefined ? null : Number(said);
      return group === null ? [] : [group];
    }
    if (said !== undefined) return [Number(said)];
    if (group !== null) return [group];
    return linesOfCode(code, named);
  });
}

/** What is set decides; where its name says nothing, what it is made of. */
function linesOfCode(code: string, named: ReadonlyMap<string, readonly number[]>): readonly number[] {
  const [target = "", ...value] = code.split(/<?=(?!=)/);
  const own = linesOfNames(target, named);
  return own.length > 0 ? own : linesOfNames(value.join("="), named);
}

function linesOfNames(code: string, named: ReadonlyMap<string, readonly number[]>): readonly number[] {
  const found = [...code.matchAll(/[A-Za-z_]\w*/g)].flatMap(([name]) => {
    const said = /(?:^|_)line(\d+)/.exec(name)?.[1];
    if (said !== undefined) return [Number(said)];
    const root = name.replace(
      /(_p\d+)?_(address|enable|write|data|q|word|over|last|done|start|t\d+)(_\w+)?$/,
      "",
    );
    return named.get(root) ?? [];
  });
  return [...new Set(found)].sort((a, b) => a - b);
}

function splitComment(line: string): readonly string[] {
  const at = line.indexOf("//");
  return at < 0 ? [line] : [line.slice(0, at), line.slice(at + 2).trim()];
}

/** Arrays with the lines that use them, loops with their own. */
function namedThings(loops: Loops): ReadonlyMap<string, readonly number[]> {
  const named = new Map<string, Set<number>>();
  const note = (name: string, place: { readonly from: number; readonly to: number }): void => {
    const line = lineOfSpan(loops.source, place);
    if (line === null) return;
    const key = name.replaceAll(/\W/g, "_");
    named.set(key, (named.get(key) ?? new Set()).add(line));
  };
  for (const stmt of statementsIn(loops.body)) {
    const { span } = stmt.origin;
    if (stmt.kind === "for" || stmt.kind === "while") note(stmt.name, span);
    if (stmt.kind === "store") note(stmt.array, span);
    for (const expr of expressionsWithin(stmt)) if (expr.kind === "load") note(expr.array, span);
  }
  return new Map([...named].map(([name, lines]) => [name, [...lines]]));
}

function expressionsWithin(stmt: Stmt): readonly Expr[] {
  return expressionsOf(stmt).flatMap((root) => [...expressionsIn(root)]);
}
