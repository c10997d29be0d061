/** Products of matrices. */
import type { Expr } from "../../../program/nodes.ts";
import type { ScalarType } from "../../../types/types.ts";
import type { Emission } from "../emission.ts";
import {
  broadcast,
  checkBroadcast,
  fail,
  float,
  input,
  int,
  type Operand,
  type Operator,
  optional,
  type Site,
  shapeText,
} from "../operator.ts";
import { convert, sumOf, sumType } from "./accumulate.ts";
import { loadAt } from "./elementwise.ts";

/** NumPy's `@`: leading axes broadcast, a vector has one axis less in the result. */
export interface Product {
  readonly left: Operand;
  readonly right: Operand;
  readonly batch: readonly number[];
  readonly rows: number | null; // null: left is a vector
  readonly inner: number;
  readonly columns: number | null;
}

export function productOf(site: Site, left: Operand, right: Operand): Product {
  const [a, b] = [left.shape, right.shape];
  const inner = a.at(-1);
  const other = b.length === 1 ? b[0] : b.at(-2);
  if (inner === undefined || other === undefined || inner !== other)
    return fail(site, `${shapeText(a)} and ${shapeText(b)} do not multiply`);
  return {
    left,
    right,
    inner,
    batch: broadcast(site, [a.slice(0, -2), b.slice(0, -2)]),
    rows: a.length === 1 ? null : (a.at(-2) ?? 1),
    columns: b.length === 1 ? null : (b.at(-1) ?? 1),
  };
}

export function productShape({ batch, rows, columns }: Product): readonly number[] {
  return [...batch, ...(rows === null ? [] : [rows]), ...(columns === null ? [] : [columns])];
}

export interface ProductTerms {
  readonly type: ScalarType; // of the sum
  readonly term: (left: Expr, right: Expr, row: Expr, column: Expr) => Expr;
  readonly result: (sum: Expr, row: Expr, column: Expr) => Expr;
}

export function emitProduct(out: Emission, product: Product, terms: ProductTerms): void {
  const { f } = out;
  const { left, right, batch, rows, columns, inner } = product;
  const batchOf = (operand: Operand, index: readonly Expr[]): readonly Expr[] => {
    const own = operand.shape.slice(0, -2);
    const last = index.slice(index.length - own.length);
    return own.map((extent, axis) => (extent === 1 ? f.whole(0) : (last[axis] ?? f.whole(0))));
  };
  out.push(
    out.nest({ extents: productShape(product) }, (index) => {
      const outer = index.slice(0, batch.length);
      const row = rows === null ? f.whole(0) : (index[batch.length] ?? f.whole(0));
      const column = columns === null ? f.whole(0) : (index.at(-1) ?? f.whole(0));
      const sum = sumOf(out, terms.type, [inner], ([r = f.whole(0)]) => {
        const a = out.load(left, rows === null ? [r] : [...batchOf(left, outer), row, r]);
        const b = out.load(right, columns === null ? [r] : [...batchOf(right, outer), r, column]);
        return terms.term(a, b, row, column);
      });
      return [...sum.stmts, out.store(0, index, terms.result(sum.value, row, column))];
    }),
  );
}

const matmul: Operator = {
  name: "MatMul",
  takes: ["number"],
  isUniform: true,
  inputs: [2, 2],
  attributes: [],
  isHeavy: true,
  infer: (site) => {
    const [a, b] = [input(site, 0), input(site, 1)];
    return [{ element: a.element, shape: productShape(productOf(site, a, b)) }];
  },
  emit: (site, out) => {
    const [a, b] = [input(site, 0), input(site, 1)];
    const type = sumType(a.element);
    emitProduct(out, productOf(site, a, b), {
      type,
      term: (x, y) => out.f.mul(convert(out, x, type), convert(out, y, type)),
      result: (sum) => convert(out, sum, a.element),
    });
  },
};

const gemm: Operator = {
  name: "Gemm",
  takes: ["number"],
  isUniform: true,
  inputs: [2, 3],
  attributes: ["alpha", "beta", "transA", "transB"],
  isHeavy: true,
  infer: (site) => {
    const { element } = input(site, 0);
    const { rows, columns } = gemmShape(site);
    const shape = [rows, columns];
    const factors = ["alpha", "beta"].map((name) => float(site, name, 1));
    if (element.kind === "int" && !factors.every(Number.isInteger))
      fail(site, "integers are scaled by a fraction");
    checkBroadcast(site, optional(site, 2), shape);
    return [{ element, shape }];
  },
  emit: (site, out) => {
    const { f } = out;
    const [a, b, c] = [input(site, 0), input(site, 1), optional(site, 2)];
    const { rows, columns, inner } = gemmShape(site);
    const type = sumType(a.element);
    const [alpha, beta] = [float(site, "alpha", 1), float(site, "beta", 1)];
    const scaled = (x: Expr, by: number): Expr => (by === 1 ? x : f.mul(f.number(type, by), x));
    const turned = (name: string, i: Expr, j: Expr): readonly Expr[] =>
      int(site, name, 0) === 0 ? [i, j] : [j, i];
    out.push(
      out.nest({ extents: [rows, columns] }, (index) => {
        const [i = f.whole(0), j = f.whole(0)] = index;
        const sum = sumOf(out, type, [inner], ([r = f.whole(0)]) =>
          f.mul(
            convert(out, out.load(a, turned("transA", i, r)), type),
            convert(out, out.load(b, turned("transB", r, j)), type),
          ),
        );
        const product = scaled(sum.value, alpha);
        const value =
          c === null ? product : f.add(product, scaled(convert(out, loadAt(out, c, index), type), beta));
        return [...sum.stmts, out.store(0, index, convert(out, value, a.element))];
      }),
    );
  },
};

function gemmShape(site: Site): { readonly rows: number; readonly columns: number; readonly inner: number } {
  const [a, b] = [input(site, 0), input(site, 1)];
  if (a.shape.length !== 2 || b.shape.length !== 2)
    fail(site, `${shapeText(a.shape)} and ${shapeText(b.shape)} are no matrices`);
  const of = ({ shape }: Operand, name: string): readonly number[] =>
    int(site, name, 0) === 0 ? shape : shape.toReversed();
  const [rows = 0, inner = 0] = of(a, "transA");
  const [other = 0, columns = 0] = of(b, "transB");
  if (inner !== other) fail(site, `${shapeText(a.shape)} and ${shapeText(b.shape)} do not multiply`);
  return { rows, columns, inner };
}

export const matrixOperators: readonly Operator[] = [matmul, gemm];
