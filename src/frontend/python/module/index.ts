/**
 * The module around a kernel, run once from top to bottom as CPython runs it: a kernel sees the names as they are then.
 *
 *     const machine = evaluateModule(source, body, quick);
 *     constantNamed(machine, "TABLE", home);     // a constant, why there is none, or null for a name without a value
 */
import type { SourceFile, Span } from "../../../diagnostics/diagnostic.ts";
import type { PyStmt } from "../ast.ts";
import type { Home } from "../known.ts";
import type { Unit } from "../scope.ts";
import { type Constant, constantOf } from "./constant.ts";
import { execute } from "./execute.ts";
import { boundIn } from "./facts.ts";
import { starred } from "./imports.ts";
import {
  because,
  bind,
  doubting,
  exhaustion,
  type Frame,
  forgetAll,
  type Limits,
  type Machine,
  untilSettled,
} from "./machine.ts";
import type { Cause, FunctionObj, Obj } from "./objects.ts";
import { nothingToUndo, undo } from "./undo.ts";

/** Enough for the constants of most files, and soon done with anything else. */
export const quick: Limits = { steps: 50_000, total: 100_000, elements: 2 ** 20 };

/** For a file that needs more: the largest table or loop that a compiler waits for, a few seconds. */
export const thorough: Limits = { steps: 5_000_000, total: 10_000_000, elements: 2 ** 25 };

export function evaluateModule(source: SourceFile, body: readonly PyStmt[], limits: Limits): Machine {
  const machine = newMachine(source, limits);
  for (const stmt of body) {
    machine.spent += machine.steps;
    machine.steps = 0;
    machine.elements = 0;
    machine.undo = nothingToUndo();
    statement(machine, stmt);
  }
  return machine;
}

/** What takes too long is gone through in doubt instead. */
function statement(m: Machine, stmt: PyStmt): void {
  try {
    execute(m, m.module, stmt);
    return;
  } catch (fault) {
    const why = exhaustion(fault);
    const cause: Cause = { at: "header" in stmt ? stmt.header : stmt.span, why };
    m.frames.length = 0;
    undo(m, cause);
    m.steps = 0;
    m.elements = 0;
    try {
      doubting(m, cause, () => untilSettled(m, cause, () => void execute(m, m.module, stmt)));
    } catch (again) {
      exhaustion(again);
      m.frames.length = 0;
      forgetAll(m, cause, true);
      for (const name of boundIn(m.source, [stmt])) bind(m, m.module, name, because(cause));
    }
  }
}

export interface NamedConstant {
  readonly constant: Constant;
  readonly at: Span; // of the statement that bound it
}

type HomeOf = (f: FunctionObj) => Home;

/** The value that a name has at the end of the module, for kernels; null when it has none. */
export function constantNamed(m: Machine, name: string, home: HomeOf): NamedConstant | null {
  const binding = m.module.names.get(name);
  const value = binding?.value ?? starred(m, name);
  if (value === null) return null;
  const at = binding?.at ?? (value.kind === "unknown" ? value.cause.at : { from: 0, to: 0 });
  try {
    return { at, constant: constantOf(value, { name, span: at, home }) };
  } catch (fault) {
    return { at, constant: { kind: "unknown", cause: { at, why: exhaustion(fault) }, changed: null } };
  }
}

/** A name of the functions around a function, as it is at the end of the module. */
export function enclosedName(f: FunctionObj, name: string, home: HomeOf): NamedConstant | null {
  for (let frame: Frame | null = f.frame; frame !== null && frame.kind !== "module"; frame = frame.parent) {
    const binding = frame.names.get(name);
    if (binding === undefined) continue;
    return { at: binding.at, constant: constantOf(binding.value, { name, span: binding.at, home }) };
  }
  return null;
}

/** What the default or annotation of a parameter, or an option, was when the function was defined. */
export function whenDefined(
  values: ReadonlyMap<string, Obj>,
  { name, span }: { readonly name: string; readonly span: Span },
  home: HomeOf,
): NamedConstant | null {
  const value = values.get(name);
  return value === undefined ? null : { at: span, constant: constantOf(value, { name, span, home }) };
}

function newMachine(source: SourceFile, limits: Limits): Machine {
  const module: Frame = {
    kind: "module",
    parent: null,
    names: new Map(),
    facts: null,
    doubts: 0,
    writesArguments: new Set(),
  };
  const unit: Unit = {
    source,
    module: { body: [], span: { from: 0, to: 0 } },
    globals: { lookup: () => null, names: () => [], defined: () => null },
    diagnostics: [],
    instances: new Map(),
    made: new Map(),
    functions: [],
    names: new Set(),
    tried: new Set(),
    stack: [],
    shares: new Map(),
  };
  return {
    source,
    unit,
    module,
    frames: [],
    stars: [],
    limits,
    facts: new Map(),
    defined: new Map(),
    generators: new Map(),
    world: { kind: "world", holds: new Set(), runs: false, seen: null },
    running: new Set(),
    effects: new Map(),
    doubts: [],
    rounds: [],
    scope: null,
    undo: nothingToUndo(),
    at: { from: 0, to: 0 },
    leaving: null,
    steps: 0,
    elements: 0,
    spent: 0,
    depth: 0,
    losses: 0,
  };
}
