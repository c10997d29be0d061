/** Which processing element of a systolic array an operation belongs to: units of one element do nothing for another. */
import type { Seat } from "../../loops/nodes.ts";
import type { CircuitPlan, Graph, OpId } from "../plan/nodes.ts";
import { operandsOf } from "../plan/walk.ts";

/**
 * The last of the elements whose registers it reads, at once or through other operations: elements read what those before
 * them hand on. Null: it reads none.
 */
export function elementsIn({ registers }: CircuitPlan): (graph: Graph, op: OpId) => string | null {
  const seats = new Map(registers.flatMap(({ name, seat }) => (seat === undefined ? [] : [[name, seat]])));
  if (seats.size === 0) return () => null;
  const known = new Map<Graph, readonly (Seat | null)[]>();
  return (graph, op) => {
    const found = known.get(graph) ?? seatsIn(graph, seats);
    known.set(graph, found);
    const seat = found[op] ?? null;
    return seat === null ? null : `${seat.grid} ${seat.at.join(" ")}`;
  };
}

function seatsIn({ ops }: Graph, seats: ReadonlyMap<string, Seat>): readonly (Seat | null)[] {
  const found: (Seat | null)[] = [];
  for (const op of ops) {
    const own = op.kind === "read" ? (seats.get(op.register) ?? null) : null;
    found.push(operandsOf(op).reduce<Seat | null>((last, one) => later(last, found[one] ?? null), own));
  }
  return found;
}

function later(one: Seat | null, other: Seat | null): Seat | null {
  if (one === null || other === null) return one ?? other;
  const axis = one.at.findIndex((place, k) => place !== other.at[k]);
  return axis >= 0 && (one.at[axis] ?? 0) < (other.at[axis] ?? 0) ? other : one;
}
