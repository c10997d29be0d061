/** Holds the arguments of a step against the parameters of its primitive and the names of the kernel. */
import { closest } from "../diagnostics/closest.ts";
import { arraysOf, forLoops, namesIn, regions, scalarsOf, whileLoops } from "../loops/find.ts";
import type { Loops } from "../loops/nodes.ts";
import { operatorsIn } from "../loops/operators.ts";
import { parseType } from "../types/parse.ts";
import type { Args, ArgValue, ParamSpec, Primitive } from "./primitive.ts";
import { type Refusal, refusalOf } from "./refusal.ts";
import { stepsIn } from "./steps.ts";

/** What is wrong, or null. */
export function checkArgs(primitive: Primitive, loops: Loops, args: Args): Refusal | null {
  return checkShape(primitive, args) ?? checkNames(primitive, loops, args);
}

/** Only what can be said without a kernel. */
export function checkShape(primitive: Primitive, args: Args): Refusal | null {
  const { name, syntax, params } = primitive;
  for (const given of Object.keys(args)) {
    if (params.some((param) => param.name === given)) continue;
    const known = params.map((param) => param.name);
    return refusalOf("schedule-argument", {
      primitive: name,
      problem: `has no parameter \`${given}\``,
      suggestion: closest(given, known),
      syntax,
    });
  }
  for (const param of params) {
    const value = args[param.name];
    const problem =
      value === undefined
        ? param.optional === true
          ? null
          : `needs ${described(param)}`
        : problemOf(param, value);
    if (problem === null) continue;
    const suggestion =
      param.words !== undefined && typeof value === "string" ? closest(value, param.words) : null;
    return refusalOf("schedule-argument", { primitive: name, problem, suggestion, syntax });
  }
  return null;
}

/** A parameter in words: `a loop`, `an integer of 1 or more as \`factor\``. */
export function described(param: ParamSpec): string {
  switch (param.kind) {
    case "loop":
      return "a loop";
    case "array":
      return "an array";
    case "scalar":
      return "a scalar";
    case "region":
      return "a region";
    case "nest":
      return "a loop or a region";
    case "storage":
      return "an array or a scalar";
    case "part":
      return "a loop, a region, an array or a scalar";
    case "operator":
      return "an operator, such as `mul` or `float32.mul`";
    case "name":
      return `a name as \`${param.name}\``;
    case "integer":
      return `a whole number of ${param.min ?? 0} or more as \`${param.name}\``;
    case "steps":
      return `a whole number of ${param.min ?? 0} or more, or a loop and such a number with a colon between them, as \`${param.name}\``;
    case "word":
      return `one of ${(param.words ?? []).map((one) => `\`${one}\``).join(", ")} as \`${param.name}\``;
    case "type":
      return `a type as \`${param.name}\``;
    case "loops":
      return `${param.least ?? 1} or more loops`;
    case "arrays":
      return `${param.least ?? 1} or more arrays`;
    case "storages":
      return `${param.least ?? 1} or more arrays or scalars`;
    case "integers":
      return `${param.least ?? 1} or more whole numbers of ${param.min ?? 0} or more as \`${param.name}\``;
  }
}

function problemOf(param: ParamSpec, value: ArgValue): string | null {
  const wrong = `needs ${described(param)}, not \`${Array.isArray(value) ? value.join(" ") : value}\``;
  switch (param.kind) {
    case "loop":
    case "array":
    case "scalar":
    case "region":
    case "nest":
    case "storage":
    case "part":
    case "operator":
    case "name":
      return typeof value === "string" && value !== "" ? null : wrong;
    case "word":
      return typeof value === "string" && (param.words ?? []).includes(value) ? null : wrong;
    case "type": {
      if (typeof value !== "string") return wrong;
      const parsed = parseType(value);
      return parsed.ok ? null : `${wrong}: ${parsed.message}`;
    }
    case "integer":
      return isCount(param, value) ? null : wrong;
    case "steps":
      return isCount(param, stepsIn(value)?.count) ? null : wrong;
    case "loops":
    case "arrays":
    case "storages":
      return isList(param, value) && value.every((one) => typeof one === "string" && one !== "")
        ? null
        : wrong;
    case "integers":
      return isList(param, value) && value.every((one) => isCount(param, one)) ? null : wrong;
  }
}

function isCount(param: ParamSpec, value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= (param.min ?? 0);
}

function isList(param: ParamSpec, value: ArgValue): value is readonly string[] | readonly number[] {
  return Array.isArray(value) && value.length >= (param.least ?? 1);
}

function checkNames(primitive: Primitive, loops: Loops, args: Args): Refusal | null {
  for (const param of primitive.params) {
    const value = args[param.name];
    if (value === undefined) continue;
    const names = typeof value === "object" ? value.map(String) : [String(value)];
    for (const name of names) {
      const refusal = checkName(param, loops, name);
      if (refusal !== null) return refusal;
    }
  }
  return null;
}

function checkName(param: ParamSpec, loops: Loops, name: string): Refusal | null {
  switch (param.kind) {
    case "loop":
    case "loops": {
      const whiles = whileLoops(loops).map((stmt) => stmt.name);
      if (whiles.includes(name)) return refusalOf("not-a-for-loop", { name }, { loop: name });
      return unknown("loop", name, forLoops(loops));
    }
    case "array":
    case "arrays":
      return unknown("array", name, arraysOf(loops));
    case "scalar":
      return unknown("scalar", name, scalarsOf(loops));
    case "storage":
    case "storages":
      return unknown("array or scalar", name, [...arraysOf(loops), ...scalarsOf(loops)]);
    case "region":
      return unknown("region", name, regions(loops));
    case "nest":
      return unknown("loop or region", name, [...forLoops(loops), ...regions(loops)]);
    case "part": {
      const nests = [...forLoops(loops), ...whileLoops(loops), ...regions(loops)];
      return unknown("loop, region, array or scalar", name, [
        ...nests,
        ...arraysOf(loops),
        ...scalarsOf(loops),
      ]);
    }
    case "operator":
      return unknown(
        "operator",
        name,
        operatorsIn(loops).map((one) => ({ name: one })),
      );
    case "steps": {
      const named = stepsIn(name)?.loop ?? null;
      return named === null ? null : checkName({ ...param, kind: "loop" }, loops, named);
    }
    case "name":
      return namesIn(loops).has(name) ? refusalOf("name-taken", { name }) : null;
    default:
      return null;
  }
}

function unknown(what: string, name: string, known: readonly { readonly name: string }[]): Refusal | null {
  const names = known.map((one) => one.name);
  if (names.includes(name)) return null;
  return refusalOf("unknown-in-schedule", { what, name, suggestion: closest(name, names), known: names });
}
