/** `--quantize a,b --max-error E --in …` of a search: types of arrays among what is chosen, as long as results are near enough. */
import { createHash } from "node:crypto";
import { kernelOf } from "../../call/run.ts";
import { Failure, noSuch } from "../../diagnostics/failure.ts";
import { type TypeChoices, typeChoices } from "../../driver/quantized_search.ts";
import { type Kernel, scheduleOfPoint } from "../../explore/kernel/schedule.ts";
import type { Evaluate } from "../../explore/search/search.ts";
import type { Space } from "../../explore/search/space.ts";
import { arraysOf } from "../../loops/find.ts";
import type { Loops } from "../../loops/nodes.ts";
import { printType } from "../../types/print.ts";
import { type Loaded, valuesOf } from "../load.ts";

export interface TypeWords {
  readonly quantize?: string;
  readonly maxError?: string;
  readonly in?: readonly string[];
}

export interface SearchedTypes extends TypeChoices {
  readonly identity: object; // what a search that goes on must have in common with its beginning
  readonly note: string;
}

/** Null where no types are chosen. */
export async function searchedTypes(
  loaded: Loaded,
  loops: Loops,
  words: TypeWords,
): Promise<SearchedTypes | null> {
  const { quantize, maxError } = words;
  if (quantize === undefined) {
    if (maxError !== undefined) throw new Failure("--max-error says nothing without --quantize");
    const constants = new Set(specialisedWords(loaded).map((word) => word.split("=", 1)[0]));
    const isUnheard = (word: string): boolean => !constants.has(word.split("=", 1)[0]?.trim());
    if ((words.in ?? []).some(isUnheard)) throw new Failure("--in says nothing without --quantize");
    return null;
  }
  const most = Number(maxError);
  if (maxError === undefined || maxError.trim() === "" || !(most >= 0)) {
    throw new Failure("--quantize needs --max-error: how far off an element of a result may be", {
      help: "such as --quantize a,b --in data.npz --max-error 0.01",
    });
  }
  const names = quantize.split(",").map((name) => name.trim());
  const there = [...arraysOf(loops), ...loops.scalars, ...loops.params].map(({ name }) => name);
  const unknown = names.find((name) => !there.includes(name));
  if (unknown !== undefined) throw noSuch("--quantize", unknown, "array or scalar", [...new Set(there)]);
  const given = valuesOf(loaded);
  const missing = kernelOf(loaded.compiled.program).params.find(({ name }) => !given.has(name));
  if (missing !== undefined) {
    throw new Failure(`--quantize: there are no data for ${missing.name}`, {
      help: `--in ${missing.name}=FILE.npy, or --in FILE.npz with all arguments`,
    });
  }
  const found = await typeChoices({ loops, names, given, maxError: most });
  const data = createHash("sha256");
  for (const [name, value] of [...given].sort(([one], [other]) => (one < other ? -1 : 1)))
    data.update(
      JSON.stringify([name, typeof value === "object" ? Array.from(value.data, String) : String(value)]),
    );
  return {
    ...found,
    identity: { quantize: names, maxError: most, data: data.digest("hex") },
    note: `results off by at most ${maxError} on the data`,
  };
}

/** A point whose results are too far off is refused before anybody predicts its circuit. */
export function nearEnough(
  types: SearchedTypes | null,
  kernel: Kernel,
  space: Space,
  evaluate: Evaluate,
): Evaluate {
  if (types === null) return evaluate;
  return async (point, stopped) => {
    const made = scheduleOfPoint(kernel, space, point);
    const reason = made.ok ? await types.refusal(made.schedule, made.loops) : null;
    return reason === null ? evaluate(point, stopped) : { kind: "infeasible", reason };
  };
}

/** The numbers that the kernel is specialised on, as `--in` has them. */
export function specialisedWords({ compiled }: Loaded): readonly string[] {
  return (compiled.program.specialised ?? []).map(({ name, value }) => `${name}=${value}`);
}

/** With types for arguments that only data tell: who evaluates has no data. */
export function argumentTypes(
  { compiled }: Loaded,
  { arg, in: data = [] }: TypeWords & { readonly arg: readonly string[] },
): readonly string[] {
  if (data.length === 0) return arg;
  const said = new Set(arg.map((text) => text.slice(0, text.indexOf("=")).trim()));
  return [
    ...arg,
    ...kernelOf(compiled.program).params.flatMap(({ name, type }) =>
      said.has(name) ? [] : [`${name}=${printType(type)}`],
    ),
  ];
}
