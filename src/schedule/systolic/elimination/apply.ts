/** A triangle of elements in place of a nest, or why there is none. */
import type { SystolicNest } from "../../../diagnostics/catalogue/systolic.ts";
import { printExpr } from "../../../loops/depend/index.ts";
import type { For } from "../../../loops/nodes.ts";
import type { Applied } from "../../primitive.ts";
import { type RefusalPlace, refuse } from "../../refusal.ts";
import type { Steps } from "../../steps.ts";
import { type BuiltElimination, builtElimination } from "./build.ts";
import type { Elimination, EliminationProblem } from "./elimination.ts";

type Refused = Extract<Applied, { readonly ok: false }>;

export function eliminationApplied(
  elimination: Elimination,
  simd: Steps,
  size: readonly number[] | undefined,
  group: readonly number[] | undefined,
): BuiltElimination | Refused {
  const { nest, shape } = elimination;
  const refused = (why: SystolicNest): Refused =>
    refuse("systolic-nest", { nest: nest.name, why }, { loop: nest.name, span: nest.origin.span });
  if (group !== undefined) return refused({ problem: "several", option: "group" });
  if (simd.count !== 1) return refused({ problem: "several", option: "simd" });
  if (size !== undefined && size.length !== 2)
    return refused({ problem: "size", count: size.length, dimensions: 2 });
  const rows = shape.rows.high - shape.rows.low + 1;
  const columns = shape.columns.high - shape.columns.low + 1;
  const [height = rows, width = columns] = size ?? [];
  return builtElimination(elimination, { rows: height, columns: width });
}

export function refusedElimination(nest: For, why: EliminationProblem, instead: string | null): Refused {
  const place: RefusalPlace = { loop: nest.name, span: nest.origin.span };
  const refused = (about: SystolicNest, at: RefusalPlace): Refused =>
    refuse("systolic-nest", { nest: nest.name, why: about }, at);
  switch (why.problem) {
    case "shape":
      return refused({ problem: "shape", what: why.stmt.kind }, { ...place, span: why.stmt.origin.span });
    case "lines": {
      const { name, origin } = why.loop;
      return refused({ problem: "lines", loop: name, instead }, { loop: name, span: origin.span });
    }
    case "sums":
    case "unrolled": {
      const { name, origin } = why.loop;
      return refused({ problem: why.problem, loop: name }, { loop: name, span: origin.span });
    }
    case "long":
      return refused({ problem: "long" }, place);
    case "scalar":
      return refuse("systolic-scalar", { nest: nest.name, scalar: why.name }, { ...place, array: why.name });
    case "route": {
      const { access } = why;
      const span = access.kind === "load" ? access.span : access.origin.span;
      const text = `${access.array}[${access.index.map(printExpr).join(", ")}]`;
      const isVector = why.why === "index" && access.index.length === 1;
      const facts = { access: text, why: isVector ? ("vector" as const) : why.why, instead };
      return refuse("systolic-route", facts, { array: access.array, span });
    }
  }
}
