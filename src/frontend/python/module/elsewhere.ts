/**
 * Code that is not known: libraries that are not read, methods of objects that nobody knows. It may change whatever it
 * was ever given, and call every function that it ever got hold of. All of that is `world`, one reference for all
 * unknown values that come from there.
 */
import { argumentRefs, callInDoubt } from "./calls.ts";
import { takesIn } from "./effects.ts";
import type { Arguments } from "./list_methods.ts";
import {
  because,
  doubting,
  follows,
  hasRef,
  lose,
  type Machine,
  roundsChange,
  step,
  untilSettled,
} from "./machine.ts";
import {
  type Cause,
  type FunctionObj,
  type Obj,
  type Ref,
  reachable,
  refsOf,
  type Unknown,
  type Why,
} from "./objects.ts";
import { changeUnknown } from "./subscript.ts";

export function callUnknown(m: Machine, callee: Obj, cause: Cause, call: Arguments): Unknown {
  const named: Why = call.name === undefined ? cause.why : { kind: "call", name: call.name };
  const why: Cause = cause.why.kind === "branch" ? cause : { at: call.span, why: named };
  handOver(m, [...refsOf(callee), ...argumentRefs(call)], why);
  runElsewhere(m, why);
  return because(why, [m.world]);
}

/** A method of an unknown object. A new container takes in what it is given; anything else may do what it likes. */
export function callUnknownMethod(m: Machine, self: Unknown, name: string, call: Arguments): Obj {
  if (self.relation !== "holds" || !takesIn(name)) return callUnknown(m, self, self.cause, call);
  changeUnknown(m, self, argumentRefs(call));
  return follows(self, self.refs);
}

/** An operation on an unknown value: it may be an object with methods of the module, or a generator. */
export function wake(m: Machine, value: Unknown): void {
  const code = [...value.refs].filter((ref) => ref.kind === "function" || ref.kind === "world");
  if (code.length === 0) return;
  handOver(m, code, value.cause);
  runElsewhere(m, value.cause);
}

/** Objects, and all that they hold, get out of hand. */
export function handOver(m: Machine, refs: Iterable<Ref>, cause: Cause): void {
  for (const ref of reachable(refs)) {
    if (ref.kind === "world" || hasRef(m.world.holds, ref)) continue;
    step(m);
    m.world.holds.add(ref);
    lose(m, ref, cause);
    if (ref.kind === "function") m.world.seen = null;
    roundsChange(m);
  }
}

/** Runs all functions that code elsewhere may call, unless they can do no more than the last time. */
function runElsewhere(m: Machine, cause: Cause): void {
  const { world } = m;
  if (world.runs || unchanged(m)) return;
  world.runs = true;
  world.seen = new Map();
  try {
    doubting(m, cause, () => untilSettled(m, cause, () => callAll(m, cause)));
  } finally {
    world.runs = false;
  }
}

/** Whether the names of the module that the functions look at are what they were. */
function unchanged(m: Machine): boolean {
  const functions = functionsElsewhere(m);
  if (functions.length === 0) return true;
  const { seen } = m.world;
  if (seen === null || functions.some((f) => f.frame.kind !== "module")) return false;
  return [...seen].every(([name, value]) => m.module.names.get(name)?.value === value);
}

function functionsElsewhere(m: Machine): readonly FunctionObj[] {
  return [...m.world.holds].filter((ref) => ref.kind === "function");
}

function callAll(m: Machine, cause: Cause): void {
  const anything = because(cause, [m.world]);
  for (const f of functionsElsewhere(m)) {
    const params = f.def.params.filter((param) => param.form === "plain");
    const places = params.filter((param) => param.passing !== "keyword");
    const named = params.filter((param) => param.passing === "keyword");
    const keywords = new Map(named.map((param) => [param.name, anything]));
    callInDoubt(m, f, { args: places.map(() => anything), keywords, span: cause.at }, cause);
  }
}
