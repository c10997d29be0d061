/**
 * Arguments of a call bound to a signature written as Python writes it:
 *
 *     const sum = computes("a, axis=None, !out=None, keepdims=False", (call) =>
 *       reduce(call, "sum", call.array("a"), call.axes("axis", rank), call.flag("keepdims")));
 *
 * `/` and `*` mean what they mean in a `def`; `*rest` takes the positions left over. `!name=default` is an argument
 * NumPy has and a kernel has not: only its default is accepted, anything else is refused by name.
 */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import { closest } from "../../../diagnostics/closest.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, type ScalarType, shapeOf } from "../../../types/types.ts";
import { boolConst, constantInt, floatConst, intConst, strongType } from "../build.ts";
import {
  type Argument,
  describe,
  isComputed,
  isListValue,
  type Known,
  knownError,
  knownNone,
  value,
} from "../known.ts";
import { checkConverted } from "../mixed.ts";
import { toExpr, toNumber, toStrong } from "../value.ts";
import { dtypeOf } from "./dtype_names.ts";
import { cast, listArray } from "./make.ts";
import { attempt, must, refuse } from "./refusal.ts";
import type { Builtin, CallSite } from "./registry.ts";
import { storeOut } from "./store_whole.ts";

/** A builtin that computes a scalar or an array. */
export function computes<const S extends string>(
  signature: S,
  body: (call: Bound<Names<S>>) => Expr,
): Builtin {
  return gives(signature, (call) => value(body(call)));
}

/** A builtin whose result may be anything known: a tuple, a range, a type, nothing. */
export function gives<const S extends string>(signature: S, body: (call: Bound<Names<S>>) => Known): Builtin {
  const parameters = parseSignature(signature);
  return (site) =>
    attempt(() => {
      if (broken(site)) return knownError;
      const { call, out } = withoutOut(site, parameters);
      const result = body(bindParsed<Names<S>>(call, parameters));
      return out === null ? result : storeOut(site, out, result);
    }) ?? knownError;
}

/** The call without its `out`, by position or name, where the signature has one that it leaves to us. */
function withoutOut(
  site: CallSite,
  parameters: readonly Parameter[],
): { readonly call: CallSite; readonly out: Argument | null } {
  const at = parameters.findIndex((p) => p.name === "out" && p.form === "refused");
  const place = parameters.filter((p) => p.positional).findIndex((p) => p.name === "out");
  const out = at < 0 ? undefined : (site.keywords.get("out") ?? (place < 0 ? undefined : site.args[place]));
  if (out === undefined || out.known.kind === "none") return { call: site, out: null };
  const keywords = new Map([...site.keywords].filter(([name]) => name !== "out"));
  return { call: { ...site, args: site.args.filter((argument) => argument !== out), keywords }, out };
}

/** The names of a signature, so that asking for one it lacks does not compile. */
export type Names<S extends string> = S extends `${infer Head}, ${infer Tail}`
  ? Name<Head> | Names<Tail>
  : Name<S>;
type Name<S extends string> = S extends "*" | "/" | ""
  ? never
  : S extends `${"!" | "*"}${infer Rest}`
    ? Name<Rest>
    : S extends `${infer N}=${string}`
      ? N
      : S;

/** A call whose arguments have names. Each accessor refuses what it cannot take. */
export interface Bound<N extends string> extends CallSite {
  argument(name: N): Argument; // as given, or the default
  given(name: N): boolean; // given, and not None
  rest(name: N): readonly Argument[]; // of a `*name` parameter
  operand(name: N): Expr; // scalar or array; Python numbers stay weak, lists become arrays
  number(name: N): Expr; // an operand of which only the number counts
  converting(name: N, type: ScalarType): Expr; // an operand that is only converted to the type, whatever its own
  array(name: N): Expr; // np.asarray of it
  scalar(name: N): Expr;
  integer(name: N): number; // known when compiling
  atLeast(name: N, least: number): number; // such an integer
  integers(name: N): readonly number[]; // one, or a tuple of them
  flag(name: N): boolean;
  text(name: N): string;
  axis(name: N, rank: number): number;
  axes(name: N, rank: number): readonly number[]; // None is all of them; sorted
  dtype(name: N): ScalarType | null; // null for None
}

interface Parameter {
  readonly name: string;
  readonly form: "plain" | "rest" | "refused";
  readonly default: string | null; // as written
  readonly positional: boolean;
  readonly keyword: boolean;
}

/** Binds a call to a signature; throws Refused after reporting a mistake. */
export function bind<const S extends string>(site: CallSite, signature: S): Bound<Names<S>> {
  return bindParsed(site, parseSignature(signature));
}

function bindParsed<N extends string>(site: CallSite, parameters: readonly Parameter[]): Bound<N> {
  return accessors(site, assign(site, parameters));
}

/** An argument that has been reported keeps the call silent. */
function broken(site: CallSite): boolean {
  return [...site.args, ...site.keywords.values()].some((argument) => argument.known.kind === "error");
}

export function parseSignature(signature: string): readonly Parameter[] {
  const parts = signature.split(",").map((part) => part.trim());
  const slash = parts.indexOf("/");
  const star = parts.findIndex((part) => part.startsWith("*"));
  return parts.flatMap((part, i): Parameter[] => {
    if (part === "" || part === "/" || part === "*") return [];
    const [head = "", text = null] = part.split("=");
    const form = head.startsWith("*") ? "rest" : head.startsWith("!") ? "refused" : "plain";
    return [
      {
        name: head.replace(/^[*!]/, ""),
        form,
        default: text,
        positional: star < 0 || i < star,
        keyword: form !== "rest" && i > slash,
      },
    ];
  });
}

interface Assignment {
  readonly named: ReadonlyMap<string, Argument>;
  readonly rest: readonly Argument[];
  readonly parameters: readonly Parameter[];
}

function assign(site: CallSite, parameters: readonly Parameter[]): Assignment {
  const { scope, name: fn, span } = site;
  const named = new Map<string, Argument>();
  const rest: Argument[] = [];
  const places = parameters.filter((p) => p.positional);
  const self = isMethod(site) ? 1 : 0; // the array before the dot is no argument that anyone counts
  const takesRest = parameters.some((p) => p.form === "rest");
  site.args.forEach((argument, i) => {
    const place = places[i];
    if (place !== undefined) named.set(place.name, argument);
    else if (takesRest) rest.push(argument);
    else
      refuse(
        scope,
        diagnose("too-many-arguments", argument.span, {
          fn,
          most: places.length - self,
          found: site.args.length - self,
        }),
      );
  });
  for (const [keyword, argument] of site.keywords) {
    const place = parameters.find((p) => p.keyword && p.name === keyword);
    if (place === undefined) {
      const known = parameters.filter((p) => p.keyword && p.form === "plain").map((p) => p.name);
      refuse(
        scope,
        diagnose("unknown-keyword", argument.keyword ?? argument.span, {
          fn,
          name: keyword,
          close: closest(keyword, known),
        }),
      );
    }
    if (named.has(keyword))
      refuse(scope, diagnose("repeated-argument", argument.keyword ?? argument.span, { fn, name: keyword }));
    named.set(keyword, argument);
  }
  for (const p of parameters) {
    const argument = named.get(p.name);
    if (argument === undefined && p.default === null && p.form !== "rest") {
      refuse(
        scope,
        diagnose("missing-argument", span, {
          fn: self === 0 ? fn : `.${fn}`,
          name: p.name,
          needs: needed(parameters).slice(self),
        }),
      );
    }
    if (argument !== undefined && p.form === "refused" && !isDefault(argument.known, p.default ?? "")) {
      refuse(
        scope,
        diagnose("unsupported-keyword", argument.span, {
          fn,
          name: p.name,
          help: insteadOf[p.name] ?? "leave it out",
        }),
      );
    }
  }
  return { named, rest, parameters };
}

/** `a.sum(...)`, not `np.sum(...)`. */
export function isMethod(site: CallSite): boolean {
  return site.node.callee.kind === "Attribute" && site.args[0]?.node === site.node.callee.value;
}

function needed(parameters: readonly Parameter[]): readonly string[] {
  return parameters.filter((p) => p.default === null && p.form === "plain").map((p) => p.name);
}

/** What to write where NumPy has a keyword that kernels lack. */
const insteadOf: Readonly<Record<string, string>> = {
  where: "choose elements with `np.where(condition, value, other)`",
  casting: "convert with `.astype(...)`",
  dtype: "convert with `.astype(...)`",
  order: "leave it out: arrays are row-major",
  initial: "combine it with the result, as in `np.maximum(np.max(a), initial)`",
  weights: "write `np.sum(a * weights) / np.sum(weights)`",
  mean: "leave it out: the mean is computed",
  mod: "write `x ** y % m`",
  mode: "clip or wrap the indices before",
  key: "sort the keys with `np.argsort` and index with the result",
  default: "leave it out: arrays here are never empty",
  copy: "call `.copy()` on the result",
  axis: "move the axis with `np.moveaxis` before",
  ndmin: "add axes with `a[None]`",
  like: "leave it out",
};

function isDefault(known: Known, text: string): boolean {
  if (text === "None") return known.kind === "none";
  if (known.kind === "string") return text === `'${known.text}'`;
  if (known.kind !== "value" || known.expr.kind !== "const") return false;
  if (text === "True" || text === "False") return known.expr.value === (text === "True");
  return typeof known.expr.value === "number" && known.expr.value === Number(text);
}

function readDefault(text: string, span: Span): Known {
  if (text === "None") return knownNone;
  if (text === "True" || text === "False") return value(boolConst(text === "True", span));
  if (text.startsWith("'")) return { kind: "string", text: text.slice(1, -1) };
  return value(/^-?\d+$/.test(text) ? intConst(Number(text), span) : floatConst(Number(text), span));
}

function accessors<N extends string>(site: CallSite, { named, rest, parameters }: Assignment): Bound<N> {
  const { scope, name: fn, span } = site;

  const argument = (name: N): Argument => {
    const given = named.get(name);
    if (given !== undefined) return given;
    const text = parameters.find((p) => p.name === name)?.default ?? "None";
    return { known: readDefault(text, span), node: null, span };
  };

  const wrong = (name: N, expected: string): never => refuseArgument(site, name, argument(name), expected);

  const operand = (name: N): Expr => {
    const { known, span: at } = argument(name);
    if (known.kind === "tuple") return listArray({ scope, span: at }, known, null);
    if (isListValue(known)) return must(toStrong(scope, known, at));
    return must(toExpr(scope, known, at));
  };

  const converting = (name: N, type: ScalarType): Expr => {
    const { known, span: at } = argument(name);
    if (known.kind !== "mixed") return operand(name);
    return must(checkConverted(scope, known, type, at) ? known.expr : null);
  };

  const onAxis = (axis: number, rank: number, at: Span): number => {
    if (axis < -rank || axis >= rank) refuse(scope, diagnose("bad-axis", at, { fn, axis, rank }));
    return axis < 0 ? axis + rank : axis;
  };

  const integer = (name: N): number => integerOf(argument(name).known) ?? wrong(name, "an integer");

  const integers = (name: N): readonly number[] => {
    const { known } = argument(name);
    if (known.kind !== "tuple")
      return [
        integerOf(known) ?? integersOfTable(known) ?? wrong(name, "an integer or a tuple of integers"),
      ].flat();
    const all = known.items.map(integerOf).filter((k) => k !== null);
    return all.length === known.items.length ? all : wrong(name, "integers that are constants");
  };

  // Written out, and not `...site`: a call in a table that code of the module makes is one of thousands.
  return {
    scope,
    name: fn,
    args: site.args,
    keywords: site.keywords,
    span,
    node: site.node,
    argument,
    given: (name) => named.has(name) && argument(name).known.kind !== "none",
    rest: () => rest,
    operand,
    number: (name) => {
      const { known, span: at } = argument(name);
      return known.kind === "mixed" ? must(toNumber(scope, known, at)) : operand(name);
    },
    converting,
    array: (name) => {
      const { known, span: at } = argument(name);
      if (known.kind === "mixed") return must(toStrong(scope, known, at));
      const expr = operand(name);
      return cast(site, expr, strongType(elementOf(expr.type)));
    },
    scalar: (name) => {
      const expr = operand(name);
      return shapeOf(expr.type).length === 0 ? expr : wrong(name, "a scalar");
    },
    integer,
    atLeast: (name, least) => {
      const found = integer(name);
      const { span: at } = argument(name);
      const facts = { fn, name, expected: `${least} or more`, found: String(found) };
      return found >= least ? found : refuse(scope, diagnose("argument-value", at, facts));
    },
    integers,
    flag: (name) => {
      const { known } = argument(name);
      const constant = known.kind === "value" && known.expr.kind === "const" ? known.expr.value : null;
      return typeof constant === "boolean" ? constant : wrong(name, "True or False");
    },
    text: (name) => {
      const { known } = argument(name);
      return known.kind === "string" ? known.text : wrong(name, "a string");
    },
    axis: (name, rank) => onAxis(integer(name), rank, argument(name).span),
    axes: (name, rank) => {
      const { known, span: at } = argument(name);
      if (known.kind === "none") return Array.from({ length: rank }, (_, k) => k);
      const axes = integers(name).map((axis) => onAxis(axis, rank, at));
      if (new Set(axes).size < axes.length) refuse(scope, diagnose("repeated-axis", at, { fn }));
      return axes.sort((a, b) => a - b);
    },
    dtype: (name) => dtypeIn(site, argument(name)),
  };
}

/** An argument of the right kind whose value is not one that the function takes. */
export function rejectValue<N extends string>(
  call: Bound<N>,
  name: NoInfer<N>,
  expected: string,
  found: string,
): never {
  const { span } = call.argument(name);
  return refuse(call.scope, diagnose("argument-value", span, { fn: call.name, name, expected, found }));
}

function refuseArgument(
  { scope, name: fn }: CallSite,
  name: string,
  { known, span }: Argument,
  expected: string,
): never {
  const isLate = isComputedScalar(known) || (known.kind === "tuple" && known.items.some(isComputedScalar));
  refuse(
    scope,
    isLate
      ? diagnose("argument-must-be-constant", span, { fn, name, expected })
      : diagnose("argument-type", span, { fn, name, expected, found: describe(known, printType) }),
  );
}

function isComputedScalar(known: Known): boolean {
  return isComputed(known) && known.expr.kind !== "const" && known.expr.type.kind !== "array";
}

function dtypeIn({ scope }: CallSite, { known, span }: Argument): ScalarType | null {
  if (known.kind === "none") return null;
  const found = known.kind === "string" ? `'${known.text}'` : describe(known, printType);
  return dtypeOf(known) ?? refuse(scope, diagnose("unknown-dtype", span, { found }));
}

function integerOf(known: Known): number | null {
  return known.kind === "value" ? constantInt(known.expr) : null;
}

/** A list of constants that became a table on the way. */
function integersOfTable(known: Known): number[] | null {
  if (known.kind !== "value" || known.expr.kind !== "arrayConst" || shapeOf(known.expr.type).length !== 1)
    return null;
  const all = known.expr.values.filter((v) => typeof v === "number" && Number.isInteger(v));
  return all.length === known.expr.values.length ? all.map(Number) : null;
}
