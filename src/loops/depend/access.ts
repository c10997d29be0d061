/** Every read and write of a kernel, in the order one iteration does them, each with the iterations that do it. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { ArrayDecl, Expr, For, Loops, Stmt, While } from "../nodes.ts";
import { children } from "../walk.ts";
import {
  type Affine,
  always,
  bothOf,
  boundParts,
  type Condition,
  type Conjunction,
  condition,
  conditionOf,
  constant,
  type Linear,
  linear,
  minus,
  plus,
  type Scope,
  shifted,
  symbol,
  times,
} from "./affine.ts";
import { type Row, type System, solve } from "./integers.ts";

export interface Access {
  readonly name: string; // the array or scalar; of control, the loop that is left or cut short
  readonly what: "array" | "scalar" | "control";
  readonly write: boolean;
  readonly index: readonly Expr[]; // of an array
  readonly loops: readonly Around[]; // outermost first
  readonly order: number; // within an iteration
  readonly stmt: Stmt; // that does it
  readonly span: Span;
  readonly exact: boolean; // it is done in each iteration of its domain, and its subscripts are known

  readonly subscripts: readonly Affine[];
  readonly domain: Condition; // of its loops' variables
  readonly ranges: ReadonlyMap<string, Range>; // of loop variables, where bounded
  readonly place: readonly Place[]; // outermost first
}

/** A loop around an access. A `while` counts its iterations in a variable that nothing else uses. */
export interface Around {
  readonly name: string;
  readonly variable: string;
  readonly loop: For | While;
  readonly first: Affine | null; // the variable's first value, and
  readonly last: Affine | null; // its last one, if there is any; null where not affine
}

/** Position `at` of the statement list `block`. */
export interface Place {
  readonly block: readonly Stmt[];
  readonly at: number;
}

export type Range = readonly [low: number, high: number];

/** `break` and `continue` are writes of control; the start of each iteration of a loop that has a break reads it. */
export function accessesIn(loops: Loops): readonly Access[] {
  const known = found.get(loops);
  if (known !== undefined) return known;
  const accesses = collect(loops);
  found.set(loops, accesses);
  return accesses;
}

// Queries come in numbers about the same kernel.
const found = new WeakMap<Loops, readonly Access[]>();

interface Context {
  readonly loops: readonly Around[];
  readonly domain: Condition;
  readonly ranges: ReadonlyMap<string, Range>;
  readonly place: readonly Place[];
  readonly values: ReadonlyMap<string, Linear>;
}

function collect(loops: Loops): readonly Access[] {
  const accesses: Access[] = [];
  const shapes = new Map<string, readonly number[]>();
  const isArray = (decl: { kind: string }): decl is ArrayDecl => decl.kind === "array";
  for (const decl of [...loops.params, ...loops.arrays]) if (isArray(decl)) shapes.set(decl.name, decl.shape);
  const scalars = new Set([...loops.params, ...loops.scalars].map((decl) => decl.name));
  const assigned = assignments(loops.body);
  let count = 0;
  const fresh = (mark: "#" | "?"): string => `${mark}${count++}`;
  // A scalar that the nest assigns has several values in it, of which a subscript or bound sees one.
  let varies: ReadonlyMap<string, number> = new Map();
  const scopeOf = ({ values }: Context): Scope => {
    const here = varies;
    return { values, varies: (name) => here.has(name), fresh };
  };

  function add(
    access: Pick<Access, "name" | "what" | "write" | "index" | "stmt" | "span">,
    context: Context,
  ): void {
    const { loops, ranges, place } = context;
    const scope = scopeOf(context);
    const shape = shapes.get(access.name) ?? [];
    // Most questions are about a few accesses: the rest is never worked out.
    let known: Pick<Access, "exact" | "subscripts" | "domain"> | null = null;
    const details = () => {
      if (known !== null) return known;
      const subscripts = access.index.map((index) => linear(index, scope));
      const bounds = subscripts.flatMap(({ form }, dim) =>
        inLoopVariables(form, ranges) ? [] : inRange(form, shape[dim]),
      );
      const domain = subscripts.map(conditionOf).reduce(bothOf, restricted(context.domain, bounds));
      known = {
        exact: domain.exact && subscripts.every(({ exact }) => exact),
        subscripts: subscripts.map(({ form }) => form),
        domain: possible(domain),
      };
      return known;
    };
    accesses.push({
      ...access,
      loops,
      ranges,
      place,
      order: accesses.length,
      get exact() {
        return details().exact;
      },
      get subscripts() {
        return details().subscripts;
      },
      get domain() {
        return details().domain;
      },
    });
  }

  function reads(expr: Expr, stmt: Stmt, context: Context): void {
    switch (expr.kind) {
      case "var":
        if (scalars.has(expr.name)) {
          const { span } = stmt.origin;
          add({ name: expr.name, what: "scalar", write: false, index: [], stmt, span }, context);
        }
        return;
      case "load": {
        for (const index of expr.index) reads(index, stmt, context);
        const { array: name, index, span } = expr;
        add({ name, what: "array", write: false, index, stmt, span }, context);
        return;
      }
      case "select":
        reads(expr.condition, stmt, context);
        reads(expr.then, stmt, guarded(context, expr.condition, true));
        reads(expr.otherwise, stmt, guarded(context, expr.condition, false));
        return;
      case "logic":
        reads(expr.left, stmt, context);
        reads(expr.right, stmt, guarded(context, expr.left, expr.op === "and"));
        return;
      default:
        for (const child of children(expr)) reads(child, stmt, context);
    }
  }

  function guarded(context: Context, test: Expr, truth: boolean): Context {
    return { ...context, domain: bothOf(context.domain, condition(test, truth, scopeOf(context))) };
  }

  function block(body: readonly Stmt[], context: Context): void {
    let values = context.values;
    let domain = context.domain;
    body.forEach((stmt, at) => {
      if (context.place.length === 0) varies = assignments([stmt]);
      const here: Context = { ...context, values, domain, place: [...context.place, { block: body, at }] };
      statement(stmt, here);
      if (leaves(stmt)) domain = { ...domain, exact: false }; // what follows may not be done
      if (stmt.kind !== "assign" || assigned.get(stmt.target) !== 1) return;
      const value = linear(stmt.value, scopeOf(here));
      const fixed = [...value.form.terms.keys()].every((name) => !assigned.has(name));
      if (value.exact && fixed) values = new Map(values).set(stmt.target, value);
    });
  }

  function statement(stmt: Stmt, context: Context): void {
    const { span } = stmt.origin;
    switch (stmt.kind) {
      case "for":
        reads(stmt.from, stmt, context);
        reads(stmt.to, stmt, context);
        loopBody(stmt, forContext(stmt, context, scopeOf(context)));
        return;
      case "while": {
        const inside = whileContext(stmt, context, fresh("#"));
        reads(stmt.condition, stmt, inside);
        loopBody(stmt, inside);
        return;
      }
      case "if":
        reads(stmt.condition, stmt, context);
        block(stmt.then, guarded(context, stmt.condition, true));
        block(stmt.else, guarded(context, stmt.condition, false));
        return;
      case "assign":
        reads(stmt.value, stmt, context);
        add({ name: stmt.target, what: "scalar", write: true, index: [], stmt, span }, context);
        return;
      case "store": {
        for (const index of stmt.index) reads(index, stmt, context);
        reads(stmt.value, stmt, context);
        const { array: name, index } = stmt;
        add({ name, what: "array", write: true, index, stmt, span }, context);
        return;
      }
      case "break":
      case "continue": {
        const name = context.loops.at(-1)?.name ?? "";
        add({ name, what: "control", write: true, index: [], stmt, span }, context);
        return;
      }
      case "region":
        block(stmt.body, context);
        return;
      case "pragma":
        return;
    }
  }

  function loopBody(stmt: For | While, context: Context): void {
    if (breaks(stmt.body)) {
      const { name, origin } = stmt;
      add({ name, what: "control", write: false, index: [], stmt, span: origin.span }, context);
    }
    const domain = breaks(stmt.body) ? { ...context.domain, exact: false } : context.domain;
    block(stmt.body, { ...context, domain });
  }

  const whole: Condition = { cases: [always], exact: true };
  block(loops.body, { loops: [], domain: whole, ranges: new Map(), place: [], values: new Map() });
  return accesses;
}

function forContext(stmt: For, context: Context, scope: Scope): Context {
  const { variable, step } = stmt;
  const self = symbol(variable);
  const atLeast: Affine[] = [];
  const equal: Affine[] = [];
  let exact = true;
  let around = context.domain;
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  const froms = boundParts(stmt.from, "max").map((part) => linear(part, scope));
  for (const from of froms) {
    around = bothOf(around, conditionOf(from));
    atLeast.push(minus(self, from.form));
    exact &&= from.exact;
    low = Math.max(low, rangeOf(from.form, context.ranges)[0]);
  }
  const tos = boundParts(stmt.to, "min").map((part) => linear(part, scope));
  for (const to of tos) {
    around = bothOf(around, conditionOf(to));
    atLeast.push(shifted(minus(to.form, self), -1));
    exact &&= to.exact;
    high = Math.min(high, rangeOf(to.form, context.ranges)[1] - 1);
  }
  const [start] = froms;
  const [end] = tos;
  if (step !== 1) {
    const trips = symbol(scope.fresh("#"));
    atLeast.push(trips);
    if (froms.length === 1 && start !== undefined) equal.push(plus(minus(self, start.form), trips, -step));
    else exact = false;
  }
  const first = froms.length === 1 && start?.exact ? start.form : null;
  const last = tos.length === 1 && end?.exact ? lastOf(first, end.form, step) : null;
  return {
    ...context,
    loops: [...context.loops, { name: stmt.name, variable, loop: stmt, first, last }],
    domain: bothOf(around, { cases: [{ equal, atLeast }], exact }),
    ranges: new Map(context.ranges).set(variable, [low, high]),
  };
}

function lastOf(first: Affine | null, end: Affine, step: number): Affine | null {
  if (step === 1) return shifted(end, -1);
  const length = first && minus(end, first);
  if (length === null || length.terms.size > 0) return null;
  return first && shifted(first, step * Math.floor((length.constant - 1) / step));
}

/** A count from 0; whether an iteration happens is not known. */
function whileContext(stmt: While, context: Context, variable: string): Context {
  return {
    ...context,
    loops: [...context.loops, { name: stmt.name, variable, loop: stmt, first: constant(0), last: null }],
    domain: bothOf(context.domain, { cases: [{ equal: [], atLeast: [symbol(variable)] }], exact: false }),
    ranges: new Map(context.ranges).set(variable, [0, Number.POSITIVE_INFINITY]),
  };
}

/** Without the cases that never happen: choices made by range checks are mostly decided. */
function possible(domain: Condition): Condition {
  if (domain.cases.length < 2) return domain;
  return { ...domain, cases: domain.cases.filter((one) => solve(systemOf(one)).kind !== "none") };
}

function systemOf({ equal, atLeast }: Conjunction): System {
  const columns = new Map<string, number>();
  for (const { terms } of [...equal, ...atLeast]) {
    for (const name of terms.keys()) if (!columns.has(name)) columns.set(name, columns.size);
  }
  const row = (form: Affine): Row => {
    const factors = new Array<number>(columns.size + 1).fill(0);
    for (const [name, coefficient] of form.terms) factors[columns.get(name) ?? 0] = coefficient;
    factors[columns.size] = form.constant;
    return factors;
  };
  return { size: columns.size, equal: equal.map(row), atLeast: atLeast.map(row) };
}

function restricted(domain: Condition, side: readonly Affine[]): Condition {
  if (side.length === 0) return domain;
  return { ...domain, cases: domain.cases.map((one) => ({ ...one, atLeast: [...one.atLeast, ...side] })) };
}

function inLoopVariables(form: Affine, ranges: ReadonlyMap<string, Range>): boolean {
  return [...form.terms.keys()].every((name) => ranges.has(name));
}

/** Two accesses that meet do so inside the array. */
function inRange(form: Affine, extent: number | undefined): Affine[] {
  return extent === undefined ? [] : [form, shifted(times(form, -1), extent - 1)];
}

export function rangeOf(form: Affine, ranges: ReadonlyMap<string, Range>): Range {
  let low = form.constant;
  let high = form.constant;
  for (const [name, coefficient] of form.terms) {
    const [least, most] = ranges.get(name) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    low += coefficient * (coefficient > 0 ? least : most);
    high += coefficient * (coefficient > 0 ? most : least);
  }
  return [low, high];
}

/** How often each scalar is assigned in the text. */
function assignments(body: readonly Stmt[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const visit = (stmts: readonly Stmt[]): void => {
    for (const stmt of stmts) {
      if (stmt.kind === "assign") counts.set(stmt.target, (counts.get(stmt.target) ?? 0) + 1);
      if (stmt.kind === "if") {
        visit(stmt.then);
        visit(stmt.else);
      } else if ("body" in stmt) visit(stmt.body);
    }
  };
  visit(body);
  return counts;
}

/** Whether the statement may end the iteration of a loop around it. */
function leaves(stmt: Stmt): boolean {
  switch (stmt.kind) {
    case "break":
    case "continue":
      return true;
    case "if":
      return stmt.then.some(leaves) || stmt.else.some(leaves);
    case "region":
      return stmt.body.some(leaves);
    default:
      return false;
  }
}

/** Whether a `break` in the body leaves the loop that has this body. */
export function breaks(body: readonly Stmt[]): boolean {
  return jumps(body, "break");
}

export function jumps(body: readonly Stmt[], kind: "break" | "continue"): boolean {
  return body.some((stmt) => {
    if (stmt.kind === kind) return true;
    if (stmt.kind === "if") return jumps(stmt.then, kind) || jumps(stmt.else, kind);
    return stmt.kind === "region" && jumps(stmt.body, kind);
  });
}
