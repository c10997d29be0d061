/** Statements: assignments, stores, branches, calls. Loops have a file of their own. */
import { anyShape, arrayOf } from "./arrays.ts";
import { oneOf, weighted } from "./choices.ts";
import { truthy } from "./conditions.ts";
import { writePartStore } from "./dynamic.ts";
import { callText } from "./functions.ts";
import { writeFor, writeWhile } from "./loops.ts";
import {
  arraysIn,
  atom,
  base,
  binds,
  type Dtype,
  dtypes,
  type Ex,
  hull,
  innerScope,
  inside,
  isInteger,
  isPython,
  type Range,
  type Result,
  rangeOf,
  type Scalar,
  type Scope,
  sameShape,
  type Variable,
  variables,
} from "./model.ts";
import { anyScalarType, bounded, pythonInt, scalarOf } from "./scalars.ts";
import {
  writeElementStore,
  writeMaskStore,
  writeScatter,
  writeSliceStore,
  writeSwap,
  writeWholeChange,
} from "./stores.ts";
import { viewOfShape } from "./views.ts";

/** Statements until the choices or the budget end. `prefix` names what the block assigns first. */
export function writeBlock(scope: Scope, prefix: string): string[] {
  const lines: string[] = [];
  for (;;) {
    const statement = scope.c.part(() =>
      scope.budget.statements > 0 && more(scope) ? writeStatement(scope, prefix) : null,
    );
    if (statement === null) return lines;
    lines.push(...statement);
    if (/^(return|break|continue)\b/.test(statement.at(-1) ?? "")) return lines;
  }
}

function more(scope: Scope): boolean {
  return scope.c.pick(9) > 0;
}

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}

type Writer = (scope: Scope, prefix: string) => string[] | null;

const writers: readonly (readonly [number, Writer])[] = [
  [10, writeScalar],
  [10, writeArray],
  [9, writeSliceStore],
  [7, writeElementStore],
  [5, writeAugmented],
  [3, writeMaskStore],
  [2, writeScatter],
  [2, writeSwap],
  [3, writeWholeChange],
  [7, writeIf],
  [7, writeFor],
  [3, writeWhile],
  [4, writeCall],
  [2, writeJump],
  [2, writeEarlyReturn],
  [2, writeTuple],
  [2, writeChain],
  [2, writeUnpacked],
  [3, writePartStore],
];

function writeStatement(scope: Scope, prefix: string): string[] {
  scope.budget.statements--;
  for (let tries = 0; tries < 4; tries++) {
    const lines = weighted(scope.c, writers)(scope, prefix);
    if (lines !== null) return lines;
  }
  return ["pass"];
}

/** `x = ...`: a new name, or one there is, of the same type or another. */
function writeScalar(scope: Scope, prefix: string): string[] {
  const { c } = scope;
  const old = variables(scope, (v) => v.shape.length === 0 && v.rebind !== "never");
  if (old.length > 0 && c.chance(45)) {
    const v = oneOf(c, old);
    const type = v.rebind === "freely" && c.chance(30) ? anyScalarType(c) : v.type;
    return [`${v.name} = ${assign(scope, v.name, type, v.rebind === "same type" ? v.range : null).text}`];
  }
  const name = freshName(scope, prefix);
  return [`${name} = ${assign(scope, name, anyScalarType(c), null).text}`];
}

/** A value for the name, and the scope knows it. */
export function assign(scope: Scope, name: string, type: Scalar, range: Range | null): Ex {
  let ex = type === "python int" ? pythonInt(scope, range, 3) : scalarOf(scope, type, 3);
  if (type === "python int" && ex.range === null) ex = bounded(ex, { low: -50, high: 200 });
  const before = scope.vars.get(name);
  const rebind = before?.rebind ?? "freely";
  scope.vars.set(name, {
    name,
    type,
    shape: [],
    range: range ?? ex.range,
    rebind,
    stored: false,
    plain: false,
    mixed: mayBePython(scope, type, ex.text),
  });
  return ex;
}

/** Whether a value of a NumPy type is made from one that is still a Python number on some path. */
export function mayBePython(scope: Scope, type: Scalar, text: string): boolean {
  if (isPython(type)) return false;
  return variables(scope, (v) => v.mixed).some((v) => new RegExp(`\\b${v.name}\\b`).test(text));
}

export function freshName(scope: Scope, prefix: string): string {
  for (let i = 0; ; i++) {
    const name = `${prefix}${i}`;
    if (!scope.vars.has(name) && !(scope.c.chance(15) && i < 3)) return name;
  }
}

/** `b = ...`: a new array or another name for one there is. */
function writeArray(scope: Scope, prefix: string): string[] {
  const { c } = scope;
  const arrays = arraysIn(scope).filter((v) => !isPython(v.type));
  const old = arrays.filter((v) => v.rebind !== "never");
  if (old.length > 0 && c.chance(25)) {
    const v = oneOf(c, old);
    const same = v.rebind === "same type" || c.chance(60);
    const type = same ? (v.type as Dtype) : oneOf(c, dtypes);
    return [
      `${v.name} = ${bindArray(scope, v.name, arrayOf(scope, same ? v.shape : anyShape(c), type, 3), v.rebind).text}`,
    ];
  }
  const name = freshName(scope, `${prefix}a`);
  if (arrays.length > 0 && c.chance(35)) {
    const v = oneOf(c, arrays);
    const view = viewOfShape(scope, v, smaller(scope, v.shape), 1);
    if (view !== null) return [`${name} = ${bindArray(scope, name, view, "freely").text}`];
  }
  const like = arrays.length > 0 && c.chance(50) ? oneOf(c, arrays).shape : anyShape(c);
  return [`${name} = ${bindArray(scope, name, arrayOf(scope, like, oneOf(c, dtypes), 3), "freely").text}`];
}

/** A shape that a view of this one can have. */
export function smaller(scope: Scope, shape: readonly number[]): readonly number[] {
  const { c } = scope;
  const kept = shape.filter((_, i) => (i === 0 && shape.length === 1) || !c.chance(25));
  return (kept.length === 0 ? [shape[0] ?? 1] : kept).map((n) => (c.chance(50) ? 1 + c.pick(n) : n));
}

function bindArray(scope: Scope, name: string, ex: Ex, rebind: Variable["rebind"]): Ex {
  const plain = /^np\.(zeros|ones|full)\(\(?[\d, ]+\)?, [^()]*\)$/.test(ex.text);
  if (ex.memory === "frozen" && (rebind === "same type" || broadcasts(ex)))
    return bindArray(scope, name, copied(ex), rebind); // the next round of a loop may store
  scope.vars.set(name, {
    name,
    type: ex.type,
    shape: ex.shape,
    range: null,
    rebind,
    stored: ex.memory !== "frozen",
    plain,
    mixed: false,
  });
  return ex;
}

/** Kept under a name, NumPy's is a view that sees later stores to its array, and ours a new array. */
function broadcasts(ex: Ex): boolean {
  return ex.memory === "frozen" && ex.text.includes("np.broadcast_to(");
}

function copied(ex: Ex): Ex {
  return atom(`${base(ex)}.copy()`, ex.type, ex.shape);
}

/** `x += ...` of a scalar name; it may change its type. */
function writeAugmented(scope: Scope): string[] | null {
  const { c } = scope;
  const names = variables(scope, (v) => v.shape.length === 0 && v.rebind !== "never");
  if (names.length === 0) return null;
  const v = oneOf(c, names);
  if (v.type === "python int") {
    const range = v.range ?? { low: -100, high: 100 };
    const other = pythonInt(scope, { low: -9, high: 9 }, 2);
    scope.vars.set(v.name, { ...v, range: { low: -200, high: 200 } });
    if (v.rebind === "same type") return [`${v.name} %= ${Math.max(1, range.high)}`];
    scope.vars.set(v.name, { ...v, range: { low: range.low - 9, high: range.high + 9 } });
    return [`${v.name} ${c.chance(50) ? "-=" : "+="} ${other.text}`];
  }
  const op =
    v.type === "bool" || v.type === "python bool"
      ? oneOf(c, ["&=", "|=", "^="])
      : oneOf(c, ["+=", "-=", "*="]);
  return [`${v.name} ${op} ${scalarOf(scope, v.type, 2).text}`];
}

/** `if` with `elif` and `else`; after it, each name has one type again or is forgotten. */
function writeIf(scope: Scope, prefix: string): string[] {
  const { c } = scope;
  const branches: { lines: string[]; scope: Scope }[] = [];
  const lines: string[] = [];
  const tests = 1 + (c.chance(25) ? 1 : 0);
  for (let i = 0; i < tests; i++) {
    const test = truthy(scope, 2);
    lines.push(`${i === 0 ? "if" : "elif"} ${test.text}:`);
    const inner = innerScope(scope);
    const body = writeBody(inner, prefix);
    lines.push(...indented(body));
    branches.push({ lines: body, scope: inner });
  }
  const otherwise = innerScope(scope);
  let rest: string[] = [];
  if (c.chance(60)) {
    rest = writeBody(otherwise, prefix);
    if (!leaves(rest))
      rest.push(
        ...completing(
          otherwise,
          branches.map((b) => b.scope),
        ),
      );
    lines.push("else:", ...indented(rest));
  }
  branches.push({ lines: rest, scope: otherwise });
  join(
    scope,
    branches.filter((b) => !leaves(b.lines)).map((b) => b.scope),
  );
  return lines;
}

function writeBody(inner: Scope, prefix: string): string[] {
  const lines = writeBlock(inner, prefix);
  return lines.length === 0 ? ["pass"] : lines;
}

function leaves(lines: readonly string[]): boolean {
  return /^(return|break|continue)\b/.test(lines.at(-1) ?? "");
}

/** Names that the other branches made get a value here too, so that they live on. */
function completing(scope: Scope, others: readonly Scope[]): string[] {
  const lines: string[] = [];
  for (const v of others[0]?.vars.values() ?? []) {
    if (scope.vars.has(v.name) || v.shape.length > 0 || !scope.c.chance(60)) continue;
    lines.push(`${v.name} = ${assign(scope, v.name, v.type, null).text}`);
  }
  return lines;
}

/** What every path brings with one type; a Python number that meets NumPy's of its kind becomes it. */
export function join(scope: Scope, paths: readonly Scope[]): void {
  const [first, ...others] = paths;
  const before = new Map(scope.vars);
  scope.vars.clear();
  if (first === undefined) {
    for (const [name, v] of before) scope.vars.set(name, v); // nothing follows that is ever reached
    return;
  }
  for (const v of first.vars.values()) {
    let joined: Variable | null = v;
    for (const path of others) {
      const w = path.vars.get(v.name);
      joined = joined === null || w === undefined ? null : joinVariables(joined, w);
    }
    if (joined !== null) scope.vars.set(v.name, joined);
  }
}

function joinVariables(a: Variable, b: Variable): Variable | null {
  const common = {
    range: hull(a.range, b.range),
    stored: a.stored && b.stored,
    plain: a.plain && b.plain && a === b,
    mixed: a.mixed || b.mixed,
    rebind: a.rebind,
  };
  if (a.type === b.type && sameShape(a.shape, b.shape)) return { ...a, ...common };
  if (a.shape.length > 0 || b.shape.length > 0) return null;
  const [weak, strong] = isPython(a.type) ? [a, b] : [b, a];
  if (!isPython(weak.type) || isPython(strong.type)) return null;
  const fits =
    (weak.type === "python int" &&
      isInteger(strong.type) &&
      weak.range !== null &&
      weak.range.low >= rangeOf(strong.type).low &&
      weak.range.high <= rangeOf(strong.type).high) ||
    (weak.type === "python float" && strong.type.startsWith("float")) ||
    (weak.type === "python bool" && strong.type === "bool");
  return fits ? { ...strong, ...common, range: null, mixed: true } : null;
}

/** A call on a line of its own, or one that gives its results to names. */
function writeCall(scope: Scope, prefix: string): string[] | null {
  const { c } = scope;
  if (scope.functions.length === 0) return null;
  const f = oneOf(c, scope.functions);
  const call = callText(scope, f, 2);
  if (call === null) return null;
  if (f.results.length === 0) return [call];
  const names = f.results.map((result, i) => {
    const name = freshName(scope, `${prefix}${i === 0 ? "r" : "s"}`);
    const range = result.type === "python int" ? { low: -1000, high: 1000 } : null;
    return { name, ...result, range };
  });
  for (const v of names)
    scope.vars.set(v.name, { ...v, rebind: "freely", stored: false, plain: false, mixed: false });
  return [`${names.map((v) => v.name).join(", ")} = ${call}`];
}

function writeJump(scope: Scope): string[] | null {
  const { c } = scope;
  if (scope.loops === 0) return null;
  const word = c.chance(50) ? "break" : "continue";
  return [`if ${truthy(scope, 2).text}:`, `    ${word}`];
}

function writeEarlyReturn(scope: Scope): string[] | null {
  if (scope.results === null || scope.results.length === 0) return null;
  const [line = "return"] = writeReturn(scope, scope.results);
  return [`if ${truthy(scope, 2).text}:`, `    ${line}`];
}

export function writeReturn(scope: Scope, results: readonly Result[]): string[] {
  if (results.length === 0) return [];
  return [`return ${results.map((result) => value(scope, result)).join(", ")}`];
}

function value(scope: Scope, { type, shape }: Result): string {
  if (shape.length > 0) {
    const ex = arrayOf(scope, shape, type as Dtype, 2);
    return (broadcasts(ex) ? copied(ex) : ex).text;
  }
  if (type === "python int") return inside(pythonInt(scope, { low: -20, high: 60 }, 2), binds.conditional);
  const text = scalarOf(scope, type, 2).text;
  return variables(scope, (v) => v.mixed).length > 0 && !isPython(type) ? `np.${type}(${text})` : text;
}

/** `x = y = ...`: one value, two names. */
function writeChain(scope: Scope, prefix: string): string[] {
  const first = freshName(scope, prefix);
  const ex = assign(scope, first, anyScalarType(scope.c), null);
  const v = scope.vars.get(first);
  const second = freshName(scope, prefix);
  if (v !== undefined) scope.vars.set(second, { ...v, name: second });
  return [`${first} = ${second} = ${ex.text}`];
}

/** `p, q = a[0]`: the elements of a short vector. */
function writeUnpacked(scope: Scope, prefix: string): string[] | null {
  const { c } = scope;
  const vectors = arraysIn(scope).filter(
    (v) => v.shape.length === 1 && (v.shape[0] ?? 9) <= 3 && !isPython(v.type),
  );
  if (vectors.length === 0) return null;
  const v = oneOf(c, vectors);
  const names = Array.from({ length: v.shape[0] ?? 0 }, () => {
    const name = freshName(scope, prefix);
    scope.vars.set(name, {
      name,
      type: v.type,
      shape: [],
      range: null,
      rebind: "freely",
      stored: false,
      plain: false,
      mixed: false,
    });
    return name;
  });
  return [`${names.join(", ")}${names.length === 1 ? "," : ""} = ${v.name}`];
}

/** `x, y = y + 1, x`: the right side first, whatever it names. */
function writeTuple(scope: Scope): string[] | null {
  const { c } = scope;
  const names = variables(
    scope,
    (v) => v.shape.length === 0 && v.rebind !== "never" && v.type !== "python int",
  );
  if (names.length < 2) return null;
  const a = oneOf(c, names);
  const b = oneOf(c, names);
  if (a === b) return null;
  const [x, y] = [scalarOf(scope, a.type, 2).text, scalarOf(scope, b.type, 2).text];
  const mixed = [mayBePython(scope, a.type, x), mayBePython(scope, b.type, y)] as const;
  scope.vars.set(a.name, { ...a, mixed: mixed[0] });
  scope.vars.set(b.name, { ...b, mixed: mixed[1] });
  return [`${a.name}, ${b.name} = ${x}, ${y}`];
}
