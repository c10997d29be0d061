/** Everything that has a meaning without being defined: Python's builtins, np, math, and PyLog's operators. */
import { closest } from "../../../diagnostics/closest.ts";
import type { Span } from "../../../diagnostics/diagnostic.ts";
import { named } from "../../../diagnostics/named.ts";
import { boolConst, floatConst } from "../build.ts";
import { type Known, knownNone, value } from "../known.ts";
import { algorithms, linalg } from "./algorithms.ts";
import { composed } from "./composed.ts";
import { creation } from "./creation.ts";
import { dtype, exactTypeNamed, numpyTypes, pythonTypes } from "./dtype_names.ts";
import { dtypeMaker, typeMakers } from "./dtypes.ts";
import { elementwise } from "./elementwise.ts";
import { everyday } from "./everyday.ts";
import { heaps } from "./heaps.ts";
import { iteration } from "./iteration.ts";
import { joining } from "./joining.ts";
import { limits, limitsOf } from "./limits.ts";
import { products } from "./linalg.ts";
import { mathConstants, mathFunctions } from "./math.ts";
import { matrices } from "./matrices.ts";
import { methodNames } from "./methods.ts";
import { positions } from "./positions.ts";
import { pylog } from "./pylog.ts";
import { python } from "./python.ts";
import { arrayEqual, reductions } from "./reductions.ts";
import type { Builtin } from "./registry.ts";
import { shapes } from "./shape.ts";
import { sorting } from "./sorting.ts";
import { tensors } from "./tensors.ts";
import {
  otherNumpy,
  refused,
  unsupportedMath,
  unsupportedModules,
  unsupportedNumpy,
  unsupportedPython,
} from "./unsupported.ts";

export { lookupAttribute } from "./attributes.ts";
export { callDtype, dtypeOf } from "./dtypes.ts";
export { lookupMethod } from "./methods.ts";
export { ufuncMethod } from "./tensors.ts";

/** What a name of a module is, or null when there is no such name. `module` may be dotted: numpy.random. */
export function lookupBuiltin(module: string, name: string, span: Span = nowhere): Known | null {
  switch (module) {
    case "builtins":
      return lookupPython(name);
    case "math":
      return lookupMath(name, span);
    case "pylog":
      return lookupPylog(name);
    case "numpy":
      return lookupNumpy(name, span);
    default:
      return lookupInside(module, name, span);
  }
}

const nowhere: Span = { from: 0, to: 0 };

/** The name of the module that the user most likely meant. */
export function suggest(module: string, name: string): string | null {
  return module === "numpy" && otherNumpy.has(name) ? null : closest(name, namesOf(module));
}

/** Every name a module has that a kernel can use. */
export function namesOf(module: string): readonly string[] {
  switch (module) {
    case "builtins":
      return [...Object.keys(pythonFunctions), ...Object.keys(pythonTypes)];
    case "math":
      return [...Object.keys(mathFunctions), ...Object.keys(mathConstants)];
    case "pylog":
      return [...Object.keys(pylog), ...Object.keys(typeMakers), "np", "math"];
    case "numpy":
      return [...Object.keys(numpyFunctions), ...Object.keys(numpyTypes), ...Object.keys(numpyConstants)];
    case "methods":
      return methodNames();
    default:
      return [];
  }
}

const pythonFunctions: Readonly<Record<string, Builtin>> = {
  ...python,
  ...iteration,
  ...(pylog.map === undefined ? {} : { map: pylog.map }),
};

const numpyFunctions: Readonly<Record<string, Builtin>> = {
  ...creation,
  ...matrices,
  ...elementwise,
  ...reductions,
  ...shapes,
  ...joining,
  ...products,
  ...sorting,
  ...algorithms,
  ...tensors,
  ...everyday,
  ...composed,
  ...positions,
  ...limits,
  array_equal: arrayEqual,
  dtype: dtypeMaker,
};

const numpyConstants: Readonly<Record<string, number>> = {
  pi: Math.PI,
  e: Math.E,
  inf: Number.POSITIVE_INFINITY,
  nan: Number.NaN,
  euler_gamma: 0.5772156649015329,
};

function builtin(name: string, table: Readonly<Record<string, Builtin>>, key: string): Known | null {
  const found = named(table, key);
  return found === undefined ? null : { kind: "builtin", name, builtin: found };
}

function refusal(name: string, reasons: typeof unsupportedNumpy, key: string): Known | null {
  const reason = named(reasons, key);
  return reason === undefined ? null : { kind: "builtin", name, builtin: refused(reason) };
}

function typeNamed(table: typeof numpyTypes, key: string): Known | null {
  const type = named(table, key);
  return type === undefined ? null : dtype(type, key);
}

function lookupPython(name: string): Known | null {
  return (
    typeNamed(pythonTypes, name) ??
    builtin(name, pythonFunctions, name) ??
    builtin(name, heaps, name) ??
    refusal(name, unsupportedPython, name)
  );
}

function lookupMath(name: string, span: Span): Known | null {
  const constant = named(mathConstants, name);
  if (constant !== undefined) return value(floatConst(constant, span));
  return builtin(`math.${name}`, mathFunctions, name) ?? refusal(`math.${name}`, unsupportedMath, name);
}

/** `from pylog import *` brings np and math along, as PyLog's package does. */
function lookupPylog(name: string): Known | null {
  if (name === "np" || name === "numpy") return { kind: "module", name: "numpy" };
  if (name === "math") return { kind: "module", name };
  return exactTypeNamed(name) ?? builtin(name, pylog, name) ?? builtin(name, typeMakers, name);
}

function lookupNumpy(name: string, span: Span): Known | null {
  const constant = named(numpyConstants, name);
  if (constant !== undefined) return value(floatConst(constant, span));
  if (name === "newaxis") return knownNone;
  if (name === "True_" || name === "False_")
    return value({ ...boolConst(name === "True_", span), type: { kind: "bool" } });
  if (name === "bool") return dtype({ kind: "bool" }, name); // NumPy 2's own
  if (named(unsupportedModules, name) !== undefined) return { kind: "module", name: `numpy.${name}` };
  return (
    typeNamed(numpyTypes, name) ??
    typeNamed(pythonTypes, name) ??
    builtin(`np.${name}`, numpyFunctions, name) ??
    refusal(`np.${name}`, unsupportedNumpy, name)
  );
}

/** A name inside a submodule, or a limit of a type: np.random.rand, np.iinfo(np.int8).max. */
function lookupInside(module: string, name: string, span: Span): Known | null {
  const limit = limitsOf(module, name, span);
  if (limit !== null) return limit;
  const inside = module === "numpy.linalg" ? builtin(`np.linalg.${name}`, linalg, name) : null;
  if (inside !== null) return inside;
  const reason = named(unsupportedModules, module.replace(/^numpy\./, ""));
  return reason === undefined
    ? null
    : { kind: "builtin", name: `${module.replace(/^numpy/, "np")}.${name}`, builtin: refused(reason) };
}
