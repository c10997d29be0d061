/** Products of arrays: `@`, np.dot, outer, PyLog's dot, convolutions, sparse times dense. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr } from "../../../program/nodes.ts";
import { promoteBinary, reduceTypes } from "../../../types/promote.ts";
import {
  array,
  type Dim,
  elementOf,
  isComplex,
  maxSize,
  type ScalarType,
  type Shape,
  shapeOf,
  withShape,
} from "../../../types/types.ts";
import { broadcast, broadcastShapes, keepsType, operand, printShape } from "../build.ts";
import type { Scope } from "../scope.ts";
import { computes } from "./arguments.ts";
import {
  binary,
  cast,
  flat,
  flipped,
  math,
  rankOf,
  type Site,
  slice,
  staticShape,
  transpose,
  withAxes,
} from "./make.ts";
import { attempt, must, refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";

/** `left @ right`, or null after saying why not. */
export function matmul(scope: Scope, left: Expr, right: Expr, span: Span): Expr | null {
  return attempt(() => matrixProduct({ scope, span }, left, right));
}

export function matrixProduct(at: Site, left: Expr, right: Expr): Expr {
  const [a, b] = [shapeOf(left.type), shapeOf(right.type)];
  const inner = [a[a.length - 1], b[b.length === 1 ? 0 : b.length - 2]];
  const lead = broadcastShapes(a.slice(0, -2), b.slice(0, -2));
  const [k, n] = inner;
  if (k === undefined || n === undefined || lead === null || !agree(k, n)) {
    return refuse(
      at.scope,
      diagnose("matmul-shapes", at.span, { left: printShape(a), right: printShape(b), out: null }),
    );
  }
  const shape: Shape = [...lead, ...a.slice(0, -1).slice(-1), ...(b.length === 1 ? [] : b.slice(-1))];
  const product = productOf(at, left, right, maxSize([k]));
  return {
    kind: "matmul",
    left: product.left,
    right: product.right,
    type: withShape(product.type, shape),
    span: at.span,
  };
}

function agree(a: Dim, b: Dim): boolean {
  return typeof a !== "number" || typeof b !== "number" || a === b;
}

/** Operands in the type that their products are summed in; exact ones keep theirs and the sum is wide enough. */
function productOf(
  at: Site,
  left: Expr,
  right: Expr,
  count: number,
): { readonly left: Expr; readonly right: Expr; readonly type: ScalarType } {
  const promotion = promoteBinary("mul", operand(left), operand(right));
  if (!promotion.ok) {
    return refuse(
      at.scope,
      diagnose("bad-operands", at.span, { message: promotion.message, help: promotion.help }),
    );
  }
  const [l, r] = promotion.operands;
  const operands = {
    left: cast(at, left, l ?? promotion.result),
    right: cast(at, right, r ?? promotion.result),
  };
  if (!keepsType(promotion.result)) return { ...operands, type: promotion.result };
  const sum = reduceTypes("sum", promotion.result, count);
  if (!sum.ok)
    return refuse(at.scope, diagnose("bad-operands", at.span, { message: sum.message, help: sum.help }));
  return { ...operands, type: sum.result };
}

function conjugated(at: Site, x: Expr): Expr {
  return isComplex(elementOf(x.type)) ? math(at, "conj", x) : x;
}

export const products: Readonly<Record<string, Builtin>> = {
  matmul: computes("x1, x2, /, !out=None, *, !dtype=None, !casting='same_kind'", (call) =>
    matrixProduct(call, call.array("x1"), call.array("x2")),
  ),
  dot: computes("a, b, !out=None", (call) => {
    const [a, b] = [call.operand("a"), call.operand("b")];
    if (rankOf(a) === 0 || rankOf(b) === 0) return binary(call, "mul", call.array("a"), call.array("b"));
    if (rankOf(b) > 2) {
      refuse(
        call.scope,
        diagnose("wrong-rank", call.argument("b").span, {
          fn: call.name,
          expected: "a vector or a matrix on the right",
          found: `an array of ${rankOf(b)} axes`,
        }),
      );
    }
    return matrixProduct(call, call.array("a"), call.array("b"));
  }),
  vdot: computes("a, b, /", (call) =>
    matrixProduct(call, conjugated(call, flat(call, call.array("a"))), flat(call, call.array("b"))),
  ),
  inner: computes("a, b, /", (call) => {
    const [a, b] = [call.array("a"), call.array("b")];
    if (rankOf(a) === 0 || rankOf(b) === 0) return binary(call, "mul", a, b);
    if (rankOf(b) > 2) {
      refuse(
        call.scope,
        diagnose("wrong-rank", call.argument("b").span, {
          fn: call.name,
          expected: "vectors or matrices",
          found: `an array of ${rankOf(b)} axes`,
        }),
      );
    }
    return matrixProduct(call, a, rankOf(b) === 2 ? transpose(call, b, [1, 0]) : b);
  }),
  outer: computes("a, b, !out=None", (call) => {
    const a = withAxes(call, line(call, call.array("a")), [1]);
    const b = withAxes(call, line(call, call.array("b")), [0]);
    return binary(call, "mul", a, b);
  }),
  convolve: computes("a, v, mode='full'", (call) =>
    convolution(call, call.array("a"), call.array("v"), call.text("mode")),
  ),
  correlate: computes("a, v, mode='valid'", (call) => {
    const [a, v] = [call.array("a"), flipped(call, call.array("v"), [0])];
    const [m = 0, n = 0] = [a, v].map((x) => staticShape(call, x)[0]);
    if (call.text("mode") !== "same" || m >= n) return convolution(call, a, v, call.text("mode"));
    // NumPy swaps the two and turns the result around, so its middle is another where `a` is the shorter.
    const first = Math.floor(m / 2);
    return slice(call, convolution(call, a, v, "full"), 0, first, first + n);
  }),
};

function line(at: Site, a: Expr): Expr {
  return rankOf(a) === 0 ? withAxes(at, a, [0]) : flat(at, a);
}

/** PyLog's dot: sum(a * b) over everything. */
export function dotOfAll(at: Site, left: Expr, right: Expr): Expr {
  const shape = must(broadcast(at.scope, [left, right], at.span));
  if (shape.length === 0) return binary(at, "mul", left, right);
  const { left: l, right: r, type } = productOf(at, left, right, maxSize(shape));
  return { kind: "dot", left: l, right: r, type, span: at.span };
}

export function convolution(at: CallSite, left: Expr, right: Expr, wanted: string): Expr {
  const mode = (["valid", "same", "full"] as const).find((m) => m === wanted);
  if (mode === undefined) {
    return refuse(
      at.scope,
      diagnose("argument-value", at.span, {
        fn: at.name,
        name: "mode",
        expected: "'valid', 'same' or 'full'",
        found: `'${wanted}'`,
      }),
    );
  }
  const [m, n, ...more] = [staticShape(at, left), staticShape(at, right)].flat();
  if (m === undefined || n === undefined || more.length > 0 || m === 0 || n === 0) {
    return shapesRefused(at, [left, right], "two vectors that are not empty");
  }
  const [long, short] = [Math.max(m, n), Math.min(m, n)];
  const length = mode === "valid" ? long - short + 1 : mode === "same" ? long : long + short - 1;
  const product = productOf(at, left, right, short);
  return {
    kind: "convolve",
    left: product.left,
    right: product.right,
    mode,
    type: array(product.type, [length]),
    span: at.span,
  };
}

/** Valid correlation of an image (H,W) or (C,H,W) with weights (h,w), (C,h,w) or (K,C,h,w). */
export function convolution2d(at: CallSite, image: Expr, weights: Expr, stride: number): Expr {
  const [pixels, kernel] = [staticShape(at, image), staticShape(at, weights)];
  const expected =
    "an image (H,W) with weights (h,w), or (C,H,W) with (C,h,w) or (K,C,h,w), no weights larger than the image";
  const plain = pixels.length === 2 && kernel.length === 2;
  const channels =
    pixels.length === 3 && (kernel.length === 3 || kernel.length === 4) && kernel.at(-3) === pixels[0];
  const [height = 0, width = 0] = pixels.slice(-2);
  const [h = 0, w = 0] = kernel.slice(-2);
  if (!(plain || channels) || h > height || w > width || h === 0 || w === 0) {
    return shapesRefused(at, [image, weights], expected);
  }
  if (stride < 1) {
    refuse(
      at.scope,
      diagnose("argument-value", at.span, {
        fn: at.name,
        name: "stride",
        expected: "1 or more",
        found: String(stride),
      }),
    );
  }
  const rows = Math.floor((height - h) / stride) + 1;
  const columns = Math.floor((width - w) / stride) + 1;
  const count = h * w * (channels ? (pixels[0] ?? 1) : 1);
  const product = productOf(at, image, weights, count);
  const shape = [...(kernel.length === 4 ? kernel.slice(0, 1) : []), rows, columns];
  return {
    kind: "conv2d",
    image: product.left,
    weights: product.right,
    stride,
    type: array(product.type, shape),
    span: at.span,
  };
}

/** Rows of a CSR matrix times a vector. */
export function sparseProduct(at: CallSite, rowStart: Expr, column: Expr, values: Expr, vector: Expr): Expr {
  const parts = [rowStart, column, values, vector];
  const [starts = 0] = staticShape(at, rowStart);
  const integers = [rowStart, column].every((index) => elementOf(index.type).kind === "int");
  const fits =
    parts.every((part) => rankOf(part) === 1) && starts > 0 && agree(lengthOf(column), lengthOf(values));
  if (!fits || !integers) {
    return shapesRefused(
      at,
      parts,
      "integer vectors row_ptr (rows + 1) and col, val as long as col, and a vector x",
    );
  }
  const product = productOf(at, values, vector, maxSize(shapeOf(values.type)));
  const type = array(product.type, [starts - 1]);
  return { kind: "spmv", rowStart, column, values: product.left, vector: product.right, type, span: at.span };
}

function lengthOf(vector: Expr): Dim {
  return shapeOf(vector.type)[0] ?? 0;
}

function shapesRefused(at: CallSite, parts: readonly Expr[], expected: string): never {
  const shapes = parts.map((part) => printShape(shapeOf(part.type)));
  return refuse(at.scope, diagnose("operator-shapes", at.span, { fn: at.name, shapes, expected }));
}
