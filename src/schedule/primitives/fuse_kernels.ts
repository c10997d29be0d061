import { bug } from "../../diagnostics/bug.ts";
import { lineAt, lineTable } from "../../diagnostics/positions.ts";
import { jumpsOut } from "../../loops/analysis/effects.ts";
import { meeting } from "../../loops/depend/index.ts";
import { freshName, namesIn } from "../../loops/find.ts";
import type { Loops, Region, Stmt } from "../../loops/nodes.ts";
import { bodiesOf, mapBodies } from "../../loops/walk.ts";
import { accessesOf, clashText, doneBy, type Reason } from "../clash.ts";
import { done, keyword, nest, newName, optional, primitive } from "../primitive.ts";
import { refuse } from "../refusal.ts";

/**
 * The loops inside stay as they are; `fuse_loops` merges them where that is legal. What stands between the two must
 * have nothing to do with the second, which moves up, or with the first, which moves down.
 */
export const fuseKernels = primitive({
  name: "fuse_kernels",
  description: "Merges two regions or loop nests into one region, which becomes one module.",
  params: { first: nest(), second: nest(), name: optional(keyword(newName())) },
  apply(loops, { first, second, name }) {
    const found = siblings(loops.body, first, second);
    if (found === null) return refuse("fuse-kernels-apart", { first, second });
    const { list, a, b } = found;
    const [early, late] = [Math.min(a, b), Math.max(a, b)];
    const upper = list[early] ?? bug("no first kernel");
    const lower = list[late] ?? bug("no second kernel");
    const between = list.slice(early + 1, late);
    const movesUp = keptInOrder(loops, between, [lower]);
    const movesDown = keptInOrder(loops, [upper], between);
    if (movesUp !== null && movesDown !== null) {
      const facts = { first, second, up: movesUp.text, down: movesDown.text };
      return refuse("fuse-kernels-between", facts, { ...movesUp.place, span: lower.origin.span });
    }
    const region: Region = {
      kind: "region",
      name: name ?? freshName(namesIn(loops), `${nameOf(upper)}_${nameOf(lower)}`.replace(/\W/g, "_")),
      body: [...contents(upper), ...contents(lower)],
      origin: { span: upper.origin.span, operator: "schedule" },
    };
    const merged = movesUp === null ? [region, ...between] : [...between, region];
    const changed = [...list.slice(0, early), ...merged, ...list.slice(late + 1)];
    const replace = (body: readonly Stmt[]): readonly Stmt[] =>
      body === list ? changed : body.map((stmt) => mapBodies(stmt, replace));
    return done({ ...loops, body: replace(loops.body) });
  },
});

interface Siblings {
  readonly list: readonly Stmt[];
  readonly a: number;
  readonly b: number;
}

function siblings(body: readonly Stmt[], first: string, second: string): Siblings | null {
  const a = body.findIndex((stmt) => nameOf(stmt) === first);
  const b = body.findIndex((stmt) => nameOf(stmt) === second);
  if (a >= 0 && b >= 0 && a !== b) return { list: body, a, b };
  for (const stmt of body) {
    for (const inner of bodiesOf(stmt)) {
      const found = siblings(inner, first, second);
      if (found !== null) return found;
    }
  }
  return null;
}

function nameOf(stmt: Stmt): string | null {
  return stmt.kind === "region" || stmt.kind === "for" ? stmt.name : null;
}

function contents(stmt: Stmt): readonly Stmt[] {
  return stmt.kind === "region" ? stmt.body : [stmt];
}

/** What keeps statements from changing places: a jump, or two accesses that meet. */
function keptInOrder(loops: Loops, a: readonly Stmt[], b: readonly Stmt[]): Reason | null {
  const jump = jumpsOut([...a, ...b]);
  if (jump !== null) {
    const { span } = jump.origin;
    const line = lineAt(lineTable(loops.source), span.from);
    const notes = [{ span, message: "it jumps here" }];
    return { text: `\`${jump.kind}\` at line ${line} decides whether it runs`, place: { notes } };
  }
  const clash = meeting(loops, { first: doneBy(a), second: doneBy(b), together: true });
  return clash === null ? null : { text: clashText(loops, clash), place: accessesOf(clash) };
}
