/**
 * Updates of the lines of an array by the lines before them, as a triangle of elements: LU and Cholesky decomposition, elimination
 * (Gentleman and Kung 1981; AutoSA, Wang, Guo and Cong, FPGA 2021). Lines come in one after another; an element of row k keeps
 * its word of line k, and changes that of every later line by it.
 *
 *     for k:                                          rows k, columns j: element (k, j) keeps a[k, j],
 *       for i in range(k + 1, n):                     the first of a row divides, and hands a[i, k] along
 *         a[i, k] /= a[k, k]
 *         for j in range(k + 1, n):
 *           a[i, j] -= a[i, k] * a[k, j]
 *
 * A word is changed by one row of elements after another, in the order of the program, so results are the same to the last bit.
 */
import { namesRead } from "../../../loops/analysis/effects.ts";
import { loopNamed } from "../../../loops/find.ts";
import type { For, Loops } from "../../../loops/nodes.ts";
import { statementsIn } from "../../../loops/walk.ts";
import { type RunProblem, runOf } from "./instances.ts";
import { type LeafProblem, leavesOf } from "./leaves.ts";
import { keptFirst } from "./order.ts";
import { axes, isAt, type Placed, type PlaceProblem, placesOf } from "./places.ts";
import { type ProofProblem, provenShape, type Shape } from "./prove.ts";
import { type Routes, routesOf } from "./routes.ts";
import { type Expanded, mentions, type ScalarProblem, withoutScalars } from "./scalars.ts";
import { lineOf, type Stream, streamsOf } from "./streams.ts";

export interface Elimination {
  readonly loops: Loops;
  readonly nest: For;
  readonly rows: For;
  readonly columns: For;
  readonly leaves: readonly Placed[];
  readonly local: readonly string[]; // scalars
  readonly streams: readonly Stream[];
  readonly routes: Routes;
  readonly shape: Shape;
}

export type EliminationProblem =
  | { readonly problem: "lines"; readonly loop: For } // every row of elements would have its own line
  | LeafProblem
  | PlaceProblem
  | ScalarProblem
  | RunProblem
  | ProofProblem;

/** Null: no line is updated by others, or the two loops are not both there. */
export function eliminationOf(
  loops: Loops,
  nest: For,
  rowsName: string,
  columnsName: string,
): Elimination | EliminationProblem | null {
  const inside = statementsIn([nest]).filter((stmt) => stmt.kind === "for");
  if (![rowsName, columnsName].every((name) => inside.some((loop) => loop.name === name))) return null;
  if (rowsName === columnsName) return null;
  const [rows, columns] = [loopNamed(loops, rowsName), loopNamed(loops, columnsName)];
  const given = leavesOf(nest);
  if ("problem" in given) return given;
  const line = lineOf(given, rows, columns);
  if (line === null) return null;
  if (namesRead(line.time).has(rows.variable)) return { problem: "lines", loop: rows };
  const arrays = streamsOf(loops, given, line);
  if ("kind" in arrays) return { problem: "route", access: arrays, why: "index" };
  const expanded = withoutScalars(loops, nest, given, arrays);
  if ("problem" in expanded) return expanded;
  const found = arranged(loops, nest, { rows, columns }, expanded);
  const scalar =
    found !== null && "problem" in found && found.problem === "route"
      ? expanded.streams.find(({ array }) => array === found.access.array)?.scalar
      : undefined;
  return scalar === undefined ? found : { problem: "scalar", name: scalar };
}

/**
 * The step with other loops that makes a triangle of elements, where the one that was asked for does not: first with a nest further
 * inside, then with other columns, then with other rows.
 */
export function eliminationInstead(loops: Loops, nest: For, rows: string, columns: string): string | null {
  const nests = [nest, ...loopsInside(nest)];
  for (const sameRows of [true, false]) {
    for (const sameColumns of [true, false]) {
      for (const inner of nests) {
        const names = [inner, ...loopsInside(inner)].map(({ name }) => name);
        for (const row of sameRows ? [rows] : names) {
          for (const column of sameColumns ? [columns] : names) {
            const found = eliminationOf(loops, inner, row, column);
            if (found !== null && !("problem" in found))
              return `systolic ${inner.name} rows=${row} columns=${column}`;
          }
        }
      }
    }
  }
  return null;
}

/** Where other columns would be, what keeps them from it: a better reason than that those asked for are none. */
export function closestProblem(
  loops: Loops,
  nest: For,
  rows: string,
  problem: EliminationProblem,
): EliminationProblem {
  if (problem.problem !== "lines") return problem;
  const routes = loopsInside(nest).flatMap(({ name }) => {
    const found = eliminationOf(loops, nest, rows, name);
    return found !== null && "problem" in found && found.problem === "route" ? [found] : [];
  });
  return routes.find(({ why }) => why === "later") ?? routes[0] ?? problem;
}

function loopsInside({ body }: For): readonly For[] {
  return statementsIn(body).filter((stmt): stmt is For => stmt.kind === "for");
}

/** Statements in their places, words on their ways, and the proof that they come as the program reads them. */
function arranged(
  loops: Loops,
  nest: For,
  { rows, columns }: Pick<Elimination, "rows" | "columns">,
  { leaves: given, streams, local }: Expanded,
): Elimination | EliminationProblem | null {
  const inText = placesOf(given, streams, rows);
  if ("problem" in inText) return inText;
  const parted = local.find((name) => isParted(inText, name));
  if (parted !== undefined) return { problem: "scalar", name: parted };
  const routes = routesOf(inText, streams);
  if ("problem" in routes) return routes;
  if (routes.moving.length + routes.kept.length === 0) return null;
  const run = runOf(nest, inText, streams);
  if ("problem" in run) return run;
  const leaves = keptFirst(inText, routes.kept, run.instances);
  const shape = provenShape(leaves, streams, routes, run);
  if (shape === null || "problem" in shape) return shape;
  return { loops, nest, rows, columns, leaves, local, streams, routes, shape };
}

/** Whether a scalar of a step is set in one element and read in another. */
function isParted(leaves: readonly Placed[], name: string): boolean {
  const own = leaves.filter(({ given }) => mentions(given, name));
  return own.some((one) =>
    own.some(
      (other) =>
        one.loops.at(-1) === other.loops.at(-1) &&
        !axes.every((axis) => isAt(one.place, axis, other.place[axis])),
    ),
  );
}
