/** PyLog's operators, with NumPy's interfaces: dot, matmul, convolve, conv2d, spmv, and pragma. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import { sameShape, shapeOf } from "../../../types/types.ts";
import { printShape } from "../build.ts";
import { inferMap } from "../expressions/map.ts";
import { isComputed, knownNone, value } from "../known.ts";
import { pragmaAt } from "../pragma.ts";
import { computes, gives } from "./arguments.ts";
import { iteration } from "./iteration.ts";
import { convolution, convolution2d, dotOfAll, matrixProduct, sparseProduct } from "./linalg.ts";
import { asOperands, staticShape } from "./make.ts";
import { python } from "./python.ts";
import { reductions } from "./reductions.ts";
import { refuse } from "./refusal.ts";
import type { Builtin } from "./registry.ts";
import { sorting } from "./sorting.ts";
import { storeWhole } from "./store_whole.ts";

export const pylog: Readonly<Record<string, Builtin>> = {
  map: inferMap,
  plmap: inferMap,
  dot: computes("a, b", (call) => {
    const [a, b] = asOperands(call, [call.operand("a"), call.operand("b")]);
    if (a === undefined || b === undefined) throw new Error("two operands");
    return dotOfAll(call, a, b);
  }),
  matmul: gives("a, b, c=None", (call) => {
    const product = matrixProduct(call, call.array("a"), call.array("b"));
    if (!call.given("c")) return value(product);
    const c = call.operand("c");
    if (!sameShape(shapeOf(c.type), shapeOf(product.type))) {
      const [left, right, out] = (["a", "b", "c"] as const).map((name) =>
        printShape(staticShape(call, call.operand(name))),
      );
      refuse(
        call.scope,
        diagnose("matmul-shapes", call.span, { left: left ?? "", right: right ?? "", out: out ?? "" }),
      );
    }
    return storeWhole(call, c, product);
  }),
  convolve: computes("a, v, mode='full'", (call) =>
    convolution(call, call.array("a"), call.array("v"), call.text("mode")),
  ),
  conv1d: computes("a, v, mode='valid'", (call) =>
    convolution(call, call.array("a"), call.array("v"), call.text("mode")),
  ),
  conv2d: computes("image, weights, stride=1", (call) =>
    convolution2d(call, call.array("image"), call.array("weights"), call.integer("stride")),
  ),
  spmv: computes("row_ptr, col, val, x", (call) =>
    sparseProduct(call, call.array("row_ptr"), call.array("col"), call.array("val"), call.array("x")),
  ),
  pragma: gives("text", (call) => {
    call.scope.out.push(pragmaAt(call.scope, call.text("text"), call.span));
    return knownNone;
  }),
  max: oneArray(reductions.max, python.max),
  min: oneArray(reductions.min, python.min),
  argmax: named(reductions.argmax),
  argmin: named(reductions.argmin),
  sort: named(sorting.sort),
  range: named(iteration.range),
};

/** np.max of one array, Python's max of a list or of several scalars. */
function oneArray(ofArray: Builtin | undefined, ofOthers: Builtin | undefined): Builtin {
  return (call) => {
    const [only, ...rest] = call.args;
    const isArray = only !== undefined && rest.length === 0 && isComputed(only.known) && !only.known.list;
    return named(isArray ? ofArray : ofOthers)(call);
  };
}

function named(builtin: Builtin | undefined): Builtin {
  if (builtin === undefined) throw new Error("a builtin of another table");
  return builtin;
}
