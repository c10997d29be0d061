/**
 * What a circuit takes of a part, before anyone synthesizes it.
 *
 *     const { blockRams, flipflops } = resourcesOf(made);
 *
 * Block RAMs are the least that its memories fill; the rest is an estimate, since synthesis moves and merges logic.
 */
import { type Family, families } from "../../device/family.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Expr, Module } from "../../hardware/netlist/nodes.ts";
import { operandsOf, rootsOf } from "../../hardware/netlist/walk.ts";
import { type Cost, costOf } from "../../hardware/operators/cost.ts";
import { bitWidth } from "../../types/bits.ts";
import type { Synthesized } from "../index.ts";
import type { Block, CircuitPlan, Pipeline, Storage } from "../plan/nodes.ts";
import { itemsIn } from "../plan/walk.ts";
import { registersOf } from "./registers.ts";

export interface Resources {
  readonly blockRams: number;
  readonly luts: number;
  readonly flipflops: number;
  readonly dsps: number;
  readonly memories: readonly MemoryBlocks[]; // in block RAM, the largest first
  readonly largest: Span; // the graph with the most operations
}

export interface MemoryBlocks {
  readonly name: string;
  readonly blockRams: number;
  readonly span: Span; // where it is used first
}

export function resourcesOf({ plan, design, target }: Synthesized): Resources {
  const family = families[target.family];
  const memories = plan.storages
    .filter(({ where }) => where === "block")
    .map((storage) => ({
      name: storage.name,
      blockRams: blocksOf(storage, family),
      span: firstUse(plan, storage.name),
    }))
    .sort((a, b) => b.blockRams - a.blockRams);
  const { luts, dsps } = logicOf(design.top, family, new Map());
  return {
    blockRams: memories.reduce((sum, one) => sum + one.blockRams, 0),
    luts,
    dsps,
    flipflops: registersOf(design).bits,
    memories,
    largest: largestGraph(plan),
  };
}

/** The shape of word that takes the fewest. 36 Kb blocks are two of 18 Kb, each with half of the widest word. */
export function blocksOf(
  { banks, depth, element }: Pick<Storage, "banks" | "depth" | "element">,
  { blockRam }: Family,
): number {
  const halves = blockRam.bits === 36864 ? 2 : 1;
  const widest = Math.max(...blockRam.widths) / halves;
  const bits = blockRam.bits / halves;
  const width = bitWidth(element);
  const counts = blockRam.widths
    .filter((one) => one <= widest)
    .map((one) => Math.ceil(width / one) * Math.ceil(depth / wordsOf(bits, one)));
  return (banks * Math.min(...counts)) / halves;
}

/** Widths that no 9 divides leave the parity bits alone. */
function wordsOf(bits: number, width: number): number {
  return Math.floor((width % 9 === 0 ? bits : 2 ** Math.floor(Math.log2(bits))) / width);
}

function graphsIn(plan: CircuitPlan): readonly (Block | Pipeline)[] {
  return [...itemsIn(plan.body)].filter((item) => item.kind === "block" || item.kind === "pipeline");
}

function firstUse(plan: CircuitPlan, name: string): Span {
  for (const { graph } of graphsIn(plan)) {
    const found = graph.ops.find((op) => (op.kind === "load" || op.kind === "store") && op.storage === name);
    if (found !== undefined) return found.span;
  }
  return nowhere;
}

const nowhere: Span = { from: 0, to: 0 };

function largestGraph(plan: CircuitPlan): Span {
  const [largest] = [...graphsIn(plan)].sort((a, b) => b.graph.ops.length - a.graph.ops.length);
  if (largest === undefined) return nowhere;
  return largest.kind === "pipeline" ? largest.span : (largest.graph.ops[0]?.span ?? nowhere);
}

/** Of every expression once; modules count as often as they stand in the design. */
function logicOf(top: Module, family: Family, known: Map<Module, Cost>): Cost {
  const found = known.get(top);
  if (found !== undefined) return found;
  const seen = new Set<Expr>();
  const order: Expr[] = [];
  const visit = (expr: Expr): void => {
    if (seen.has(expr)) return;
    seen.add(expr);
    for (const operand of operandsOf(expr)) visit(operand);
    order.push(expr);
  };
  for (const { value } of rootsOf(top)) visit(value);
  const inner = top.instances.map(({ module }) => logicOf(module, family, known));
  const own = costOf(order, family);
  const all = inner.reduce((sum, { luts, dsps }) => ({ luts: sum.luts + luts, dsps: sum.dsps + dsps }), own);
  known.set(top, all);
  return all;
}
