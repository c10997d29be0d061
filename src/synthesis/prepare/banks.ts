/**
 * Memories for arrays on chip that a pipelined loop touches more than twice an iteration, where the schedule says nothing.
 *
 *     for i in range(0, n, 4):            t in 4 memories, round robin
 *         t[i] = ...; t[i + 1] = ...; t[i + 2] = ...; t[i + 3] = ...
 */
import type { Affine } from "../../loops/analysis/affine.ts";
import type { ArrayDecl, Bank, For, Loops } from "../../loops/nodes.ts";
import { statementsIn } from "../../loops/walk.ts";
import { type Touch, touchesOf } from "./touch.ts";

/** Accesses that one memory takes in a cycle. */
const ports = 2;
/** Elements of a dimension that become registers. */
const mostRegisters = 64;

export function inferBanks(loops: Loops): Loops {
  const pipelines = [...statementsIn(loops.body)].filter(
    (stmt) => stmt.kind === "for" && stmt.attrs.pipeline !== undefined,
  );
  const steps = new Map<string, number>();
  for (const stmt of statementsIn(loops.body)) if (stmt.kind === "for") steps.set(stmt.variable, stmt.step);
  const arrays = loops.arrays.map((decl) => {
    if (!isOurs(loops, decl)) return decl;
    const bodies = pipelines.flatMap((loop) => (loop.kind === "for" ? [touchesIn(loop, decl)] : []));
    const busy = bodies.filter((touches) => countOf(touches) > ports);
    const banks = busy.length === 0 ? [] : banksFor(decl, busy, steps);
    return banks.length === 0 ? decl : { ...decl, banks };
  });
  return { ...loops, arrays };
}

/** Tables are constants: as many memories as there are readers. */
function isOurs({ results }: Loops, { name, banks, words, table }: ArrayDecl): boolean {
  return banks === undefined && words === undefined && table === undefined && !results.includes(name);
}

function touchesIn(loop: For, { name }: ArrayDecl): readonly Touch[] {
  return loop.body.flatMap(touchesOf).filter(({ array }) => array === name);
}

function countOf(touches: readonly Touch[]): number {
  return new Set(touches.map(({ place, write }) => `${place.key} ${write}`)).size;
}

/** A buffer of lines is there to be read at many places at once: along as many dimensions as that takes. */
function banksFor(
  decl: ArrayDecl,
  bodies: readonly (readonly Touch[])[],
  steps: ReadonlyMap<string, number>,
): readonly Bank[] {
  let banks: readonly Bank[] = [];
  do {
    const more = bankFor(decl, bodies, steps, banks);
    if (more === null) return banks;
    banks = [...banks, more];
  } while (decl.role === "line buffer" || decl.role === "window buffer");
  return banks;
}

/** Of the dimensions along which accesses differ, the one that spreads them best; null where none does, or need be. */
function bankFor(
  decl: ArrayDecl,
  bodies: readonly (readonly Touch[])[],
  steps: ReadonlyMap<string, number>,
  others: readonly Bank[],
): Bank | null {
  const loadOf = (banks: readonly Bank[]): number =>
    Math.max(...bodies.map((touches) => busiest(touches, banks)));
  const before = loadOf(others);
  if (before <= ports) return null;
  let best: { readonly bank: Bank; readonly load: number } | null = null;
  for (const [dim, size] of decl.shape.entries()) {
    if (others.some((bank) => bank.dim === dim)) continue;
    const bank = bankAlong(decl, dim, size, bodies, steps);
    if (bank === null) continue;
    const load = loadOf([...others, bank]);
    if (load < before && (best === null || load < best.load)) best = { bank, load };
  }
  return best?.bank ?? null;
}

function bankAlong(
  { shape }: ArrayDecl,
  dim: number,
  size: number,
  bodies: readonly (readonly Touch[])[],
  steps: ReadonlyMap<string, number>,
): Bank | null {
  const elements = shape.reduce((product, extent) => product * extent, 1);
  if (size < 2) return null;
  if (size <= mostRegisters && (elements === size || areConstant(bodies, dim)))
    return { dim, how: "complete", factor: size };
  const stride = bodies.flat().reduce((all, touch) => strideOf(all, touch, dim, steps), 0);
  if (stride > 1 && stride < size) return { dim, how: "cyclic", factor: stride };
  return null;
}

function areConstant(bodies: readonly (readonly Touch[])[], dim: number): boolean {
  return bodies.flat().every(({ place }) => place.forms[dim]?.terms.size === 0);
}

/** What the index moves by at least, from one iteration of any loop to the next: its remainder by that is a constant. */
function strideOf(all: number, { place }: Touch, dim: number, steps: ReadonlyMap<string, number>): number {
  const form = place.forms[dim];
  if (form === null || form === undefined) return 1;
  let stride = all;
  for (const [name, factor] of form.terms) stride = divisor(stride, factor * (steps.get(name) ?? 1));
  return stride;
}

function divisor(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** Accesses of the memory that has most. An index that is not constant in its bank counts for all of them. */
function busiest(touches: readonly Touch[], banks: readonly Bank[]): number {
  const counts = new Map<string, Set<string>>();
  const everywhere = new Set<string>();
  for (const { place, write } of touches) {
    const key = `${place.key} ${write}`;
    const memory = banks.map((bank) => memoryOf(place.forms[bank.dim] ?? null, bank));
    if (memory.includes(null)) everywhere.add(key);
    else counts.set(memory.join(" "), (counts.get(memory.join(" ")) ?? new Set()).add(key));
  }
  const sizes = [...counts.values()].map(({ size }) => size);
  return everywhere.size + sizes.reduce((most, size) => Math.max(most, size), 0);
}

function memoryOf(form: Affine | null, { how, factor }: Bank): number | null {
  if (form === null || (how === "complete" && form.terms.size > 0)) return null;
  return ((form.constant % factor) + factor) % factor;
}
