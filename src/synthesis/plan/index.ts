/** From prepared Loops to a Plan. */

import type { Family } from "../../device/family.ts";
import { bug } from "../../diagnostics/bug.ts";
import { analyse, noFacts } from "../../loops/analysis/range/index.ts";
import type { For, Loops, Stmt } from "../../loops/nodes.ts";
import { asciiNames } from "../../program/ascii_name.ts";
import { freeName } from "../../program/free_name.ts";
import { assignedIn } from "./assigned.ts";
import { type Control, itemsOf } from "./control.ts";
import { finished } from "./finish.ts";
import { plain } from "./graph.ts";
import { withoutJumps } from "./jumps.ts";
import type { CircuitPlan, ScalarPort, Storage } from "./nodes.ts";
import { normalised } from "./normalise.ts";
import { elementsOf, Unsettled } from "./rounds.ts";
import { type SharedArrays, type Stored, storagesOf } from "./storage.ts";
import { graphsIn } from "./walk.ts";
import { narrowed } from "./widths.ts";
import type { Planning } from "./writing.ts";

export interface PlanOptions {
  readonly family: Family;
  readonly zeros: ReadonlySet<string>; // arrays that must be zero when a call starts
  readonly shared: SharedArrays;
  readonly kept: ReadonlySet<string>; // loops that stay apart from the loop around them
  readonly refuse: (loop: For, inner: Stmt) => never; // a pipeline around a loop whose iterations nobody can count
}

export interface Planned {
  readonly plan: CircuitPlan;
  readonly stored: ReadonlyMap<string, Stored>;
}

/** Null: loops in a flat graph wait for data, and have to be written out first. */
export function planOf(prepared: Loops, options: PlanOptions): Planned | null {
  const memories = new Set<string>();
  for (;;) {
    try {
      return planWith(prepared, options, memories);
    } catch (error) {
      if (!(error instanceof Unsettled)) throw error;
      if (error.array === null) return null;
      memories.add(error.array);
    }
  }
}

/** `memories`: arrays of which not every access names its element by numbers. */
function planWith(prepared: Loops, options: PlanOptions, memories: ReadonlySet<string>): Planned {
  const { loops, exits } = withoutJumps(normalised(prepared));
  const ranges = analyse(loops);
  const elements = elementsOf(loops, options.zeros, memories);
  const inMemory = { ...loops, arrays: loops.arrays.filter(({ name }) => !elements.has(name)) };
  const stored = storagesOf(inMemory, options.family, options.zeros, options.shared);
  const scalarDecls = [...loops.params, ...loops.scalars].filter((decl) => decl.kind === "scalar");
  const params = new Set(loops.params.map(({ name }) => name));
  const planning: Planning = {
    names: new Set([
      ...scalarDecls.map(({ name }) => name),
      ...[...loops.params, ...loops.arrays].map(({ name }) => name),
    ]),
    loops,
    ranges,
    stored,
    tables: new Map(loops.arrays.flatMap((decl) => (decl.table === undefined ? [] : [[decl.name, decl]]))),
    elements,
    fresh: new Set(),
    scalars: new Map(
      scalarDecls.map(({ name, type }) => {
        const range = params.has(name) ? null : (ranges.scalars.get(name) ?? null);
        return [name, plain(narrowed(type, range))];
      }),
    ),
    checks: [],
    hasStreams: [...stored.values()].some(({ storage }) => storage.stream),
  };
  const control: Control = {
    planning,
    exits,
    drafts: [],
    names: planning.names,
    kept: options.kept,
    refuse: options.refuse,
  };
  const body = itemsOf(control, loops.body, noFacts);
  const ports = scalarPorts(loops.params.map(({ name }) => name));
  const inputs = loops.params.flatMap((decl): readonly ScalarPort[] =>
    decl.kind === "scalar"
      ? [{ port: ports.get(decl.name) ?? decl.name, register: decl.name, type: plain(decl.type) }]
      : [],
  );
  const results = loops.results.flatMap((register, index): readonly ScalarPort[] => {
    if (stored.has(register)) return [];
    const port = loops.results.length === 1 ? "return" : `return_${index}`;
    const type = planning.scalars.get(register) ?? bug(`no scalar ${register}`);
    return [{ port, register, type }];
  });
  const registers = finished(
    control,
    body,
    results.map(({ register }) => register),
  );
  const declared = new Map(loops.scalars.map((decl) => [decl.name, decl]));
  const touched = new Set(
    graphsIn(body).flatMap(({ ops }) => ops.flatMap((op) => ("storage" in op ? [op.storage] : []))),
  );
  // A table of which every element became a constant is gone.
  const isUsed = ({ name, where }: Storage): boolean =>
    where === "port" || touched.has(name) || !planning.tables.has(name);
  const plan: CircuitPlan = {
    name: loops.name,
    source: loops.source,
    inputs: inputs.filter(({ register }) => registers.has(register)),
    results,
    registers: [...registers].map((name) => {
      const type = planning.scalars.get(name) ?? bug(`no scalar ${name}`);
      const { seat, scratch } = declared.get(name) ?? {};
      return {
        ...{ name, type },
        ...(seat === undefined ? {} : { seat }),
        ...(scratch === undefined ? {} : { scratch }),
      };
    }),
    storages: [...stored.values()].flatMap(({ storage }) => (isUsed(storage) ? [storage] : [])),
    checks: planning.checks,
    assigned: assignedIn(loops.source, loops.body),
    body,
  };
  return { plan, stored };
}

/** Ports that every kernel has keep their names. */
const reserved: ReadonlySet<string> = new Set([
  "start",
  "ready",
  "idle",
  "done",
  "fault",
  "fault_value",
  "clock",
  "reset",
]);

/** By the name of the parameter; `start` is `start_in`. */
export function scalarPorts(names: readonly string[]): ReadonlyMap<string, string> {
  const isReserved = (name: string): boolean => reserved.has(name) || /^return(_\d+)?$/.test(name);
  const ascii = [...asciiNames(names)];
  const taken = new Set(ascii.flatMap(([, name]) => (isReserved(name) ? [] : [name])));
  return new Map(
    ascii.map(([name, own]) => {
      const port = isReserved(own) ? freeName(taken, `${own}_in`) : own;
      taken.add(port);
      return [name, port];
    }),
  );
}
