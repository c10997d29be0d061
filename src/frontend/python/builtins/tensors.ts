/** Products of arrays by their axes (einsum, kron), membership, and what ufuncs have besides being called. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import { named } from "../../../diagnostics/named.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, shapeOf } from "../../../types/types.ts";
import { type KnownBuiltin, knownError, value } from "../known.ts";
import { callLibrary } from "../library/index.ts";
import { report } from "../scope.ts";
import { type Bound, computes, gives, rejectValue } from "./arguments.ts";
import { elementwise } from "./elementwise.ts";
import {
  alike,
  asOperands,
  binary,
  compare,
  flat,
  limitSize,
  rankOf,
  reshape,
  staticShape,
  transpose,
  withAxes,
} from "./make.ts";
import { diagonal } from "./matrices.ts";
import { reduce, reductions } from "./reductions.ts";
import { refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";

export const tensors: Readonly<Record<string, Builtin>> = {
  einsum: computes("subscripts, *operands, !out=None, !optimize=False", (call) => {
    const operands = alike(
      call,
      call.rest("operands").map(({ known, span }) => {
        if (known.kind === "value") return known.expr;
        return refuse(call.scope, diagnose("not-a-value", span, { found: known.kind, kind: known.kind }));
      }),
    );
    return einsum(call, call.text("subscripts").replaceAll(" ", ""), operands);
  }),
  kron: computes("a, b", (call) => {
    const [a, b] = [call.array("a"), call.array("b")];
    const rank = Math.max(rankOf(a), rankOf(b));
    const [m, n] = [a, b].map((x) => [
      ...Array.from({ length: rank - rankOf(x) }, () => 1),
      ...staticShape(call, x),
    ]);
    const shape = (m ?? []).map((extent, k) => extent * (n?.[k] ?? 1));
    limitSize(call, shape);
    const left = reshape(
      call,
      a,
      (m ?? []).flatMap((extent) => [extent, 1]),
    );
    const right = reshape(
      call,
      b,
      (n ?? []).flatMap((extent) => [1, extent]),
    );
    return reshape(call, binary(call, "mul", left, right), shape);
  }),
  isin: computes("element, test_elements, !assume_unique=False, invert=False, *, !kind=None", (call) => {
    const [x, set] = asOperands(call, [call.operand("element"), flat(call, call.array("test_elements"))]);
    if (x === undefined || set === undefined) throw new Error("two operands");
    const column = rankOf(x) === 0 ? x : withAxes(call, x, [rankOf(x)]);
    const isOut = call.flag("invert");
    return reduce(
      call,
      isOut ? "all" : "any",
      compare(call, isOut ? "ne" : "eq", column, set),
      [rankOf(x)],
      false,
    );
  }),
};

// einsum

/** Each operand gets an axis for every letter, in one order; the products are summed over letters that the result lacks. */
function einsum(call: Bound<"subscripts">, text: string, given: readonly Expr[]): Expr {
  const { inputs, output } = subscriptsOf(call, text, given);
  const operands = given.map((operand, k) => withoutRepeats(call, operand, inputs[k] ?? ""));
  const extents = new Map<string, number>();
  for (const { expr, letters } of operands) {
    for (const [axis, extent] of staticShape(call, expr).entries()) {
      const letter = letters[axis] ?? "";
      const known = extents.get(letter) ?? extent;
      if (known !== extent && known !== 1 && extent !== 1)
        return refuse(
          call.scope,
          diagnose("shape-mismatch", call.span, { shapes: given.map(({ type }) => printType(type)) }),
        );
      extents.set(letter, Math.max(known, extent));
    }
  }
  const summed = [...extents.keys()].filter((letter) => !output.includes(letter));
  const order = [...output, ...summed];
  const spread = operands.map(({ expr, letters }) => {
    const own = order.filter((letter) => letters.includes(letter));
    const turned = transpose(
      call,
      expr,
      own.map((letter) => letters.indexOf(letter)),
    );
    const missing = order.flatMap((letter, place) => (letters.includes(letter) ? [] : [place]));
    return missing.length === 0 ? turned : withAxes(call, turned, missing);
  });
  const [first, ...others] = spread;
  if (first === undefined) throw new Error("an operand");
  const product = others.reduce((a, b) => binary(call, "mul", a, b), first);
  const axes = summed.map((_, k) => output.length + k);
  return axes.length === 0 ? product : reduce(call, "sum", product, axes, false, elementOf(product.type));
}

function subscriptsOf(
  call: Bound<"subscripts">,
  text: string,
  operands: readonly Expr[],
): { readonly inputs: readonly string[]; readonly output: string } {
  const [left = "", right, ...more] = text.split("->");
  const inputs = left.split(",");
  const letters = [...left.replaceAll(",", "")];
  // Without `->` the result has the letters that occur once, in order.
  const once = [...new Set(letters)].filter(
    (letter) => letters.indexOf(letter) === letters.lastIndexOf(letter),
  );
  const output = right ?? once.sort().join("");
  const isRight =
    /^[A-Za-z,]*$/.test(left) &&
    more.length === 0 &&
    new Set(output).size === output.length &&
    [...output].every((letter) => letters.includes(letter)) &&
    inputs.length === operands.length &&
    inputs.every((input, k) => input.length === shapeOf(operands[k]?.type ?? { kind: "bool" }).length);
  if (isRight) return { inputs, output };
  return rejectValue(
    call,
    "subscripts",
    "a letter for each axis of each operand, as in `'ij,jk->ik'`",
    `'${text}'`,
  );
}

/** `ii` is the diagonal, called `i`. */
function withoutRepeats(
  call: Bound<"subscripts">,
  expr: Expr,
  letters: string,
): { readonly expr: Expr; readonly letters: string } {
  if (new Set(letters).size === letters.length) return { expr, letters };
  const [rows, columns] = staticShape(call, expr);
  if (letters.length === 2 && rows !== columns)
    return rejectValue(
      call,
      "subscripts",
      "letters whose axes are equally long",
      `'${letters}' for ${printType(expr.type)}`,
    );
  if (letters.length === 2) return { expr: diagonal(call, expr, 0), letters: letters[0] ?? "" };
  return rejectValue(
    call,
    "subscripts",
    "letters that occur once in an operand, but for the diagonal `ii` of a matrix",
    `'${letters}'`,
  );
}

// np.add.outer, np.maximum.reduce, np.multiply.accumulate

/** What `np.add.outer` is, where `np.add` is a ufunc of two operands; null for any other name. */
export function ufuncMethod({ name, builtin }: KnownBuiltin, method: string): KnownBuiltin | null {
  const ufunc = name.replace(/^np\./, "");
  if (elementwise[ufunc] !== builtin || !name.startsWith("np.")) return null;
  const made = method === "outer" && twoOperands.has(ufunc) ? outerOf(builtin) : reducing(ufunc, method);
  return made === null ? null : { kind: "builtin", name: `${name}.${method}`, builtin: made };
}

const twoOperands: ReadonlySet<string> = new Set(
  (
    "add subtract multiply divide true_divide floor_divide mod remainder power maximum minimum fmax fmin arctan2 hypot " +
    "equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor " +
    "bitwise_and bitwise_or bitwise_xor left_shift right_shift"
  ).split(" "),
);

/** Every element of the first with every one of the second. */
function outerOf(ufunc: Builtin): Builtin {
  return gives("A, B", (call) => {
    const [a, b] = [call.array("A"), call.array("B")];
    const places = shapeOf(b.type).map((_, k) => rankOf(a) + k);
    const column = places.length === 0 ? a : withAxes(call, a, places);
    const args = [column, b].map((expr) => ({ known: value(expr), node: null, span: call.span }));
    return ufunc({ ...call, args, keywords: new Map() } satisfies CallSite);
  });
}

/** NumPy's own name for it, along the first axis where none is said. */
function reducing(ufunc: string, method: string): Builtin | null {
  const running = method === "accumulate" ? named(runningExtremes, ufunc) : undefined;
  if (running !== undefined)
    return computes("array, !axis=0, !dtype=None, !out=None", (call) => {
      const a = call.array("array");
      if (rankOf(a) === 1) return callLibrary(call, running, [a]);
      const { span } = call.argument("array");
      const facts = {
        fn: call.name,
        name: "array",
        expected: "an array of one axis",
        found: printType(a.type),
      };
      return refuse(call.scope, diagnose("argument-type", span, facts));
    });
  const known = (
    { reduce: reduced, accumulate: accumulated } as Readonly<Record<string, Readonly<Record<string, string>>>>
  )[method]?.[ufunc];
  const builtin = known === undefined ? undefined : reductions[known];
  if (builtin === undefined) return null;
  return (call) => {
    const given = call.keywords.get("axis") ?? call.args[1];
    if (method === "accumulate" && given?.known.kind === "none") {
      const facts = { fn: call.name, name: "axis", expected: "one axis", found: "None" };
      report(call.scope, diagnose("argument-value", given.span, facts));
      return knownError;
    }
    if (given !== undefined) return builtin(call);
    const axis = {
      known: value({
        kind: "const",
        value: 0,
        type: { kind: "python", name: "int" },
        span: call.span,
      } as const),
      node: null,
      span: call.span,
    };
    return builtin({ ...call, keywords: new Map([...call.keywords, ["axis", axis]]) });
  };
}

const reduced = {
  add: "sum",
  multiply: "prod",
  maximum: "max",
  minimum: "min",
  logical_and: "all",
  logical_or: "any",
};
const runningExtremes: Readonly<Record<string, string>> = { maximum: "running_max", minimum: "running_min" };
const accumulated = { add: "cumsum", multiply: "cumprod" };
