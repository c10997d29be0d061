/**
 * Lowering: Program to Loops.
 *
 *     const lowered = lower(program);
 *     if (lowered.ok) printLoops(lowered.loops);
 *
 * Functions are inlined, views become indices, array expressions become nests. What runs, runs in the order of the
 * reference interpreter and gives the same bits; what stops there, stops here. Arguments are taken to be apart, other
 * than those that are said to be the same.
 */

import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Func, Program } from "../../program/nodes.ts";
import { withoutComplex } from "../complex/index.ts";
import type { ArrayDecl, Loops, Param } from "../nodes.ts";
import { newFrame, runFrame } from "./call.ts";
import { withoutCopies } from "./coalesce.ts";
import { withCountedLoops } from "./counted.ts";
import { type Facts, factsOf } from "./facts.ts";
import { storeLane } from "./fill.ts";
import { known } from "./integers.ts";
import { bindingLane } from "./lane.ts";
import { functionsOf } from "./results.ts";
import { withFewerSelectors } from "./selectors.ts";
import { tooManyCalls } from "./size.ts";
import {
  Again,
  assign,
  bug,
  type Choices,
  declareArray,
  declareScalar,
  type Frame,
  filling,
  Refused,
  type State,
} from "./state.ts";
import { worthCopying } from "./storage.ts";
import { tidied } from "./tidy.ts";
import { type Binding, bindingOfView, wholeView } from "./view.ts";

export type Lowered =
  | { readonly ok: true; readonly loops: Loops }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** `same`: array arguments that are given the memory of another one, by its name. */
export function lower(source: Program, same: ReadonlyMap<string, string> = new Map()): Lowered {
  const program = withCountedLoops(source);
  const endless = tooManyCalls(program);
  if (endless !== null) return { ok: false, diagnostics: [endless] };
  const kept: Kept = {
    functions: functionsOf(program),
    facts: new Map(),
    numbers: new Map(),
    kept: new Map(),
  };
  let choices: Choices = {
    separate: new Set(),
    copies: new Set(),
    owned: new Set(),
    pools: new Map(),
    candidates: new Map(),
  };
  for (;;) {
    const st = stateOf(program, kept, choices, same);
    try {
      const loops = attempt(st, program, same);
      if (!st.isPartial) {
        const copies = worthCopying(st);
        if (copies.length === 0) return { ok: true, loops };
        choices = { ...choices, copies: new Set([...choices.copies, ...copies]), candidates: new Map() };
        continue;
      }
      if (!st.hasGrown) return bug("an attempt finds nothing new, and is not complete");
      choices = { ...choices, candidates: st.found };
    } catch (error) {
      if (error instanceof Again) choices = error.choices;
      else if (!(error instanceof Refused)) throw error;
      else if (st.isPartial && st.hasGrown) choices = { ...choices, candidates: st.found };
      else return { ok: false, diagnostics: [diagnose(error.code, error.span, { name: error.what })] };
    }
  }
}

/** What all attempts share. */
type Kept = Pick<State, "functions" | "facts" | "numbers" | "kept">;

function kernelOf(st: Pick<State, "functions">, program: Program): Func {
  return st.functions.byName.get(program.kernel) ?? bug(`no kernel \`${program.kernel}\``);
}

function stateOf(program: Program, kept: Kept, choices: Choices, same: ReadonlyMap<string, string>): State {
  const kernel = kernelOf(kept, program);
  const facts = kernelFacts(kept, kernel, same);
  const own = kernel.locals.map(({ name }) => name).filter((name) => !facts.counters.has(name));
  return {
    ...kept,
    out: [],
    open: new Set(),
    held: new Map(),
    arrays: new Map(),
    local: [],
    scalars: [],
    taken: new Set([...kernel.params.map(({ name }) => name), ...own]),
    reserved: new Set(own),
    made: new Set(),
    loopNames: new Set(),
    reductions: new Map(),
    ranges: new Map(),
    sums: new Map(),
    stable: new Set(),
    tables: new Map(),
    params: new Map(),
    frames: [],
    inlined: [],
    paths: new Map(),
    calls: 0,
    choices,
    found: new Map(choices.candidates),
    keys: new Map(),
    unknown: new Set(),
    hasGrown: false,
    isPartial: false,
    faults: new Map(),
    name: kernel.name,
    span: kernel.span,
  };
}

function kernelFacts(kept: Kept, kernel: Func, same: ReadonlyMap<string, string>): Facts {
  const before = kept.facts.get(kernel.name);
  if (before !== undefined) return before;
  const memory = (name: string): string => same.get(name) ?? name;
  const names = kernel.params.map(({ name }) => name);
  const together = names.flatMap((a, i) =>
    names
      .slice(i + 1)
      .filter((b) => memory(a) === memory(b))
      .map((b) => [a, b] as const),
  );
  const facts = factsOf(kernel, kept.functions, together, false);
  kept.facts.set(kernel.name, facts);
  return facts;
}

function attempt(st: State, program: Program, same: ReadonlyMap<string, string>): Loops {
  const kernel = kernelOf(st, program);
  const params = kernel.params.map(parameter);
  const entry = new Map<string, Binding>();
  for (const param of params) {
    if (param.kind !== "array") continue;
    st.arrays.set(param.name, param);
    st.keys.set(param.name, param.name);
    entry.set(param.name, bindingOfView(wholeView(st, same.get(param.name) ?? param.name)));
  }
  const frame = newFrame(kernel, kernelFacts(st, kernel, same), entry, { path: "", call: 0 });
  for (const param of params) {
    if (param.kind !== "scalar") continue;
    const variable = { kind: "var" as const, name: param.name, type: param.type };
    frame.scalars.set(param.name, variable);
    frame.scalars.set(`=${param.name}`, variable);
  }
  runFrame(st, frame);
  const results = frame.results.map((_, i) => resultName(st, kernel, frame, i));
  const loops: Loops = {
    source: program.source,
    name: kernel.name,
    params,
    arrays: st.local.map((name): ArrayDecl => st.arrays.get(name) ?? bug(`no array \`${name}\``)),
    scalars: st.scalars,
    body: st.out,
    results,
  };
  const tidy = tidied(withoutComplex(loops), st.ranges);
  return tidied(withoutCopies(withFewerSelectors(tidy, st.made)), st.ranges);
}

function parameter({ name, type }: Func["params"][number]): Param {
  if (type.kind !== "array") return { kind: "scalar", name, type };
  const shape = type.shape.map((dim) =>
    typeof dim === "number" ? dim : bug("an argument of unknown extent"),
  );
  return { kind: "array", name, element: type.element, shape };
}

/** A result is a scalar or a whole array of Loops, by name. */
function resultName(st: State, kernel: Func, frame: Frame, i: number): string {
  const slot = frame.results[i];
  const type = kernel.results[i] ?? bug("a result has no type");
  const wanted = kernel.results.length === 1 ? "result" : `result_${i}`;
  if (slot === undefined || slot.kind === "none") return bug(`result ${i} is never set`);
  if (slot.kind === "scalar") return slot.name;
  if (slot.kind === "value") {
    if (type.kind === "array") return bug("an array is no scalar");
    const { value } = slot;
    if (value.kind === "var" && st.scalars.some(({ name }) => name === value.name)) return value.name;
    const name = declareScalar(st, wanted, type);
    assign(st, name, value);
    return name;
  }
  if (type.kind !== "array") return bug("a scalar is no array");
  const { binding } = slot;
  const [view] = binding.options;
  const shape = binding.shape.map(known);
  if (shape.includes(null)) {
    const last = kernel.body.at(-1);
    const value = last?.kind === "return" ? last.values[i] : undefined;
    throw new Refused("dynamic-result", value?.span ?? kernel.span, kernel.name);
  }
  const decl = st.arrays.get(view?.array ?? "");
  const isWhole =
    binding.options.length === 1 &&
    view?.stages.length === 0 &&
    decl?.shape.every((extent, axis) => extent === shape[axis]);
  if (isWhole && decl !== undefined) return decl.name;
  const out = declareArray(
    st,
    wanted,
    type.element,
    shape.map((extent) => extent ?? 0),
  );
  filling(st, out, () =>
    storeLane(st, bindingOfView(wholeView(st, out)), bindingLane(st, binding, kernel.span)),
  );
  return out;
}
