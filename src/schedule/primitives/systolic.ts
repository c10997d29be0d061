import { bug } from "../../diagnostics/bug.ts";
import type { SystolicNest } from "../../diagnostics/catalogue/systolic.ts";
import { writesOf } from "../../loops/analysis/effects.ts";
import { printExpr } from "../../loops/depend/index.ts";
import { arrayNamed, loopNamed, replaceLoop } from "../../loops/find.ts";
import type { For, Loops, Stmt } from "../../loops/nodes.ts";
import { withoutUnused } from "../declare.ts";
import { type Applied, done, integerList, keyword, loop, optional, primitive, steps } from "../primitive.ts";
import { refuse } from "../refusal.ts";
import { type Steps, stepsIn } from "../steps.ts";
import { automatonApplied, refusedAutomaton } from "../systolic/automaton/apply.ts";
import { automatonOf } from "../systolic/automaton/automaton.ts";
import { withColumnMemories, withFrontMemories, withMemories } from "../systolic/banks.ts";
import { type Built, built } from "../systolic/build.ts";
import { type Cell, type CellProblem, cellOf } from "../systolic/cell.ts";
import { eliminationApplied, refusedElimination } from "../systolic/elimination/apply.ts";
import { closestProblem, eliminationInstead, eliminationOf } from "../systolic/elimination/elimination.ts";
import { type Group, type Size, tilesOf, turnsIn } from "../systolic/frame.ts";
import { builtFront } from "../systolic/front/build.ts";
import { type Front, type FrontProblem, frontOf } from "../systolic/front/front.ts";
import { frontOperands } from "../systolic/front/operands.ts";
import { type OperandProblem, operandsOf } from "../systolic/operands.ts";
import { paceOf, type Ways } from "../systolic/pace.ts";
import { withSeveral } from "../systolic/several.ts";

/**
 * Elements side by side, one for each iteration of a loop, or of two, over space; the other loops are time (Kung and
 * Leiserson 1979; AutoSA, Wang, Guo and Cong, FPGA 2021). What several elements need is read once at the edge, and moves on
 * by an element a step; what an element sums stays in it. Iterations beyond the size of the array are tiles, one after
 * another without a pause: results of a tile leave while the next one is computed.
 *
 *     for i, j:                             a: ─→ [0,0] ─→ [0,1]      a[0,k], a step before a[1,k]
 *       s = 0                                        │        │
 *       for k: s += a[i,k] * b[k,j]                  ↓        ↓
 *       c[i,j] = s                             ─→ [1,0] ─→ [1,1]
 *
 * Each element takes the steps of the program in their order, so sums are the same to the last bit. Fronts, automata and
 * eliminations are other arrays of elements, for nests whose iterations need each other's results.
 */
export const systolic = primitive({
  name: "systolic",
  description:
    "Computes a nest on elements side by side, one for each row and column, that pass operands on to their neighbours.",
  params: {
    nest: loop(),
    rows: keyword(loop()),
    columns: optional(keyword(loop())),
    simd: optional(keyword(steps())),
    size: optional(keyword(integerList(1, 1))),
    group: optional(keyword(integerList(1, 1))),
  },
  apply(loops, { nest: name, rows, columns, simd: taken = 1, size, group }) {
    const nest = loopNamed(loops, name);
    const place = { loop: name, span: nest.origin.span };
    const simd = stepsIn(taken) ?? bug("it was checked");
    const single = cellOf(loops, nest, rows, columns ?? null);
    if ("problem" in single) {
      if (columns !== undefined) {
        const elimination = eliminationOf(loops, nest, rows, columns);
        if (elimination === null) return refusedCell(loops, nest, single);
        if ("problem" in elimination) {
          const isTriangle =
            elimination.problem !== "lines" || single.problem === "bounds" || single.problem === "shape";
          const isLong = elimination.problem === "long";
          const instead = isLong ? null : eliminationInstead(loops, nest, rows, columns);
          return isTriangle || instead !== null
            ? refusedElimination(nest, closestProblem(loops, nest, rows, elimination), instead)
            : refusedCell(loops, nest, single);
        }
        const made = eliminationApplied(elimination, simd, size, group);
        if ("ok" in made) return made;
        return done(
          withNest(
            withColumnMemories(loops, elimination, size?.[1] ?? Number.POSITIVE_INFINITY),
            nest,
            made.stmts,
            made,
          ),
        );
      }
      const front = frontOf(loops, nest, rows);
      if (front !== null && !("problem" in front))
        return frontApplied(loops, front, { simd, size: size ?? [], group });
      const automaton = automatonOf(loops, nest, rows);
      if (automaton !== null && !("problem" in automaton)) {
        const made = automatonApplied(automaton, simd, size ?? [], group);
        return "ok" in made ? made : done(withNest(loops, nest, made.stmts, made));
      }
      if (automaton !== null && single.problem !== "start") return refusedAutomaton(loops, nest, automaton);
      return front === null ? refusedCell(loops, nest, single) : refusedFront(nest, front);
    }
    const innermost = single.inner.at(-1)?.loop.name ?? bug("an element has steps");
    if (simd.loop !== null && simd.loop !== innermost) {
      const why = { problem: "simd", loop: simd.loop, innermost } as const;
      return refuse("systolic-nest", { nest: name, why }, place);
    }
    const cell = withSeveral(single, simd.count);
    const dimensions = columns === undefined ? 1 : 2;
    if (size !== undefined && size.length !== dimensions) {
      const why = { problem: "size", count: size.length, dimensions } as const;
      return refuse("systolic-nest", { nest: name, why }, place);
    }
    if (group !== undefined && (group.length !== 2 || columns === undefined)) {
      const why = { problem: "group", count: group.length, dimensions } as const;
      return refuse("systolic-nest", { nest: name, why }, place);
    }
    const operands = operandsOf(loops, cell);
    if ("problem" in operands) return refusedOperand(operands);
    const extent = sizeOf(cell, size ?? []);
    const several = groupOf(cell, extent, group ?? []);
    const round = cell.inner.slice(1).reduce((product, { count }) => product * count, 1);
    const steps = cell.inner.reduce((product, { count }) => product * count, 1);
    const [tiles, turns] = [tilesOf(cell, extent, several), turnsIn(several)];
    const pace = paceOf({ ...extent, turns, tiles, steps, round }, waysOf(loops, cell));
    const made = built(loops, cell, operands, { size: extent, group: several, pace });
    const spread = withMemories(loops, cell, operands, { size: extent, group: several });
    return done(withNest(spread, nest, [made.nest], made));
  },
});

/** Elements that hand on what they compute. */
function frontApplied(
  loops: Loops,
  front: Front,
  { simd, size, group }: { simd: Steps; size: readonly number[]; group: readonly number[] | undefined },
): Applied {
  const { nest, space, time } = front;
  const place = { loop: nest.name, span: nest.origin.span };
  const refused = (why: SystolicNest): Applied => refuse("systolic-nest", { nest: nest.name, why }, place);
  if (group !== undefined) return refused({ problem: "group", count: group.length, dimensions: 1 });
  if (simd.count !== 1) return refused({ problem: "chain", loop: time.loop.name });
  if (size.length > 1) return refused({ problem: "size", count: size.length, dimensions: 1 });
  const rows = Math.min(size[0] ?? space.count, space.count);
  const operands = frontOperands(loops, front);
  const made = builtFront(loops, front, operands, rows);
  const spread = withFrontMemories(loops, front, operands.loads, made.stored, rows);
  return done(withNest(spread, nest, made.stmts, made));
}

/** In place of the nest, without scalars that nothing is left of. */
function withNest(
  loops: Loops,
  nest: For,
  stmts: readonly Stmt[],
  { arrays, scalars }: Pick<Built, "arrays" | "scalars">,
): Loops {
  const next = replaceLoop(loops, nest.name, () => stmts);
  const declared = { arrays: [...next.arrays, ...arrays], scalars: [...next.scalars, ...scalars] };
  return withoutUnused({ ...next, ...declared }, writesOf([nest]));
}

/** Where it is not said, an element for each iteration. */
function sizeOf({ rows, columns }: Cell, [height, width]: readonly number[]): Size {
  return {
    rows: Math.min(height ?? rows.count, rows.count),
    columns: columns === null ? 1 : Math.min(width ?? columns.count, columns.count),
  };
}

/** One result where it is not said, and no more than there are. */
function groupOf({ rows, columns }: Cell, size: Size, [down = 1, along = 1]: readonly number[]): Group {
  return {
    rows: Math.min(down, Math.ceil(rows.count / size.rows)),
    columns: columns === null ? 1 : Math.min(along, Math.ceil(columns.count / size.columns)),
  };
}

/** A memory has two ports, a stream one. Banks do not help: words go to any of them, and each takes a port of all. */
function waysOf(loops: Loops, { results }: Cell): Ways {
  const arrays = results.map(({ store }) => arrayNamed(loops, store.array));
  return {
    most: arrays.some(({ stream }) => stream !== undefined) ? 1 : 2,
    mayWrap: arrays.every(({ banks = [], words, stream }) => {
      return banks.length === 0 && words === undefined && stream === undefined;
    }),
  };
}

function refusedCell(loops: Loops, nest: For, why: CellProblem): Applied {
  const place = { loop: nest.name, span: nest.origin.span };
  const facts = { nest: nest.name };
  const about = (stmt: Stmt): typeof place => ({ ...place, span: stmt.origin.span });
  switch (why.problem) {
    case "shape":
      return refuse(
        "systolic-nest",
        { ...facts, why: { problem: "shape", what: why.stmt?.kind ?? "nothing" } },
        why.stmt === null ? place : about(why.stmt),
      );
    case "space":
      return refuse(
        "systolic-nest",
        { ...facts, why: { problem: "space", loop: why.loop, where: why.where } },
        place,
      );
    case "bounds":
      return refuse(
        "systolic-nest",
        {
          ...facts,
          why: { problem: why.loop.attrs.unroll === undefined ? "bounds" : "unrolled", loop: why.loop.name },
        },
        { loop: why.loop.name, span: why.loop.origin.span },
      );
    case "steps":
      return refuse("systolic-nest", { ...facts, why: { problem: "steps" } }, place);
    case "scalar":
      return refuse("systolic-scalar", { nest: nest.name, scalar: why.name }, { ...place, array: why.name });
    case "array":
      return refuse("systolic-array", { array: why.array }, { array: why.array, span: why.stmt.origin.span });
    case "start": {
      const { array, index, origin } = why.store;
      const access = `${array}[${index.map(printExpr).join(", ")}]`;
      const isArgument = loops.params.some(({ name }) => name === array);
      return refuse("systolic-start", { array, access, isArgument }, { array, span: origin.span });
    }
  }
}

function refusedFront(nest: For, why: FrontProblem): Applied {
  switch (why.problem) {
    case "scalar": {
      const place = { loop: nest.name, array: why.name, span: nest.origin.span };
      return refuse("systolic-scalar", { nest: nest.name, scalar: why.name }, place);
    }
    case "array":
      return refuse("systolic-array", { array: why.array }, { array: why.array, span: why.stmt.origin.span });
    case "distance": {
      const { load, distance } = why;
      const access = `${load.array}[${load.index.map(printExpr).join(", ")}]`;
      return refuse("systolic-distance", { access, distance }, { array: load.array, span: load.span });
    }
  }
}

function refusedOperand({ problem, load }: OperandProblem): Applied {
  const access = `${load.array}[${load.index.map(printExpr).join(", ")}]`;
  return refuse(
    "systolic-read",
    { access, isOwn: problem === "own" },
    { array: load.array, span: load.span },
  );
}
