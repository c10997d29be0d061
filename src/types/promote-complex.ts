/** Complex numbers beside others: NumPy's complex type with parts that hold both operands; Python's are weak. */
import type { BinaryOp, MathFn, UnaryOp } from "./operators.ts";
import { printType } from "./print.ts";
import { commonFloat, numpyFloatOf } from "./promote-numpy.ts";
import {
  accept,
  integerConstant,
  type Operand,
  type Promotion,
  refuse,
  refuseOperands,
} from "./promotion.ts";
import {
  bool,
  type ComplexType,
  complex64,
  complex128,
  float64,
  isComplex,
  type PythonType,
  partOf,
  pythonBool,
  pythonComplex,
  type ScalarType,
  sameType,
} from "./types.ts";

const noOrder = "complex numbers have no order: compare their real parts, or abs() of them";

export function complexBinary(op: BinaryOp, left: Operand, right: Operand): Promotion {
  switch (op) {
    case "add":
    case "sub":
    case "mul":
    case "div": {
      const type = commonComplex(left.type, right.type);
      return type === null ? refuseMixed(op, left, right) : accept([type, type], type);
    }
    case "pow":
      return power(left, right);
    case "min":
    case "max":
      return refuseOperands(op, [left, right], noOrder);
    case "floordiv":
    case "mod":
    case "fmod":
      return refuseOperands(op, [left, right], "complex numbers have no remainder: use `/`");
    default:
      return refuseOperands(op, [left, right], "bits are of integers: take `.real` or `.imag` first");
  }
}

/** Whole constants are powers by multiplication; any other goes through logarithms. */
function power(left: Operand, right: Operand): Promotion {
  const exponent = isComplex(left.type) && right.type.kind === "python" ? integerConstant(right) : null;
  const isWhole = exponent !== null && exponent > -100n && exponent < 100n;
  if (isWhole) return accept([left.type, right.type], left.type);
  const type = commonComplex(left.type, right.type);
  return type === null ? refuseMixed("pow", left, right) : accept([type, type], type);
}

function refuseMixed(op: BinaryOp | "compare", left: Operand, right: Operand): Promotion {
  return refuseOperands(
    op,
    [left, right],
    "complex numbers meet NumPy's and Python's numbers only: convert the other operand, as in `x.astype(np.float32)`",
  );
}

/** Null where one of them is no number of NumPy's or Python's. */
export function commonComplex(a: ScalarType, b: ScalarType): ComplexType | PythonType | null {
  if (a.kind === "python" && b.kind === "python") return pythonComplex;
  if (a.kind === "python") return withWeak(a, b);
  if (b.kind === "python") return withWeak(b, a);
  const [x, y] = [a, b].map((type) => numpyFloatOf(partOf(type)));
  const part = x == null || y == null ? null : commonFloat(x, y);
  return part === null ? null : complexOf(part);
}

function withWeak(weak: PythonType, strong: ScalarType): ComplexType | null {
  if (strong.kind === "complex") return strong;
  if (weak.name !== "complex") return null;
  if (strong.kind === "bool" || (strong.kind === "int" && strong.rule === "numpy")) return complex128;
  const part = numpyFloatOf(strong);
  return part === null ? null : complexOf(part);
}

/** float16 has no complex type of its own. */
export function complexOf(part: ScalarType): ComplexType {
  return sameType(part, float64) ? complex128 : complex64;
}

/** By value. */
export function complexCompare(left: Operand, right: Operand): Promotion {
  const type = commonComplex(left.type, right.type);
  if (type === null) return refuseMixed("compare", left, right);
  return accept([type, type], type.kind === "python" ? pythonBool : bool);
}

export function refuseOrder(left: Operand, right: Operand): Promotion {
  const types = [left, right].map(({ type }) => printType(type)).join(" and ");
  return refuse(`${types} are compared by order`, noOrder);
}

export function complexUnary(op: UnaryOp, operand: Operand): Promotion {
  const { type } = operand;
  switch (op) {
    case "neg":
      return accept([type], type);
    case "abs":
      return accept([type], partOf(type));
    case "not":
      return accept([type], type.kind === "python" ? pythonBool : bool);
    case "invert":
      return refuseOperands(op, [operand], "write np.conj(z) for the conjugate");
  }
}

/** A Python complex number alone is a complex128, but for its parts and its conjugate, which Python has too. */
export function complexMath(fn: MathFn, args: readonly Operand[]): Promotion {
  const [operand] = args;
  if (operand === undefined || args.length > 1 || !isComplex(operand.type)) return refuseFunction(fn, args);
  const strong = operand.type.kind === "complex" ? operand.type : complex128;
  switch (fn) {
    case "exp":
    case "sqrt":
    case "log":
    case "square":
    case "rint":
      return accept([strong], strong);
    case "conj":
      return accept([operand.type], operand.type);
    case "real":
    case "imag":
      return accept([operand.type], partOf(operand.type));
    case "angle":
      return accept([strong], strong.part);
    case "isnan":
    case "isinf":
    case "isfinite":
      return accept([strong], bool);
    default:
      return refuseFunction(fn, args);
  }
}

function refuseFunction(fn: MathFn, args: readonly Operand[]): Promotion {
  return refuseOperands(
    fn,
    args,
    "of complex numbers there are exp, log, sqrt, abs, angle, conj, real, imag and square: compute it from the parts",
  );
}

/** The part type that a variable of both types has, or null. */
export function joinComplex(a: ScalarType, b: ScalarType): ScalarType | null {
  if (a.kind === "python" && b.kind === "python") return pythonComplex;
  if (a.kind === "python") return joinWeakComplex(a, b);
  return b.kind === "python" ? joinWeakComplex(b, a) : null;
}

function joinWeakComplex(weak: PythonType, strong: ScalarType): ScalarType | null {
  return strong.kind === "complex" ? strong : withWeak(weak, strong);
}
