/**
 * Integer arguments whose values a kernel may be specialised on: `np.zeros((N, M))` needs them when compiling. What is
 * said where such a value is needed and nobody gave it names the argument.
 */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Diagnostic, Span } from "../../diagnostics/diagnostic.ts";
import type { KernelOptions } from "../../program/nodes.ts";
import { parseValue } from "../../types/literal.ts";
import type { Value } from "../../types/operators.ts";
import type { ScalarType } from "../../types/types.ts";
import { nodesIn, type PyNode } from "./array_use.ts";
import type { PyExpr, PyFunctionDef, PyModule } from "./ast.ts";

/** A scalar argument of an integer type. */
export interface IntegerArgument {
  readonly name: string;
  readonly type: ScalarType;
  readonly isAsked: boolean; // somebody said its type, and wants it as an argument
  readonly isFixed: boolean; // `fixed` of `@pylog` names it
  readonly atHand: { readonly value: Value; readonly from: "given" | "default" } | null;
}

/** What `@pylog(fixed="n,m")` names. */
export function fixedNames({ fixed = "" }: KernelOptions): readonly string[] {
  const names = typeof fixed === "string" ? fixed.split(",") : [];
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

/** The value in the argument's type; null where there is none, or the type cannot hold it. */
export function integerAtHand(
  value: bigint | null,
  type: ScalarType,
  from: "given" | "default",
): IntegerArgument["atHand"] {
  const parsed = value === null ? null : parseValue(type, String(value));
  return parsed?.ok ? { value: parsed.value, from } : null;
}

/** What must be known when compiling and depends on an argument without a value says so. */
export function withArgumentsNeeded(
  diagnostics: readonly Diagnostic[],
  module: PyModule,
  kernel: PyFunctionDef,
  integers: readonly IntegerArgument[],
): readonly Diagnostic[] {
  const unknown = integers.filter(({ atHand }) => atHand === null).map(({ name }) => name);
  return diagnostics.map((diagnostic) => {
    const { code, span, message: what, notes } = diagnostic;
    if (!neededWhenCompiling.has(code)) return diagnostic;
    const names = argumentsBehind(diagnostic, module, kernel).filter((name) => unknown.includes(name));
    if (names.length > 0) return diagnose("argument-value-needed", span, { what, names }, notes);
    return withSources(diagnostic, module);
  });
}

/** Names what a value depends on that is known too late, and where that is computed. */
function withSources(diagnostic: Diagnostic, module: PyModule): Diagnostic {
  const { span, message, notes = [] } = diagnostic;
  const inside = functionAround(module, span);
  const nodes = inside === null ? [] : [...nodesIn(inside.body)];
  const bindings = nodes.map((node) => ({ node, ...bindingOf(node) }));
  const params = new Set(inside?.params.map(({ name }) => name));
  const bound = (name: string): readonly PyNode[] =>
    bindings.flatMap(({ node, targets }) => (namesIn(targets).has(name) ? [node] : []));
  const pointedAt = namesIn(nodes.filter((node) => contains(span, node.span)));
  const names = [...pointedAt].filter((name) => params.has(name) || bound(name).length > 0);
  if (names.length === 0) return diagnostic;
  const places = names.flatMap((name) => {
    const at = bound(name).findLast((node) => node.span.from < span.from && !contains(node.span, span));
    return at === undefined
      ? []
      : [{ span: headOf(at), message: `\`${name}\` is computed here, when the kernel runs` }];
  });
  const all = names.map((name) => `\`${name}\``).join(", ");
  return { ...diagnostic, message: `${message}: it depends on ${all}`, notes: [...notes, ...places] };
}

/** Of a loop, the line that names its variable. */
function headOf(node: PyNode): Span {
  return node.kind === "For" ? { from: node.target.span.from, to: node.iterable.span.to } : node.span;
}

/** Codes of what must be known when compiling and is not. */
export const neededWhenCompiling: ReadonlySet<string> = new Set([
  ...["unknown-shape", "argument-must-be-constant", "dynamic-extent", "bad-slice-step", "bad-window"],
]);

/** The kernel's parameters that what a diagnostic points at is computed from. */
function argumentsBehind(
  { span, notes = [] }: Diagnostic,
  module: PyModule,
  kernel: PyFunctionDef,
): readonly string[] {
  let inside = functionAround(module, span);
  if (inside === null) return [];
  const pointedAt = [...nodesIn(inside.body)].filter((node) => contains(span, node.span));
  let names = sources(inside, namesIn(pointedAt));
  // From the parameters of a function to what each call that leads here gives for them.
  for (const { span: at } of notes) {
    if (inside === kernel) break;
    const caller = functionAround(module, at);
    const call = [...nodesIn(caller?.body)].find((node) => node.kind === "Call" && isSame(node.span, at));
    if (caller === null || call?.kind !== "Call") break;
    const own = new Set(inside.params.map(({ name }) => name));
    const given = inside.params.flatMap(({ name }, k) => {
      const args = [call.args[k], call.keywords.find((keyword) => keyword.name === name)?.value];
      return names.has(name) ? args.filter((arg) => arg !== undefined) : [];
    });
    const captured = [...names].filter((name) => !own.has(name));
    names = sources(caller, new Set([...namesIn(given), ...captured]));
    inside = caller;
  }
  if (inside !== kernel) return [];
  return kernel.params.map(({ name }) => name).filter((name) => names.has(name));
}

/** The names, and those that what is assigned to them is computed from. */
function sources(def: PyFunctionDef, names: ReadonlySet<string>): ReadonlySet<string> {
  const assigned = [...nodesIn(def.body)].flatMap((node) => {
    const { targets, values } = bindingOf(node);
    return targets.length === 0 ? [] : [{ to: namesIn(targets), from: namesIn(values) }];
  });
  const found = new Set(names);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { to, from } of assigned)
      if ([...to].some((name) => found.has(name))) for (const name of from) found.add(name);
  }
  return found;
}

function bindingOf(node: PyNode): {
  readonly targets: readonly PyExpr[];
  readonly values: readonly PyExpr[];
} {
  switch (node.kind) {
    case "Assign":
      return { targets: node.targets.filter(isNames), values: [node.value] };
    case "AnnAssign":
      return { targets: [node.target].filter(isNames), values: node.value === null ? [] : [node.value] };
    case "AugAssign":
      return { targets: [node.target].filter(isNames), values: [node.value] };
    case "For":
      return { targets: [node.target], values: [node.iterable] };
    default:
      return { targets: [], values: [] };
  }
}

/** Not `a[i] = …`: what arrays hold is not followed. */
function isNames(target: PyExpr): boolean {
  return target.kind === "Name" || target.kind === "Tuple" || target.kind === "List";
}

function namesIn(nodes: readonly PyNode[]): ReadonlySet<string> {
  const all = nodes.flatMap((node) => [...nodesIn(node)]);
  return new Set(all.flatMap((node) => (node.kind === "Name" ? [node.id] : [])));
}

/** The innermost function that a place is in. */
function functionAround(module: PyModule, span: Span): PyFunctionDef | null {
  const around = [...nodesIn(module.body)].filter(
    (node) => node.kind === "FunctionDef" && contains(node.span, span),
  );
  const innermost = around.at(-1);
  return innermost?.kind === "FunctionDef" ? innermost : null;
}

function contains(outer: Span, inner: Span): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

function isSame(a: Span, b: Span): boolean {
  return a.from === b.from && a.to === b.to;
}
