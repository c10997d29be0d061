/** The accesses of statements, found in one walk: what each reads or writes, in which loops, under which conditions. */
import { variable } from "../indices.ts";
import type { ArrayDecl, Expr, For, Loops, Stmt, While } from "../nodes.ts";
import { children } from "../walk.ts";
import type { Access } from "./access.ts";
import {
  assignments,
  type Context,
  everywhere,
  forContext,
  inLoopVariables,
  inRange,
  possible,
  restricted,
  whileContext,
} from "./domain.ts";
import { breaks, leaves } from "./jumps.ts";
import { bothOf, condition, conditionOf, linear, type Scope } from "./linear.ts";
import { type Sunk, sunk } from "./sunk.ts";

/** All, or those of some arrays: straight code reads and writes scalars far more often, and most arrays are only read. */
export type Wanted = "all" | { readonly arrays: ReadonlySet<string> };

export interface Collected {
  readonly accesses: readonly Access[];
  readonly iteration: Context;
}

interface Options {
  readonly start: Context;
  readonly nest: readonly (For | While)[];
  readonly fixed: (symbol: string) => boolean; // it means the same everywhere
  readonly wanted: Wanted;
}

/** A walk through statements, which finds accesses on its way. */
interface Walk extends Options, Declared {
  readonly accesses: Access[];
  iteration: Context; // inside the innermost loop of the nest
  count: number; // of names made so far
}

export function collect(loops: Loops, body: readonly Stmt[], options: Options): Collected {
  const w: Walk = { ...options, ...declaredIn(loops), accesses: [], iteration: options.start, count: 0 };
  block(w, body, options.start);
  return { accesses: w.accesses, iteration: w.iteration };
}

function fresh(w: Walk, mark: "#" | "?"): string {
  return `${mark}${w.count++}`;
}

function scopeOf(w: Walk, { values, varies }: Context): Scope {
  return { values, varies: (name) => varies.has(name), fresh: (mark) => fresh(w, mark) };
}

function add(
  w: Walk,
  access: Pick<Access, "name" | "what" | "write" | "index" | "node" | "stmt" | "span">,
  context: Context,
): void {
  if (w.wanted !== "all" && (access.what !== "array" || !w.wanted.arrays.has(access.name))) return;
  const { loops, ranges, place } = context;
  const scope = scopeOf(w, context);
  const shape = w.shapes.get(access.name) ?? [];
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
  w.accesses.push({
    ...access,
    loops,
    ranges,
    place,
    reached: context.domain,
    order: w.accesses.length,
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

function reads(w: Walk, expr: Expr, stmt: Stmt, context: Context): void {
  switch (expr.kind) {
    case "var":
      if (w.wanted === "all" && w.scalars.has(expr.name)) {
        const { span } = stmt.origin;
        add(w, { name: expr.name, what: "scalar", write: false, index: [], node: null, stmt, span }, context);
      }
      return;
    case "load": {
      for (const index of expr.index) reads(w, index, stmt, context);
      const { array: name, index, span } = expr;
      add(w, { name, what: "array", write: false, index, node: expr, stmt, span }, context);
      return;
    }
    case "select":
      reads(w, expr.condition, stmt, context);
      reads(w, expr.then, stmt, guarded(w, context, expr.condition, true));
      reads(w, expr.otherwise, stmt, guarded(w, context, expr.condition, false));
      return;
    case "logic":
      reads(w, expr.left, stmt, context);
      reads(w, expr.right, stmt, guarded(w, context, expr.left, expr.op === "and"));
      return;
    default:
      for (const child of children(expr)) reads(w, child, stmt, context);
  }
}

function guarded(w: Walk, context: Context, test: Expr, truth: boolean): Context {
  return { ...context, domain: bothOf(context.domain, condition(test, truth, scopeOf(w, context))) };
}

function block(w: Walk, body: readonly Stmt[], context: Context): void {
  const contexts = contextsIn(w, body, context);
  const inner = body.findIndex((one) => isInNest(w, one));
  const sink = inner < 0 ? null : sinkOf(w, body[inner], contexts[inner]);
  body.forEach((stmt, at) => {
    const here = contexts[at] ?? context;
    if (sink === null || at === inner) statement(w, stmt, here);
    else statement(w, stmt, sunk(here, sink, at < inner ? "first" : "last"));
  });
}

/** What is known before each statement. */
function contextsIn(w: Walk, body: readonly Stmt[], context: Context): readonly Context[] {
  let { values, domain } = context;
  return body.map((stmt, at) => {
    // A scalar that a top statement assigns has several values in it, of which a subscript or bound sees one.
    const top = context.place.length === 0 && w.start.varies.size === 0;
    const varies = top ? assignments([stmt]) : context.varies;
    const here: Context = {
      ...context,
      values,
      varies,
      domain,
      place: [...context.place, { block: body, at }],
    };
    if (leaves(stmt)) domain = { ...domain, exact: false }; // what follows may not be done
    if (stmt.kind === "assign") {
      const value = linear(stmt.value, scopeOf(w, here));
      const known = value.exact && [...value.form.terms.keys()].every(w.fixed);
      if (known) values = new Map(values).set(stmt.target, value);
      else values = without(values, [stmt.target]);
    } else values = without(values, assignments([stmt]).keys());
    return here;
  });
}

function isInNest(w: Walk, stmt: Stmt): boolean {
  return w.nest.some((loop) => loop === stmt);
}

/** The loops of the nest from this one inwards, where it stands. */
function sinkOf(w: Walk, stmt: Stmt | undefined, context: Context | undefined): Sunk | null {
  if (context === undefined || (stmt?.kind !== "for" && stmt?.kind !== "while")) return null;
  const alone = enter(w, stmt, { ...context, loops: [], domain: everywhere.domain });
  const inner = stmt.body.findIndex((one) => isInNest(w, one));
  const deeper = inner < 0 ? null : sinkOf(w, stmt.body[inner], contextsIn(w, stmt.body, alone)[inner]);
  return { alone, deeper };
}

function enter(w: Walk, stmt: For | While, context: Context): Context {
  const inside =
    stmt.kind === "for"
      ? forContext(stmt, context, scopeOf(w, context))
      : whileContext(stmt, context, fresh(w, "#"));
  return { ...inside, values: without(inside.values, assignments(stmt.body).keys()) };
}

function statement(w: Walk, stmt: Stmt, context: Context): void {
  const { span } = stmt.origin;
  switch (stmt.kind) {
    case "for": {
      if (stmt !== w.nest[0]) {
        // Bounds are computed once, before the first iteration.
        const sink = isInNest(w, stmt) ? sinkOf(w, stmt, context) : null;
        const before = sink === null ? context : sunk(context, sink, "first");
        reads(w, stmt.from, stmt, before);
        reads(w, stmt.to, stmt, before);
      }
      loopBody(w, stmt, enter(w, stmt, context));
      return;
    }
    case "while": {
      const inside = enter(w, stmt, context);
      reads(w, stmt.condition, stmt, inside);
      loopBody(w, stmt, inside);
      return;
    }
    case "if":
      reads(w, stmt.condition, stmt, context);
      block(w, stmt.then, guarded(w, context, stmt.condition, true));
      block(w, stmt.else, guarded(w, context, stmt.condition, false));
      return;
    case "assign":
      reads(w, stmt.value, stmt, context);
      add(w, { name: stmt.target, what: "scalar", write: true, index: [], node: null, stmt, span }, context);
      return;
    case "store": {
      for (const index of stmt.index) reads(w, index, stmt, context);
      reads(w, stmt.value, stmt, context);
      const { array: name, index } = stmt;
      add(w, { name, what: "array", write: true, index, node: stmt, stmt, span }, context);
      return;
    }
    case "break":
    case "continue": {
      const name = context.loops.at(-1)?.name ?? "";
      const index = runOf(context);
      add(w, { name, what: "control", write: true, index, node: null, stmt, span }, context);
      return;
    }
    case "region":
      block(w, stmt.body, context);
      return;
    case "pragma":
      return;
  }
}

/** Which run of the innermost loop: a jump is of no consequence for others. */
function runOf({ loops }: Context): readonly Expr[] {
  return loops.slice(0, -1).flatMap(({ loop }) => (loop.kind === "for" ? [variable(loop.variable)] : []));
}

function loopBody(w: Walk, stmt: For | While, context: Context): void {
  if (breaks(stmt.body)) {
    const { name, origin } = stmt;
    const index = runOf(context);
    add(w, { name, what: "control", write: false, index, node: null, stmt, span: origin.span }, context);
  }
  const domain = breaks(stmt.body) ? { ...context.domain, exact: false } : context.domain;
  const inside = { ...context, domain };
  if (stmt === w.nest.at(-1)) w.iteration = inside;
  block(w, stmt.body, inside);
}

interface Declared {
  readonly shapes: ReadonlyMap<string, readonly number[]>; // of arrays
  readonly scalars: ReadonlySet<string>;
}

/** Kernels have many nests, and each is asked about on its own. */
function declaredIn(loops: Loops): Declared {
  const known = declared.get(loops);
  if (known !== undefined) return known;
  const arrays = [...loops.params, ...loops.arrays].filter(
    (decl): decl is ArrayDecl => decl.kind === "array",
  );
  const made: Declared = {
    shapes: new Map(arrays.map(({ name, shape }) => [name, shape])),
    scalars: new Set([...loops.params, ...loops.scalars].map(({ name }) => name)),
  };
  declared.set(loops, made);
  return made;
}

// A memo that nobody can observe: see dependence.ts.
const declared = new WeakMap<Loops, Declared>();

function without<V>(map: ReadonlyMap<string, V>, names: Iterable<string>): ReadonlyMap<string, V> {
  let left: Map<string, V> | null = null;
  for (const name of names) {
    if (!map.has(name)) continue;
    left ??= new Map(map);
    left.delete(name);
  }
  return left ?? map;
}
