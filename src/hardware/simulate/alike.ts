/**
 * Wires and registers that do the same to different values, in fours: a processor has vectors of four words, and a
 * circuit has many units that are alike. What a unit is nobody says; it is found. A row is one wire, or register, of
 * every unit. From a row one gets to the rows of what it reads and of what reads it, so that the members of a unit
 * have the same place in all its rows, and a vector of one is an operand of another as it stands.
 */
import { bug } from "../../diagnostics/bug.ts";
import type { Expr, Module } from "../netlist/nodes.ts";
import { settlingOrder } from "../netlist/order.ts";
import { operandsOf, refsIn } from "../netlist/walk.ts";
import { type Pack, packSize } from "./pack.ts";
import { type Work, worthwhile } from "./worth.ts";

/** `fits` says what vectors can compute. */
export function packsOf(flat: Module, fits: (value: Expr) => boolean): readonly Pack[] {
  const graph = graphOf(flat, fits);
  const taken = new Set<string>();
  const packs: Pack[] = [];
  const kinds = bySize(graph);
  const rounds = [...kinds, ...kinds]; // the second for what had no place among four in the first
  for (const members of rounds) {
    const seed = members.filter((name) => !taken.has(name));
    if (seed.length < packSize) continue;
    for (const row of rowsFrom(graph, seed, taken)) {
      const found = inFours(row);
      for (const pack of found) packs.push(pack);
      const packed = new Set(found.flat());
      for (const name of row) if (name !== null && !packed.has(name)) taken.delete(name);
    }
  }
  return worthwhile(packs, (name) => {
    const { operations, reads } = graph.work.get(name) ?? bug(`no work for ${name}`);
    const readers = graph.readers.get(name) ?? [];
    return { operations, reads, readers: readers.map((reader) => reader.name) };
  });
}

/** A name for every unit; null where a unit has none. */
type Row = readonly (string | null)[];

interface Graph {
  readonly kinds: ReadonlyMap<string, number>; // of those alone that vectors can hold
  readonly members: readonly (readonly string[])[]; // of each kind
  readonly work: ReadonlyMap<string, Omit<Work, "readers">>;
  readonly readers: ReadonlyMap<string, readonly Reader[]>;
}

interface Reader {
  readonly name: string;
  readonly place: number; // among what it reads
}

/**
 * Of one kind are those whose expressions differ in names alone, at the same distance from state: so none depends on
 * another within a cycle, and neither do fours of them.
 */
function graphOf(flat: Module, fits: (value: Expr) => boolean): Graph {
  const depths = depthsOf(flat);
  const kinds = new Map<string, number>();
  const members: string[][] = [];
  const shapes = new Map<string, number>();
  const work = new Map<string, Omit<Work, "readers">>();
  const readers = new Map<string, Reader[]>();
  const add = (name: string, shape: string, values: readonly Expr[]): void => {
    const names = values.flatMap(refsIn);
    for (const [place, read] of names.entries()) {
      const known = readers.get(read);
      if (known === undefined) readers.set(read, [{ name, place }]);
      else known.push({ name, place });
    }
    if (!values.every(fits)) return;
    const kind = shapes.get(shape) ?? members.push([]) - 1;
    shapes.set(shape, kind);
    kinds.set(name, kind);
    members[kind]?.push(name);
    work.set(name, { operations: values.reduce((sum, value) => sum + operationsIn(value), 1), reads: names });
  };
  for (const { name, value } of flat.wires) add(name, `${depths.get(name)}:${shapeOf(value)}`, [value]);
  for (const { name, next, enable, reset, initial } of flat.registers) {
    const values = enable === null ? [next] : [next, enable];
    add(name, `${reset ? initial : "-"};${values.map(shapeOf).join(";")}`, values);
  }
  return { kinds, members, work, readers };
}

/** How many wires, at most, are between a wire and state. */
function depthsOf(flat: Module): ReadonlyMap<string, number> {
  const order = settlingOrder(flat);
  if (order.kind === "loop") return new Map(); // told by whoever runs it
  const values = new Map(flat.wires.map(({ name, value }) => [name, value]));
  for (const { reads } of flat.memories)
    for (const { data, address, latency } of reads) if (latency === 0) values.set(data, address);
  const depths = new Map<string, number>();
  for (const name of order.names) {
    const value = values.get(name);
    let depth = 0;
    if (value !== undefined)
      for (const read of refsIn(value)) depth = Math.max(depth, (depths.get(read) ?? -1) + 1);
    depths.set(name, depth);
  }
  return depths;
}

/** Bits that are only somewhere else cost a processor little. */
function operationsIn(expr: Expr): number {
  let count = expr.kind === "unary" || expr.kind === "binary" || expr.kind === "mux" ? 1 : 0;
  for (const operand of operandsOf(expr)) count += operationsIn(operand);
  return count;
}

function shapeOf(expr: Expr): string {
  switch (expr.kind) {
    case "const":
      return `${expr.width}'${expr.value}`;
    case "ref":
      return `${expr.width}`;
    case "slice":
      return `[${expr.low}+${expr.width}]${shapeOf(expr.operand)}`;
    case "extend":
      return `${expr.signed ? "s" : "u"}${expr.width}(${shapeOf(expr.operand)})`;
    case "unary":
      return `${expr.op}(${shapeOf(expr.operand)})`;
    case "binary":
      return `${expr.op}(${shapeOf(expr.left)},${shapeOf(expr.right)})`;
    case "mux":
    case "concat":
      return `${expr.kind}(${operandsOf(expr).map(shapeOf).join(",")})`;
  }
}

/** As many as there are units: the number that most of the circuit's work has comes first. */
function bySize({ members, work }: Graph): readonly (readonly string[])[] {
  const weights = new Map<number, number>();
  for (const names of members) {
    const { operations } = work.get(names[0] ?? "") ?? { operations: 0 };
    weights.set(names.length, (weights.get(names.length) ?? 0) + names.length * operations);
  }
  const weight = ({ length }: readonly string[]): number => weights.get(length) ?? 0;
  return [...members].sort((a, b) => weight(b) - weight(a) || b.length - a.length);
}

/** Ways that all units have are followed first: where some lack one, as at the end of a chain, it leads to neighbours. */
function rowsFrom(graph: Graph, seed: readonly string[], taken: Set<string>): readonly Row[] {
  const rows: Row[] = [];
  const [whole, partial] = [new Set<Row>(), new Set<Row>()]; // in the order they were found
  const take = (row: Row): void => {
    if (row.some((name) => name !== null && taken.has(name))) return;
    for (const name of row) if (name !== null) taken.add(name);
    rows.push(row);
    for (const next of besides(graph, row, taken)) (next.includes(null) ? partial : whole).add(next);
  };
  take(seed);
  for (;;) {
    const from = whole.size > 0 ? whole : partial;
    const [row] = from;
    if (row === undefined) return rows;
    from.delete(row);
    take(row);
  }
}

/** What a row reads, and what reads it, as rows: as far as one kind of names, each once, makes up most of them. */
function besides(graph: Graph, row: Row, taken: ReadonlySet<string>): readonly Row[] {
  const found: Row[] = [];
  const first = row.find((name) => name !== null) ?? "";
  for (const place of (graph.work.get(first)?.reads ?? []).keys()) {
    const next = row.map((name) => (name === null ? null : (graph.work.get(name)?.reads[place] ?? null)));
    const kept = ofOneKind(graph, next, taken);
    if (kept !== null) found.push(kept);
  }
  const readers = new Map<number, Map<number, string | null>>(); // by kind and place, then by unit
  for (const [unit, name] of row.entries()) {
    if (name === null) continue;
    for (const reader of graph.readers.get(name) ?? []) {
      const kind = graph.kinds.get(reader.name);
      if (kind === undefined) continue;
      const way = reader.place * graph.members.length + kind;
      const units = readers.get(way) ?? new Map<number, string | null>();
      readers.set(way, units);
      units.set(unit, units.has(unit) ? null : reader.name); // of two nobody knows which
    }
  }
  for (const units of readers.values()) {
    if (!isMost(units.size, row)) continue;
    const kept = ofOneKind(
      graph,
      row.map((_, unit) => units.get(unit) ?? null),
      taken,
    );
    if (kept !== null) found.push(kept);
  }
  return found;
}

/** The names of the kind that most have; null where these are few, or the same for several units. */
function ofOneKind(graph: Graph, row: Row, taken: ReadonlySet<string>): Row | null {
  const counts = new Map<number, number>();
  const kindOf = (name: string | null): number | undefined =>
    name === null || taken.has(name) ? undefined : graph.kinds.get(name);
  let most = -1;
  for (const name of row) {
    const kind = kindOf(name);
    if (kind === undefined) continue;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count > (counts.get(most) ?? 0)) most = kind;
  }
  if (!isMost(counts.get(most) ?? 0, row)) return null;
  const kept = row.map((name) => (kindOf(name) === most ? name : null));
  const names = kept.filter((name) => name !== null);
  return new Set(names).size === names.length ? kept : null;
}

/** Rows with few names would be as much work, for little. */
function isMost(count: number, row: Row): boolean {
  return count >= packSize && 2 * count >= row.length;
}

function inFours(row: Row): readonly Pack[] {
  const packs: Pack[] = [];
  for (let start = 0; start + packSize <= row.length; start += packSize) {
    const names = row.slice(start, start + packSize).filter((name) => name !== null);
    if (names.length === packSize) packs.push(names);
  }
  return packs;
}
