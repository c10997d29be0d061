/** Loops: over ranges, arrays, enumerate and zip; while loops that a counter bounds. */
import { oneOf, weighted } from "./choices.ts";
import { truthy } from "./conditions.ts";
import {
  arraysIn,
  type Dtype,
  dtypes,
  hull,
  innerScope,
  isFloat,
  isInteger,
  isPython,
  type Range,
  rangeOf,
  type Scalar,
  type Scope,
  type Variable,
  variables,
  within,
} from "./model.ts";
import { pythonInt, scalarOf } from "./scalars.ts";
import { freshName, indented, join, mayBePython, writeBlock } from "./statements.ts";

interface Head {
  readonly text: string; // `i in range(3)`
  readonly names: readonly Variable[];
  readonly runs: boolean; // at least once
}

export function writeFor(scope: Scope, prefix: string): string[] | null {
  const { c } = scope;
  if (scope.loops >= 3) return null;
  const head = weighted(c, [
    [6, range],
    [3, overArray],
    [2, enumerated],
    [2, zipped],
  ])(scope);
  if (head === null) return null;
  return writeLoop(scope, prefix, `for ${head.text}:`, head.names, head.runs, []);
}

/** The counter goes up first, so that `continue` cannot go past it. */
export function writeWhile(scope: Scope, prefix: string): string[] | null {
  const { c } = scope;
  if (scope.loops >= 2) return null;
  const name = freshName(scope, "k");
  const most = 1 + c.pick(4);
  const counter: Variable = { ...loopVariable(name, "python int"), range: { low: 0, high: most } };
  scope.vars.set(name, counter);
  const inner = steady(scope);
  const test = truthy(inner, 2);
  const guard = c.chance(50) ? `${name} < ${most}` : `${name} < ${most} and (${test.text})`;
  return [`${name} = 0`, ...writeLoop(scope, prefix, `while ${guard}:`, [counter], false, [`${name} += 1`])];
}

function writeLoop(
  scope: Scope,
  prefix: string,
  head: string,
  names: readonly Variable[],
  runs: boolean,
  first: readonly string[],
): string[] {
  const { c } = scope;
  const inner = steady(scope, { loops: scope.loops + 1 });
  for (const v of names) inner.vars.set(v.name, v);
  const grown = runs && c.chance(35) ? growing(scope, inner) : null;
  const body = [...first, ...(grown?.lines ?? []), ...writeBlock(inner, prefix)];
  const before = innerScope(scope);
  for (const [name, v] of before.vars) {
    const after = inner.vars.get(name);
    if (after !== undefined)
      before.vars.set(name, {
        ...v,
        range: hull(v.range, after.range),
        stored: v.stored && after.stored,
        plain: v.plain && after.plain,
      });
  }
  if (grown !== null) before.vars.set(grown.name, inner.vars.get(grown.name) ?? grown.variable);
  if (runs) for (const v of names) if (c.chance(60)) before.vars.set(v.name, inner.vars.get(v.name) ?? v);
  join(scope, [before]);
  return [head, ...indented(body.length === 0 ? ["pass"] : body)];
}

/** The names around a loop keep their types in it, and Python ints stay in a range that holds for every iteration. */
function steady(scope: Scope, change: Partial<Scope> = {}): Scope {
  const inner = innerScope(scope, change);
  for (const [name, v] of inner.vars) {
    const range = v.range === null || v.rebind === "never" ? v.range : hull(v.range, { low: -20, high: 100 });
    inner.vars.set(name, { ...v, rebind: v.rebind === "never" ? "never" : "same type", range });
    if (v.shape.length === 0 && v.range !== null && v.rebind !== "never")
      scope.vars.set(name, { ...v, range });
  }
  return inner;
}

/** `s = 0` before the loop, `s += a[i]` in it: a Python number that becomes NumPy's. */
function growing(
  scope: Scope,
  inner: Scope,
): { readonly name: string; readonly variable: Variable; readonly lines: string[] } | null {
  const { c } = scope;
  const weak = variables(
    scope,
    (v) =>
      v.rebind === "freely" && v.shape.length === 0 && (v.type === "python int" || v.type === "python float"),
  );
  if (weak.length === 0) return null;
  const v = oneOf(c, weak);
  const type = oneOf(
    c,
    dtypes.filter((d) => becomes(v, d)),
  );
  const op = oneOf(c, ["+", "-", "*"]);
  const term = scalarOf(inner, type, 2);
  const variable: Variable = {
    ...v,
    type,
    range: null,
    rebind: "same type",
    mixed: mayBePython(inner, type, term.text),
  };
  inner.vars.set(v.name, variable);
  const line = c.chance(50) ? `${v.name} ${op}= ${term.text}` : `${v.name} = ${v.name} ${op} (${term.text})`;
  return { name: v.name, variable: { ...variable, rebind: "freely" }, lines: [line] };
}

function becomes(v: Variable, type: Dtype): boolean {
  if (v.type === "python float") return isFloat(type);
  return isFloat(type) || (isInteger(type) && within(v.range, rangeOf(type)));
}

function loopVariable(name: string, type: Scalar, shape: readonly number[] = []): Variable {
  return { name, type, shape, range: null, rebind: "never", stored: false, plain: false, mixed: false };
}

function range(scope: Scope): Head {
  const { c } = scope;
  const name = freshName(scope, "i");
  const give = (text: string, bounds: Range, runs: boolean): Head => ({
    text: `${name} in ${text}`,
    names: [{ ...loopVariable(name, "python int"), range: bounds }],
    runs,
  });
  const count = 1 + c.pick(4);
  switch (c.pick(6)) {
    case 0:
    case 1:
      return give(`range(${count})`, { low: 0, high: count - 1 }, true);
    case 2: {
      const start = c.pick(7) - 3;
      const step = 1 + c.pick(3);
      const stop = start + count * step - c.pick(step);
      return give(
        `range(${start}, ${stop}${step > 1 ? `, ${step}` : ""})`,
        { low: start, high: stop - 1 },
        true,
      );
    }
    case 3: {
      const stop = c.pick(5) - 2;
      const step = 1 + c.pick(2);
      const start = stop + count * step;
      return give(`range(${start}, ${stop}, ${-step})`, { low: stop + 1, high: start }, true);
    }
    case 4: {
      const v = iterable(scope);
      if (v !== null && c.chance(60))
        return give(`range(len(${v.name}))`, { low: 0, high: (v.shape[0] ?? 1) - 1 }, true);
      return give(`reversed(range(${count}))`, { low: 0, high: count - 1 }, true);
    }
    default: {
      const bound = pythonInt(scope, { low: 0, high: 4 }, 2);
      return give(`range(${bound.text})`, { low: 0, high: 3 }, false);
    }
  }
}

function iterable(scope: Scope): Variable | null {
  const arrays = arraysIn(scope).filter((v) => !isPython(v.type));
  return arrays.length === 0 ? null : oneOf(scope.c, arrays);
}

/** What a loop over the array gives: elements, or rows that share its memory. */
function item(name: string, v: Variable): Variable {
  const row = loopVariable(name, v.type, v.shape.slice(1));
  return { ...row, stored: v.stored && v.shape.length > 1 };
}

function overArray(scope: Scope): Head | null {
  const v = iterable(scope);
  if (v === null) return null;
  const name = freshName(scope, "e");
  return { text: `${name} in ${v.name}`, names: [item(name, v)], runs: true };
}

function enumerated(scope: Scope): Head | null {
  const v = iterable(scope);
  if (v === null) return null;
  const [i, e] = [freshName(scope, "i"), freshName(scope, "e")];
  const counter = { ...loopVariable(i, "python int"), range: { low: 0, high: (v.shape[0] ?? 1) - 1 } };
  return { text: `${i}, ${e} in enumerate(${v.name})`, names: [counter, item(e, v)], runs: true };
}

function zipped(scope: Scope): Head | null {
  const [v, w] = [iterable(scope), iterable(scope)];
  if (v === null || w === null) return null;
  const e = freshName(scope, "e");
  const f = freshName(scope, "w");
  return { text: `${e}, ${f} in zip(${v.name}, ${w.name})`, names: [item(e, v), item(f, w)], runs: true };
}
