/** Operators that compute each element from the elements at its place, operands broadcast: one emitter for all. */
import type { Expr } from "../../../program/nodes.ts";
import type { BinaryOp, CompareOp, MathFn, UnaryOp } from "../../../types/operators.ts";
import { bool, type ScalarType, sameType } from "../../../types/types.ts";
import type { Emission } from "../emission.ts";
import type { Formulas } from "../formula.ts";
import {
  broadcast,
  type Elements,
  fail,
  input,
  int,
  type Operand,
  type Operator,
  type Site,
  string,
} from "../operator.ts";

/** What one element is, from those of the operands; an operand that is left out is null. */
export type ElementFormula = (f: Formulas, args: readonly (Expr | null)[], site: Site) => Expr;

export interface Elementwise {
  readonly name: string;
  readonly inputs?: readonly [least: number, most: number]; // 1 where not said
  readonly operands?: number; // how many inputs are read element by element; all where not said
  readonly outputs?: number;
  readonly attributes?: readonly string[];
  readonly opsets?: readonly [least: number, most: number];
  readonly domains?: readonly string[];
  readonly element?: (site: Site) => ScalarType; // of the output; that of the first operand where not said
  readonly check?: (site: Site) => void;
  readonly takes?: readonly Elements[]; // numbers where not said
  readonly isUniform?: true;
  readonly formula: ElementFormula;
}

export function elementwise(entry: Elementwise): Operator {
  const { name, inputs = [1, 1], attributes = [], takes = ["number"], element, check, formula } = entry;
  const operandsOf = (site: Site): Site["inputs"] => site.inputs.slice(0, entry.operands);
  return {
    name,
    inputs,
    attributes,
    takes,
    ...(entry.isUniform ? { isUniform: true } : {}),
    ...(entry.opsets === undefined ? {} : { opsets: entry.opsets }),
    ...(entry.domains === undefined ? {} : { domains: entry.domains }),
    ...(entry.outputs === undefined ? {} : { outputs: entry.outputs }),
    infer: (site) => {
      check?.(site);
      const operands = operandsOf(site).filter((operand) => operand !== null);
      const shape = broadcast(
        site,
        operands.map((operand) => operand.shape),
      );
      return [{ element: element?.(site) ?? input(site, 0).element, shape }];
    },
    emit: (site, out) => {
      const shape = site.outputs[0]?.shape ?? [];
      out.push(
        out.nest({ extents: shape }, (index) => {
          const args = operandsOf(site).map((operand) => operand && loadAt(out, operand, index));
          return [out.store(0, index, formula(out.f, args, site))];
        }),
      );
    },
  };
}

/** The element of an operand that broadcasts to the place. */
export function loadAt(out: Emission, operand: Operand, index: readonly Expr[]): Expr {
  const { shape } = operand;
  const own = index.slice(index.length - shape.length);
  return out.load(
    operand,
    shape.map((extent, axis) => (extent === 1 ? out.f.whole(0) : (own[axis] ?? out.f.whole(0)))),
  );
}

function two(args: readonly (Expr | null)[], site: Site): readonly [Expr, Expr] {
  const [a, b] = args;
  if (a === undefined || a === null || b === undefined || b === null)
    return fail(site, "it needs two operands");
  return [a, b];
}

export function one(args: readonly (Expr | null)[], site: Site): Expr {
  return args[0] ?? fail(site, "it needs an operand");
}

function binary(
  name: string,
  formula: (f: Formulas, a: Expr, b: Expr, site: Site) => Expr,
  elements: Elements = "number",
): Operator {
  return elementwise({
    name,
    inputs: [2, 2],
    takes: [elements],
    isUniform: true,
    formula: (f, args, site) => formula(f, ...two(args, site), site),
  });
}

function plain(name: string, op: BinaryOp, elements: Elements = "number"): Operator {
  return binary(name, (f, a, b) => f.binary(op, a, b), elements);
}

function comparison(name: string, op: CompareOp, elements: Elements = "number"): Operator {
  return elementwise({
    name,
    inputs: [2, 2],
    takes: [elements],
    isUniform: true,
    element: () => bool,
    formula: (f, args, site) => f.compare(op, ...two(args, site)),
  });
}

/** Any number of operands, folded from the left. */
function variadic(
  name: string,
  op: BinaryOp,
  elements: Elements,
  last?: (f: Formulas, sum: Expr, count: number) => Expr,
): Operator {
  return elementwise({
    name,
    inputs: [1, Number.MAX_SAFE_INTEGER],
    takes: [elements],
    isUniform: true,
    formula: (f, args, site) => {
      const all = args.filter((arg) => arg !== null);
      const folded = all.slice(1).reduce((sum, arg) => f.binary(op, sum, arg), one(args, site));
      return last === undefined ? folded : last(f, folded, all.length);
    },
  });
}

function unary(
  name: string,
  formula: (f: Formulas, x: Expr, site: Site) => Expr,
  elements: Elements = "float",
): Operator {
  return elementwise({
    name,
    takes: [elements],
    formula: (f, args, site) => formula(f, one(args, site), site),
  });
}

function math(name: string, fn: MathFn, elements: Elements = "float"): Operator {
  return unary(name, (f, x) => f.math(fn, x), elements);
}

function signed(name: string, op: UnaryOp, elements: Elements = "number"): Operator {
  return unary(name, (f, x) => f.unary(op, x), elements);
}

/** As C divides: integers toward zero. */
export function divide(f: Formulas, a: Expr, b: Expr): Expr {
  const type = a.type.kind === "array" ? a.type.element : a.type;
  if (type.kind !== "int") return f.div(a, b);
  if (!type.signed) return f.binary("floordiv", a, b);
  return f.binary("floordiv", f.sub(a, f.binary("fmod", a, b)), b);
}

/** The result has the type of the base. An exponent of another type is converted, or the base where that is the shorter. */
function power(f: Formulas, args: readonly (Expr | null)[], site: Site): Expr {
  const [a, b] = two(args, site);
  const [base, exponent] = [input(site, 0).element, input(site, 1).element];
  if (sameType(base, exponent)) return f.binary("pow", a, b);
  const isWider = exponent.kind === "float" && (base.kind !== "float" || base.mantissa < exponent.mantissa);
  if (isWider) return f.cast(f.binary("pow", f.cast(a, exponent), b), base);
  return f.binary("pow", a, f.cast(b, base));
}

export const arithmeticOperators: readonly Operator[] = [
  plain("Add", "add"),
  plain("Sub", "sub"),
  plain("Mul", "mul"),
  binary("Div", divide),
  elementwise({
    name: "Mod",
    inputs: [2, 2],
    attributes: ["fmod"],
    isUniform: true,
    formula: (f, args, site) => f.binary(int(site, "fmod", 0) === 0 ? "mod" : "fmod", ...two(args, site)),
  }),
  elementwise({ name: "Pow", inputs: [2, 2], formula: power }),
  variadic("Max", "max", "number"),
  variadic("Min", "min", "number"),
  variadic("Sum", "add", "float"),
  variadic("Mean", "add", "float", (f, sum, count) => f.div(sum, f.number(scalarOf(sum), count))),
  plain("And", "and", "bool"),
  plain("Or", "or", "bool"),
  plain("Xor", "xor", "bool"),
  plain("BitwiseAnd", "and", "int"),
  plain("BitwiseOr", "or", "int"),
  plain("BitwiseXor", "xor", "int"),
  signed("BitwiseNot", "invert", "int"),
  signed("Not", "not", "bool"),
  elementwise({
    name: "BitShift",
    inputs: [2, 2],
    takes: ["int"],
    check: (site) => {
      const { element } = input(site, 0);
      if (element.kind === "int" && element.signed) fail(site, "its operands are signed");
    },
    attributes: ["direction"],
    isUniform: true,
    formula: (f, args, site) =>
      f.binary(string(site, "direction", "") === "LEFT" ? "shl" : "shr", ...two(args, site)),
  }),
  comparison("Equal", "eq", "any"),
  comparison("Less", "lt"),
  comparison("LessOrEqual", "le"),
  comparison("Greater", "gt"),
  comparison("GreaterOrEqual", "ge"),
  signed("Neg", "neg"),
  signed("Abs", "abs"),
  unary("Reciprocal", (f, x) => f.div(f.number(scalarOf(x), 1), x)),
  math("Sqrt", "sqrt"),
  math("Exp", "exp"),
  math("Log", "log"),
  math("Sin", "sin"),
  math("Cos", "cos"),
  math("Tan", "tan"),
  math("Asin", "asin"),
  math("Acos", "acos"),
  math("Atan", "atan"),
  math("Sinh", "sinh"),
  math("Cosh", "cosh"),
  math("Tanh", "tanh"),
  math("Floor", "floor"),
  math("Ceil", "ceil"),
  math("Round", "rint"),
  math("Sign", "sign", "number"),
  unary("Asinh", (f, x) => {
    const magnitude = f.abs(x);
    const square = f.mul(x, x);
    const one = f.number(scalarOf(x), 1);
    const more = f.div(square, f.add(one, f.math("sqrt", f.add(square, one))));
    return f.math("copysign", f.math("log1p", f.add(magnitude, more)), x);
  }),
  unary("Acosh", (f, x) => {
    const root = f.math("sqrt", f.sub(f.mul(x, x), f.number(scalarOf(x), 1)));
    return f.math("log", f.add(x, root));
  }),
  unary("Atanh", (f, x) => {
    const ratio = f.div(f.add(x, x), f.sub(f.number(scalarOf(x), 1), x));
    return f.mul(f.number(scalarOf(x), 0.5), f.math("log1p", ratio));
  }),
  elementwise({
    name: "IsInf",
    takes: ["float"],
    attributes: ["detect_negative", "detect_positive"],
    element: () => bool,
    formula: (f, args, site) => {
      const x = one(args, site);
      const type = scalarOf(x);
      const [low, high] = [f.least(type), f.greatest(type)].map((bound) => f.compare("eq", x, bound));
      const none = f.value(bool, false);
      const negative = int(site, "detect_negative", 1) === 0 ? none : (low ?? none);
      const positive = int(site, "detect_positive", 1) === 0 ? none : (high ?? none);
      return f.binary("or", negative, positive);
    },
  }),
  elementwise({
    name: "IsNaN",
    takes: ["float"],
    element: () => bool,
    formula: (f, args, site) => f.math("isnan", one(args, site)),
  }),
  elementwise({
    name: "Where",
    inputs: [3, 3],
    takes: ["bool", "any"],
    element: (site) => input(site, 1).element,
    check: (site) => {
      const [then, otherwise] = [input(site, 1), input(site, 2)];
      if (!sameType(then.element, otherwise.element)) fail(site, "its operands have different types");
    },
    formula: (f, [condition, then, otherwise], site) => {
      if (!condition || !then || !otherwise) return fail(site, "it needs three operands");
      return f.select(condition, then, otherwise);
    },
  }),
];

export function scalarOf(x: Expr): ScalarType {
  return x.type.kind === "array" ? x.type.element : x.type;
}
