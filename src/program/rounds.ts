/**
 * How many iterations loops take, so that what nobody would wait for is told before it begins. Of a Program and of Loops
 * alike. Iterations are counted where a loop is entered, with those of the loops in it whose number is constant; a loop
 * that may be left early counts each of its iterations when it comes to it.
 */

/** What this needs to know of a statement of a Program or of Loops. */
export interface Statement {
  readonly kind: string;
  readonly body?: readonly Statement[];
  readonly then?: readonly Statement[];
  readonly else?: readonly Statement[];
}

export interface Loop extends Statement {
  readonly kind: "for";
  readonly from: Bound;
  readonly to: Bound;
  readonly step: Bound | number;
  readonly body: readonly Statement[];
}

interface Bound {
  readonly kind: string;
  readonly value?: unknown;
}

export interface RoundCounter {
  /** How a loop is counted; each loop is asked for once, the outer before the inner. */
  of(loop: Loop): Counting;
}

export type Counting =
  | { readonly kind: "not" } // the loop around it has counted it
  | { readonly kind: "at entry"; readonly each: number } // so many for each of its iterations
  | { readonly kind: "each" }; // one by one, for it may be left early

export function roundCounter(): RoundCounter {
  const counted = new WeakSet<Loop>();
  const roundsIn = (body: readonly Statement[]): number => {
    let sum = 1;
    for (const stmt of body) {
      if (stmt.kind === "region") sum += roundsIn(stmt.body ?? []) - 1;
      if (isLoop(stmt)) sum += roundsOf(stmt);
      if (jumps([stmt])) break; // what follows may not be reached
    }
    return sum;
  };
  const roundsOf = (loop: Loop): number => {
    const trips = constantTrips(loop);
    if (trips === null || isLeftEarly(loop.body)) return 0;
    counted.add(loop);
    return trips * roundsIn(loop.body);
  };
  return {
    of: (loop) => {
      if (counted.has(loop)) return { kind: "not" };
      if (!isLeftEarly(loop.body)) return { kind: "at entry", each: roundsIn(loop.body) };
      const trips = constantTrips(loop);
      return trips !== null && trips <= shortLoop ? { kind: "not" } : { kind: "each" };
    },
  };
}

const shortLoop = 1e6;

/** The loop at the top of a kernel that takes the most iterations, of those whose number is constant. */
export function longestLoop<L extends Loop>(
  body: readonly (L | Statement)[],
): { readonly rounds: number; readonly loop: L } | null {
  const counter = roundCounter();
  const all = body.flatMap((stmt) => {
    if (!isLoop(stmt)) return [];
    const [trips, counting] = [constantTrips(stmt), counter.of(stmt)];
    if (trips === null || counting.kind !== "at entry") return [];
    return [{ rounds: trips * counting.each, loop: stmt as L }];
  });
  return all.sort((a, b) => b.rounds - a.rounds)[0] ?? null;
}

function constantTrips({ from, to, step }: Loop): number | null {
  const [first, end] = [constant(from), constant(to)];
  const by = typeof step === "number" ? step : constant(step);
  if (first === null || end === null || by === null || by === 0) return null;
  return Math.max(0, Math.ceil((end - first) / by));
}

function constant({ kind, value }: Bound): number | null {
  return kind === "const" && (typeof value === "number" || typeof value === "bigint") ? Number(value) : null;
}

function isLoop(stmt: Statement): stmt is Loop {
  return stmt.kind === "for";
}

/** Whether a `break` of this loop, or a `return`, may end it before its last iteration. */
function isLeftEarly(body: readonly Statement[]): boolean {
  return body.some((stmt) => {
    if (stmt.kind === "break") return true;
    if (stmt.kind === "for" || stmt.kind === "while") return returns(stmt.body ?? []);
    return returns([stmt]) || innerOf(stmt).some(isLeftEarly);
  });
}

function returns(body: readonly Statement[]): boolean {
  return body.some((stmt) => stmt.kind === "return" || innerOf(stmt).some(returns));
}

function jumps(body: readonly Statement[]): boolean {
  return body.some(
    (stmt) =>
      stmt.kind === "continue" ||
      stmt.kind === "break" ||
      stmt.kind === "return" ||
      (stmt.kind === "if" && innerOf(stmt).some(jumps)),
  );
}

function innerOf({ body, then, else: other }: Statement): readonly (readonly Statement[])[] {
  return [body, then, other].filter((one) => one !== undefined);
}
