/** Rows and columns each read words in every step: arrays that no step before has spread are dealt out, two words to a memory. */
import { affineOf } from "../../loops/analysis/affine.ts";
import { arrayNamed } from "../../loops/find.ts";
import type { ArrayDecl, Bank, Expr, Load, Loops } from "../../loops/nodes.ts";
import { expressionsIn } from "../../loops/walk.ts";
import { changeArray } from "../declare.ts";
import type { Axis, Cell } from "./cell.ts";
import type { Elimination } from "./elimination/elimination.ts";
import type { Shape } from "./frame.ts";
import type { Front } from "./front/front.ts";
import type { Operand, Operands } from "./operands.ts";

export function withMemories(
  loops: Loops,
  cell: Cell,
  operands: Operands,
  { size, group }: Pick<Shape, "size" | "group">,
): Loops {
  const lines = {
    row: { axis: cell.rows, count: Math.ceil(size.rows / group.columns) },
    column: { axis: cell.columns, count: Math.ceil(size.columns / group.rows) },
  };
  return (["row", "column"] as const).reduce((now, enters) => {
    const { axis, count } = lines[enters];
    const steps = cell.inner.at(-1) ?? null;
    return axis === null ? now : spreadAlong(now, axis, count, loadsOf(operands, enters), steps);
  }, loops);
}

/** Of a front: what elements read themselves; what they all store has a memory each, for borders take ports as well. */
export function withFrontMemories(
  loops: Loops,
  { space, handed }: Front,
  reads: readonly Load[],
  stored: readonly string[],
  rows: number,
): Loops {
  const stores = handed.filter(({ array }) => stored.includes(array)).map(({ store }) => store);
  return spreadAlong(spreadAlong(loops, space, rows, reads), space, rows, [...stores, ...stores]);
}

/** Of words that go down columns: each column reads one a step, or stores one, or both. */
export function withColumnMemories(loops: Loops, { streams, shape }: Elimination, most: number): Loops {
  return streams.reduce((now, stream) => {
    if (stream.shape === null) return now;
    const used = [...(shape.traffic.get(stream)?.values() ?? [])];
    const each =
      Number(used.some(({ load }) => load !== null)) + Number(used.some(({ store }) => store !== null));
    const factor = each === 0 ? 1 : memoriesFor(Math.min(most, used.length), each);
    if (factor === 1 || !isFree(arrayNamed(now, stream.array))) return now;
    const banks: readonly Bank[] = [{ dim: stream.column, how: "cyclic", factor }];
    return changeArray(now, stream.array, (one) => ({ ...one, banks }));
  }, loops);
}

function loadsOf({ all }: Operands, enters: Operand["enters"]): readonly Load[] {
  return all.flatMap((operand) =>
    operand.enters === enters
      ? expressionsIn(operand.value).filter((one): one is Load => one.kind === "load")
      : [],
  );
}

type Touch = Pick<Load, "array" | "index">;

function spreadAlong(
  loops: Loops,
  { loop }: Axis,
  count: number,
  loads: readonly Touch[],
  steps: Axis | null = null,
): Loops {
  return loads.reduce((now, { array, index }) => {
    const decl = arrayNamed(now, array);
    const dim = index.findIndex((one) => affineOf(one)?.terms.has(loop.variable) === true);
    const each = loads.filter((load) => load.array === array).length;
    const factor = memoriesFor(count, each);
    if (!isFree(decl) || factor === 1 || (decl.shape[dim] ?? 0) < factor) return now;
    const more = steps === null ? [] : alongSteps(decl, index, dim, steps, (count * each) / factor);
    return changeArray(now, array, (one) => ({ ...one, banks: [{ dim, how: "cyclic", factor }, ...more] }));
  }, loops);
}

/** Steps that are taken at once read one word each: where a memory a row is not enough, words go to several in turn. */
function alongSteps(
  { shape }: ArrayDecl,
  index: readonly Expr[],
  row: number,
  { loop, step }: Axis,
  words: number,
): readonly Bank[] {
  const dim = index.findIndex((one, at) => at !== row && affineOf(one)?.terms.get(loop.variable) === 1);
  let factor = Math.ceil(words / 2);
  while (step % factor !== 0 && factor < step) factor++;
  if (dim < 0 || factor === 1 || step % factor !== 0 || (shape[dim] ?? 0) < factor) return [];
  return [{ dim, how: "cyclic", factor }];
}

function isFree({ banks, words, stream, table }: ArrayDecl): boolean {
  return banks === undefined && words === undefined && stream === undefined && table === undefined;
}

/** Two ports each. A divisor of the rows, or columns: then each of them always reads the same ones. */
function memoriesFor(count: number, each: number): number {
  let memories = Math.min(count, Math.ceil((count * each) / 2));
  while (count % memories !== 0) memories++;
  return memories;
}
