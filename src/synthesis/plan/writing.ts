/** What is known while a kernel is planned, and while one of its graphs is written. */

import { bug } from "../../diagnostics/bug.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Check } from "../../hardware/faults.ts";
import { assume, type Facts, type Ranges } from "../../loops/analysis/range/index.ts";
import type { ArrayDecl, Expr, Load, Loops, Store } from "../../loops/nodes.ts";
import type { ScalarType } from "../../types/types.ts";
import { type Environment, newEnvironment, valueIn } from "./environment.ts";
import * as graph from "./graph.ts";
import type { Level, OpId } from "./nodes.ts";
import type { Elements, Running } from "./rounds.ts";
import type { Stored } from "./storage.ts";

export interface Planning {
  readonly names: Set<string>; // of scalars and arrays
  readonly loops: Loops;
  readonly ranges: Ranges;
  readonly stored: ReadonlyMap<string, Stored>;
  readonly tables: ReadonlyMap<string, ArrayDecl>; // constant arrays
  readonly elements: ReadonlyMap<string, Elements>; // arrays that are scalars: see rounds.ts
  readonly fresh: Set<string>; // scalars that are zero before anything is assigned, and never asked for after their graph
  readonly scalars: Map<string, ScalarType>; // locals, parameters and variables of loops, in the bits that they need
  readonly checks: Check[]; // faults that are watched for, so far
  readonly hasStreams: boolean; // among the arrays outside
}

/** A graph that is being written. */
export interface Writing {
  readonly planning: Planning;
  readonly ops: graph.Ops;
  readonly levels: readonly Level[]; // of the pipeline that it is the body of
  readonly accesses: Map<Load | Store, OpId>; // what each access of the Loops became
  running: Running | null; // what loops inside the graph know; null: there are none
  env: Environment;
  predicate: OpId | null; // whether this is run at all; null is always
  counted: OpId | null; // what loop variables alone say of that
  facts: Facts; // what ranges know here
}

export function newWriting(planning: Planning, levels: readonly Level[], facts: Facts): Writing {
  const ops = graph.newOps();
  return {
    planning,
    ops,
    levels,
    accesses: new Map(),
    running: null,
    env: newEnvironment(),
    predicate: null,
    counted: null,
    facts,
  };
}

export function scalarType({ scalars }: Planning, name: string): ScalarType {
  return scalars.get(name) ?? bug(`no scalar ${name}`);
}

/** What a scalar or a loop's variable is now. */
export function scalarValue(w: Writing, name: string, span: Span): OpId {
  const known = valueIn(w.ops, w.env, name);
  if (known !== undefined) return known;
  const level = w.levels.findIndex(({ variable }) => variable === name);
  const type = scalarType(w.planning, name);
  if (w.planning.fresh.has(name)) return graph.bitsConstant(w.ops, graph.plain(type), 0n, span);
  return level >= 0
    ? graph.counter(w.ops, level, w.levels[level]?.type ?? type, span)
    : graph.readRegister(w.ops, name, type, span);
}

/** Writes what only counts where `test`, which is `holds`, does. */
export function under<T>(
  w: Writing,
  {
    test,
    condition,
    holds,
  }: { readonly test: Expr | null; readonly condition: OpId; readonly holds: boolean },
  span: Span,
  write: () => T,
): T {
  const { predicate, counted, facts } = w;
  const own = holds ? condition : graph.not(w.ops, condition, span);
  w.predicate = predicate === null ? own : graph.and(w.ops, predicate, own, span);
  if (w.planning.hasStreams && isCounted(w, own))
    w.counted = counted === null ? own : graph.and(w.ops, counted, own, span);
  if (test !== null) w.facts = assume(w.planning.ranges, facts, test, holds);
  const written = write();
  w.predicate = predicate;
  w.counted = counted;
  w.facts = facts;
  return written;
}

/** Whether an operation follows from variables of loops and constants alone. Operands stand before their users. */
function isCounted({ ops, planning }: Writing, id: OpId): boolean {
  const counted: boolean[] = [];
  for (const op of ops.list.slice(0, id + 1)) {
    const isVariable = op.kind === "read" && planning.ranges.variables.has(op.register);
    const isSum = op.kind === "compute" && op.operands.every((operand) => counted[operand] === true);
    counted.push(op.kind === "const" || op.kind === "counter" || isVariable || isSum);
  }
  return counted[id] === true;
}

/** A fault where `condition` holds; `told` is the `{value}` of its message. */
export function watch(
  w: Writing,
  condition: () => OpId,
  code: string,
  message: string,
  span: Span,
  told?: OpId,
): void {
  const { checks } = w.planning;
  const found = condition();
  const own = w.predicate === null ? found : graph.and(w.ops, w.predicate, found, span);
  const op = graph.opOf(w.ops, own);
  if (op.kind === "const" && op.bits === 0n) return;
  const value = told === undefined ? {} : { value: told };
  const type = told === undefined ? {} : { told: graph.typeOf(w.ops, told) };
  checks.push({ code, message, span, ...type });
  graph.push(w.ops, {
    kind: "watch",
    condition: own,
    check: checks.length - 1,
    type: op.type,
    span,
    ...value,
  });
}
