/**
 * What a circuit takes of a part, before anyone synthesizes it.
 *
 *     const { blockRams, flipflops } = resourcesOf(made);
 *
 * Block RAMs are the least that its memories fill, queues of streams and both sides of memories between processes among them; the
 * rest is an estimate, since synthesis moves and merges logic.
 */
import { type Family, families } from "../../device/family.ts";
import type { Span } from "../../diagnostics/diagnostic.ts";
import type { Expr, Memory, Module } from "../../hardware/netlist/nodes.ts";
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
  const { luts, dsps, blockRams } = takenBy(design.top, family, new Map());
  return {
    blockRams,
    luts: Math.ceil(luts),
    dsps,
    flipflops: registersOf(design).bits,
    memories,
    largest: largestGraph(plan),
  };
}

/** Of an array in block RAM. */
export function blocksOf(
  { banks, depth, element, sides }: Pick<Storage, "banks" | "depth" | "element" | "sides">,
  family: Family,
): number {
  return banks * sides * blocksFor(depth, bitWidth(element), family);
}

/** The shape of word that takes the fewest. 36 Kb blocks are two of 18 Kb, each with half of the widest word. */
function blocksFor(depth: number, width: number, { blockRam }: Family): number {
  const halves = blockRam.bits === 36864 ? 2 : 1;
  const widest = Math.max(...blockRam.widths) / halves;
  const bits = blockRam.bits / halves;
  const counts = blockRam.widths
    .filter((one) => one <= widest)
    .map((one) => Math.ceil(width / one) * Math.ceil(depth / wordsOf(bits, one)));
  return Math.min(...counts) / halves;
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

interface Taken extends Cost {
  readonly blockRams: number;
}

/** Of every expression once; modules count as often as they stand in the design. */
function takenBy(top: Module, family: Family, known: Map<Module, Taken>): Taken {
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
  const inner = top.instances.map(({ module }) => takenBy(module, family, known));
  const own = { ...costOf(order, family), blockRams: 0 };
  const memories = top.memories.map((one) => takenByMemory(one, family));
  const all = [...inner, ...memories].reduce(sumOf, own);
  known.set(top, all);
  return all;
}

function sumOf(one: Taken, other: Taken): Taken {
  return {
    luts: one.luts + other.luts,
    dsps: one.dsps + other.dsps,
    blockRams: one.blockRams + other.blockRams,
  };
}

/** Words that more ports read than a memory has are kept once more. Block RAM reads with the clock: what is read at once is in LUTs. */
function takenByMemory({ style, depth, width, reads, writes }: Memory, family: Family): Taken {
  const readers = Math.max(1, reads.length);
  if (style !== "lut" && reads.every(({ latency }) => latency === 1)) {
    const each = family.blockRam.ports === "two" ? 2 : 1;
    const copies = writes.length > 0 && each === 2 ? 1 : Math.ceil(readers / each);
    return { ...nothing, blockRams: copies * blocksFor(depth, width, family) };
  }
  const isTable = writes.length === 0;
  return { ...nothing, luts: readers * memoryLuts(depth, width, isTable, family) };
}

/** Of words in LUTs, for each port that reads them. */
export function memoryLuts(
  depth: number,
  width: number,
  isTable: boolean,
  { lutRam, lut }: Pick<Family, "lutRam" | "lut">,
): number {
  const column = isTable
    ? undefined
    : (lutRam?.luts.find((one) => depth <= one.depth) ?? lutRam?.luts.at(-1));
  const { perBit, depth: words } = column ?? { perBit: 1, depth: 2 ** lut.inputs };
  return width * perBit * Math.ceil(depth / words);
}

const nothing: Taken = { luts: 0, dsps: 0, blockRams: 0 };
