/** Python's own functions: len, abs, min, max, sum, round, sorted, any, all, divmod, pow, list, tuple. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr, Stmt } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { joinTypes, promoteBinary, reduceTypes } from "../../../types/promote.ts";
import {
  bool,
  elementOf,
  maxSize,
  pythonBool,
  pythonInt,
  type ScalarType,
  shapeOf,
  withShape,
} from "../../../types/types.ts";
import { keepsType, operand } from "../build.ts";
import { tripCount } from "../expressions/iterate.ts";
import { describe, value } from "../known.ts";
import { extentOf, toExpr } from "../value.ts";
import { type Bound, computes, gives } from "./arguments.ts";
import { rangeTable } from "./creation.ts";
import { roundDecimal } from "./decimal.ts";
import { roundTo } from "./elementwise.ts";
import {
  binary,
  cast,
  compare,
  concat,
  copy,
  fill,
  flipped,
  int,
  pick,
  rankOf,
  type Site,
  staticDim,
  staticShape,
  unary,
} from "./make.ts";
import { isInteger, toInteger } from "./math.ts";
import { callOf, once } from "./once.ts";
import { must, refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";
import { sorted } from "./sorting.ts";

export const python: Readonly<Record<string, Builtin>> = {
  len: computes("obj, /", (call) => {
    const { known } = call.argument("obj");
    if (known.kind === "tuple") return int(call, known.items.length);
    if (known.kind === "range") return int(call, tripCount(known) ?? dynamicLength(call));
    const [first] = shapeOf(call.operand("obj").type);
    if (first === undefined) return wrongArgument(call, "obj", "an array, a list or a tuple");
    return extentOf(call.operand("obj"), 0, call.span);
  }),
  abs: computes("x, /", (call) => unary(call, "abs", call.operand("x"))),
  max: extreme("max"),
  min: extreme("min"),
  sum: computes("iterable, /, start=0", (call) => {
    const { known, span } = call.argument("iterable");
    return sequentialSum(call, must(toExpr(call.scope, known, span)), call.operand("start"));
  }),
  any: computes("iterable, /", (call) => truth(call, "any")),
  all: computes("iterable, /", (call) => truth(call, "all")),
  round: computes("number, ndigits=None", round),
  pow: computes("base, exp, !mod=None", (call) =>
    binary(call, "pow", call.operand("base"), call.operand("exp")),
  ),
  divmod: gives("x, y, /", (call) => {
    const [x, y] = [call.operand("x"), call.operand("y")];
    const items = [value(binary(call, "floordiv", x, y)), value(binary(call, "mod", x, y))];
    return { kind: "tuple", form: "tuple", items };
  }),
  sorted: gives("iterable, /, *, !key=None, reverse=False", (call) => {
    const a = line(call, "iterable");
    const turn = (x: Expr) => (call.flag("reverse") ? flipped(call, x, [0]) : x);
    return { kind: "value", expr: turn(sorted(call, turn(a), "values", 0)), list: true };
  }),
  list: gives("iterable, /", (call) => {
    const { known } = call.argument("iterable");
    if (known.kind === "tuple") return { kind: "tuple", form: "list", items: known.items };
    const expr = known.kind === "range" ? rangeTable(call, known) : copy(call, line(call, "iterable"));
    return { kind: "value", expr, list: true };
  }),
  tuple: gives("iterable, /", (call) => {
    const { known } = call.argument("iterable");
    if (known.kind === "tuple") return { kind: "tuple", form: "tuple", items: known.items };
    const a = known.kind === "range" ? rangeTable(call, known) : line(call, "iterable");
    const [n = 0] = staticShape(call, a);
    if (n > 64) return wrongArgument(call, "iterable", "at most 64 elements");
    const items = Array.from({ length: n }, (_, k) => value(pick(call, a, 0, int(call, k))));
    return { kind: "tuple", form: "tuple", items };
  }),
};

function wrongArgument<N extends string>(call: Bound<N>, name: NoInfer<N>, expected: string): never {
  const { known, span } = call.argument(name);
  return refuse(
    call.scope,
    diagnose("argument-type", span, { fn: call.name, name, expected, found: describe(known, printType) }),
  );
}

function dynamicLength(call: CallSite): never {
  return refuse(call.scope, diagnose("unknown-shape", call.span, { what: "the length of this range" }));
}

/** A sequence of scalars. */
function line<N extends string>(call: Bound<N>, name: NoInfer<N>): Expr {
  const { known, span } = call.argument(name);
  const a = must(toExpr(call.scope, known, span));
  return rankOf(a) === 1 ? a : wrongArgument(call, name, "a list or an array of one axis");
}

/** max(a, b, ...) or max(sequence): the chosen argument itself, by Python's `>`. */
function extreme(op: "max" | "min"): Builtin {
  return computes("first, *rest, !key=None, !default=None", (call) => {
    const { known, span } = call.argument("first");
    if (call.rest("rest").length > 0) {
      const scalars = [call.argument("first"), ...call.rest("rest")].map((argument) => {
        const x = must(toExpr(call.scope, argument.known, argument.span));
        if (x.type.kind !== "array") return x;
        const facts = {
          fn: call.name,
          name: "each argument",
          expected: "a scalar",
          found: printType(x.type),
        };
        return refuse(call.scope, diagnose("argument-type", argument.span, facts));
      });
      return extremeOf(call, op, scalars);
    }
    if (known.kind === "tuple" && known.items.length > 0) {
      const items = known.items.map((item) => must(toExpr(call.scope, item, span)));
      if (items.every((item) => item.type.kind !== "array")) return extremeOf(call, op, items);
    }
    return extremeOfLine(call, op, line(call, "first"));
  });
}

/** `b if b > a else a`, from left to right. All get one type, since a local has one. */
function extremeOf(call: CallSite, op: "max" | "min", scalars: readonly Expr[]): Expr {
  const types = scalars.map((x) => elementOf(x.type));
  const type = types.reduce<ScalarType | null>(
    (a, b) => (a === null ? null : joinTypes(a, b)),
    types[0] ?? null,
  );
  if (type === null) {
    const names = [...new Set(types.map(printType))];
    return refuse(call.scope, diagnose("choice-of-types", call.span, { fn: call.name, types: names }));
  }
  const alike = scalars.map((x) => cast(call, x, type));
  return alike.reduce((a, b) => choose(call, op, a, b));
}

function choose(at: Site, op: "max" | "min", left: Expr, right: Expr): Expr {
  const integers = isInteger(left) && elementOf(left.type).kind !== "bool" && !isPythonBool(left);
  if (integers && elementOf(left.type).kind !== "fixed") return binary(at, op, left, right);
  return once(at, op, "", [left, right], ([a = left, b = right]) => {
    const condition = compare(at, op === "max" ? "gt" : "lt", b, a);
    return { kind: "conditional", condition, then: b, otherwise: a, type: a.type, span: at.span };
  });
}

function isPythonBool(x: Expr): boolean {
  return x.type.kind === "python" && x.type.name === "bool";
}

/** Integers need no order; floats are compared one after the other, so that NaN is treated as Python does. */
function extremeOfLine(call: CallSite, op: "max" | "min", a: Expr): Expr {
  const n = staticDim(call, shapeOf(a.type)[0] ?? 0);
  if (n === 0) refuse(call.scope, diagnose("empty-reduction", call.span, { fn: call.name }));
  const type = elementOf(a.type);
  if (isInteger(a)) return { kind: "reduce", op, operand: a, axes: [0], type, span: call.span };
  return callOf(call, op, "of a sequence", [a], ([values = a]) => {
    const best: Expr = { kind: "var", name: "best", type, span: call.span };
    const index: Expr = { kind: "var", name: "i", type: pythonInt, span: call.span };
    const assign = (x: Expr): Stmt => ({ kind: "assign", target: "best", value: x, span: call.span });
    const item = pick(call, values, 0, index);
    const body: Stmt[] = [
      {
        kind: "if",
        condition: compare(call, op === "max" ? "gt" : "lt", item, best),
        then: [assign(item)],
        else: [],
        span: call.span,
      },
    ];
    return {
      type,
      locals: [
        { name: "best", type },
        { name: "i", type: pythonInt },
      ],
      body: [
        assign(pick(call, values, 0, int(call, 0))),
        {
          kind: "for",
          variable: "i",
          from: int(call, 1),
          to: int(call, n),
          step: int(call, 1),
          body,
          attrs: {},
          span: call.span,
        },
        { kind: "return", values: [best], span: call.span },
      ],
    };
  });
}

/** start + a[0] + a[1] + ..., in the type those additions have; rows of a matrix add element by element. */
function sequentialSum(call: Bound<"iterable" | "start">, a: Expr, start: Expr): Expr {
  if (rankOf(a) === 0) return wrongArgument(call, "iterable", "a list or an array");
  const promotion = promoteBinary("add", operand(start), { type: elementOf(a.type) });
  if (!promotion.ok) {
    return refuse(
      call.scope,
      diagnose("bad-operands", call.span, { message: promotion.message, help: promotion.help }),
    );
  }
  const [count = 0, ...rest] = shapeOf(a.type);
  const wide = keepsType(elementOf(a.type))
    ? reduceTypes("sum", elementOf(a.type), maxSize([count]))
    : promotion;
  if (!wide.ok)
    return refuse(
      call.scope,
      diagnose("bad-operands", call.span, { message: wide.message, help: wide.help }),
    );
  const type = wide.result;
  const fromZero = start.kind === "const" && start.value === 0;
  const terms = cast(call, a, type);
  const operands = fromZero
    ? terms
    : concat(call, [fill(call, cast(call, start, type), [1, ...rest.map(Number)]), terms], 0);
  const total: Expr = {
    kind: "reduce",
    op: "sum",
    operand: operands,
    axes: [0],
    type: withShape(type, rest),
    span: call.span,
  };
  // Python adds to the integer 0, which turns a sum of -0.0 into 0.0.
  const floats = type.kind === "float" || (type.kind === "python" && type.name === "float");
  return fromZero && floats ? binary(call, "add", total, int(call, 0)) : total;
}

function truth(call: Bound<"iterable">, op: "any" | "all"): Expr {
  const a = line(call, "iterable");
  const reduced: Expr = {
    kind: "reduce",
    op,
    operand: cast(call, a, bool),
    axes: [0],
    type: bool,
    span: call.span,
  };
  return cast(call, reduced, pythonBool);
}

/** Half to even. Without digits the result is a Python int, also of a NumPy scalar. */
function round(call: Bound<"number" | "ndigits">): Expr {
  const x = call.operand("number");
  if (x.type.kind === "array") return wrongArgument(call, "number", "a scalar (`np.round` takes arrays)");
  if (!call.given("ndigits")) return isInteger(x) ? cast(call, x, pythonInt) : toInteger(call, "rint", x);
  const digits = call.integer("ndigits");
  if (x.type.kind !== "python") return roundTo(call, x, digits);
  if (isInteger(x) && digits >= 0) return cast(call, x, pythonInt);
  if (!isInteger(x) && digits >= 0 && digits <= 22) return roundDecimal(call, x, digits);
  return refuse(
    call.scope,
    diagnose("unsupported-keyword", call.argument("ndigits").span, {
      fn: call.name,
      name: "ndigits",
      help: "write `np.round(x, digits)`",
    }),
  );
}
