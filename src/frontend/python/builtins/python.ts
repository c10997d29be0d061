/** Python's own functions: len, abs, min, max, sum, round, sorted, any, all, divmod, pow, list, tuple. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Expr, Stmt } from "../../../program/nodes.ts";
import { typeInterval } from "../../../types/interval.ts";
import { printType } from "../../../types/print.ts";
import { promoteBinary, reduceTypes } from "../../../types/promote.ts";
import {
  bool,
  elementOf,
  isFloating,
  isPythonInt,
  maxSize,
  pythonBool,
  pythonInt,
  type ScalarType,
  sameType,
  shapeOf,
  withShape,
} from "../../../types/types.ts";
import type { PyBinaryOp, PyExpr, PyName } from "../ast.ts";
import { keepsType, operand } from "../build.ts";
import { applyBinary, applyUnary } from "../expressions/arithmetic.ts";
import { infer } from "../expressions/index.ts";
import { tripCount } from "../expressions/iterate.ts";
import {
  type Argument,
  describe,
  type Known,
  type KnownMixed,
  type KnownTuple,
  type KnownValue,
  type KnownZip,
  value,
} from "../known.ts";
import { runLibrary } from "../library/index.ts";
import { itemMark } from "../marks.ts";
import { joinScalars, pathsOf, withPaths } from "../mixed.ts";
import { rangeOf } from "../ranges.ts";
import { bindKnown, hold } from "../statements/bind.ts";
import { extentOf, toComputed, toExpr, toNumber } from "../value.ts";
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
    const { expr } = computed(call, "obj");
    const [first] = shapeOf(expr.type);
    if (first === undefined) return wrongArgument(call, "obj", "an array, a list or a tuple");
    return extentOf(expr, 0, call.span);
  }),
  abs: gives("x, /", (call) => {
    const { known, span } = call.argument("x");
    if (known.kind === "mixed") return applyUnary(call.scope, "abs", known, span, call.span);
    return value(unary(call, "abs", call.operand("x")));
  }),
  max: extreme("max"),
  min: extreme("min"),
  sum: gives("iterable, /, start=0", (call) => {
    const { known, span } = call.argument("iterable");
    const start = call.argument("start");
    if (known.kind === "tuple" && !haveOneType(known)) return addItems(call, known, start);
    return value(sequentialSum(call, must(toExpr(call.scope, known, span)), call.operand("start")));
  }),
  any: computes("iterable, /", (call) => truth(call, "any")),
  all: computes("iterable, /", (call) => truth(call, "all")),
  round: computes("number, ndigits=None", round),
  pow: gives("base, exp, !mod=None", (call) =>
    operator(call, "**", call.argument("base"), call.argument("exp")),
  ),
  divmod: gives("x, y, /", (call) => {
    const [x, y] = [call.argument("x"), call.argument("y")];
    return { kind: "tuple", form: "tuple", items: [operator(call, "//", x, y), operator(call, "%", x, y)] };
  }),
  sorted: gives("iterable, /, *, !key=None, reverse=False", (call) => {
    const a = line(call, "iterable");
    const turn = (x: Expr) => (call.flag("reverse") ? flipped(call, x, [0]) : x);
    return withPaths(turn(sorted(call, turn(a.expr), "values", 0)), pathsOf(a), true);
  }),
  list: gives("iterable, /", (call) => {
    const { known } = call.argument("iterable");
    if (known.kind === "tuple") return { kind: "tuple", form: "list", items: known.items };
    if (known.kind === "range") return { kind: "value", expr: rangeTable(call, known), list: true };
    if (known.kind === "zip") return listOfItems(call, known);
    const a = line(call, "iterable");
    return withPaths(copy(call, a.expr), pathsOf(a), true);
  }),
  ord: computes("c, /", (call) => {
    const letters = [...call.text("c")];
    const [only] = letters;
    if (only === undefined || letters.length > 1) return wrongArgument(call, "c", "a text of one letter");
    return int(call, only.codePointAt(0) ?? 0);
  }),
  tuple: gives("iterable, /", (call) => {
    const { known } = call.argument("iterable");
    if (known.kind === "tuple") return { kind: "tuple", form: "tuple", items: known.items };
    const a = known.kind === "range" ? value(rangeTable(call, known)) : line(call, "iterable");
    const [n = 0] = staticShape(call, a.expr);
    if (n > 64) return wrongArgument(call, "iterable", "at most 64 elements");
    const items = Array.from({ length: n }, (_, k) =>
      withPaths(pick(call, a.expr, 0, int(call, k)), pathsOf(a)),
    );
    return { kind: "tuple", form: "tuple", items };
  }),
};

/** `list(zip(a, b))` is `[(x, y) for x, y in zip(a, b)]`. */
function listOfItems({ scope, span }: CallSite, known: KnownZip): Known {
  const own = (name: string): PyName => ({ kind: "Name", id: `${name}_${span.from}${itemMark}`, span });
  const iterable = own("zipped");
  const count = known.form === "zip" ? known.parts.length : known.form === "enumerate" ? 2 : 1;
  const names = Array.from({ length: count }, (_, k) => own(`zipped_${k}`));
  const item: PyExpr =
    known.form === "reversed" ? (names[0] ?? iterable) : { kind: "Tuple", elements: names, span };
  bindKnown(scope, iterable.id, hold(scope, "zipped", known), span);
  const clauses = [{ target: item, iterable, conditions: [] }];
  const list = infer(scope, { kind: "ListComp", form: "list", element: item, clauses, span });
  scope.env?.delete(iterable.id);
  return must(list.kind === "error" ? null : list);
}

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
function line<N extends string>(call: Bound<N>, name: NoInfer<N>): Computed {
  const a = computed(call, name);
  return rankOf(a.expr) === 1 ? a : wrongArgument(call, name, "a list or an array of one axis");
}

type Computed = KnownValue | KnownMixed;

function computed<N extends string>(call: Bound<N>, name: NoInfer<N>): Computed {
  const { known, span } = call.argument(name);
  return must(toComputed(call.scope, known, span));
}

/** The operator of the same meaning; a list in it is an array. */
function operator(call: CallSite, op: PyBinaryOp, left: Argument, right: Argument): Known {
  const result = applyBinary(call.scope, op, left.known, right.known, left.span, right.span, call.span);
  return must(result.kind === "error" ? null : result);
}

/** max(a, b, ...) or max(sequence): the chosen argument itself, by Python's `>`. */
function extreme(op: "max" | "min"): Builtin {
  return gives("first, *rest, !key=None, !default=None", (call) => {
    const { known, span } = call.argument("first");
    if (call.rest("rest").length > 0) {
      const scalars = [call.argument("first"), ...call.rest("rest")].map((argument) => {
        const x = must(toComputed(call.scope, argument.known, argument.span));
        if (x.expr.type.kind !== "array") return x;
        const facts = {
          fn: call.name,
          name: "each argument",
          expected: "a scalar",
          found: printType(x.expr.type),
        };
        return refuse(call.scope, diagnose("argument-type", argument.span, facts));
      });
      return extremeOf(call, op, scalars);
    }
    if (known.kind === "tuple" && known.items.length > 0) {
      const items = known.items.map((item) => must(toComputed(call.scope, item, span)));
      if (items.every((item) => item.expr.type.kind !== "array")) return extremeOf(call, op, items);
    }
    const a = line(call, "first");
    const [count = 0] = shapeOf(a.expr.type);
    if (typeof count === "number") return withPaths(extremeOfLine(call, op, a.expr), pathsOf(a));
    const found = runLibrary(call.scope, op === "max" ? "most_of_list" : "least_of_list", [a], call.node);
    return must(found.kind === "error" ? null : found);
  });
}

/** `b if b > a else a`, from left to right, in the type that joins them: conversions keep the order of numbers. */
function extremeOf(call: CallSite, op: "max" | "min", scalars: readonly Computed[]): Known {
  const joined = joinScalars(scalars);
  if (joined === null) {
    const names = [...new Set(scalars.map(({ expr }) => printType(expr.type)))];
    return refuse(call.scope, diagnose("choice-of-types", call.span, { fn: call.name, types: names }));
  }
  const { type } = joined;
  const chosen = scalars
    .map(({ expr }) => (mayNotFit(call, expr, type) ? expr : cast(call, expr, type)))
    .reduce((a, b) => choose(call, op, a, b, type));
  return withPaths(cast(call, chosen, type), joined.paths);
}

/** A Python int that is not chosen must not fault on its way into the type: it is compared as it is. */
function mayNotFit(call: CallSite, expr: Expr, type: ScalarType): boolean {
  if (expr.kind === "const" || !isPythonInt(elementOf(expr.type)) || type.kind !== "int") return false;
  const [range, own] = [rangeOf(call.scope, expr), typeInterval(type)];
  return range === null || own === null || range.low < own.low || range.high > own.high;
}

function choose(at: Site, op: "max" | "min", left: Expr, right: Expr, type: ScalarType): Expr {
  const alike = sameType(left.type, right.type);
  const integers = isInteger(left) && elementOf(left.type).kind !== "bool" && !isPythonBool(left);
  if (alike && integers && elementOf(left.type).kind !== "fixed") return binary(at, op, left, right);
  return once(at, op, alike ? "" : printType(type), [left, right], ([a = left, b = right]) => {
    const condition = compare(at, op === "max" ? "gt" : "lt", b, a);
    const [then, otherwise] = [cast(at, b, type), cast(at, a, type)];
    return { kind: "conditional", condition, then, otherwise, type, span: at.span };
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

function haveOneType({ items }: KnownTuple): boolean {
  const types = items.map((item) => (item.kind === "value" ? item.expr.type : null));
  const [first] = types;
  return first != null && types.every((type) => type !== null && sameType(type, first));
}

/** Numbers of different types are added as Python adds them, one after the other. */
function addItems(call: CallSite, { items }: KnownTuple, start: Argument): Known {
  return items.reduce((sum, item) => {
    const right: Argument = { known: item, node: null, span: call.span };
    return operator(call, "+", { known: sum, node: null, span: call.span }, right);
  }, start.known);
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
  return fromZero && isFloating(type) ? binary(call, "add", total, int(call, 0)) : total;
}

function truth(call: Bound<"iterable">, op: "any" | "all"): Expr {
  const { span } = call.argument("iterable");
  const a = must(toNumber(call.scope, line(call, "iterable"), span));
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
  const x = call.given("ndigits") ? call.operand("number") : call.number("number");
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
