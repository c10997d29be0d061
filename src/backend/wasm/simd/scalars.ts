/** The scalars that a loop assigns: which differ among the iterations of a vector, and which are accumulations. */
import { type ReductionOp, reductionOf } from "../../../loops/depend/reduction.ts";
import { factsOf } from "../../../loops/depend/scalars.ts";
import type { Assign, Expr, For, Loops, Stmt } from "../../../loops/nodes.ts";
import { bodiesOf, children, expressionsIn, expressionsOf, statementsIn } from "../../../loops/walk.ts";
import { isBool } from "../representation.ts";
import { type Refusal, refuse } from "./recipe.ts";

export interface LoopScalars {
  readonly assigned: ReadonlySet<string>;
  readonly accumulations: ReadonlyMap<string, ReductionOp>; // in any order, by their type
  readonly seenAfter: ReadonlySet<string>; // their last value is read after the loop
  /** Whether an expression may have another value in the next iteration of the loop, all else unchanged. */
  varies(expr: Expr): boolean;
}

export function scalarsOf(loops: Loops, loop: For): LoopScalars | Refusal {
  const facts = factsOf(loops);
  const assignments = assignmentsIn(loop.body, []);
  const assigned = new Set(assignments.map(({ stmt }) => stmt.target));
  const accumulations = new Map<string, ReductionOp>();
  const seenAfter = new Set<string>();
  for (const name of assigned) {
    if (facts.isSetFirst(name, loop)) {
      if (facts.isSeenAfter(name, [loop])) seenAfter.add(name);
      continue;
    }
    const op = accumulation(loop, name);
    if (op === null) return refuse(`\`${name}\` carries a value from one iteration to the next`);
    accumulations.set(name, op);
  }
  const varying = new Set(accumulations.keys());
  const varies = (expr: Expr): boolean =>
    expr.kind === "var" ? expr.name === loop.variable || varying.has(expr.name) : children(expr).some(varies);
  for (let before = -1; before !== varying.size; ) {
    before = varying.size;
    for (const { stmt, conditions } of assignments) {
      if ([stmt.value, ...conditions].some(varies)) varying.add(stmt.target);
    }
  }
  for (const name of seenAfter) {
    // Set in each iteration, so that the last lane has the last value.
    const always = loop.body.some((stmt) => stmt.kind === "assign" && stmt.target === name);
    if (varying.has(name) && !always) return refuse(`the last value of \`${name}\` is read after the loop`);
  }
  const known = new Map<Expr, boolean>();
  return {
    assigned,
    accumulations,
    seenAfter,
    varies: (expr) => {
      const answer = known.get(expr) ?? varies(expr);
      known.set(expr, answer);
      return answer;
    },
  };
}

/** Each assignment with the conditions and bounds around it. */
function assignmentsIn(
  body: readonly Stmt[],
  conditions: readonly Expr[],
): readonly { readonly stmt: Assign; readonly conditions: readonly Expr[] }[] {
  return body.flatMap((stmt) => {
    if (stmt.kind === "assign") return [{ stmt, conditions }];
    const inside =
      stmt.kind === "if" || stmt.kind === "for" ? [...conditions, ...expressionsOf(stmt)] : conditions;
    return bodiesOf(stmt).flatMap((inner) => assignmentsIn(inner, inside));
  });
}

/** The operator by which all that touches the scalar in the loop accumulates into it, in an order that is free. */
function accumulation(loop: For, name: string): ReductionOp | null {
  let found: ReductionOp | null = null;
  for (const stmt of statementsIn(loop.body)) {
    const reads = expressionsOf(stmt).some((expr) =>
      [...expressionsIn(expr)].some((inner) => inner.kind === "var" && inner.name === name),
    );
    const writes = stmt.kind === "assign" && stmt.target === name;
    if (!reads && !writes) continue;
    const reduction = reductionOf(stmt);
    if (!writes || reduction === null || reduction.target !== name || !reduction.unordered) return null;
    if (found !== null && found !== reduction.op) return null;
    const { type } = stmt.value;
    if (type.kind === "python" || (isBool(type) && (reduction.op === "xor" || reduction.op === "sub")))
      return null;
    found = reduction.op;
  }
  return found;
}
