/** Domains of iteration and the loop nests over them. */
import { constantInt, intConst } from "../../program/builder.ts";
import type { Expr, For, LoopAttrs, Stmt } from "../../program/nodes.ts";
import { printType } from "../../types/print.ts";
import { pythonInt } from "../../types/types.ts";
import { blockOf } from "./block.ts";
import { declare, emit, fail, frameOf, fresh, type Session, spanHere } from "./session.ts";
import { isInteger, type Like, lift, Term } from "./term.ts";

/** From `from` up to `to`, which is excluded. A step may be negative. */
export interface Range {
  readonly from: Like;
  readonly to: Like;
  readonly step: number;
}

/** `8` is 0 to 7. */
export type Extent = number | Term | Range;
export type Domain = Extent | readonly Extent[];

/** One index a dimension: for `[8, 8]` the function is `(i, j) => …`. */
export type Indices<D extends Domain> = D extends readonly Extent[]
  ? { -readonly [K in keyof D]: LoopVariable }
  : [LoopVariable];

export type LoopVariable = Term<"python int">;

export interface Axis {
  readonly variable: string; // a wish: it is made unique
  readonly name?: string; // what schedules call the loop; the wish, when there is none
  readonly attrs?: LoopAttrs;
}

export function extentsOf(domain: Domain): readonly Extent[] {
  return isList(domain) ? domain : [domain];
}

function isList(domain: Domain): domain is readonly Extent[] {
  return Array.isArray(domain);
}

/** A loop nest that is not emitted yet, and what its body was. */
export interface Nest<T> {
  readonly stmt: Stmt;
  readonly time: number;
  readonly result: T;
}

/** Loops over the extents, outermost first, around what `write` emits. */
export function nest<T>(
  session: Session,
  extents: readonly Extent[],
  axes: readonly Axis[],
  unordered: () => boolean,
  write: (index: readonly LoopVariable[]) => T,
): Nest<T> {
  const frame = frameOf(session);
  const span = spanHere(session);
  const around = (depth: number, index: readonly LoopVariable[]): Nest<T> => {
    const { from, to, step } = boundsOf(session, extents[depth] ?? fail(session, "a domain has a dimension"));
    const axis = axes[depth] ?? { variable: indexName(depth) };
    const name = fresh(frame, axis.variable);
    const { block, start, result } = blockOf(session, frame, "loop", (inside): T => {
      const variable = declare(frame, name, pythonInt, span, inside);
      const indices = [...index, new Term(session, variable, null)];
      if (depth + 1 === extents.length) return write(indices);
      const inner = around(depth + 1, indices);
      emit(frame, inner.stmt, inner.time);
      return inner.result;
    });
    const stmt: For = {
      kind: "for",
      variable: name,
      from,
      to,
      step,
      body: block.stmts,
      attrs: axis.attrs ?? {},
      ...((axis.name ?? axis.variable) === name ? {} : { name: axis.name ?? axis.variable }),
      ...(unordered() ? { unordered: true } : {}),
      span,
    };
    return { stmt, time: start, result };
  };
  return around(0, []);
}

function boundsOf(session: Session, extent: Extent): { from: Expr; to: Expr; step: Expr } {
  const span = spanHere(session);
  const range: Range = isRange(extent) ? extent : { from: 0, to: extent, step: 1 };
  if (!Number.isSafeInteger(range.step) || range.step === 0) {
    fail(session, `the step of a range is ${range.step}`, "it is an integer, and not 0");
  }
  const [from, to] = [range.from, range.to].map((bound) => {
    const expr = lift(session, bound);
    if (isInteger(expr)) return expr;
    return fail(session, `a bound of a loop is ${printType(expr.type)}, not an integer`);
  });
  const step = intConst(range.step, span);
  return { from: from ?? step, to: to ?? step, step };
}

function isRange(extent: Extent): extent is Range {
  return typeof extent === "object" && !(extent instanceof Term);
}

/** How many iterations there are, where that is known now. */
export function countOf(session: Session, extents: readonly Extent[]): number | undefined {
  let count = 1;
  for (const extent of extents) {
    const { from, to, step } = boundsOf(session, extent);
    const [low, high, by] = [constantInt(from), constantInt(to), constantInt(step)];
    if (low === null || high === null || by === null) return undefined;
    count *= Math.max(0, Math.ceil((high - low) / by));
  }
  return count;
}

/** A function of more indices than there are dimensions is a mistake. */
export function checkArity(
  session: Session,
  what: string,
  fn: { readonly length: number },
  extents: readonly Extent[],
  before = 0,
): void {
  if (typeof fn !== "function") fail(session, `${what} needs a function of the indices`);
  const takes = fn.length - before;
  if (takes <= extents.length) return;
  const dimensions = extents.length === 1 ? "1 dimension" : `${extents.length} dimensions`;
  fail(session, `the function of ${what} takes ${takes} indices; there are ${dimensions}`);
}

/** `i`, `j`, `k`, … */
export function indexName(depth: number): string {
  return "ijklmn"[depth] ?? `i${depth}`;
}
