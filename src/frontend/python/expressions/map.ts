/**
 * PyLog's `map` (journal paper, 3.2 and 3.3): a function of each element, which may look around itself.
 *
 *     map(lambda x: dot(x[-1:2, -1:2], w), img[1:-1, 1:-1])
 *
 * Offsets count in the array that the source is a slice of; reads outside it give 0, and a warning says so.
 */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import type { Expr, MapParam, View } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { array, elementOf, sameShape, shapeOf } from "../../../types/types.ts";
import type { PyExpr, PyParam } from "../ast.ts";
import { constantInt, printShape } from "../build.ts";
import type { CallSite } from "../builtins/registry.ts";
import type { Env } from "../environment.ts";
import { callKnown } from "../instance.ts";
import { describe, type Known, knownError, type OriginAxis, value } from "../known.ts";
import { freshName, report, type Scope } from "../scope.ts";
import { toComputed, toExpr } from "../value.ts";
import { infer } from "./index.ts";
import { extremes, sliceNow } from "./slices.ts";

export function inferMap(call: CallSite): Known {
  const { scope, span } = call;
  const [f, ...operands] = call.args;
  if (f === undefined || operands.length === 0 || call.keywords.size > 0 || f.known.kind === "value") {
    report(scope, diagnose("bad-map", span, {}));
    return knownError;
  }
  const sources: Expr[] = [];
  for (const operand of operands) {
    const source = operand.known.kind === "error" ? null : toExpr(scope, operand.known, operand.span);
    if (source === null) return knownError;
    if (source.type.kind !== "array") {
      report(scope, diagnose("map-over-scalar", operand.span, { found: printType(source.type) }));
      return knownError;
    }
    sources.push(throughName(scope, source));
  }
  const shape = shapeOf(sources[0]?.type ?? { kind: "bool" });
  for (const [i, source] of sources.entries()) {
    if (!sameShape(shapeOf(source.type), shape)) {
      report(
        scope,
        diagnose("map-shapes", operands[i]?.span ?? span, {
          expected: printShape(shape),
          found: printShape(shapeOf(source.type)),
        }),
      );
      return knownError;
    }
  }
  const body = inferBody(call, f.known, f.span, sources);
  if (body === null) return knownError;
  const type = array(elementOf(body.expr.type), [...shape, ...shapeOf(body.expr.type)]);
  return value({ kind: "map", params: body.params, body: body.expr, type, span });
}

interface Body {
  readonly params: readonly MapParam[];
  readonly expr: Expr;
}

function inferBody(call: CallSite, f: Known, fSpan: Span, sources: readonly Expr[]): Body | null {
  const { scope } = call;
  const inline = inlineable(f);
  const names = inline?.params.map((param) => param.name) ?? sources.map((_, i) => `element_${i}`);
  if (inline !== null && !arityFits(scope, inline.params, sources.length, fSpan)) return null;
  const params: MapParam[] = [];
  const cursors: Known[] = [];
  for (const [i, source] of sources.entries()) {
    const label = names[i] ?? `element_${i}`;
    const node = inline?.params[i];
    const param = (node === undefined ? undefined : scope.mapParams.get(node)) ?? freshName(scope, label);
    if (node !== undefined) scope.mapParams.set(node, param);
    params.push({ name: param, source });
    cursors.push({
      kind: "cursor",
      param,
      label,
      element: elementOf(source.type),
      origin: originAxes(source),
    });
  }
  const whole = scope.wholeCall;
  scope.wholeCall = null; // the order of the elements is free, so the function may change nothing
  scope.lazy++;
  scope.closed++;
  const known = inline === null ? callElements(call, f, fSpan, cursors) : inBody(scope, inline, cursors);
  scope.closed--;
  scope.lazy--;
  scope.wholeCall = whole;
  if (known.kind === "error") return null;
  // The elements of the result have one type, so that those of another convert as they are stored.
  const expr = toComputed(scope, known, fSpan)?.expr;
  return expr === undefined ? null : { params, expr };
}

/** A body that is one expression, after names for parts of it. */
interface Inline {
  readonly params: readonly PyParam[];
  readonly lets: readonly { readonly name: string; readonly value: PyExpr; readonly span: Span }[];
  readonly body: PyExpr;
}

/** A lambda, or a function of plain assignments and a `return`: its parameters can be looked around from. */
function inlineable(f: Known): Inline | null {
  if (f.kind === "lambda") return { params: f.def.params, lets: [], body: f.def.body };
  if (f.kind !== "function") return null;
  const code = f.def.body.filter((stmt) => stmt.kind !== "ExprStmt" || stmt.value.kind !== "String");
  const last = code.at(-1);
  if (last?.kind !== "Return" || last.value === null) return null;
  const lets = code.slice(0, -1).map((stmt) => {
    const target = stmt.kind === "Assign" && stmt.targets.length === 1 ? stmt.targets[0] : undefined;
    if (stmt.kind !== "Assign" || target?.kind !== "Name") return null;
    return { name: target.id, value: stmt.value, span: target.span };
  });
  const plain = lets.filter((item) => item !== null);
  return plain.length === lets.length ? { params: f.def.params, lets: plain, body: last.value } : null;
}

function arityFits(scope: Scope, params: readonly PyParam[], count: number, span: Span): boolean {
  if (params.length === count && params.every((param) => param.form === "plain")) return true;
  report(scope, diagnose("map-arity", span, { params: params.length, arrays: count }));
  return false;
}

/** The body sees the names around the map, and its parameters over them. */
function inBody(scope: Scope, inline: Inline, cursors: readonly Known[]): Known {
  const outer = scope.env;
  const env: Env = new Map(outer);
  for (const [i, param] of inline.params.entries()) {
    const known = cursors[i];
    if (known !== undefined)
      env.set(param.name, { kind: "bound", known, slot: null, definite: true, span: param.span });
  }
  scope.env = env;
  for (const { name, value: node, span } of inline.lets) {
    env.set(name, { kind: "bound", known: infer(scope, node), slot: null, definite: true, span });
  }
  const result = infer(scope, inline.body);
  scope.env = outer;
  return result;
}

function callElements(call: CallSite, f: Known, fSpan: Span, cursors: readonly Known[]): Known {
  const { scope } = call;
  if (f.kind !== "function" && f.kind !== "builtin" && f.kind !== "dtype") {
    report(scope, diagnose("not-callable", fSpan, { found: describe(f, printType) }));
    return knownError;
  }
  const args = cursors.map((known) => ({
    known: elementValue(scope, known, call.span),
    node: null,
    span: call.span,
  }));
  return callKnown(scope, f, args, new Map(), call.span, call.node);
}

function elementValue(scope: Scope, known: Known, span: Span): Known {
  const expr = toExpr(scope, known, span);
  return expr === null ? knownError : value(expr);
}

/** A local that only ever names a plain slice stands for that slice, so that offsets reach its array. */
function throughName(scope: Scope, source: Expr): Expr {
  if (source.kind !== "var") return source;
  return scope.views.get(source.name)?.view ?? source;
}

/** Where the current position can be along each axis of the array that offsets reach into. */
function originAxes(source: Expr): OriginAxis[] {
  const view = plainView(source);
  if (view === null) {
    return shapeOf(source.type).map((dim) =>
      axisOf(typeof dim === "number" ? dim : dim.max, 0, typeof dim === "number" ? dim - 1 : null),
    );
  }
  const dims = shapeOf(view.base.type);
  return view.subs.map((sub, axis) => {
    const dim = dims[axis] ?? 1;
    const size = typeof dim === "number" ? dim : dim.max;
    if (sub.kind === "at") {
      const at = constantInt(sub.index);
      const position = at === null ? null : at < 0 ? at + size : at;
      return { size, moves: false, first: position, last: position };
    }
    const positions = typeof dim === "number" ? sliceNow(sub, size) : null;
    if (positions === null || positions.count === 0) return { size, moves: true, first: null, last: null };
    return axisOf(size, ...extremes(positions));
  });
}

function axisOf(size: number, first: number, last: number | null): OriginAxis {
  return { size, moves: true, first, last };
}

/** The array offsets reach into is a view's base, unless the view adds axes. */
function plainView(source: Expr): View | null {
  return source.kind === "view" && source.subs.every((sub) => sub.kind !== "newAxis") ? source : null;
}
