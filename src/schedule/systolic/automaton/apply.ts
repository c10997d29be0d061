/** A row of elements in place of a nest, or why there is none. */
import type { SystolicNest } from "../../../diagnostics/catalogue/systolic.ts";
import { printExpr } from "../../../loops/depend/index.ts";
import type { For, Load, Loops, Store } from "../../../loops/nodes.ts";
import { clashPlace, clashText } from "../../clash.ts";
import type { Applied } from "../../primitive.ts";
import { type RefusalPlace, refuse } from "../../refusal.ts";
import type { Steps } from "../../steps.ts";
import type { Automaton, AutomatonProblem } from "./automaton.ts";
import { type BuiltAutomaton, builtAutomaton } from "./build.ts";

type Refused = Extract<Applied, { readonly ok: false }>;

export function automatonApplied(
  automaton: Automaton,
  simd: Steps,
  size: readonly number[],
  group: readonly number[] | undefined,
): BuiltAutomaton | Refused {
  const { nest, tracks } = automaton;
  const refused = (why: SystolicNest): Refused =>
    refuse("systolic-nest", { nest: nest.name, why }, { loop: nest.name, span: nest.origin.span });
  if (group !== undefined) return refused({ problem: "group", count: group.length, dimensions: 1 });
  if (simd.count !== 1) return refused({ problem: "chain", loop: nest.name });
  if (size.length > 1) return refused({ problem: "size", count: size.length, dimensions: 1 });
  const elements = Math.max(...tracks.map(({ low, high }) => high - low + 1));
  if ((size[0] ?? elements) < elements) return refused({ problem: "whole", elements });
  return builtAutomaton(automaton);
}

export function refusedAutomaton(loops: Loops, nest: For, why: AutomatonProblem): Refused {
  const place: RefusalPlace = { loop: nest.name, span: nest.origin.span };
  const loopPlace = (loop: For): RefusalPlace => ({ loop: loop.name, span: loop.origin.span });
  switch (why.problem) {
    case "shape": {
      const facts = { nest: nest.name, why: { problem: "shape", what: why.stmt.kind } } as const;
      return refuse("systolic-nest", facts, { ...place, span: why.stmt.origin.span });
    }
    case "extent":
    case "unrolled": {
      const facts = { nest: nest.name, why: { problem: why.problem, loop: why.loop.name } } as const;
      return refuse("systolic-nest", facts, loopPlace(why.loop));
    }
    case "order": {
      const facts = { loop: why.loop.name, clash: clashText(loops, why.dependence) };
      return refuse("systolic-order", facts, clashPlace(why.loop, why.dependence));
    }
    case "scalar":
      return refuse("systolic-scalar", { nest: nest.name, scalar: why.name }, { ...place, array: why.name });
    case "index":
    case "outside": {
      const facts = { access: written(why.access), why: why.problem } as const;
      return refuse("systolic-place", facts, placeOf(why.access));
    }
    case "apart": {
      const facts = { load: written(why.load), store: written(why.store), distance: why.distance };
      return refuse("systolic-apart", facts, placeOf(why.load));
    }
  }
}

function written({ array, index }: Load | Store): string {
  return `${array}[${index.map(printExpr).join(", ")}]`;
}

function placeOf(access: Load | Store): RefusalPlace {
  return { array: access.array, span: access.kind === "load" ? access.span : access.origin.span };
}
