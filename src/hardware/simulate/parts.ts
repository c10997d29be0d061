/** A clock in functions of a size that engines compile well, and what must pass between them. */
import type { Expr, Module } from "../netlist/nodes.ts";
import { operandsOf, refsIn } from "../netlist/walk.ts";
import { cycleOf, itemsOf, nameOf, type Step, settlingFor, valuesOf } from "./cycle.ts";

export interface Parts {
  readonly cycle: readonly (readonly Step[])[]; // one clock
  readonly held: readonly Step[]; // what takes effect after all of them
  readonly outputs: readonly (readonly Step[])[]; // what the outputs need
  readonly hot: ReadonlySet<string>; // wires that another function reads than the one that computes them
}

export function partsOf(flat: Module): Parts {
  const items = itemsOf(flat);
  const steps = cycleOf(items);
  const cycle = cut(steps);
  const shown = flat.outputs.map(({ value }) => value);
  const outputs = cut(settlingFor(items, shown));
  const hot = new Set<string>();
  passed(cycle, hot);
  passed(outputs, hot);
  const last = new Set(shown.flatMap(refsIn));
  for (const step of outputs.flat()) if (last.has(nameOf(step))) hot.add(nameOf(step));
  return { cycle, held: steps.filter((step) => "held" in step && step.held), outputs, hot };
}

/** Operations in a function: larger ones compile slowly, smaller ones pass more through memory. */
const mostWork = 1000;

function cut(steps: readonly Step[]): Step[][] {
  const parts: Step[][] = [];
  let part: Step[] = [];
  let work = 0;
  for (const step of steps) {
    part.push(step);
    for (const value of valuesOf(step)) work += workOf(value);
    if (work < mostWork) continue;
    parts.push(part);
    part = [];
    work = 0;
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

/** Wide values take an operation a limb, and products one a pair of limbs. */
function workOf(expr: Expr): number {
  const limbs = Math.ceil(expr.width / 64);
  let work = expr.kind === "binary" && expr.op === "mul" ? limbs * limbs : limbs;
  for (const operand of operandsOf(expr)) work += workOf(operand);
  return work;
}

function passed(parts: readonly (readonly Step[])[], hot: Set<string>): void {
  const home = new Map<string, number>();
  for (const [index, steps] of parts.entries()) {
    for (const step of steps) {
      for (const value of valuesOf(step)) {
        for (const name of refsIn(value)) {
          const where = home.get(name);
          if (where !== undefined && where !== index) hot.add(name);
        }
      }
      if (step.kind === "wire" || step.kind === "word") home.set(nameOf(step), index);
    }
  }
}
