/** Intervals that a pragma wished for and that cannot be had: told with the least one. */
import { diagnose } from "../diagnostics/catalogue/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { itemsIn } from "./plan/walk.ts";
import type { Circuit } from "./process.ts";

export function wishesUnmet({
  processes,
  timings,
}: Pick<Circuit, "processes" | "timings">): readonly Diagnostic[] {
  return processes.flatMap((plan) =>
    [...itemsIn(plan.body)].flatMap((item): readonly Diagnostic[] => {
      if (item.kind !== "pipeline" || item.asked?.orMore !== true) return [];
      const { ii: asked } = item.asked;
      const least = timings.get(item.graph)?.ii ?? null;
      if (asked === undefined || least === null || least <= asked) return [];
      return [diagnose("interval-wished", item.span, { loop: item.name, asked, least })];
    }),
  );
}
