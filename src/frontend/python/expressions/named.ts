/**
 * `(name := value)`. The value is computed before the statement that it stands in, into a local of its own, so that what
 * was read of the name before keeps what it read:
 *
 *     y = x + (x := f(x))         x_1 = f(x)
 *                                 y = x + x_1          # from here on `x` is x_1
 */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Stmt } from "../../../program/nodes.ts";
import type { PyExpr, PyNamed } from "../ast.ts";
import { cast, isConstant } from "../build.ts";
import type { Binding, Env } from "../environment.ts";
import { childrenOf, namesAssignedIn } from "../inside.ts";
import { conversions, joinEnvs } from "../join.ts";
import { heldIn, isComputed, isListValue, type Known, knownError, value } from "../known.ts";
import { noteReference } from "../lists.ts";
import { recordLayout } from "../memory.ts";
import { checkConverted } from "../mixed.ts";
import { rangeOf } from "../ranges.ts";
import { freshName, report, type Scope } from "../scope.ts";
import { bindKnown, forget } from "../statements/bind.ts";
import { inferWhole } from "./index.ts";

export function inferNamed(scope: Scope, node: PyNamed): Known {
  const { id: name } = node.target;
  const known = inferWhole(scope, node.value);
  if (known.kind === "error") {
    forget(scope, name, node.span);
    return known;
  }
  const isArgument = scope.role === "kernel" && scope.params.get(name)?.type.kind === "array";
  const isNumberOrArray = isComputed(known) && !isListValue(known);
  if (scope.closed > 0 || isArgument || !isNumberOrArray || scope.grows.has(name)) {
    report(scope, diagnose("named-here", node.span, { name }));
    forget(scope, name, node.span);
    return knownError;
  }
  noteReference(scope, known, node.span);
  const declared = scope.declared.get(name) ?? null;
  if (declared === null || declared.kind === "array" || known.expr.type.kind === "array")
    return bindNamed(scope, node, known);
  const fits = checkConverted(scope, known, declared, node.value.span);
  const made = fits ? cast(scope, known.expr, declared) : null;
  return made === null ? knownError : bindNamed(scope, node, value(made));
}

/** Another local each time: a copy of a loop's body may read what the copy before it has bound. */
function bindNamed(
  scope: Scope,
  { target, span }: PyNamed,
  known: Extract<Known, { kind: "value" | "mixed" }>,
): Known {
  if (isConstant(known.expr)) {
    bindKnown(scope, target.id, known, span);
    return known;
  }
  const { type } = known.expr;
  const slot = freshName(scope, target.id);
  scope.slots.set(`${slot}@${span.from}:named`, { name: slot, type });
  scope.out.push({ kind: "assign", target: slot, value: known.expr, span });
  const range = rangeOf(scope, known.expr);
  if (range !== null) scope.ranges.set(slot, range);
  recordLayout(scope, slot, known.expr);
  const held = heldIn(known, { kind: "var", name: slot, type, span });
  scope.env?.set(target.id, { kind: "bound", known: held, slot, definite: true, span });
  return held;
}

/** What may never be computed: the names that it binds are joined with what they were. */
export interface Branch<T> {
  readonly result: T;
  readonly behind: readonly Stmt[]; // where it was computed
  readonly otherwise: readonly Stmt[]; // where it was not
}

export function inBranch<T>(scope: Scope, node: PyExpr, surely: boolean, next: () => T): Branch<T> {
  if (surely || scope.env === null || namesAssignedIn(node).length === 0)
    return { result: next(), behind: [], otherwise: [] };
  const before = scope.env;
  scope.env = new Map(before);
  const result = next();
  const after = scope.env;
  const joined = joinEnvs(scope, before, after);
  scope.env = joined === null ? null : new Map(joined);
  if (joined === null) return { result, behind: [], otherwise: [] };
  return {
    result,
    behind: conversions(scope, after, setWhere(after, joined)),
    otherwise: conversions(scope, before, joined),
  };
}

/** The joined names, of which those are set that are set on one way: behind `and` they may be read (setSurely). */
function setWhere(way: Env, joined: Env): Env {
  const set = (binding: Binding, name: string): Binding => {
    const there = way.get(name);
    return binding.kind === "bound" && there?.kind === "bound"
      ? { ...binding, definite: there.definite }
      : binding;
  };
  return new Map([...joined].map(([name, binding]) => [name, set(binding, name)]));
}

/** An operand that may be left out, where nothing is known of names it binds behind it. */
export function refuseNamed(scope: Scope, node: PyExpr): boolean {
  const [name] = namesAssignedIn(node);
  if (name === undefined) return false;
  report(scope, diagnose("named-here", node.span, { name }));
  return true;
}

/** Where the condition has come out so, the names that it binds on every way there are set. */
export function setSurely(scope: Scope, condition: PyExpr, outcome: boolean): void {
  for (const name of namesSetBy(condition, outcome)) {
    const binding = scope.env?.get(name);
    if (binding?.kind === "bound") scope.env?.set(name, { ...binding, definite: true });
  }
}

function namesSetBy(node: PyExpr, outcome: boolean | null): readonly string[] {
  switch (node.kind) {
    case "NamedExpr":
      return [node.target.id, ...namesSetBy(node.value, null)];
    case "Unary":
      return namesSetBy(node.operand, node.op === "not" && outcome !== null ? !outcome : null);
    case "Bool": {
      const all = outcome === (node.op === "and");
      return node.values.flatMap((operand, i) =>
        all || i === 0 ? namesSetBy(operand, all ? outcome : null) : [],
      );
    }
    case "Lambda":
    case "ListComp":
      return [];
    case "Compare":
      return [node.left, ...node.rest.slice(0, 1).map(({ right }) => right)].flatMap((part) =>
        namesSetBy(part, null),
      );
    case "Conditional":
      return namesSetBy(node.test, null);
    default:
      return childrenOf(node).flatMap((child) => namesSetBy(child, null));
  }
}
