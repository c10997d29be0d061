/** What is known of each layer of a network: what it gives, what it holds, what it computes, and what its circuit takes for it. */

import { lineAt, lineTable } from "../diagnostics/positions.ts";
import type { NetworkLayer } from "../frontend/onnx/index.ts";
import { visitRuns } from "../loops/analysis/trip_count.ts";
import { arraysOf } from "../loops/find.ts";
import type { ArrayDecl, Expr, Loops } from "../loops/nodes.ts";
import { expressionsIn, expressionsOf } from "../loops/walk.ts";
import { arithmetic, unitsByLine } from "../synthesis/report/units.ts";
import { printType } from "../types/print.ts";
import { array } from "../types/types.ts";
import type { CircuitAnswer } from "./report.ts";

export interface LayerFacts {
  readonly name: string;
  readonly operator: string;
  readonly type: string; // of what it gives: `float32[1,8,28,28]`; "" of a view, which gives nothing new
  readonly reads: readonly string[]; // layers and inputs
  readonly parameters: number; // elements of its tables
  readonly operations: number; // sums, products and their like, of a call
  readonly circuit: LayerCircuit | null; // null: there is none
}

export interface LayerCircuit {
  readonly cycles: number; // of a call; at most
  readonly units: number; // for its operations
  readonly utilisation: number | null; // of these units while the layer runs: 0 to 1
}

export function layersOf(
  layers: readonly NetworkLayer[],
  loops: Loops,
  circuit: CircuitAnswer | null,
): readonly LayerFacts[] {
  const table = lineTable(loops.source);
  const decls = new Map(arraysOf(loops).map((decl) => [decl.name, decl]));
  const work = workByLine(loops, (at) => lineAt(table, at));
  const makers = new Map<string, string>(); // of arrays
  const cycles = new Map(circuit?.ok ? circuit.report.lines.map((one) => [one.line, one.cycles.most]) : []);
  const units = circuit?.ok ? unitsByLine(circuit.made) : null;
  return layers.map(({ name, operator, span }) => {
    const line = lineAt(table, span.from);
    const { writes, reads, operations } = work.get(line) ?? nothing;
    for (const one of writes) makers.set(one, name);
    const tables = [...reads].flatMap((one) => decls.get(one)?.table?.length ?? []);
    const given = [...writes]
      .map((one) => decls.get(one))
      .filter((one) => one !== undefined)
      .at(-1);
    const sources = [...reads].flatMap((one) => {
      const decl = decls.get(one);
      const source = makers.get(one) ?? one;
      return decl === undefined || decl.table !== undefined || source === name ? [] : [source];
    });
    return {
      ...{ name, operator, operations, reads: [...new Set(sources)] },
      type: given === undefined ? "" : typeText(given),
      parameters: tables.reduce((sum, one) => sum + one, 0),
      circuit: units === null ? null : circuitOf(cycles.get(line) ?? 0, units.get(line) ?? 0, operations),
    };
  });
}

function typeText({ element, shape }: ArrayDecl): string {
  return printType(array(element, shape));
}

function circuitOf(cycles: number, units: number, operations: number): LayerCircuit {
  const room = cycles * units;
  return {
    cycles,
    units,
    utilisation: room > 0 && Number.isFinite(room) ? Math.min(1, operations / room) : null,
  };
}

interface Work {
  readonly writes: Set<string>;
  readonly reads: Set<string>;
  operations: number;
}

const nothing: Work = { writes: new Set(), reads: new Set(), operations: 0 };

/** How often statements run is known: bounds of a network's loops are constants. */
function workByLine(loops: Loops, lineOf: (at: number) => number): ReadonlyMap<number, Work> {
  const found = new Map<number, Work>();
  visitRuns(loops.body, 1, (stmt, runs) => {
    if (stmt.kind !== "assign" && stmt.kind !== "store") return;
    const line = lineOf(stmt.origin.span.from);
    const own = found.get(line) ?? { writes: new Set(), reads: new Set(), operations: 0 };
    found.set(line, own);
    if (stmt.kind === "store") own.writes.add(stmt.array);
    for (const expr of expressionsOf(stmt).flatMap(expressionsIn)) {
      if (expr.kind === "load") own.reads.add(expr.array);
      if (isOperation(expr)) own.operations += runs;
    }
  });
  return found;
}

/** Of a call. Loops whose count nobody knows go round once. */
export function operationsOf(loops: Loops): number {
  let found = 0;
  visitRuns(loops.body, 1, (stmt, runs) => {
    found += runs * expressionsOf(stmt).flatMap(expressionsIn).filter(isOperation).length;
  });
  return found;
}

/** Of numbers, not of indices. */
function isOperation(expr: Expr): boolean {
  if (expr.type.kind === "python" || expr.type.kind === "bool") return false;
  if (expr.kind === "binary" || expr.kind === "unary") return arithmetic.has(expr.op);
  return expr.kind === "math" && arithmetic.has(expr.fn);
}
