/** A clock in functions of a size that engines compile well, and what must pass between them. */
import type { Expr, Module } from "../netlist/nodes.ts";
import { operandsOf, refsIn } from "../netlist/walk.ts";
import { cycleOf, itemsOf, namesOf, type Step, settlingFor, valuesOf } from "./cycle.ts";
import type { Pack } from "./pack.ts";

export interface Parts {
  readonly cycle: readonly (readonly Step[])[]; // one clock
  readonly held: readonly Step[]; // what takes effect after all of them
  readonly outputs: readonly (readonly Step[])[]; // what the outputs need
  readonly watched: readonly (readonly Step[])[]; // what is watched
  readonly hot: ReadonlySet<string>; // wires that another function reads than the one that computes them
}

/** `watched`: what is looked at after every clock. */
export function partsOf(flat: Module, packs: readonly Pack[], watched: readonly Expr[] = []): Parts {
  const items = itemsOf(flat, packs);
  const steps = cycleOf(items);
  const cycle = cut(steps);
  const hot = new Set<string>();
  passed(cycle, hot);
  const settled = (values: readonly Expr[]): readonly (readonly Step[])[] => {
    const parts = cut(settlingFor(items, values));
    passed(parts, hot);
    const last = new Set(values.flatMap(refsIn));
    for (const name of parts.flat().flatMap(namesOf)) if (last.has(name)) hot.add(name);
    return parts;
  };
  const outputs = settled(flat.outputs.map(({ value }) => value));
  const held = steps.filter((step) => "held" in step && step.held);
  return { cycle, held, outputs, watched: settled(watched), hot };
}

/** Operations in a function: larger ones compile slowly, smaller ones pass more through memory. */
const mostWork = 1000;

function cut(steps: readonly Step[]): Step[][] {
  const parts: Step[][] = [];
  let part: Step[] = [];
  let work = 0;
  for (const step of steps) {
    part.push(step);
    const [first] = step.kind === "pack" ? step.members : [step];
    if (first !== undefined) for (const value of valuesOf(first)) work += workOf(value);
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

function settles(step: Step): boolean {
  if (step.kind === "pack") return step.members.every(settles);
  return step.kind === "wire" || step.kind === "word";
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
      if (settles(step)) for (const name of namesOf(step)) home.set(name, index);
    }
  }
}
