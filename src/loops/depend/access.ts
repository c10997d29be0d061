/** Every read and write of a kernel, in the order one iteration does them, each with the iterations that do it. */
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { ArrayDecl, Expr, For, Load, Loops, Stmt, Store, While } from "../nodes.ts";
import { children } from "../walk.ts";
import {
  type Affine,
  bothOf,
  type Condition,
  condition,
  conditionOf,
  linear,
  type Scope,
  symbol,
} from "./affine.ts";
import {
  type Around,
  assignments,
  type Context,
  everywhere,
  forContext,
  inLoopVariables,
  inRange,
  type Place,
  possible,
  type Range,
  restricted,
  whileContext,
} from "./domain.ts";
import { breaks, leaves } from "./jumps.ts";
import { type Sunk, sunk } from "./sunk.ts";

export type { Around } from "./domain.ts";

export interface Access {
  readonly name: string; // the array or scalar; of control, the loop that is left or cut short
  readonly what: "array" | "scalar" | "control";
  readonly write: boolean;
  readonly index: readonly Expr[]; // of an array
  readonly node: Load | Store | null; // of an array
  readonly loops: readonly Around[]; // outermost first
  readonly order: number; // within an iteration
  readonly stmt: Stmt; // that does it
  readonly span: Span;
  readonly exact: boolean; // it is done in each iteration of its domain, and its subscripts are known

  readonly subscripts: readonly Affine[];
  readonly reached: Condition; // of its loops' variables: where it stands
  readonly domain: Condition; // and with what its subscripts say
  readonly ranges: ReadonlyMap<string, Range>; // of loop variables, where bounded
  readonly place: readonly Place[]; // outermost first
}

/** `break` and `continue` are writes of control; the start of each iteration of a loop that has a break reads it. */
export function accessesIn(loops: Loops): readonly Access[] {
  const known = found.get(loops);
  if (known !== undefined) return known;
  const assigned = assignments(loops.body);
  const { accesses } = collect(loops, loops.body, {
    start: everywhere,
    nest: [],
    fixed: (name) => !assigned.has(name),
    wanted: "all",
  });
  found.set(loops, accesses);
  return accesses;
}

// Queries come in numbers about the same kernel.
const found = new WeakMap<Loops, readonly Access[]>();

/**
 * The accesses in one run of `body`, where scalars stand for the values they had before it. Statements beside a loop of
 * the nest belong to its first or last iteration. `iteration` is what is known inside the innermost loop.
 */
export function accessesOfRun(
  loops: Loops,
  outer: readonly For[],
  nest: readonly (For | While)[],
  body: readonly Stmt[],
  wanted: Wanted = "all",
): Collected {
  let start: Context = everywhere;
  let count = 0;
  for (const loop of outer) {
    const changed = assignments(loop.body);
    const fresh = (mark: "#" | "?"): string => `${mark}outer${count++}`;
    const scope: Scope = { values: new Map(), varies: (name) => changed.has(name), fresh };
    const { domain, ranges } = forContext(loop, start, scope);
    start = { ...start, domain: { ...domain, exact: true }, ranges };
  }
  const varies = assignments(body);
  const values = new Map(
    [...varies.keys()].map((name) => [name, { form: symbol(name), side: [], exact: true }]),
  );
  return collect(loops, body, { start: { ...start, values, varies }, nest, fixed: () => true, wanted });
}

/** Straight code reads and writes scalars far more often than arrays. */
export type Wanted = "all" | "arrays";

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

function collect(loops: Loops, body: readonly Stmt[], { start, nest, fixed, wanted }: Options): Collected {
  const accesses: Access[] = [];
  let iteration = start;
  const { shapes, scalars } = declaredIn(loops);
  let count = 0;
  const fresh = (mark: "#" | "?"): string => `${mark}${count++}`;
  const scopeOf = ({ values, varies }: Context): Scope => ({
    values,
    varies: (name) => varies.has(name),
    fresh,
  });

  function add(
    access: Pick<Access, "name" | "what" | "write" | "index" | "node" | "stmt" | "span">,
    context: Context,
  ): void {
    if (wanted === "arrays" && access.what !== "array") return;
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
      reached: context.domain,
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
        if (wanted === "all" && scalars.has(expr.name)) {
          const { span } = stmt.origin;
          add({ name: expr.name, what: "scalar", write: false, index: [], node: null, stmt, span }, context);
        }
        return;
      case "load": {
        for (const index of expr.index) reads(index, stmt, context);
        const { array: name, index, span } = expr;
        add({ name, what: "array", write: false, index, node: expr, stmt, span }, context);
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
    const contexts = contextsIn(body, context);
    const inner = body.findIndex(isInNest);
    const sink = inner < 0 ? null : sinkOf(body[inner], contexts[inner]);
    body.forEach((stmt, at) => {
      const here = contexts[at] ?? context;
      if (sink === null || at === inner) statement(stmt, here);
      else statement(stmt, sunk(here, sink, at < inner ? "first" : "last"));
    });
  }

  /** What is known before each statement. */
  function contextsIn(body: readonly Stmt[], context: Context): readonly Context[] {
    let { values, domain } = context;
    return body.map((stmt, at) => {
      // A scalar that a top statement assigns has several values in it, of which a subscript or bound sees one.
      const top = context.place.length === 0 && start.varies.size === 0;
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
        const value = linear(stmt.value, scopeOf(here));
        const known = value.exact && [...value.form.terms.keys()].every(fixed);
        if (known) values = new Map(values).set(stmt.target, value);
        else values = without(values, [stmt.target]);
      } else values = without(values, assignments([stmt]).keys());
      return here;
    });
  }

  function isInNest(stmt: Stmt): boolean {
    return nest.some((loop) => loop === stmt);
  }

  /** The loops of the nest from this one inwards, where it stands. */
  function sinkOf(stmt: Stmt | undefined, context: Context | undefined): Sunk | null {
    if (context === undefined || (stmt?.kind !== "for" && stmt?.kind !== "while")) return null;
    const alone = enter(stmt, { ...context, loops: [], domain: everywhere.domain });
    const inner = stmt.body.findIndex(isInNest);
    const deeper = inner < 0 ? null : sinkOf(stmt.body[inner], contextsIn(stmt.body, alone)[inner]);
    return { alone, deeper };
  }

  function enter(stmt: For | While, context: Context): Context {
    const inside =
      stmt.kind === "for"
        ? forContext(stmt, context, scopeOf(context))
        : whileContext(stmt, context, fresh("#"));
    return { ...inside, values: without(inside.values, assignments(stmt.body).keys()) };
  }

  function statement(stmt: Stmt, context: Context): void {
    const { span } = stmt.origin;
    switch (stmt.kind) {
      case "for": {
        if (stmt !== nest[0]) {
          // Bounds are computed once, before the first iteration.
          const sink = isInNest(stmt) ? sinkOf(stmt, context) : null;
          const before = sink === null ? context : sunk(context, sink, "first");
          reads(stmt.from, stmt, before);
          reads(stmt.to, stmt, before);
        }
        loopBody(stmt, enter(stmt, context));
        return;
      }
      case "while": {
        const inside = enter(stmt, context);
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
        add({ name: stmt.target, what: "scalar", write: true, index: [], node: null, stmt, span }, context);
        return;
      case "store": {
        for (const index of stmt.index) reads(index, stmt, context);
        reads(stmt.value, stmt, context);
        const { array: name, index } = stmt;
        add({ name, what: "array", write: true, index, node: stmt, stmt, span }, context);
        return;
      }
      case "break":
      case "continue": {
        const name = context.loops.at(-1)?.name ?? "";
        add({ name, what: "control", write: true, index: [], node: null, stmt, span }, context);
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
      add({ name, what: "control", write: false, index: [], node: null, stmt, span: origin.span }, context);
    }
    const domain = breaks(stmt.body) ? { ...context.domain, exact: false } : context.domain;
    const inside = { ...context, domain };
    if (stmt === nest.at(-1)) iteration = inside;
    block(stmt.body, inside);
  }

  block(body, start);
  return { accesses, iteration };
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
