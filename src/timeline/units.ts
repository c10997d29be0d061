/** Units of a circuit that are worth a row: what they are, and when which operations take operands to them. */
import { priceOf } from "../device/price.ts";
import { bug } from "../diagnostics/bug.ts";
import type { Span } from "../diagnostics/diagnostic.ts";
import type { Operator, Technology } from "../hardware/operators/operator.ts";
import type { Run } from "../synthesis/circuit/flow.ts";
import type { BuiltUnit } from "../synthesis/circuit/index.ts";
import { isWorthSharing } from "../synthesis/circuit/sharing.ts";
import type { Compute, Graph } from "../synthesis/plan/nodes.ts";
import { operatorOf } from "../synthesis/scheduling/problem.ts";
import { bitWidth } from "../types/bits.ts";
import { printType } from "../types/print.ts";
import type { Place, UnitKind, UnitUse } from "./nodes.ts";

export interface UnitContext {
  readonly target: Technology;
  readonly runs: ReadonlyMap<Graph, InTimeline>;
  readonly mostUnits: number; // that are listed one by one, of a kind
  readonly placeOf: (span: Span) => Place | null;
}

export interface InTimeline {
  readonly run: Run;
  readonly number: number; // of the graph
  readonly times: number; // that it runs in a call
  readonly isExact: boolean; // whether for any data
}

export function unitsOf(built: readonly BuiltUnit[], context: UnitContext): readonly UnitKind[] {
  const kinds = new Map<string, Kind>();
  for (const unit of built) {
    const own = kindOf(unit, context);
    if (own === null) continue;
    const { operator, name, uses } = own;
    const key = `${name} ${operator.latency} ${operator.busy} ${operator.cost.dsps}`;
    const kind = kinds.get(key) ?? { operator, name, units: [] };
    kinds.set(key, kind);
    kind.units.push(uses);
  }
  const weight = ({ operator: { cost }, units }: Kind): number => priceOf(cost) * units.length;
  return [...kinds.values()]
    .sort((one, other) => weight(other) - weight(one))
    .map((kind) => factsOf(kind, context));
}

interface Kind {
  readonly operator: Operator;
  readonly name: string;
  readonly units: (readonly UnitUse[])[];
}

/** Null: it is cheap. */
function kindOf(
  { serves }: BuiltUnit,
  { target, runs, placeOf }: UnitContext,
): (Omit<Kind, "units"> & { readonly uses: readonly UnitUse[] }) | null {
  const [first] = serves;
  const op = first?.graph.ops[first.op];
  if (first === undefined || op?.kind !== "compute") return null;
  const operator = operatorOf(first.graph, op, target);
  const widths = op.operands.map((id) => bitWidth(first.graph.ops[id]?.type ?? op.type));
  if (serves.length === 1 && !isWorthSharing(operator, widths)) return null;
  const uses = serves.map(({ graph, op: id }): UnitUse => {
    const { run, number } = runs.get(graph) ?? bug("a unit of a graph that never runs");
    const cycle = run.timing.cycles[id] ?? bug("an operation without a cycle");
    return { graph: number, count: 1, cycle, place: placeOf(graph.ops[id]?.span ?? op.span) };
  });
  return { operator, name: nameOf(first.graph, op), uses };
}

/** A unit for an operand that is a constant is another one. */
function nameOf({ ops }: Graph, op: Compute): string {
  const types = op.operands.map((id) => {
    const operand = ops[id];
    const isKnown = operand?.kind === "const" && op.general !== true && op.allowed === undefined;
    return isKnown ? "constant" : printType(operand?.type ?? op.type);
  });
  return `${typeof op.op === "string" ? op.op : op.op.name} ${types.join(", ")}`;
}

function factsOf({ operator, name, units }: Kind, { runs, mostUnits }: UnitContext): UnitKind {
  const { latency, busy, cost } = operator;
  const uses = together(units.flat());
  const byNumber = new Map([...runs.values()].map((one) => [one.number, one]));
  const timesOf = ({ graph, count }: UnitUse): number => count * (byNumber.get(graph)?.times ?? 0);
  return {
    ...{ name, latency, busy, uses },
    count: units.length,
    dsps: cost.dsps,
    units: units.length === 1 ? [uses] : units.slice(0, mostUnits).map(together),
    taken: busy * uses.reduce((sum, use) => sum + timesOf(use), 0),
    isExact: uses.every(({ graph }) => byNumber.get(graph)?.isExact === true),
  };
}

/** Those that are alike are one, by graph and cycle. */
function together(uses: readonly UnitUse[]): readonly UnitUse[] {
  const found = new Map<string, UnitUse>();
  for (const use of uses) {
    const key = `${use.graph} ${use.cycle} ${use.place?.from}`;
    const alike = found.get(key);
    found.set(key, { ...use, count: use.count + (alike?.count ?? 0) });
  }
  return [...found.values()].sort((one, other) => one.graph - other.graph || one.cycle - other.cycle);
}
