/**
 * What the names in a pragma's steps are: arrays and loops of the call that the pragma was inlined with.
 *
 *     def twice(x):                     split i 2, of the first call
 *         pragma("split i 2")     =>    split i_1 2, of the second
 *         for i in range(8): ...
 */
import { diagnose } from "../diagnostics/catalogue/index.ts";
import { closest } from "../diagnostics/closest.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { freshName, namesIn } from "../loops/find.ts";
import type { Loops, Meant, Pragma } from "../loops/nodes.ts";
import type { ArgValue, ParamKind, ParamSpec } from "./primitive.ts";
import { primitiveNamed } from "./primitives/index.ts";
import type { Step } from "./schedule.ts";
import { stepsIn, stepsText } from "./steps.ts";

export interface Resolver {
  /** The step with the names of Loops, or why there is none. */
  step(pragma: Pragma, step: Step): Step | Diagnostic;
}

/** It remembers the names that steps give, so that two calls of one function do not give the same. */
export function newResolver(loops: Loops): Resolver {
  const taken = new Set(namesIn(loops));
  const given = new Map<number, Map<string, string>>();
  const givenIn = (call: number): Map<string, string> => {
    const names = given.get(call) ?? new Map<string, string>();
    given.set(call, names);
    return names;
  };
  const newName = (pragma: Pragma, word: string): string => {
    // Two of one name in the kernel are refused as in any schedule.
    const name = pragma.call === 0 ? word : freshName(taken, word);
    taken.add(name);
    givenIn(pragma.call).set(word, name);
    return name;
  };
  const resolvedIn = (pragma: Pragma, param: ParamSpec, word: string): string | Diagnostic =>
    givenIn(pragma.call).get(word) ?? resolved(pragma, param, word);
  return {
    step(pragma, step) {
      const params = primitiveNamed(step.primitive)?.params ?? [];
      const args: Record<string, ArgValue> = {};
      // New names last: a step cannot speak of what it only makes.
      const ordered = [...params.filter(({ kind }) => kind !== "name"), ...params.filter(isNewName)];
      for (const param of ordered) {
        const value = step.args[param.name];
        if (value === undefined) continue;
        const steps = param.kind === "steps" ? stepsIn(value) : null;
        if (steps !== null && steps.loop !== null) {
          const loop = resolvedIn(pragma, { ...param, kind: "loop" }, steps.loop);
          if (typeof loop !== "string") return loop;
          args[param.name] = stepsText({ ...steps, loop });
        } else if (!isReference(param.kind) && !isNewName(param)) args[param.name] = value;
        else {
          const found = wordsOf(value).map((word) =>
            isNewName(param) ? newName(pragma, word) : resolvedIn(pragma, param, word),
          );
          const wrong = found.find((one) => typeof one !== "string");
          if (wrong !== undefined) return wrong as Diagnostic;
          const names = found as readonly string[];
          args[param.name] = typeof value === "string" ? (names[0] ?? value) : names;
        }
      }
      return { primitive: step.primitive, args };
    },
  };
}

/** The array that a word stands for; a diagnostic where it is not one whole array. */
export function arrayMeant(pragma: Pragma, word: string, what: string): string | Diagnostic {
  const { span } = pragma.origin;
  const is = meaningOf(pragma, word);
  switch (is?.kind) {
    case "array":
      return is.name;
    case "part":
      return diagnose("pragma-part", span, { word, array: is.name, what });
    case "choice":
      return diagnose("pragma-unclear", span, { word, names: is.names });
    case "nothing":
      return diagnose("pragma-unclear", span, { word, names: [] });
    case "scalar":
    case "loop":
    case undefined:
      return diagnose("pragma-variable", span, { word, what: "array", suggestion: null });
  }
}

export function meaningOf({ names }: Pragma, word: string): Meant | undefined {
  return names.find((one) => one.word === word)?.is;
}

function resolved(pragma: Pragma, param: ParamSpec, word: string): string | Diagnostic {
  const { span } = pragma.origin;
  const is = meaningOf(pragma, word);
  if (is?.kind === "choice") return diagnose("pragma-unclear", span, { word, names: is.names });
  if (is?.kind === "part" && takesArrays(param.kind))
    return diagnose("pragma-part", span, { word, array: is.name, what: "this step" });
  if (is !== undefined && "name" in is && fits(param.kind, is.kind)) return is.name;
  // In the kernel a step may use any name that a report shows.
  if (pragma.call === 0) return word;
  const known = pragma.names.map((one) => one.word).filter((one) => one !== word);
  const what = fits(param.kind, "loop") ? "loop" : fits(param.kind, "array") ? "array" : "variable";
  return diagnose("pragma-variable", span, { word, what, suggestion: closest(word, known) });
}

function fits(param: ParamKind, meant: Meant["kind"]): boolean {
  switch (param) {
    case "loop":
    case "loops":
    case "nest":
    case "region":
      return meant === "loop";
    case "array":
    case "arrays":
      return meant === "array";
    case "scalar":
      return meant === "scalar";
    case "storage":
    case "storages":
      return meant === "array" || meant === "scalar";
    case "part":
      return meant !== "part";
    default:
      return false;
  }
}

function takesArrays(kind: ParamKind): boolean {
  return kind === "array" || kind === "arrays" || kind === "storage" || kind === "storages";
}

function isReference(kind: ParamKind): boolean {
  return fits(kind, "loop") || fits(kind, "array") || fits(kind, "scalar");
}

function isNewName({ kind }: ParamSpec): boolean {
  return kind === "name";
}

function wordsOf(value: ArgValue): readonly string[] {
  return typeof value === "object" ? value.map(String) : [String(value)];
}
