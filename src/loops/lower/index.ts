/**
 * Lowering: Program to Loops.
 *
 *     const lowered = lower(program);
 *     if (lowered.ok) printLoops(lowered.loops);
 *
 * Functions are inlined, views become indices, array expressions become nests. What runs, runs in the order of the
 * reference interpreter and gives the same bits; what stops there, stops here. Arguments are taken to be apart: the
 * same array given twice is not.
 */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Func, Program } from "../../program/nodes.ts";
import type { ArrayDecl, Loops, Param } from "../nodes.ts";
import { newFrame, runFrame } from "./call.ts";
import { factsOf } from "./facts.ts";
import { storeLane } from "./fill.ts";
import { known } from "./integers.ts";
import { bindingLane } from "./lane.ts";
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
import { tidied } from "./tidy.ts";
import { type Binding, bindingOfView, wholeView } from "./view.ts";

export type Lowered =
  | { readonly ok: true; readonly loops: Loops }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function lower(program: Program): Lowered {
  const facts: State["facts"] = new Map();
  let choices: Choices = { separate: new Set(), copies: new Set() };
  for (;;) {
    try {
      return { ok: true, loops: attempt(program, facts, choices) };
    } catch (error) {
      if (error instanceof Again) choices = error.choices;
      else if (error instanceof Refused) {
        return { ok: false, diagnostics: [diagnose(error.code, error.span, { name: error.what })] };
      } else throw error;
    }
  }
}

function attempt(program: Program, facts: State["facts"], choices: Choices): Loops {
  const functions = new Map(program.functions.map((func) => [func.name, func]));
  const kernel = functions.get(program.kernel) ?? bug(`no kernel \`${program.kernel}\``);
  const kernelFacts = facts.get(kernel.name) ?? factsOf(kernel, functions);
  facts.set(kernel.name, kernelFacts);
  const own = kernel.locals.map(({ name }) => name).filter((name) => !kernelFacts.counters.has(name));
  const st: State = {
    functions,
    facts,
    out: [],
    open: new Set(),
    held: new Map(),
    arrays: new Map(),
    local: [],
    scalars: [],
    taken: new Set([...kernel.params.map(({ name }) => name), ...own]),
    reserved: new Set(own),
    loopNames: new Set(),
    reductions: new Map(),
    ranges: new Map(),
    stable: new Set(),
    tables: new Map(),
    params: new Map(),
    frames: [],
    choices,
    faults: new Map(),
    name: kernel.name,
    span: kernel.span,
  };
  const params = kernel.params.map(parameter);
  const entry = new Map<string, Binding>();
  for (const param of params) {
    if (param.kind !== "array") continue;
    st.arrays.set(param.name, param);
    entry.set(param.name, bindingOfView(wholeView(st, param.name)));
  }
  const frame = newFrame(kernel, kernelFacts, entry);
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
  return tidied(loops, st.ranges);
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
