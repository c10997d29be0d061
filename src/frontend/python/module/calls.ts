/** Calls: of the module's own functions, of what the front end knows, and of what nobody knows. */
import type { PyFunctionDef, PyLambda, PyParam } from "../ast.ts";
import { arrayOf, elements, elementType } from "./arrays.ts";
import { computeCall, computeMethod, pythonFunction } from "./builtins.ts";
import { touch } from "./compute.ts";
import { convertedNumber } from "./convert.ts";
import {
  changedBy,
  changesSelf,
  givesArray,
  givesView,
  isHarmless,
  isSilent,
  replacesNames,
  sharesUnseen,
} from "./effects.ts";
import { callUnknown, callUnknownMethod, wake } from "./elsewhere.ts";
import { evaluate } from "./evaluate.ts";
import { block } from "./execute.ts";
import { type FunctionFacts, factsOf } from "./facts.ts";
import { rowOf } from "./iterate.ts";
import { type Arguments, callListMethod, callTupleMethod } from "./list_methods.ts";
import {
  because,
  deeper,
  doubting,
  forgetAll,
  fresh,
  inDoubt,
  loseAll,
  type Machine,
  newFrame,
  raises,
  step,
  unknown,
  untilSettled,
} from "./machine.ts";
import { integerFunction } from "./math.ts";
import {
  type ArrayObj,
  type Cause,
  type FunctionObj,
  float,
  int,
  type KnownObj,
  list,
  type MethodObj,
  none,
  number,
  type Obj,
  type Ref,
  refsOf,
  truthValue,
  tuple,
  type Why,
} from "./objects.ts";
import { lostPart } from "./operators.ts";
import { callTextMethod } from "./text_methods.ts";

export function callObj(m: Machine, callee: Obj, call: Arguments): Obj {
  step(m);
  switch (callee.kind) {
    case "function":
      return callFunction(m, callee, call);
    case "known":
      return callKnownObj(m, callee, call);
    case "method":
      return callMethod(m, callee, call);
    case "unknown":
      return callUnknown(m, callee, callee.cause, call);
    default:
      return unknown(raises("this is no function"), call.span);
  }
}

// Functions of the module

function callFunction(m: Machine, f: FunctionObj, call: Arguments): Obj {
  const why: Why = { kind: "call", name: nameOf(f) };
  if (f.role === "decorated") return callUnknown(m, f, { at: call.span, why }, call);
  if (facts(m, f).generator) {
    return callUnknown(
      m,
      f,
      { at: call.span, why: { kind: "construct", what: "a generator function" } },
      call,
    );
  }
  if (f.role === "kernel") {
    const cause: Cause = { at: call.span, why: { kind: "kernel", name: nameOf(f) } };
    const result = doubting(m, cause, () => callInDoubt(m, f, call, cause));
    return because(cause, [...refsOf(result), ...argumentRefs(call)]);
  }
  const doubt = m.doubts.at(-1);
  if (doubt !== undefined) return callInDoubt(m, f, call, doubt);
  return (
    deeper(m, () => runBody(m, f, call)) ??
    unknown(raises(`\`${nameOf(f)}\` takes other arguments`), call.span)
  );
}

function nameOf(f: FunctionObj): string {
  return f.def.kind === "FunctionDef" ? f.def.name : "lambda";
}

export function facts(m: Machine, f: { readonly def: PyFunctionDef | PyLambda }): FunctionFacts {
  const found = m.facts.get(f.def) ?? factsOf(m.source, f.def);
  m.facts.set(f.def, found);
  return found;
}

/** What the body returns; null when the arguments do not fit the parameters. */
function runBody(m: Machine, f: FunctionObj, call: Arguments): Obj | null {
  const bound = bindArguments(f, call);
  if (bound === null) return null;
  const writes = f.role === "kernel" ? f.def.params.map((param) => param.name) : [];
  const frame = newFrame(m, "function", f.frame, facts(m, f), new Set(writes));
  const at = m.at;
  for (const [name, value] of bound) frame.names.set(name, { value, at });
  m.frames.push(frame);
  try {
    if (f.def.kind === "Lambda") return evaluate(m, frame, f.def.body);
    const flow = block(m, frame, f.def.body);
    if (flow.returns === null)
      return flow.normal ? none : unknown(raises("it stops with an exception"), call.span);
    return flow.normal
      ? because(m.doubts.at(-1) ?? m.leaving ?? { at, why: raises("") }, refsOf(flow.returns))
      : flow.returns;
  } finally {
    m.frames.pop();
    m.at = at;
  }
}

/** Gone through once for each state of what it can see: what it returns, and what it may change. */
export function callInDoubt(m: Machine, f: FunctionObj, call: Arguments, cause: Cause): Obj {
  const args = new Set(argumentRefs(call));
  const before = m.effects.get(f);
  if (before !== undefined && before.losses === m.losses && [...args].every((ref) => before.args.has(ref)))
    return before.result;
  // While it is gone through it may call itself: it is gone through again until that does no more.
  const unknown = because(cause, args);
  if (isRunning(m, f, cause)) return unknown;
  m.running.add(f);
  try {
    const found = untilSettled(m, cause, () => deeper(m, () => runBody(m, f, call)) ?? unknown);
    const result = found.kind === "number" || found.kind === "none" ? found : because(cause, refsOf(found));
    m.effects.set(f, { losses: m.losses, args, result });
    return result;
  } finally {
    m.running.delete(f);
  }
}

/** A function that calls itself; or one of many that a function makes, each calling the one before. */
function isRunning(m: Machine, f: FunctionObj, cause: Cause): boolean {
  if (m.running.has(f)) return true;
  if ([...m.running].filter((other) => other.def === f.def).length < mostAlike) return false;
  forgetAll(m, cause);
  return true;
}

const mostAlike = 8;

export function argumentRefs({ args, keywords }: Arguments): readonly Ref[] {
  return [...new Set([...args, ...keywords.values()])].flatMap(refsOf);
}

/** Python's rules: positions, then keywords, then defaults. */
function bindArguments(f: FunctionObj, { args, keywords, span }: Arguments): Map<string, Obj> | null {
  const bound = new Map<string, Obj>();
  const plain = f.def.params.filter((param) => param.form === "plain");
  const places = plain.filter((param) => param.passing !== "keyword");
  const star = f.def.params.find((param) => param.form === "star");
  const doubleStar = f.def.params.find((param) => param.form === "doubleStar");
  for (const [i, param] of places.entries()) {
    const given = args[i];
    if (given !== undefined) bound.set(param.name, given);
  }
  const rest = args.slice(places.length);
  if (rest.length > 0 && star === undefined) return null;
  if (star !== undefined) bound.set(star.name, tuple(rest));
  const others: Obj[] = [];
  for (const [name, value] of keywords) {
    const param = plain.find((p) => p.name === name && p.passing !== "positional");
    if (param === undefined && doubleStar !== undefined) others.push(value);
    else if (param === undefined || bound.has(name)) return null;
    else bound.set(name, value);
  }
  if (doubleStar !== undefined)
    bound.set(
      doubleStar.name,
      unknown({ kind: "construct", what: "a dictionary" }, span, others.flatMap(refsOf), "holds"),
    );
  return plain.every((param) => bound.has(param.name) || takeDefault(f, param, bound)) ? bound : null;
}

function takeDefault(f: FunctionObj, param: PyParam, bound: Map<string, Obj>): boolean {
  const value = f.defaults.get(param.name);
  if (value !== undefined) bound.set(param.name, value);
  return value !== undefined;
}

// What the front end knows

function callKnownObj(m: Machine, callee: KnownObj, call: Arguments): Obj {
  const { known } = callee;
  switch (known.kind) {
    case "dtype": {
      const own = known.type.kind === "python" ? pythonFunction(known.type.name) : null;
      if (own !== null) return own(m, call);
      const [only] = call.args;
      if (only?.kind === "number" && call.args.length === 1 && call.keywords.size === 0)
        return convertedNumber(only, known.type, call.span);
      return computedBuiltin(m, callee, known.name, call);
    }
    case "builtin":
      return callBuiltin(m, callee, known.name, call);
    default:
      return unknown(raises("this is no function"), call.span);
  }
}

function callBuiltin(m: Machine, callee: KnownObj, name: string, call: Arguments): Obj {
  if (replacesNames(name)) {
    const cause: Cause = { at: call.span, why: { kind: "call", name } };
    forgetAll(m, cause, true);
    // It may have made names, too.
    if (m.stars.at(-1)?.cause.at.from !== call.span.from) m.stars.push({ module: null, cause });
    return because(cause);
  }
  const overArrays =
    callee.pylog === true && call.args.some((arg) => arg.kind === "array" || arg.kind === "unknown");
  const own = overArrays ? null : (pythonFunction(name) ?? integerFunction(name));
  if (own !== null) return own(m, call);
  return computedBuiltin(m, callee, name, call);
}

/** A function that the front end types and the interpreter runs, where all of its arguments are known. */
function computedBuiltin(m: Machine, callee: KnownObj, name: string, call: Arguments): Obj {
  const given = [...call.args, ...call.keywords.values()];
  const calls = given.some((arg) => arg.kind === "function" || arg.kind === "iterator");
  const lost = lostPart(tuple(given));
  if (lost !== null || calls) return withoutValue(m, name, call, lost, calls);
  const result = computeCall(m, callee, call);
  if (result.kind === "unknown") return withoutValue(m, name, call, result.cause, false);
  return fresh(m, shared(name, given, result), given);
}

/** A builtin that is not computed: what it may change is lost, and what it gives is unknown. */
function withoutValue(m: Machine, name: string, call: Arguments, lost: Cause | null, calls: boolean): Obj {
  const refused = lost?.why.kind === "refused" && lost.why.code === "unsupported-function";
  const cause: Cause = (refused ? null : lost) ?? { at: call.span, why: { kind: "call", name } };
  for (const arg of call.args) if (arg.kind === "unknown") wake(m, arg); // its `__repr__` may be of the module
  if (isSilent(name)) return because(cause);
  if (calls || !isHarmless(name))
    return callUnknown(m, none, { at: call.span, why: { kind: "call", name } }, call);
  for (const obj of changedBy(name, call)) loseAll(m, refsOf(obj), cause);
  return because(cause, givesView(name) ? argumentRefs(call) : [], "any");
}

/** Elements that NumPy shares with an argument where we have a copy of them: neither sees a store to the other. */
function shared(name: string, given: readonly Obj[], result: Obj): Obj {
  const made =
    result.kind === "number" && givesArray(name) ? arrayOf([result.value], result.type, []) : result;
  if (!sharesUnseen(name) && made === result) return made;
  for (const one of arraysIn(made)) {
    for (const other of given.flatMap(arraysIn)) {
      if (one.memory === other.memory) continue;
      one.memory.copies.add(other.memory);
      other.memory.copies.add(one.memory);
    }
  }
  return made;
}

function arraysIn(obj: Obj): readonly ArrayObj[] {
  if (obj.kind === "array") return [obj];
  return obj.kind === "tuple" || obj.kind === "list" ? obj.items.flatMap(arraysIn) : [];
}

// Methods

function callMethod(m: Machine, { self, name }: MethodObj, call: Arguments): Obj {
  switch (self.kind) {
    case "list":
      return callListMethod(m, self, name, call);
    case "tuple":
      return callTupleMethod(m, self, name, call);
    case "range":
      return ["pipeline", "unroll", "parallel"].includes(name)
        ? self
        : unknown(raises(`a range has no \`.${name}\``), call.span);
    case "text":
      return callTextMethod(m, self, name, call);
    case "unknown":
      return callUnknownMethod(m, self, name, call);
    case "array":
    case "number":
      return callArrayMethod(m, self, name, call);
    default:
      return callUnknown(m, self, { at: call.span, why: { kind: "call", name } }, call);
  }
}

function callArrayMethod(m: Machine, self: Obj, name: string, call: Arguments): Obj {
  const given = [self, ...call.args, ...call.keywords.values()];
  const changes = changesSelf(name) && name !== "setflags";
  if (changes && self.kind === "array" && inDoubt(m)) touch(m, self);
  if (name === "tolist" && lostPart(self) === null) return fresh(m, asPython(self));
  const lost = lostPart(tuple(given));
  const calls = given.some((arg) => arg.kind === "function" || arg.kind === "iterator");
  const result = lost === null && !calls ? computeMethod(m, self, name, call) : null;
  if (result !== null && result.kind !== "unknown")
    return fresh(m, shared(self.kind === "array" ? name : "", given, result), given);
  const cause: Cause = (result?.kind === "unknown" ? result.cause : lost) ?? {
    at: call.span,
    why: { kind: "call", name },
  };
  const out = call.keywords.get("out");
  for (const obj of [...(changes ? [self] : []), ...(out === undefined ? [] : [out])])
    loseAll(m, refsOf(obj), cause);
  return because(cause, givesView(name) ? refsOf(self) : [], "is");
}

/** `.tolist()`: lists of Python numbers. */
function asPython(obj: Obj): Obj {
  if (obj.kind === "array") {
    const [extent] = obj.shape;
    if (extent === undefined) return asPython(number(elements(obj)[0] ?? 0, elementType(obj)));
    return list(Array.from({ length: extent }, (_, i) => asPython(rowOf(obj, i))));
  }
  if (obj.kind !== "number" || obj.type.kind === "python") return obj;
  if (typeof obj.value === "boolean") return truthValue(obj.value);
  return obj.type.kind === "int" ? int(obj.value) : float(Number(obj.value));
}
