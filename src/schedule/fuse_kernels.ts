import { bug } from "../diagnostics/bug.ts";
import type { Region, Stmt } from "../loops/nodes.ts";
import { bodiesOf, mapBodies } from "../loops/walk.ts";
import { readsOf, writesOf } from "./effects.ts";
import { freshName, namesIn } from "./find.ts";
import { done, keyword, nest, newName, optional, primitive } from "./primitive.ts";
import { refuse } from "./refusal.ts";

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
    const movesUp = clash(between, [lower]);
    const movesDown = clash([upper], between);
    if (movesUp !== null && movesDown !== null) {
      const { span } = lower.origin;
      return refuse("fuse-kernels-between", { first, second, name: movesUp }, { array: movesUp, span });
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

/** A name that keeps the two from changing places; breaks and pragmas never move. */
function clash(a: readonly Stmt[], b: readonly Stmt[]): string | null {
  const fixed = [...a, ...b].find(({ kind }) => kind === "break" || kind === "continue");
  if (fixed !== undefined) return fixed.kind;
  const writes = [writesOf(a), writesOf(b)] as const;
  const reads = [readsOf(a), readsOf(b)] as const;
  for (const name of writes[0]) if (reads[1].has(name) || writes[1].has(name)) return name;
  for (const name of writes[1]) if (reads[0].has(name)) return name;
  return null;
}
