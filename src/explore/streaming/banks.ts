/** Memories that lanes need: elements that are used in the same cycle are in different ones. */
import type { For, Loops } from "../../loops/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../../loops/walk.ts";
import type { Schedule, Step } from "../../schedule/schedule.ts";

/** Elements along a dimension of an array that lanes use in the same cycle. */
export interface Bank {
  readonly array: string;
  readonly dim: number;
  readonly lanes: number;
}

/** Dimensions of arrays that the variable of a loop stands in, alone in its dimension. */
export function banksAlong(nest: For, loop: For, lanes: number): readonly Bank[] {
  const found = new Map<string, Bank>();
  for (const stmt of statementsIn([nest])) {
    const accesses = expressionsOf(stmt).flatMap((root) =>
      expressionsIn(root).filter((expr) => expr.kind === "load"),
    );
    for (const { array, index } of stmt.kind === "store" ? [...accesses, stmt] : accesses) {
      const dims = index.flatMap((expr, dim) =>
        expressionsIn(expr).some((one) => one.kind === "var" && one.name === loop.variable) ? [dim] : [],
      );
      const [dim, other] = dims;
      if (dim !== undefined && other === undefined) found.set(`${array} ${dim}`, { array, dim, lanes });
    }
  }
  return [...found.values()];
}

/** Arrays on chip alone: what is outside keeps the ports that it has. */
export function bankSteps({ arrays, results }: Loops, banks: readonly Bank[]): Schedule {
  return banks.flatMap(({ array, dim, lanes }): Step[] => {
    const decl = arrays.find(({ name }) => name === array);
    const extent = decl?.shape[dim] ?? 0;
    if (decl === undefined || results.includes(array) || decl.banks !== undefined || lanes < 2) return [];
    const how = lanes >= extent ? { how: "complete" } : { how: "cyclic", factor: lanes };
    return [{ primitive: "partition", args: { array, dim, ...how } }];
  });
}

/** Who writes an array and who reads it use the same memories: the most that either needs. */
export function banksFor(loops: Loops, needed: readonly Bank[]): Schedule {
  const most = new Map<string, Bank>();
  for (const bank of needed) {
    const key = `${bank.array} ${bank.dim}`;
    const known = most.get(key);
    if (known === undefined || known.lanes < bank.lanes) most.set(key, bank);
  }
  return bankSteps(loops, [...most.values()]);
}
