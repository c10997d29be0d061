/** Signals that are watched: what they were is kept, and clocks go on until one of them is another. */
import { bug } from "../../diagnostics/bug.ts";
import type { Expr } from "../netlist/nodes.ts";
import * as m from "./assembly/instructions.ts";
import { addFunction, exportFunction, nothing } from "./assembly/module.ts";
import { type Code, get, keep, limbsOf, number, type Value, type Writer } from "./code.ts";
import { compile } from "./expression.ts";
import { at, calls, functionsOf, newWriter, type Output, put, slotIn } from "./functions.ts";

/** `settle`: the functions that compute what is watched. */
export function addWatch(
  output: Output,
  watched: ReadonlyMap<string, Expr>,
  clock: readonly string[],
  settle: readonly string[],
): void {
  const { assembly, layout } = output;
  const keeping = functionsOf(output, watched, (w, [name, value]) =>
    put(w, slotIn(layout.watched, name), compile(w, value)),
  );
  addFunction(assembly, "look", nothing, [], calls([...settle, ...keeping]));
  exportFunction(assembly, "look");
  const w = newWriter(output);
  const differs = [...watched]
    .map(([name, value]) =>
      keep(w, "i32", otherThan(w, compile(w, value), at(w, slotIn(layout.watched, name)))),
    )
    .reduce((any, one) => m.i32.or(any, get(w, one)), number(w, "i32", 0));
  addFunction(assembly, "differs", { params: [], result: "i32" }, w.locals, [...w.body, differs]);
  const [most, done] = [(): Code => m.local.get(0), (): Code => m.local.get(1)];
  const again = m.when(
    m.i32.lt_u(done(), most()),
    m.sequence([
      ...calls(clock),
      m.local.set(1, m.i32.add(done(), m.i32.const(1))),
      ...calls(settle),
      m.branch("again", m.i32.eqz(m.call("differs"))),
    ]),
  );
  const body = [m.loop("again", again), done()];
  addFunction(assembly, "advance", { params: ["i32"], result: "i32" }, ["i32"], body);
  exportFunction(assembly, "advance");
}

/** Whether two values of one width differ. */
function otherThan(w: Writer, one: Value, other: Value): Code {
  if (one.kind === "narrow" && other.kind === "narrow") return w.m[one.rep].ne(one.code, other.code);
  const [limbs, others] = [limbsOf(w, one), limbsOf(w, other)];
  return limbs
    .map((limb, index) => w.m.i64.ne(get(w, limb), get(w, others[index] ?? bug("values of two widths"))))
    .reduce((any, differs) => w.m.i32.or(any, differs));
}
