/** Sums of products: matrix products, convolutions, sparse matrix times vector. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import { storageClass } from "../../types/storage.ts";
import { elementOf, type ScalarType } from "../../types/types.ts";
import type { Conv2d, Convolve, MatMul, SpMV } from "../nodes.ts";
import { bug, type Code, emit, forLoop, fresh, type Num, plus, show, site, spill, spillNum } from "./code.ts";
import { zero } from "./expression.ts";
import { broadcastShapes, lowerToMemory } from "./lane.ts";
import { allocateMemory, checkedPosition, load, type Memory, pointer, store } from "./memory.ts";
import { identity, sum, whenEmpty } from "./reduce.ts";
import { binary } from "./scalar.ts";
import { loopNest } from "./store.ts";

/** What a sum of products is about. */
interface Terms {
  readonly left: Memory;
  readonly right: Memory;
  readonly type: ScalarType;
  readonly span: Span;
}

function multiplied(code: Code, terms: Terms, left: readonly Num[], right: readonly Num[]): string {
  const a = load(code, terms.left, pointer(code, terms.left, left));
  const b = load(code, terms.right, pointer(code, terms.right, right));
  return multiply(code, terms, a, b);
}

function multiply(code: Code, { left, right, type, span }: Terms, a: string, b: string): string {
  return binary(code, "mul", { text: a, type: left.element }, { text: b, type: right.element }, type, span);
}

function termsOf(code: Code, expr: MatMul | Convolve): Terms {
  const left = lowerToMemory(code, expr.left);
  const right = lowerToMemory(code, expr.right);
  return { left, right, type: elementOf(expr.type), span: expr.span };
}

/** Vector times vector. */
export function matmulScalar(code: Code, expr: MatMul): string {
  const terms = termsOf(code, expr);
  const count = agreed(code, terms, terms.left.shape[0] ?? 1, terms.right.shape[0] ?? 1);
  return sum(
    code,
    terms.type,
    count,
    (visit) => loopNest(code, [count], ([k = 0]) => visit(multiplied(code, terms, [k], [k]), k)),
    expr.span,
  );
}

export function matmul(code: Code, expr: MatMul): Memory {
  const plain = termsOf(code, expr);
  const [l, r] = [plain.left, plain.right];
  const terms: Terms = {
    ...plain,
    left: l.shape.length === 1 ? { ...l, shape: [1, ...l.shape], strides: [0, ...l.strides] } : l,
    right: r.shape.length === 1 ? { ...r, shape: [...r.shape, 1], strides: [...r.strides, 0] } : r,
  };
  const { left, right } = terms;
  const count = agreed(code, terms, left.shape.at(-1) ?? 1, right.shape.at(-2) ?? 1);
  const batch = broadcastShapes(code, left.shape.slice(0, -2), right.shape.slice(0, -2), expr.span);
  const rows = left.shape.at(-2) ?? 1;
  const columns = right.shape.at(-1) ?? 1;
  const out = allocateMemory(code, terms.type, [...batch, rows, columns]);
  loopNest(code, batch, (place) => {
    const a = batchIndex(code, left, place);
    const b = batchIndex(code, right, place);
    const write = rowByRow(terms, columns) ? updateRows : sumEach;
    write(code, terms, out, { place, a, b, rows, columns, count });
  });
  const drop = [
    ...(l.shape.length === 1 ? [batch.length] : []),
    ...(r.shape.length === 1 ? [batch.length + 1] : []),
  ];
  const kept = out.shape.map((_, axis) => axis).filter((axis) => !drop.includes(axis));
  return {
    ...out,
    shape: kept.map((axis) => out.shape[axis] ?? 1),
    strides: kept.map((axis) => out.strides[axis] ?? 1),
  };
}

interface Product {
  readonly place: readonly Num[]; // in the leading axes of the result
  readonly a: readonly Num[]; // in those of left
  readonly b: readonly Num[]; // in those of right
  readonly rows: Num;
  readonly columns: Num;
  readonly count: Num;
}

/** Rows of native numbers are updated in place, which walks the right operand in its own order. */
function rowByRow(terms: Terms, columns: Num): boolean {
  const storage = storageClass(terms.type);
  return (
    columns !== 1 &&
    identity("sum", terms.type) !== null &&
    storage !== "int64" &&
    storage !== "uint64" &&
    storage !== "bigint"
  );
}

function updateRows(code: Code, terms: Terms, out: Memory, p: Product): void {
  const start = identity("sum", terms.type) ?? zero(terms.type);
  loopNest(code, [p.rows], ([i = 0]) => {
    loopNest(code, [p.columns], ([j = 0]) => {
      store(code, out, pointer(code, out, [...p.place, i, j]), whenEmpty(p.count, zero(terms.type), start));
    });
    loopNest(code, [p.count], ([k = 0]) => {
      const factor = spill(code, load(code, terms.left, pointer(code, terms.left, [...p.a, i, k])));
      loopNest(code, [p.columns], ([j = 0]) => {
        const other = load(code, terms.right, pointer(code, terms.right, [...p.b, k, j]));
        const at = spill(code, pointer(code, out, [...p.place, i, j]));
        const product = multiply(code, terms, factor, other);
        const { type, span } = terms;
        const total = binary(
          code,
          "add",
          { text: load(code, out, at), type },
          { text: product, type },
          type,
          span,
        );
        store(code, out, at, total);
      });
    });
  });
}

function sumEach(code: Code, terms: Terms, out: Memory, p: Product): void {
  loopNest(code, [p.rows, p.columns], ([i = 0, j = 0]) => {
    const total = sum(
      code,
      terms.type,
      p.count,
      (visit) =>
        loopNest(code, [p.count], ([k = 0]) =>
          visit(multiplied(code, terms, [...p.a, i, k], [...p.b, k, j]), k),
        ),
      terms.span,
    );
    store(code, out, pointer(code, out, [...p.place, i, j]), total);
  });
}

/** The position in an operand's own leading axes; axes of one element repeat. */
function batchIndex(code: Code, memory: Memory, place: readonly Num[]): Num[] {
  const own = memory.shape.slice(0, -2);
  return own.map((extent, axis) => {
    const at = place[axis + place.length - own.length] ?? 0;
    if (extent === 1) return 0;
    return typeof extent === "number" ? at : spill(code, `(${extent} === 1 ? 0 : ${show(at)})`);
  });
}

/** The extent that is summed over, which both operands must have. */
function agreed(code: Code, terms: Terms, a: Num, b: Num): Num {
  if (a === b) return a;
  const shapes = [terms.left, terms.right].map(({ shape }) => `[${shape.map(show).join(", ")}]`).join(", ");
  emit(code, `if (${show(a)} !== ${show(b)}) badShapes(${shapes}, ${site(code, terms.span)});`);
  return typeof a === "number" ? a : b;
}

// Convolution

/** np.convolve: the longer vector is walked forwards, whichever side it stands on. */
export function convolve(code: Code, expr: Convolve): Memory {
  const plain = termsOf(code, expr);
  const terms = longerFirst(code, plain);
  const n = terms.left.shape[0] ?? 1;
  const m = terms.right.shape[0] ?? 1;
  const minus = (a: Num, b: Num): Num =>
    typeof a === "number" && typeof b === "number" ? a - b : `(${show(a)} - ${show(b)})`;
  const half = typeof m === "number" ? Math.floor((m - 1) / 2) : `((${m} - 1) >> 1)`;
  const [first, length] = {
    full: [0, minus(plus(n, m), 1)] as const,
    same: [half, n] as const,
    valid: [minus(m, 1), plus(minus(n, m), 1)] as const,
  }[expr.mode];
  const start = spillNum(code, first);
  const out = allocateMemory(code, terms.type, [spillNum(code, length)]);
  loopNest(code, out.shape, ([o = 0]) => {
    const at = spill(code, show(plus(o, start)));
    const from = spill(code, `Math.max(0, ${at} - ${show(m)} + 1)`);
    const to = spill(code, `Math.min(${at} + 1, ${show(n)})`);
    const walk = (visit: (value: string, position: Num) => void): void => {
      const i = fresh(code, "i");
      forLoop(code, i, from, to, 1, () =>
        visit(multiplied(code, terms, [i], [spill(code, `${at} - ${i}`)]), i),
      );
    };
    const total = sum(code, terms.type, spill(code, `${to} - ${from}`), walk, expr.span);
    store(code, out, pointer(code, out, [o]), total);
  });
  return out;
}

function longerFirst(code: Code, terms: Terms): Terms {
  const { left, right } = terms;
  const [n, m] = [left.shape[0] ?? 1, right.shape[0] ?? 1];
  if (typeof n === "number" && typeof m === "number") {
    return n >= m ? terms : { ...terms, left: right, right: left };
  }
  const swap = spill(code, `${show(m)} > ${show(n)}`);
  const pick = (a: Memory, b: Memory): Memory => {
    const choose = (x: Num, y: Num): Num => (x === y ? x : spill(code, `${swap} ? ${show(y)} : ${show(x)}`));
    return {
      ...a,
      data: show(choose(a.data, b.data)),
      offset: choose(a.offset, b.offset),
      shape: [choose(a.shape[0] ?? 1, b.shape[0] ?? 1)],
      strides: [choose(a.strides[0] ?? 1, b.strides[0] ?? 1)],
    };
  };
  return { ...terms, left: pick(left, right), right: pick(right, left) };
}

/** Correlation, as neural networks say "convolution": the weights are not flipped. */
export function conv2d(code: Code, expr: Conv2d): Memory {
  const left = lowerToMemory(code, expr.image);
  const right = lowerToMemory(code, expr.weights);
  const terms: Terms = { left, right, type: elementOf(expr.type), span: expr.span };
  const weights = right.shape;
  const filters = weights.length === 4 ? weights.slice(0, 1) : [];
  const window = weights.slice(filters.length); // (h, w) or (C, h, w)
  const steps = (image: Num | undefined, own: Num | undefined): Num => {
    const stride = expr.stride;
    if (typeof image === "number" && typeof own === "number") return Math.floor((image - own) / stride) + 1;
    return spill(code, `Math.floor((${show(image ?? 1)} - ${show(own ?? 1)}) / ${stride}) + 1`);
  };
  const height = steps(left.shape.at(-2), window.at(-2));
  const width = steps(left.shape.at(-1), window.at(-1));
  const out = allocateMemory(code, terms.type, [...filters, height, width]);
  const scaled = (i: Num): Num => (expr.stride === 1 ? i : spill(code, `${show(i)} * ${expr.stride}`));
  loopNest(code, out.shape, (place) => {
    const [y, x] = [place.at(-2) ?? 0, place.at(-1) ?? 0].map(scaled);
    // The image from this place on: the window's own position is added to it.
    const corner: Memory = {
      ...left,
      offset: spill(code, pointer(code, left, [...left.shape.slice(0, -2).map(() => 0), y ?? 0, x ?? 0])),
    };
    const here = { ...terms, left: corner };
    const count = window.reduce<Num>(
      (total, extent) => (typeof total === "number" && typeof extent === "number" ? total * extent : 1),
      1,
    );
    const total = sum(
      code,
      terms.type,
      count,
      (visit) =>
        loopNest(code, window, (tap) =>
          visit(multiplied(code, here, tap, [...place.slice(0, filters.length), ...tap]), 0),
        ),
      expr.span,
    );
    store(code, out, pointer(code, out, place), total);
  });
  return out;
}

// Sparse

export function spmv(code: Code, expr: SpMV): Memory {
  const rowStart = lowerToMemory(code, expr.rowStart);
  const column = lowerToMemory(code, expr.column);
  const values = lowerToMemory(code, expr.values);
  const vector = lowerToMemory(code, expr.vector);
  const terms: Terms = { left: values, right: vector, type: elementOf(expr.type), span: expr.span };
  const starts = rowStart.shape[0] ?? bug("a sparse matrix without rows");
  const rows = typeof starts === "number" ? starts - 1 : spill(code, `${starts} - 1`);
  const out = allocateMemory(code, terms.type, [rows]);
  const width = vector.shape[0] ?? 1;
  const stored = values.shape[0] ?? 0;
  loopNest(code, [rows], ([row = 0]) => {
    const from = spill(code, load(code, rowStart, pointer(code, rowStart, [row])));
    const to = spill(code, load(code, rowStart, pointer(code, rowStart, [spill(code, `${show(row)} + 1`)])));
    const message = `"row " + ${show(row)} + " goes from " + ${from} + " to " + ${to} + ", and there are " + ${show(stored)} + " values"`;
    emit(
      code,
      `if (${from} < ${to} && (${from} < 0 || ${to} > ${show(stored)})) raise("index-out-of-range", ${message}, ${site(code, expr.span)});`,
    );
    const walk = (visit: (value: string, position: Num) => void): void => {
      const k = fresh(code, "i");
      forLoop(code, k, from, to, 1, () => {
        const where = load(code, column, pointer(code, column, [k]));
        const j = spill(code, checkedPosition(code, where, width, 0, vector.name, expr.span));
        visit(multiplied(code, terms, [k], [j]), k);
      });
    };
    const total = sum(
      code,
      terms.type,
      spill(code, `(${from} < ${to} ? ${to} - ${from} : 0)`),
      walk,
      expr.span,
    );
    store(code, out, pointer(code, out, [row]), total);
  });
  return out;
}
