/** Calls are inlined: scalars by value, arrays as what they refer to. Locals get names of their own. */
import type * as program from "../../program/nodes.ts";
import { pythonBool } from "../../types/types.ts";
import type { Expr, ExternalArgument } from "../nodes.ts";
import { bindParameters } from "./bind.ts";
import { type Facts, factsOf } from "./facts.ts";
import { inMemory } from "./lane.ts";
import { startLevel } from "./level.ts";
import { withSettledPragmas } from "./pragma.ts";
import { scalar } from "./scalar.ts";
import {
  assign,
  bug,
  capture,
  declareScalar,
  emit,
  type Frame,
  freshLoop,
  numberOf,
  origin,
  Refused,
  type ResultSlot,
  type State,
  spill,
} from "./state.ts";
import { statements } from "./statement.ts";
import { nameGiven } from "./storage.ts";
import type { Binding } from "./view.ts";

/** What a call gives. */
export type CallResult =
  | { readonly kind: "value"; readonly value: Expr }
  | { readonly kind: "array"; readonly binding: Binding };

/** `owners`: the storage that array results should be computed in, where the caller has some. */
export function callValue(
  st: State,
  node: object,
  name: string,
  args: readonly program.Expr[],
  owners: ReadonlyMap<number, string> = new Map(),
): readonly CallResult[] {
  const func = st.functions.byName.get(name) ?? bug(`no function \`${name}\``);
  const entry = new Map<string, Binding>();
  const scalars = new Map<program.Variable, Expr>();
  for (const [i, param] of func.params.entries()) {
    const arg = args[i] ?? bug(`\`${name}\` lacks an argument`);
    if (param.type.kind === "array") entry.set(param.name, inMemory(st, arg));
    else scalars.set(param, scalar(st, arg));
  }
  st.calls += 1;
  const place = { path: pathOf(st, node), call: st.calls };
  const frame = newFrame(func, functionFacts(st, func, entry), entry, place);
  for (const [param, value] of scalars) bindScalar(st, frame, param, value);
  nameGiven(st, frame);
  passStorage(frame, owners);
  if (func.external !== undefined) return callExternal(st, frame, func.external);
  runFrame(st, frame);
  return frame.results.map((slot): CallResult => resultOf(func, frame, slot));
}

/** The body stays together, as the model of what C++ calls in its place. */
function callExternal(st: State, frame: Frame, external: program.External): readonly CallResult[] {
  const { func } = frame;
  const args = external.args.map((arg) => externalArgument(st, frame, arg));
  const place = origin(st);
  const { body, result } = capture(st, (): Expr | null => {
    runFrame(st, frame);
    const [slot] = frame.results;
    const found = slot === undefined ? null : resultOf(func, frame, slot);
    if (found?.kind !== "value") return null;
    const name = declareScalar(st, `${func.name}_result`, found.value.type);
    assign(st, name, found.value);
    return { kind: "var", name, type: found.value.type };
  });
  const { header, source } = external;
  const call = { header, source, function: external.function, args };
  const returned = result?.kind === "var" ? result.name : null;
  emit(st, {
    kind: "region",
    name: freshLoop(st, func.name),
    body,
    external: { ...call, result: returned },
    origin: place,
  });
  return result === null ? [] : [{ kind: "value", value: result }];
}

/** C++ gets whole arrays: a view has no memory that it could be given. */
function externalArgument(st: State, frame: Frame, arg: string | program.Const): ExternalArgument {
  if (typeof arg !== "string")
    return { kind: "scalar", value: { kind: "const", value: arg.value, type: arg.type } };
  const array = frame.entry.get(arg);
  if (array === undefined)
    return { kind: "scalar", value: frame.scalars.get(arg) ?? bug(`no argument \`${arg}\``) };
  const [view, other] = array.options;
  if (view === undefined || other !== undefined || view.stages.length > 0) {
    throw new Refused("external-view", st.span, frame.func.name);
  }
  return { kind: "array", name: view.array, element: view.element };
}

function resultOf(func: program.Func, frame: Frame, slot: ResultSlot): CallResult {
  switch (slot.kind) {
    case "none":
      return bug(`\`${func.name}\` returns nothing`);
    case "value":
      return { kind: "value", value: slot.value };
    case "scalar":
      return {
        kind: "value",
        value: { kind: "var", name: slot.name, type: resultType(func, frame, slot) },
      };
    case "array":
      return { kind: "array", binding: slot.binding };
  }
}

function resultType(func: program.Func, frame: Frame, slot: ResultSlot): Expr["type"] {
  const type = func.results[frame.results.indexOf(slot)];
  return type === undefined || type.kind === "array" ? bug("a result has no scalar type") : type;
}

export function functionFacts(st: State, func: program.Func, entry: ReadonlyMap<string, Binding>): Facts {
  const arrays = [...entry].map(([name, { options }]) => ({
    name,
    arrays: options.map((view) => view.array),
  }));
  const together = arrays.flatMap((a, i) =>
    arrays
      .slice(i + 1)
      .filter((b) => a.arrays.some((array) => b.arrays.includes(array)))
      .map((b) => [a.name, b.name] as const),
  );
  const key = `${func.name}:${together.map((pair) => pair.join("=")).join()}`;
  const before = st.facts.get(key);
  if (before !== undefined) return before;
  const facts = factsOf(func, st.functions, together);
  st.facts.set(key, facts);
  return facts;
}

/** The calls that lead to a frame, so that the next attempt finds it again. */
function pathOf(st: State, node: object): string {
  const path = `${st.frames.at(-1)?.path ?? ""}/${numberOf(st, node)}`;
  const count = st.paths.get(path) ?? 0;
  st.paths.set(path, count + 1);
  return count === 0 ? path : `${path}x${count}`;
}

export function newFrame(
  func: program.Func,
  facts: Facts,
  entry: ReadonlyMap<string, Binding>,
  { path, call }: { readonly path: string; readonly call: number },
): Frame {
  return {
    func,
    path,
    facts,
    scalars: new Map(),
    env: new Map(),
    entry,
    levels: new Map(),
    storage: new Map(),
    adopted: new Map(),
    results: func.results.map((): ResultSlot => ({ kind: "none" })),
    done: null,
    loops: 0,
    guards: 0,
    call,
    made: [],
    around: [],
    pragmas: new Map(),
    current: null,
  };
}

/** The body of the function, with a flag where it returns early. */
export function runFrame(st: State, frame: Frame): void {
  st.frames.push(frame);
  st.inlined.push(frame);
  const before = st.span;
  if (!frame.facts.returnsAtEnd) {
    for (const [i, type] of frame.func.results.entries()) {
      if (type.kind !== "array")
        frame.results[i] = { kind: "scalar", name: declareScalar(st, `${frame.func.name}_result`, type) };
    }
  }
  const { body } = capture(st, () => {
    bindParameters(st, frame);
    statements(st, frame.func.body);
  });
  if (frame.done !== null) {
    assign(st, frame.done, { kind: "const", value: false, type: pythonBool });
  }
  for (const level of frame.levels.values()) startLevel(st, level);
  for (const stmt of withSettledPragmas(frame, body)) emit(st, stmt);
  st.span = before;
  st.frames.pop();
}

function bindScalar(st: State, frame: Frame, param: program.Variable, value: Expr): void {
  if (!frame.facts.assigned.has(param.name)) {
    frame.scalars.set(param.name, spill(st, value, param.name));
    return;
  }
  const type = param.type.kind === "array" ? bug("no scalar") : param.type;
  const name = declareScalar(st, param.name, type);
  const variable: Expr = { kind: "var", name, type };
  assign(st, name, value);
  frame.scalars.set(param.name, variable);
  frame.scalars.set(`=${param.name}`, variable);
}

/** A local that is returned is computed where the caller wants it. */
function passStorage(frame: Frame, owners: ReadonlyMap<number, string>): void {
  const last = frame.func.body.at(-1);
  if (!frame.facts.returnsAtEnd || last?.kind !== "return") return;
  for (const [i, owner] of owners) {
    const value = last.values[i];
    if (value === undefined || value.type.kind !== "array") continue;
    if (value.kind === "var" && !frame.func.params.some(({ name }) => name === value.name)) {
      if (!frame.storage.has(value.name)) frame.storage.set(value.name, owner);
    }
    frame.storage.set(`=${i}`, owner);
  }
}
