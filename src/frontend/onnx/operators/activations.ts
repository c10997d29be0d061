/** Activation functions, element by element. */
import type { Expr } from "../../../program/nodes.ts";
import { bool, type ScalarType, sameType } from "../../../types/types.ts";
import type { Formulas } from "../formula.ts";
import {
  checkBroadcast,
  constant,
  type Elements,
  fail,
  float,
  hasOutput,
  input,
  int,
  type Operator,
  optional,
  type Site,
  string,
} from "../operator.ts";
import { elementType } from "../tensor.ts";
import { sumType } from "./accumulate.ts";
import { elementwise, one, scalarOf } from "./elementwise.ts";

function activation(
  name: string,
  attributes: readonly string[],
  formula: (f: Formulas, x: Expr, site: Site) => Expr,
): Operator {
  return elementwise({
    name,
    attributes,
    takes: ["float"],
    // Of several operations, each would round: short floats are computed in float32 and rounded once.
    formula: (f, args, site) => {
      const x = one(args, site);
      const [element, type] = [scalarOf(x), sumType(scalarOf(x))];
      if (sameType(element, type)) return formula(f, x, site);
      return f.cast(formula(f, f.cast(x, type), site), element);
    },
  });
}

/** A number or another one: nothing is rounded. */
function choice(
  name: string,
  attributes: readonly string[],
  takes: Elements,
  formula: (f: Formulas, x: Expr, site: Site) => Expr,
): Operator {
  return elementwise({
    name,
    attributes,
    takes: [takes],
    formula: (f, args, site) => formula(f, one(args, site), site),
  });
}

function of(f: Formulas, x: Expr, value: number): Expr {
  return f.number(scalarOf(x), value);
}

export function sigmoid(f: Formulas, x: Expr): Expr {
  return f.div(of(f, x, 1), f.add(of(f, x, 1), f.math("exp", f.neg(x))));
}

/**
 * Abramowitz & Stegun 7.1.26: 1 - (a1 t + … + a5 t^5) exp(-x²), t = 1 / (1 + p |x|). At most 1.5e-7 from the function,
 * which is about one unit in the last place of a float32 near 1.
 */
export function erf(f: Formulas, x: Expr): Expr {
  const magnitude = f.abs(x);
  const t = f.div(of(f, x, 1), f.add(of(f, x, 1), f.mul(of(f, x, 0.3275911), magnitude)));
  const coefficients = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  const polynomial = coefficients.reduce<Expr | null>(
    (sum, coefficient) => f.mul(sum === null ? of(f, x, coefficient) : f.add(sum, of(f, x, coefficient)), t),
    null,
  );
  const gauss = f.math("exp", f.neg(f.mul(x, x)));
  return f.math("copysign", f.sub(of(f, x, 1), f.mul(polynomial ?? t, gauss)), x);
}

function gelu(f: Formulas, x: Expr, site: Site): Expr {
  const half = f.mul(of(f, x, 0.5), x);
  if (string(site, "approximate", "none") === "tanh") {
    const cube = f.mul(f.mul(x, x), x);
    const inner = f.mul(of(f, x, Math.sqrt(2 / Math.PI)), f.add(x, f.mul(of(f, x, 0.044715), cube)));
    return f.mul(half, f.add(of(f, x, 1), f.math("tanh", inner)));
  }
  return f.mul(half, f.add(of(f, x, 1), erf(f, f.mul(x, of(f, x, Math.SQRT1_2)))));
}

function hardSigmoid(f: Formulas, x: Expr, alpha: number, beta: number): Expr {
  const line = f.add(f.mul(of(f, x, alpha), x), of(f, x, beta));
  return f.max(of(f, x, 0), f.min(of(f, x, 1), line));
}

/** alpha (exp(x) - 1) below zero. */
function elu(f: Formulas, x: Expr, alpha: number): Expr {
  return f.mul(of(f, x, alpha), f.math("expm1", x));
}

function positive(f: Formulas, x: Expr): Expr {
  return f.compare("ge", x, of(f, x, 0));
}

/** log(1 + exp(x)), without overflow. */
function softplus(f: Formulas, x: Expr): Expr {
  return f.add(f.max(x, of(f, x, 0)), f.math("log1p", f.math("exp", f.neg(f.abs(x)))));
}

export const activationOperators: readonly Operator[] = [
  choice("Relu", [], "number", (f, x) => f.max(x, of(f, x, 0))),
  activation("LeakyRelu", ["alpha"], (f, x, site) =>
    f.select(positive(f, x), x, f.mul(of(f, x, float(site, "alpha", 0.01)), x)),
  ),
  elementwise({
    name: "PRelu",
    isUniform: true,
    inputs: [2, 2],
    check: (site) => {
      checkBroadcast(site, input(site, 1), input(site, 0).shape);
    },
    formula: (f, [x, slope], site) => {
      if (!x || !slope) return fail(site, "it needs two operands");
      return f.select(positive(f, x), x, f.mul(slope, x));
    },
  }),
  activation("Elu", ["alpha"], (f, x, site) =>
    f.select(positive(f, x), x, elu(f, x, float(site, "alpha", 1))),
  ),
  activation("Selu", ["alpha", "gamma"], (f, x, site) => {
    // The defaults are ONNX's: https://onnx.ai/onnx/operators/onnx__Selu.html
    const [alpha, gamma] = [
      float(site, "alpha", 1.6732631921768188),
      float(site, "gamma", 1.0507010221481323),
    ];
    return f.mul(of(f, x, gamma), f.select(positive(f, x), x, elu(f, x, alpha)));
  }),
  activation("Celu", ["alpha"], (f, x, site) => {
    const alpha = float(site, "alpha", 1);
    return f.select(positive(f, x), x, elu(f, f.div(x, of(f, x, alpha)), alpha));
  }),
  choice("ThresholdedRelu", ["alpha"], "float", (f, x, site) =>
    f.select(f.compare("gt", x, of(f, x, float(site, "alpha", 1))), x, of(f, x, 0)),
  ),
  activation("Sigmoid", [], sigmoid),
  activation("HardSigmoid", ["alpha", "beta"], (f, x, site) =>
    hardSigmoid(f, x, float(site, "alpha", 0.2), float(site, "beta", 0.5)),
  ),
  activation("HardSwish", [], (f, x) => f.mul(x, hardSigmoid(f, x, 1 / 6, 0.5))),
  activation("Softplus", [], softplus),
  activation("Softsign", [], (f, x) => f.div(x, f.add(of(f, x, 1), f.abs(x)))),
  activation("Mish", [], (f, x) => f.mul(x, f.math("tanh", softplus(f, x)))),
  activation("Erf", [], erf),
  activation("Gelu", ["approximate"], gelu),
  elementwise({
    name: "Clip",
    isUniform: true,
    inputs: [1, 3],
    attributes: ["min", "max"],
    check: (site) => {
      for (const place of [1, 2]) {
        const bound = optional(site, place);
        if (bound?.shape.some((extent) => extent !== 1)) fail(site, "its bounds are no scalars");
      }
    },
    formula: (f, [x, low, high], site) => {
      if (!x) return fail(site, "it needs an operand");
      const bound = (name: string, given: Expr | null | undefined): Expr | null =>
        given ?? (site.node.attributes.has(name) ? of(f, x, float(site, name, 0)) : null);
      const [least, most] = [bound("min", low), bound("max", high)];
      const raised = least === null ? x : f.max(x, least);
      return most === null ? raised : f.min(raised, most);
    },
  }),
  elementwise({
    name: "Cast",
    takes: ["any"],
    attributes: ["to", "saturate"],
    element: (site) =>
      elementType(int(site, "to", 0)) ??
      fail(site, `it casts to type ${int(site, "to", 0)}, which no tensor has here`),
    formula: (f, args, site) => f.cast(one(args, site), site.outputs[0]?.element ?? fail(site, "no type")),
  }),
  elementwise({
    name: "CastLike",
    takes: ["any"],
    inputs: [2, 2],
    operands: 1, // the other one says a type, and may have any shape
    attributes: ["saturate"],
    element: (site) => input(site, 1).element,
    formula: (f, args, site) => f.cast(one(args, site), input(site, 1).element),
  }),
];

/** Of truth values since opset 10. */
function maskType(site: Site): ScalarType {
  return site.opset < 10 ? input(site, 0).element : bool;
}

/** In inference it passes its input on; with a mask, everything is kept. */
export const dropout: Operator = {
  name: "Dropout",
  takes: ["any", "float", "bool"],
  inputs: [1, 3],
  outputs: 2,
  attributes: ["ratio", "seed", "is_test"],
  shapes: [1, 2],
  infer: (site) => {
    const x = input(site, 0);
    const training = optional(site, 2);
    if (training !== null && Number(constant(site, 2, "training_mode").data[0] ?? 0) !== 0) {
      const ratio = optional(site, 1);
      const isZero = ratio !== null && Number(constant(site, 1, "ratio").data[0]) === 0;
      if (!isZero) fail(site, "it trains: what is dropped is random", "export the model for inference");
    }
    return [
      { element: x.element, shape: x.shape },
      { element: maskType(site), shape: x.shape },
    ];
  },
  aliasWhen: (site) => !hasOutput(site, 1),
  emit: (site, out) => {
    const x = input(site, 0);
    const hasMask = hasOutput(site, 1);
    const mask = maskType(site);
    const kept = mask.kind === "bool" ? out.f.value(mask, true) : out.f.number(mask, 1);
    out.push(
      out.nest({ extents: x.shape }, (index) => [
        out.store(0, index, out.load(x, index)),
        ...(hasMask ? [out.store(1, index, kept)] : []),
      ]),
    );
  },
};
