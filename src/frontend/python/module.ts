/** The module around a kernel: its names, as they are when all of it has run. It runs when a kernel uses one of them. */
import type { Diagnostic, SourceFile, Span } from "../../diagnostics/diagnostic.ts";
import type { PyFunctionDef, PyModule, PyParam, PyStmt } from "./ast.ts";
import { type GivenConstant, knownConstant } from "./constants_given.ts";
import { isPylog } from "./decorator.ts";
import { infer } from "./expressions/index.ts";
import { type Home, type Known, knownError } from "./known.ts";
import {
  constantNamed,
  enclosedName,
  evaluateModule,
  type NamedConstant,
  quick,
  thorough,
  whenDefined,
} from "./module/index.ts";
import type { Machine } from "./module/machine.ts";
import type { FunctionObj, Obj } from "./module/objects.ts";
import { unknownConstant, wantsTime } from "./module/refuse.ts";
import { type Globals, newScope, type Unit } from "./scope.ts";

export function moduleUnit(
  source: SourceFile,
  module: PyModule,
  diagnostics: Diagnostic[],
  given: ReadonlyMap<string, GivenConstant> = new Map(),
): Unit {
  const unit: Unit = {
    source,
    module,
    globals: {
      lookup: (name, span) => globals.lookup(name, span),
      names: () => globals.names(),
      defined: (def) => globals.defined(def),
    },
    diagnostics,
    instances: new Map(),
    made: new Map(),
    functions: [],
    names: new Set(),
    tried: new Set(),
    stack: [],
    shares: new Map(),
  };
  const globals = moduleGlobals(unit, module, given);
  return unit;
}

export function isKernel(stmt: PyStmt): stmt is PyFunctionDef {
  return stmt.kind === "FunctionDef" && stmt.decorators.some(isPylog);
}

function moduleGlobals(unit: Unit, module: PyModule, given: ReadonlyMap<string, GivenConstant>): Globals {
  let machine: Machine | null = null;
  const homes = new Map<FunctionObj, Home>();
  const found = new Map<string, NamedConstant | null>();
  const said = new Map<string, Diagnostic>();

  const evaluated = (): Machine => {
    machine ??= evaluateModule(unit.source, module.body, quick);
    return machine;
  };

  /** What took too long for a first look is worth a longer one where a kernel needs it. */
  const settled = <T>(find: (m: Machine) => T, value: (found: T) => Obj | undefined): T => {
    const first = find(evaluated());
    const obj = value(first);
    if (obj === undefined || evaluated().limits === thorough || !wantsTime(obj)) return first;
    machine = evaluateModule(unit.source, module.body, thorough);
    return find(machine);
  };

  const homeOf = (f: FunctionObj): Home => {
    const known = homes.get(f);
    if (known !== undefined) return known;
    const home: Home = {
      id: homes.size,
      lookup: (name, span) => told(unit, name, span, enclosedName(f, name, homeOf), new Map()),
      defaultOf: (param, span) => defaultOf(unit, given, f, param, span, homeOf),
      annotationOf: (param) => constantKnown(whenDefined(f.annotations, param, homeOf)),
      optionOf: (name, span) => constantKnown(whenDefined(f.options, { name, span }, homeOf)),
    };
    homes.set(f, home);
    return home;
  };

  return {
    names: () => new Set([...evaluated().module.names.keys(), ...given.keys()]),
    lookup: (name, span) => {
      const constant = given.get(name);
      if (constant !== undefined) return knownConstant(constant, name, span);
      const known = found.get(name);
      const now =
        known !== undefined
          ? known
          : constantNamed(
              settled(identity, (m) => m.module.names.get(name)?.value),
              name,
              homeOf,
            );
      found.set(name, now);
      return told(unit, name, span, now, said);
    },
    defined: (def) => {
      const f = settled(
        (m) => m.defined.get(def),
        (made) => made,
      );
      return f === undefined ? null : homeOf(f);
    },
  };
}

function constantKnown(found: NamedConstant | null): Known | null {
  return found?.constant.kind === "constant" ? found.constant.known : null;
}

function identity(m: Machine): Machine {
  return m;
}

/** The constant, or a refusal that says where and why its value was lost: one for each name, where it is used first. */
function told(
  unit: Unit,
  name: string,
  span: Span,
  found: NamedConstant | null,
  said: Map<string, Diagnostic>,
): Known | null {
  if (found === null) return null;
  if (found.constant.kind === "constant") return found.constant.known;
  const refusal = said.get(name) ?? unknownConstant(unit.source, name, span, found.at, found.constant);
  said.set(name, refusal);
  unit.diagnostics.push(refusal); // again, for the round of a loop that said it first may be taken back
  return knownError;
}

/** A default has the value that it had when the function was defined. One that only a running Python knows is as given. */
function defaultOf(
  unit: Unit,
  given: ReadonlyMap<string, GivenConstant>,
  f: FunctionObj,
  param: PyParam,
  span: Span,
  homeOf: (f: FunctionObj) => Home,
): Known | null {
  const found = whenDefined(f.defaults, param, homeOf);
  const why = found?.constant.kind === "unknown" ? found.constant.cause.why.kind : null;
  if (param.default !== null && why !== null && (given.size > 0 || why === "undefined")) {
    const known = infer(newScope(unit, param.name, null, "module", [], []), param.default);
    if (given.size > 0 || known.kind === "error") return known;
  }
  return told(unit, param.name, span, found, new Map());
}
