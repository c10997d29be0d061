import { type Move, moveAll } from "../../loops/analysis/accesses.ts";
import { affineOf, plus, write } from "../../loops/analysis/affine.ts";
import { analyse, noFacts, rangeOf, within } from "../../loops/analysis/range/index.ts";
import { leavesAlong } from "../../loops/depend/index.ts";
import { arrayNamed } from "../../loops/find.ts";
import { add, compare, int } from "../../loops/indices.ts";
import type { ArrayDecl, Expr, Loops } from "../../loops/nodes.ts";
import { printType } from "../../types/print.ts";
import { pythonBool, pythonInt, sameType } from "../../types/types.ts";
import { accessAt } from "../clash.ts";
import { isParameter, isResult } from "../declare.ts";
import { type Applied, arrayList, done, newName, primitive, word } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/**
 * HeteroCL's memmap. `vertical` puts the arrays one after another along dimension 0; `horizontal` puts elements of
 * equal index side by side in one packed word, along a new last dimension.
 *
 *     memmap m vertical a b      a[i] -> m[i]       b[i] -> m[i + 8]
 *     memmap m horizontal a b    a[i] -> m[i, 0]    b[i] -> m[i, 1]
 *
 * An index that is out of range is a fault, and stays one: where it is not known to be inside, and would meet a
 * neighbour, the access is moved out of the whole array instead, `b[x]` -> `m[x + 8 if x >= 0 else 16]`.
 */
export const memmap = primitive({
  name: "memmap",
  description:
    "Maps several arrays into one larger array: one after another, or side by side in packed words.",
  params: { name: newName(), how: word("vertical", "horizontal"), arrays: arrayList(2) },
  apply(loops, { name, how, arrays }) {
    const twice = arrays.find((array, i) => arrays.indexOf(array) !== i);
    if (twice !== undefined) return refuse("memmap-twice", { array: twice }, { array: twice });
    const decls = arrays.map((array) => arrayNamed(loops, array));
    return refusedAlone(loops, decls) ?? refusedTogether(how, decls) ?? done(mapped(loops, name, how, decls));
  },
});

function refusedAlone(loops: Loops, decls: readonly ArrayDecl[]): Applied | null {
  for (const { name, banks, words } of decls) {
    if (isParameter(loops, name)) return refuse("memmap-argument", { array: name }, { array: name });
    if (isResult(loops, name)) return refuse("memmap-result", { array: name }, { array: name });
    if (banks !== undefined || words !== undefined)
      return refuse("memmap-partitioned", { array: name }, { array: name });
  }
  return null;
}

function refusedTogether(how: "vertical" | "horizontal", decls: readonly ArrayDecl[]): Applied | null {
  const [first, ...others] = decls;
  if (first === undefined) return null;
  for (const other of others) {
    const facts = { first: first.name, second: other.name };
    const place = { array: other.name };
    if (!sameType(first.element, other.element)) {
      const types = [printType(first.element), printType(other.element)] as const;
      return refuse("memmap-types", { ...facts, types }, place);
    }
    if ((first.table === undefined) !== (other.table === undefined))
      return refuse("memmap-table", facts, place);
    if (!fitTogether(how, first.shape, other.shape))
      return refuse("memmap-shapes", { ...facts, how, shapes: [first.shape, other.shape] }, place);
  }
  return null;
}

/** Vertical: all but dimension 0 agree. Horizontal: as many dimensions. */
function fitTogether(how: "vertical" | "horizontal", a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  return how === "horizontal" || a.every((size, dim) => dim === 0 || size === b[dim]);
}

function mapped(
  loops: Loops,
  name: string,
  how: "vertical" | "horizontal",
  decls: readonly ArrayDecl[],
): Loops {
  const whole = how === "vertical" ? stacked(name, decls) : sideBySide(name, decls);
  const isInside = insideOf(loops);
  const moves = new Map<string, Move>();
  let offset = 0;
  for (const [position, { name: old, shape }] of decls.entries()) {
    const start = how === "vertical" ? offset : 0;
    const indexIn = (index: readonly Expr[], was: readonly Expr[]): readonly Expr[] => {
      const inside = isInside(was, shape);
      const moved = index.map((at, dim) => {
        const own = { start: dim === 0 ? start : 0, size: shape[dim] ?? 0, whole: whole.shape[dim] ?? 0 };
        return inside[dim] === true ? shifted(at, own.start) : kept(at, own);
      });
      return how === "vertical" ? moved : [...moved, int(position)];
    };
    moves.set(old, { array: name, whole: false, index: indexIn });
    offset += shape[0] ?? 0;
  }
  const gone = new Set(decls.map((decl) => decl.name));
  const body = moveAll(loops.body, moves);
  return { ...loops, body, arrays: [...loops.arrays.filter((one) => !gone.has(one.name)), whole] };
}

/** Whether subscripts of the kernel are surely inside an array of that shape, dimension by dimension. */
function insideOf(loops: Loops): (index: readonly Expr[], shape: readonly number[]) => readonly boolean[] {
  const ranges = analyse(loops);
  return (index, shape) => {
    const access = accessAt(loops, index);
    return index.map((at, dim) => {
      const size = shape[dim] ?? 0;
      const isWithin = within(rangeOf(ranges, at, noFacts), 0, size - 1);
      return isWithin || leavesAlong(loops, access, dim, size) === null;
    });
  };
}

/** Part of a dimension of the array that holds them all. */
interface Part {
  readonly start: number;
  readonly size: number;
  readonly whole: number;
}

/** The index in the whole array; beyond its end where the index is outside of the part and would not be there. */
function kept(index: Expr, { start, size, whole }: Part): Expr {
  const own = wide(index);
  const conditions = [
    ...(start > 0 ? [compare("ge", own, int(0))] : []),
    ...(start + size < whole ? [compare("lt", own, int(size))] : []),
  ];
  const [first, second] = conditions;
  const moved = shifted(index, start);
  if (first === undefined) return moved;
  const condition: Expr =
    second === undefined
      ? first
      : { kind: "logic", op: "and", left: first, right: second, type: pythonBool, span: nowhere };
  return {
    kind: "select",
    condition,
    then: wide(moved),
    otherwise: int(whole),
    type: pythonInt,
    span: "span" in index ? index.span : nowhere,
  };
}

function shifted(index: Expr, offset: number): Expr {
  if (offset === 0) return index;
  const affine = affineOf(index);
  return affine === null ? add(wide(index), int(offset)) : write(plus(affine, offset));
}

/** An index of another integer type is widened first: it must not wrap. */
function wide(index: Expr): Expr {
  if (sameType(index.type, pythonInt)) return index;
  return { kind: "cast", operand: index, type: pythonInt, span: "span" in index ? index.span : nowhere };
}

const nowhere = { from: 0, to: 0 };

function stacked(name: string, decls: readonly ArrayDecl[]): ArrayDecl {
  const [first] = decls;
  const rows = decls.reduce((sum, decl) => sum + (decl.shape[0] ?? 0), 0);
  const table = decls.flatMap((decl) => decl.table ?? []);
  return {
    kind: "array",
    name,
    element: first?.element ?? { kind: "bool" },
    shape: [rows, ...(first?.shape.slice(1) ?? [])],
    ...(first?.table === undefined ? {} : { table }),
  };
}

function sideBySide(name: string, decls: readonly ArrayDecl[]): ArrayDecl {
  const [first] = decls;
  const shape = (first?.shape ?? []).map((_, dim) => Math.max(...decls.map((decl) => decl.shape[dim] ?? 0)));
  const element = first?.element ?? { kind: "bool" };
  const words = { dim: shape.length, factor: decls.length };
  const whole: ArrayDecl = { kind: "array", name, element, shape: [...shape, decls.length], words };
  if (first?.table === undefined) return whole;
  const filler = element.kind === "bool" ? false : 0;
  const table = positions(shape).flatMap((index) =>
    decls.map((decl) => {
      const inside = index.every((at, dim) => at < (decl.shape[dim] ?? 0));
      const flat = index.reduce((sum, at, dim) => sum * (decl.shape[dim] ?? 1) + at, 0);
      return (inside ? decl.table?.[flat] : undefined) ?? filler;
    }),
  );
  return { ...whole, table };
}

function positions(shape: readonly number[]): readonly (readonly number[])[] {
  return shape.reduce<readonly (readonly number[])[]>(
    (found, size) => found.flatMap((index) => Array.from({ length: size }, (_, at) => [...index, at])),
    [[]],
  );
}
