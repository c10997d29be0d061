/** Copies and iterations that a schedule lets run at the same time, and that the circuit runs one after another: told with why. */
import { diagnose } from "../diagnostics/catalogue/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { For, Loops, Stmt } from "../loops/nodes.ts";
import { bodiesOf, statementsIn } from "../loops/walk.ts";
import { copiesInTurn } from "./prepare/jam.ts";

export function toldInTurn(loops: Loops): readonly Diagnostic[] {
  return [
    ...copiesInTurn(loops).map((loop) =>
      diagnose("copies-in-turn", loop.origin.span, { loop: loop.name, inner: innerOf(loop)?.kind ?? "for" }),
    ),
    ...parallelIn(loops.body)
      .filter((loop) => innerOf(loop) !== undefined)
      .map((loop) => diagnose("iterations-in-turn", loop.origin.span, { loop: loop.name })),
  ];
}

function innerOf({ body }: For): Stmt | undefined {
  return (
    statementsIn(body).find(({ kind }) => kind === "while") ??
    statementsIn(body).find(({ kind }) => kind === "for")
  );
}

/** Those without copies that stand in no pipelined loop, and are none themselves. */
function parallelIn(body: readonly Stmt[]): readonly For[] {
  return body.flatMap((stmt): readonly For[] => {
    const inner =
      stmt.kind === "for" && stmt.attrs.pipeline !== undefined ? [] : bodiesOf(stmt).flatMap(parallelIn);
    if (stmt.kind !== "for" || stmt.attrs.parallel !== true) return inner;
    return stmt.attrs.unroll === undefined && stmt.attrs.pipeline === undefined ? [stmt, ...inner] : inner;
  });
}
