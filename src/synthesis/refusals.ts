/** What a schedule or a kernel asks for and no circuit can do, told with its line. */
import { diagnose } from "../diagnostics/catalogue/index.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Technology, usableNs } from "../hardware/operators/operator.ts";
import type { For, Loops, Stmt, UnitLimit } from "../loops/nodes.ts";
import { nameOfOp } from "./describe.ts";
import type { Graph, Op, OpId, Pipeline } from "./plan/nodes.ts";
import { explain } from "./timing/index.ts";
import type { Impossible, Problem } from "./timing/problem.ts";

export interface Refusals {
  /** A pipeline around a loop that cannot be unrolled. */
  readonly pipeline: (loop: For, inner: Stmt) => never;
  /** An II that cannot be met. */
  readonly interval: (
    item: Pipeline,
    problem: Problem,
    ids: readonly OpId[], // of the operations of the problem
    answer: Impossible,
  ) => never;
  /** An operation that takes longer between two registers than a cycle leaves. */
  readonly clock: (graph: Graph, id: OpId, ns: number, target: Technology) => never;
  /** More kinds of units than are allowed together. */
  readonly limit: (limit: UnitLimit, kinds: readonly string[], op: Op) => never;
}

export function refusals({ source }: Pick<Loops, "source">): Refusals {
  const refuse = (diagnostic: Diagnostic): never => {
    throw new Diagnosed(source, [diagnostic]);
  };
  return {
    pipeline: (loop, inner) => {
      const facts = { loop: loop.name, inner: loopIn(inner) };
      return refuse(diagnose("cannot-pipeline", loop.origin.span, facts));
    },
    interval: ({ name, span, graph }, problem, ids, { asked, least, reason }) => {
      const text = explain(problem, reason, (place) => nameOfOp(source, graph, ids[place] ?? place));
      return refuse(diagnose("interval-too-short", span, { loop: name, asked, least, reason: text }));
    },
    clock: (graph, id, ns, target) => {
      const span = graph.ops[id]?.span ?? { from: 0, to: 0 };
      const least = Math.ceil((ns + target.periodNs - usableNs(target)) * 100 - 1e-6) / 100;
      const facts = { operation: nameOfOp(source, graph, id), ...target, least };
      return refuse(diagnose("clock-too-fast", span, facts));
    },
    limit: (limit, kinds, { span }) => refuse(diagnose("limit-too-low", span, { ...limit, kinds })),
  };
}

function loopIn(stmt: Stmt): string {
  if (stmt.kind === "for" || stmt.kind === "while") return stmt.name;
  const bodies = stmt.kind === "if" ? [...stmt.then, ...stmt.else] : [];
  return bodies.map(loopIn).find((name) => name !== "") ?? "";
}
