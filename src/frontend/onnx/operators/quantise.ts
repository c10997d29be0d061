/** Quantised operators: ONNX's integers with scales, and QONNX's floats on a grid. */
import type { Expr } from "../../../program/nodes.ts";
import { float32, int32, type ScalarType, sameType, uint8 } from "../../../types/types.ts";
import type { Emission } from "../emission.ts";
import type { Formulas } from "../formula.ts";
import { sizeOf } from "../graph.ts";
import {
  axisOf,
  checkPerChannel,
  checkVector,
  fail,
  input,
  int,
  type Operand,
  type Operator,
  optional,
  type Site,
  shapeText,
  string,
} from "../operator.ts";
import { elementType } from "../tensor.ts";
import { convert, sumType } from "./accumulate.ts";
import { convAttributes, convolutionOf, convolutionShape, emitConvolution } from "./conv.ts";
import { elementwise } from "./elementwise.ts";
import { emitProduct, productOf, productShape } from "./matrix.ts";

/** A parameter of a quantisation: one for all, one an index of an axis, or one a block along the axis. */
function parameterAt(
  site: Site,
  out: Emission,
  parameter: Operand,
  shape: readonly number[],
  index: readonly Expr[],
): Expr {
  const { f } = out;
  if (sizeOf(parameter.shape) === 1)
    return out.load(
      parameter,
      parameter.shape.map(() => f.whole(0)),
    );
  const axis = axisOf(site, int(site, "axis", 1), shape.length);
  const block = int(site, "block_size", 0);
  if (block === 0) return out.load(parameter, [index[axis] ?? f.whole(0)]);
  const place = index.map((one, i) => (i === axis ? f.binary("floordiv", one, f.whole(block)) : one));
  return out.load(parameter, place);
}

function checkParameters(site: Site): void {
  const x = input(site, 0);
  const block = int(site, "block_size", 0);
  for (const parameter of [input(site, 1), optional(site, 2)]) {
    if (parameter === null || sizeOf(parameter.shape) === 1) continue;
    const axis = axisOf(site, int(site, "axis", 1), x.shape.length);
    const expected =
      block === 0
        ? [x.shape[axis]]
        : x.shape.map((extent, i) => (i === axis ? Math.ceil(extent / block) : extent));
    if (
      parameter.shape.length !== expected.length ||
      parameter.shape.some((extent, i) => extent !== expected[i])
    )
      fail(
        site,
        `parameters ${shapeText(parameter.shape)} for an input ${shapeText(x.shape)} along axis ${axis}`,
      );
  }
}

/** Rounded half to even and kept in the range of an integer type. */
function saturated(f: Formulas, value: Expr, type: ScalarType): Expr {
  const float = value.type.kind === "array" ? float32 : value.type;
  const bound = (expr: Expr): Expr => f.number(float, expr.kind === "const" ? Number(expr.value) : 0);
  return f.cast(f.max(f.min(value, bound(f.greatest(type))), bound(f.least(type))), type);
}

const quantizeLinear: Operator = {
  name: "QuantizeLinear",
  takes: ["number", "float", "int"],
  inputs: [2, 3],
  attributes: ["axis", "block_size", "output_dtype", "saturate"],
  infer: (site) => {
    checkParameters(site);
    const zero = optional(site, 2);
    const asked = int(site, "output_dtype", 0);
    const element = zero?.element ?? (asked === 0 ? uint8 : elementType(asked));
    if (element === null || element.kind !== "int")
      return fail(site, "it quantises to a type that is no integer here");
    return [{ element, shape: input(site, 0).shape }];
  },
  emit: (site, out) => {
    const { f } = out;
    const [x, scale, zero] = [input(site, 0), input(site, 1), optional(site, 2)];
    const [type] = site.outputs;
    const element = type?.element ?? uint8;
    out.push(
      out.nest({ extents: x.shape }, (index) => {
        const by = convert(out, parameterAt(site, out, scale, x.shape, index), float32);
        const steps = f.math("rint", f.div(convert(out, out.load(x, index), float32), by));
        const moved =
          zero === null ? steps : f.add(steps, f.cast(parameterAt(site, out, zero, x.shape, index), float32));
        return [out.store(0, index, saturated(f, moved, element))];
      }),
    );
  },
};

const dequantizeLinear: Operator = {
  name: "DequantizeLinear",
  takes: ["int", "float", "int"],
  inputs: [2, 3],
  attributes: ["axis", "block_size"],
  infer: (site) => {
    checkParameters(site);
    return [{ element: input(site, 1).element, shape: input(site, 0).shape }];
  },
  emit: (site, out) => {
    const { f } = out;
    const [x, scale, zero] = [input(site, 0), input(site, 1), optional(site, 2)];
    const type = sumType(scale.element); // steps may be more than a short float holds
    out.push(
      out.nest({ extents: x.shape }, (index) => {
        const steps = f.cast(out.load(x, index), int32);
        const centred =
          zero === null ? steps : f.sub(steps, f.cast(parameterAt(site, out, zero, x.shape, index), int32));
        const by = convert(out, parameterAt(site, out, scale, x.shape, index), type);
        return [out.store(0, index, convert(out, f.mul(f.cast(centred, type), by), scale.element))];
      }),
    );
  },
};

/** A zero point or scale: a scalar, or one for each row, column or filter. */
function pick(out: Emission, operand: Operand | null, at: Expr): Expr | null {
  if (operand === null) return null;
  if (sizeOf(operand.shape) === 1)
    return out.load(
      operand,
      operand.shape.map(() => out.f.whole(0)),
    );
  return out.load(
    operand,
    operand.shape.map((extent) => (extent === 1 ? out.f.whole(0) : at)),
  );
}

function centred(out: Emission, element: Expr, zero: Expr | null): Expr {
  const { f } = out;
  const value = f.cast(element, int32);
  return zero === null ? value : f.sub(value, f.cast(zero, int32));
}

/** The padding of an integer convolution is what stands for zero. */
function zeroOf(out: Emission, zero: Operand | null, element: ScalarType): Expr {
  return pick(out, zero, out.f.whole(0)) ?? out.f.number(element, 0);
}

const matMulInteger: Operator = {
  name: "MatMulInteger",
  takes: ["int"],
  inputs: [2, 4],
  attributes: [],
  isHeavy: true,
  infer: (site) => {
    const product = productOf(site, input(site, 0), input(site, 1));
    checkPerChannel(site, optional(site, 2), product.rows ?? 1);
    checkPerChannel(site, optional(site, 3), product.columns ?? 1);
    return [{ element: int32, shape: productShape(product) }];
  },
  emit: (site, out) => {
    const [a, b] = [input(site, 0), input(site, 1)];
    const [zeroA, zeroB] = [optional(site, 2), optional(site, 3)];
    emitProduct(out, productOf(site, a, b), {
      type: int32,
      term: (x, y, row, column) =>
        out.f.mul(centred(out, x, pick(out, zeroA, row)), centred(out, y, pick(out, zeroB, column))),
      result: (sum) => sum,
    });
  },
};

const convInteger: Operator = {
  name: "ConvInteger",
  takes: ["int"],
  inputs: [2, 4],
  attributes: convAttributes,
  isHeavy: true,
  infer: (site) => {
    const shape = convolutionShape(convolutionOf(site, input(site, 0), input(site, 1)));
    checkPerChannel(site, optional(site, 2), 1);
    checkPerChannel(site, optional(site, 3), shape[1] ?? 1);
    return [{ element: int32, shape }];
  },
  emit: (site, out) => {
    const [x, weights] = [input(site, 0), input(site, 1)];
    const [zeroX, zeroW] = [optional(site, 2), optional(site, 3)];
    emitConvolution(out, convolutionOf(site, x, weights), {
      type: int32,
      padding: () => zeroOf(out, zeroX, x.element),
      term: (a, b, filter) =>
        out.f.mul(centred(out, a, pick(out, zeroX, filter)), centred(out, b, pick(out, zeroW, filter))),
      result: (sum) => sum,
    });
  },
};

/** An integer sum in the scale of the output. */
function rescaled(
  out: Emission,
  sum: Expr,
  scales: {
    readonly a: Expr | null;
    readonly b: Expr | null;
    readonly y: Expr | null;
    readonly zero: Expr | null;
  },
  type: ScalarType,
): Expr {
  const { f } = out;
  const one = f.number(float32, 1);
  const [a, b, y] = [scales.a, scales.b, scales.y].map((scale) =>
    scale === null ? one : convert(out, scale, float32),
  );
  const factor = f.div(f.mul(a ?? one, b ?? one), y ?? one);
  const steps = f.math("rint", f.mul(f.cast(sum, float32), factor));
  return saturated(f, scales.zero === null ? steps : f.add(steps, f.cast(scales.zero, float32)), type);
}

const qLinearMatMul: Operator = {
  name: "QLinearMatMul",
  takes: ["int", "float", "int", "int", "float", "int", "float", "int"],
  inputs: [8, 8],
  attributes: [],
  isHeavy: true,
  infer: (site) => {
    const product = productOf(site, input(site, 0), input(site, 3));
    for (const place of [1, 2, 6, 7]) checkPerChannel(site, input(site, place), product.rows ?? 1);
    for (const place of [4, 5]) checkPerChannel(site, input(site, place), product.columns ?? 1);
    return [{ element: input(site, 7).element, shape: productShape(product) }];
  },
  emit: (site, out) => {
    const [a, b] = [input(site, 0), input(site, 3)];
    const type = input(site, 7).element;
    emitProduct(out, productOf(site, a, b), {
      type: int32,
      term: (x, y, row, column) =>
        out.f.mul(
          centred(out, x, pick(out, input(site, 2), row)),
          centred(out, y, pick(out, input(site, 5), column)),
        ),
      result: (sum, row, column) =>
        rescaled(
          out,
          sum,
          {
            a: pick(out, input(site, 1), row),
            b: pick(out, input(site, 4), column),
            y: pick(out, input(site, 6), row),
            zero: pick(out, input(site, 7), row),
          },
          type,
        ),
    });
  },
};

const qLinearConv: Operator = {
  name: "QLinearConv",
  takes: ["int", "float", "int", "int", "float", "int", "float", "int", "int"],
  inputs: [8, 9],
  attributes: convAttributes,
  isHeavy: true,
  infer: (site) => {
    const shape = convolutionShape(convolutionOf(site, input(site, 0), input(site, 3)));
    for (const place of [1, 2, 6, 7]) checkPerChannel(site, input(site, place), 1);
    for (const place of [4, 5]) checkPerChannel(site, input(site, place), shape[1] ?? 1);
    checkVector(site, optional(site, 8), shape[1] ?? 1);
    const bias = optional(site, 8);
    if (bias !== null && !sameType(bias.element, int32)) fail(site, "its bias is not int32");
    return [{ element: input(site, 7).element, shape }];
  },
  emit: (site, out) => {
    const [x, weights, bias] = [input(site, 0), input(site, 3), optional(site, 8)];
    const type = input(site, 7).element;
    const [zeroX, zeroW] = [input(site, 2), input(site, 5)];
    emitConvolution(out, convolutionOf(site, x, weights), {
      type: int32,
      padding: () => zeroOf(out, zeroX, x.element),
      term: (a, b, filter) =>
        out.f.mul(centred(out, a, pick(out, zeroX, filter)), centred(out, b, pick(out, zeroW, filter))),
      result: (sum, filter) =>
        rescaled(
          out,
          bias === null ? sum : out.f.add(sum, out.load(bias, [filter])),
          {
            a: pick(out, input(site, 1), filter),
            b: pick(out, input(site, 4), filter),
            y: pick(out, input(site, 6), filter),
            zero: pick(out, input(site, 7), filter),
          },
          type,
        ),
    });
  },
};

/** The domains that exporters used for the same operators, one after the other. */
const qonnx = ["qonnx.custom_op.general", "finn.custom_op.general", "onnx.brevitas"];

/** The modes of QONNX, which are those of Python's decimal. */
function rounded(f: Formulas, site: Site, x: Expr): Expr {
  const mode = string(site, "rounding_mode", "ROUND").toUpperCase();
  const half = f.number(input(site, 0).element, 0.5);
  const signed = (magnitude: Expr): Expr => f.math("copysign", magnitude, x);
  switch (mode) {
    case "ROUND":
    case "HALF_EVEN":
      return f.math("rint", x);
    case "FLOOR":
      return f.math("floor", x);
    case "CEIL":
      return f.math("ceil", x);
    case "ROUND_TO_ZERO":
    case "DOWN":
      return f.math("trunc", x);
    case "UP":
      return signed(f.math("ceil", f.abs(x)));
    case "HALF_UP":
      return signed(f.math("floor", f.add(f.abs(x), half)));
    case "HALF_DOWN":
      return signed(f.math("ceil", f.sub(f.abs(x), half)));
    default:
      return fail(
        site,
        `rounding_mode is ${mode}`,
        "modes are ROUND, HALF_UP, HALF_DOWN, FLOOR, CEIL, UP, DOWN",
      );
  }
}

/**
 * QONNX: clip(round(x / scale + zero)), minus zero, times scale. The bounds follow from the bit width: they are whole, so
 * what is clipped before it is rounded, as older versions do, is the same.
 */
const quant = elementwise({
  name: "Quant",
  takes: ["float", "float", "number"],
  domains: qonnx,
  inputs: [4, 4],
  attributes: ["signed", "narrow", "rounding_mode"],
  check: (site) => {
    const bits = input(site, 3);
    if (bits.constant === null || sizeOf(bits.shape) !== 1) fail(site, "its bit width is no constant scalar");
  },
  formula: (f, [x, scale, zero], site) => {
    if (!x || !scale || !zero) return fail(site, "it needs four operands");
    const bits = Number(input(site, 3).constant?.data[0] ?? 0);
    const [isSigned, isNarrow] = [int(site, "signed", 1) !== 0, int(site, "narrow", 0) !== 0];
    const most = isSigned ? 2 ** (bits - 1) - 1 : 2 ** bits - 1 - (isNarrow ? 1 : 0);
    const least = isSigned ? -(2 ** (bits - 1)) + (isNarrow ? 1 : 0) : 0;
    const type = input(site, 0).element;
    const centre = f.cast(zero, type);
    const isZero = centre.kind === "const" && Number(centre.value) === 0;
    const steps = f.div(x, f.cast(scale, type));
    const whole = rounded(f, site, isZero ? steps : f.add(steps, centre));
    const clipped = f.max(f.min(whole, f.number(type, most)), f.number(type, least));
    return f.mul(isZero ? clipped : f.sub(clipped, centre), f.cast(scale, type));
  },
});

/** QONNX: one bit, scale where x >= 0 and -scale elsewhere. */
const bipolarQuant = elementwise({
  name: "BipolarQuant",
  takes: ["float"],
  isUniform: true,
  domains: qonnx,
  inputs: [2, 2],
  formula: (f, [x, scale], site) => {
    if (!x || !scale) return fail(site, "it needs two operands");
    return f.select(f.compare("ge", x, f.number(input(site, 0).element, 0)), scale, f.neg(scale));
  },
});

export const quantiseOperators: readonly Operator[] = [
  quantizeLinear,
  dequantizeLinear,
  matMulInteger,
  convInteger,
  qLinearMatMul,
  qLinearConv,
  quant,
  bipolarQuant,
];
