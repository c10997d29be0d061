/** Selections solved by HiGHS, which is WebAssembly: it is loaded when it is asked for, and by nobody else. */
import { bug } from "../../../diagnostics/bug.ts";
import { type Choice, isWithin, programText, type Selection, type Solve, variable } from "./selection.ts";

export async function loadSolver(): Promise<Solve> {
  const { default: load } = (await import("highs")) as unknown as Loader; // its types are those of its CommonJS form
  const highs = await load();
  return (selection, excluded) => {
    if (selection.parts.some((candidates) => candidates.length === 0)) return null;
    // What breaks a limit by less than the tolerance of the solver is excluded, and it is asked again.
    const broken: Choice[] = [];
    for (;;) {
      const choice = chosenBy(selection, (text) => highs.solve(text, options), [...excluded, ...broken]);
      if (choice === null || isWithin(selection, choice)) return choice;
      broken.push(choice);
    }
  };
}

/** Exactly the best, not one that is nearly as good. */
const options = {
  output_flag: false,
  mip_rel_gap: 0,
  mip_abs_gap: 0,
  mip_feasibility_tolerance: 1e-9,
} as const;

interface Loader {
  readonly default: () => Promise<{
    readonly solve: (text: string, how: typeof options) => Solution;
  }>;
}

interface Solution {
  readonly Status: string;
  readonly Columns: Readonly<Record<string, { readonly Primal?: number }>>;
}

function chosenBy(
  selection: Selection,
  solve: (text: string) => Solution,
  excluded: readonly Choice[],
): Choice | null {
  const { Status, Columns } = solve(programText(selection, excluded));
  if (Status === "Infeasible") return null;
  if (Status !== "Optimal") return bug(`HiGHS calls a choice among candidates ${Status}`);
  return selection.parts.map((candidates, part) => {
    const found = candidates.findIndex((_, index) => (Columns[variable(part, index)]?.Primal ?? 0) > 0.5);
    return found < 0 ? bug(`HiGHS chose no candidate of part ${part}`) : found;
  });
}
