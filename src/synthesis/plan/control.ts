/** The control tree of a kernel: straight runs of statements become blocks, loops become pipelines and repeats. */

import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import { affineOf } from "../../loops/analysis/affine.ts";
import { assume, decided, type Facts, rangeOf } from "../../loops/analysis/range/index.ts";
import { namesRead } from "../../loops/analysis/use.ts";
import type { Expr, For, If, Origin, Stmt, While } from "../../loops/nodes.ts";
import { holdsLoop } from "../../loops/walk.ts";
import { freeName } from "../../program/free_name.ts";
import { bool, exactInt, pythonInt, type ScalarType } from "../../types/types.ts";
import { removeFrom, setIn, valueIn } from "./environment.ts";
import { condition, value } from "./expression.ts";
import { converted, push } from "./graph.ts";
import { flattened, nestOf } from "./nest.ts";
import type { Block, Bound, Graph, Item, Level } from "./nodes.ts";
import { hasRounds, startRunning } from "./rounds.ts";
import { write } from "./statement.ts";
import { holding } from "./widths.ts";
import { newWriting, type Planning, scalarType, type Writing } from "./writing.ts";

/** A graph that has been written, and what is needed to finish it. */
export interface Draft {
  readonly graph: { -readonly [K in keyof Graph]: Graph[K] };
  readonly writing: Writing;
  readonly nest: readonly (For | While)[]; // whose iterations it is; none: it runs once
  readonly body: readonly Stmt[];
}

export interface Control {
  readonly planning: Planning;
  readonly exits: ReadonlyMap<string, string>;
  readonly drafts: Draft[];
  readonly names: Set<string>; // of scalars
  readonly kept: ReadonlySet<string>; // loops that are not to be flattened into the one around them
  readonly refuse: (loop: For, inner: Stmt) => never; // a pipeline that cannot be one
}

export function itemsOf(c: Control, body: readonly Stmt[], facts: Facts): readonly Item[] {
  const items: Item[] = [];
  let open: { readonly w: Writing; readonly body: Stmt[] } | null = null;
  const block = (): { readonly w: Writing; readonly body: Stmt[] } => {
    open ??= { w: newWriting(c.planning, [], facts), body: [] };
    return open;
  };
  const close = (): void => {
    if (open !== null && open.w.ops.list.length + open.w.env.own.size > 0) {
      items.push(blockOf(c, open.w, open.body));
    }
    open = null;
  };
  /** Sets a new register, in the block before what needs it: an assignment like others, whose loads keep their order. */
  const before: Before = (stem, type, of, origin) => {
    const name = newScalar(c, stem, type);
    const { w, body: own } = block();
    const id = type.kind === "bool" ? condition(w, of) : value(w, of);
    setIn(w.env, name, converted(w.ops, id, type, nowhere));
    own.push({ kind: "assign", target: name, value: of, origin });
    return name;
  };
  for (const stmt of body) {
    if (!holdsLoop(stmt)) {
      const { w, body: own } = block();
      write(w, [stmt]);
      own.push(stmt);
      continue;
    }
    switch (stmt.kind) {
      case "for": {
        const loop = forLoop(c, stmt, facts, before);
        close();
        items.push(loop());
        break;
      }
      case "region":
        close();
        items.push(flatBlock(c, stmt.body, facts));
        break;
      case "while":
        close();
        items.push(whileLoop(c, stmt, facts));
        break;
      case "if": {
        const test = before("test", bool, stmt.condition, stmt.origin);
        close();
        items.push(branchOf(c, stmt, test, facts));
        break;
      }
      default:
        bug(`${stmt.kind} with a loop in it`);
    }
  }
  close();
  return items;
}

const nowhere: Span = { from: 0, to: 0 };

type Before = (stem: string, type: ScalarType, value: Expr, origin: Origin) => string;

function branchOf(c: Control, stmt: If, test: string, facts: Facts): Item {
  const { ranges } = c.planning;
  return {
    kind: "branch",
    condition: test,
    ...followed(c, stmt.condition),
    then: itemsOf(c, stmt.then, assume(ranges, facts, stmt.condition, true)),
    else: itemsOf(c, stmt.else, assume(ranges, facts, stmt.condition, false)),
    span: stmt.origin.span,
  };
}

/** What variables of loops around say alone. */
function followed({ planning }: Control, value: Expr): { readonly value?: Expr } {
  return [...namesRead(value)].every((name) => planning.ranges.variables.has(name)) ? { value } : {};
}

function newScalar(c: Control, stem: string, type: ScalarType): string {
  const name = freeName(c.names, stem);
  c.names.add(name);
  c.planning.scalars.set(name, type);
  return name;
}

function blockOf(c: Control, writing: Writing, body: readonly Stmt[]): Block {
  return { kind: "block", graph: draft(c, writing, [], body) };
}

/** A loop that was asked to be flat, and runs once. */
function flatBlock(c: Control, body: readonly Stmt[], facts: Facts): Block {
  const w = newWriting(c.planning, [], facts);
  if (body.some(holdsLoop)) w.running = startRunning(c.planning.loops, body, false);
  write(w, body);
  return { ...blockOf(c, w, body), flat: true };
}

/** Every scalar that was assigned is written; whoever reads none of them drops that later. */
function draft(c: Control, writing: Writing, nest: readonly (For | While)[], body: readonly Stmt[]): Graph {
  const { ops, env, planning } = writing;
  for (const [register, id] of env.own) {
    if (planning.fresh.has(register)) continue;
    const op = ops.list[id];
    if (op?.kind === "read" && op.register === register) continue;
    const type = scalarType(planning, register);
    const span = op?.span ?? nowhere;
    push(ops, { kind: "write", register, value: converted(ops, id, type, span), type, span });
  }
  const graph = { ops: ops.list, orders: [], forwards: [] };
  c.drafts.push({ graph, writing, nest, body });
  return graph;
}

/** First what has to be known before the loop starts, then the loop. */
function forLoop(c: Control, stmt: For, facts: Facts, before: Before): () => Item {
  const { ranges } = c.planning;
  const isSum = (bound: Expr): boolean => affineOf(bound, (name) => ranges.variables.has(name)) !== null;
  const nest = nestOf(stmt, {
    isLeft: (loop) => c.exits.has(loop.name),
    runsAlways: (loop) => !c.kept.has(loop.name) && runsAlways(c, loop, facts),
    isSum,
  });
  const levels = nest.map((loop, index): Level => {
    const inner = nest.slice(0, index).map(({ variable }) => variable);
    const bound = (expr: Expr, what: string): Bound =>
      boundOf(c, expr, inner, facts, (type) => before(`${loop.variable}_${what}`, type, expr, loop.origin));
    const from = bound(loop.from, "from");
    const to = bound(loop.to, "to");
    return { variable: loop.variable, type: typeOfVariable(c, loop, facts), from, to, step: loop.step };
  });
  for (const { variable, type } of levels) c.planning.scalars.set(variable, type);
  const [level] = levels;
  if (level === undefined) return bug("a nest without loops");
  const mayBeEmpty = !runsAlways(c, stmt, facts);
  const { span } = stmt.origin;
  return () => {
    const last = nest.at(-1) ?? stmt;
    if (!last.body.some(holdsLoop) || hasRounds(last)) return pipelineOf(c, nest, levels, mayBeEmpty, facts);
    const inner = last.body.find(holdsLoop);
    if (last.attrs.pipeline !== undefined && inner !== undefined) return c.refuse(last, inner);
    const exit = c.exits.get(stmt.name) ?? null;
    const body = itemsOf(c, stmt.body, facts);
    return { kind: "repeat", name: stmt.name, level, exit, body, mayBeEmpty, span };
  };
}

function pipelineOf(
  c: Control,
  nest: readonly For[],
  levels: readonly Level[],
  mayBeEmpty: boolean,
  facts: Facts,
): Item {
  const last = nest.at(-1) ?? bug("a nest without loops");
  const w = newWriting(c.planning, levels, facts);
  const body = flattened(nest, (name) => c.planning.stored.get(name)?.storage.stream === true);
  const running =
    hasRounds(last) && last.body.some(holdsLoop) ? startRunning(c.planning.loops, body, true) : null;
  w.running = running;
  write(w, body);
  leave(c, w, last);
  const graph = running === null ? draft(c, w, nest, body) : draft(c, w, around(nest, running.stores), []);
  return {
    kind: "pipeline",
    name: last.name,
    loops: nest.map(({ name }) => name),
    levels,
    graph,
    mayBeEmpty,
    asked: last.attrs.pipeline ?? null,
    span: last.origin.span,
  };
}

/** The nest around other statements. */
function around(nest: readonly For[], body: readonly Stmt[]): readonly For[] {
  const [outer, ...rest] = nest;
  if (outer === undefined) return [];
  const inner = around(rest, body);
  return [{ ...outer, body: rest.length === 0 ? body : inner.slice(0, 1) }, ...inner];
}

/** The flag that ends the loop, where there is one. */
function leave(c: Control, w: Writing, loop: For | While): void {
  const exit = c.exits.get(loop.name);
  if (exit === undefined) return;
  const flag = valueIn(w.ops, w.env, exit) ?? bug(`${exit} is not set`);
  removeFrom(w.env, exit);
  push(w.ops, { kind: "exit", condition: flag, type: bool, span: loop.origin.span });
}

function whileLoop(c: Control, stmt: While, facts: Facts): Item {
  const exit = c.exits.get(stmt.name) ?? bug("a loop without an end");
  const { span } = stmt.origin;
  const { name } = stmt;
  if (stmt.body.some(holdsLoop)) {
    const body = itemsOf(c, stmt.body, facts);
    return { kind: "repeat", name, level: null, exit, body, mayBeEmpty: false, span };
  }
  const w = newWriting(c.planning, [], facts);
  write(w, stmt.body);
  leave(c, w, stmt);
  const graph = draft(c, w, [stmt], stmt.body);
  const { loops, ...merged } = stmt.merges ?? { loops: [name] };
  return {
    kind: "pipeline",
    ...{ name, loops, ...merged, levels: [], graph, mayBeEmpty: false, asked: null, span },
  };
}

function runsAlways(c: Control, { from, to, origin: { span } }: For, facts: Facts): boolean {
  const { ranges } = c.planning;
  return (
    decided(ranges, { kind: "compare", op: "lt", left: from, right: to, type: bool, span }, facts) === true
  );
}

/** Holds every value, the end, and what comes after the last. */
function typeOfVariable({ planning }: Control, { from, to, step }: For, facts: Facts): ScalarType {
  const first = rangeOf(planning.ranges, from, facts);
  const last = rangeOf(planning.ranges, to, facts);
  if (first === null || last === null) return exactInt(65, true);
  return holding({ low: Math.min(first.low, last.low), high: Math.max(first.high, last.high) + step - 1 });
}

/** `inner`: variables of the nest that the bound may speak of. Whatever is no sum of them is computed before. */
function boundOf(
  c: Control,
  expr: Expr,
  inner: readonly string[],
  facts: Facts,
  before: (type: ScalarType) => string,
): Bound {
  const { ranges } = c.planning;
  const sum = affineOf(expr, (name) => ranges.variables.has(name));
  if (sum !== null) {
    const terms = [...sum.terms].map(([name, factor]) => {
      const level = inner.indexOf(name);
      return level >= 0
        ? { of: { kind: "level", level } as const, factor }
        : { of: { kind: "register", name } as const, factor };
    });
    return { constant: sum.constant, terms };
  }
  if ([...namesRead(expr)].some((name) => inner.includes(name))) return bug("a bound that is no sum");
  const range = rangeOf(ranges, expr, facts);
  const type = range === null ? pythonInt : holding(range);
  const name = before(type);
  const of = { kind: "register", name, ...followed(c, expr) } as const;
  return { constant: 0, terms: [{ of, factor: 1 }] };
}
