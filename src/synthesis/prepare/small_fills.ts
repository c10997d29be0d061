/**
 * Fills of small arrays on chip are written out, where every other access names its element by numbers: the elements then
 * become scalars (scalars.ts), and a window that is shifted along is a shift register.
 *
 *     for w_0 in range(3): w[w_0] = 0     becomes     w[0] = 0; w[1] = 0; w[2] = 0
 */
import { affineOf } from "../../loops/analysis/affine.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { int } from "../../loops/indices.ts";
import type { ArrayDecl, For, Loops, Stmt } from "../../loops/nodes.ts";
import { mapBodies, statementsIn } from "../../loops/walk.ts";
import { type Fill, fillOf } from "./dead_fills.ts";
import { mostScalars, numbersOf } from "./scalars.ts";
import { type Touch, touchesOf } from "./touch.ts";

export function writeOutSmallFills(loops: Loops): Loops {
  const fills = statementsIn(loops.body).flatMap((stmt) =>
    stmt.kind === "for" && isPlain(stmt) ? (fillOf(loops, stmt) ?? []) : [],
  );
  if (fills.length === 0) return loops;
  const touches = loops.body.flatMap(touchesOf);
  const small = new Set(
    loops.arrays
      .filter((decl) => isSmall(loops, decl) && areOthersNumbers(decl, touches, fills))
      .map(({ name }) => name),
  );
  const written = new Map<Stmt, readonly Stmt[]>(
    fills.filter(({ store }) => small.has(store.array)).map((fill) => [fill.nest, elementsOf(fill)]),
  );
  return written.size === 0 ? loops : { ...loops, body: replaced(loops.body, written) };
}

/** Whether bounds of a nest are numbers. */
function isPlain(loop: For): boolean {
  const [only] = loop.body;
  const isOpen = tripCount(loop) === null || affineOf(loop.from)?.terms.size !== 0;
  return !isOpen && (only?.kind !== "for" || isPlain(only));
}

function isSmall({ results }: Loops, { name, shape, table }: ArrayDecl): boolean {
  const elements = shape.reduce((product, size) => product * size, 1);
  return table === undefined && elements <= mostScalars && !results.includes(name);
}

function areOthersNumbers({ name }: ArrayDecl, touches: readonly Touch[], fills: readonly Fill[]): boolean {
  const own = touches.filter(({ array }) => array === name);
  const open = own.filter(({ place }) => place.forms.length !== numbersOf(place).length);
  const filling = fills.filter(({ store }) => store.array === name).length;
  return filling > 0 && open.length === filling && own.length > filling;
}

/** A store for each iteration, in their order. */
function elementsOf({ nest, store }: Fill): readonly Stmt[] {
  return pointsOf(nest).map((point) => {
    const index = store.index.map((expr) => {
      const { terms, constant } = affineOf(expr) ?? { terms: new Map<string, number>(), constant: 0 };
      return int([...terms].reduce((sum, [name, factor]) => sum + factor * (point.get(name) ?? 0), constant));
    });
    return { ...store, index };
  });
}

/** What the variables of a nest are in each iteration. */
function pointsOf(loop: For): readonly ReadonlyMap<string, number>[] {
  const first = affineOf(loop.from)?.constant ?? 0;
  const [only] = loop.body;
  const inside = only?.kind === "for" ? pointsOf(only) : [new Map<string, number>()];
  return Array.from({ length: tripCount(loop) ?? 0 }, (_, k) => first + k * loop.step).flatMap((value) =>
    inside.map((point) => new Map([...point, [loop.variable, value]])),
  );
}

function replaced(body: readonly Stmt[], by: ReadonlyMap<Stmt, readonly Stmt[]>): readonly Stmt[] {
  return body.flatMap((stmt) => by.get(stmt) ?? [mapBodies(stmt, (inner) => replaced(inner, by))]);
}
