/** `--data`, `--labels` and `--expected`: samples in files, and what is known of each of them. */
import { DataError } from "../call/data_error.ts";
import type { NpyArray } from "../call/npy.ts";
import { type Parameter, rowsOf, type SampleSet, sampleSet } from "../call/samples.ts";
import { type Accuracy, accuracyOf, type Errors, errorsOf } from "../call/score.ts";
import { Failure } from "../diagnostics/failure.ts";
import { inFile, readArrays } from "./arguments.ts";

export interface DataWords {
  readonly data?: string; // FILE.npz[:NAME] or FILE.npy
  readonly labels?: string; // the class of each sample
  readonly expected?: string; // the outputs of each sample, as they should be
}

export interface Dataset {
  readonly samples: SampleSet;
  readonly known: Known;
}

/** What outputs are compared with. */
export type Known =
  | { readonly kind: "labels"; readonly from: string; readonly labels: NpyArray }
  | { readonly kind: "expected"; readonly from: string; readonly expected: NpyArray }
  | { readonly kind: "nothing" };

/** `outputs`: how many numbers the network gives for a sample; null: that depends on how many a call takes. */
export function readDataset(words: DataWords, parameters: readonly Parameter[], outputs: number): Dataset {
  const { data, labels, expected } = words;
  if (data === undefined) throw new Failure("no samples: say --data FILE.npz");
  if (labels !== undefined && expected !== undefined)
    throw new Failure("--labels and --expected: outputs are compared with one of them");
  const file = filed("--data", data);
  const samples = inFile(data, () => sampleSet(parameters, inputsIn(file, parameters)));
  const each = outputs / samples.rows;
  if (labels !== undefined) {
    const { array, from } = labelsIn(filed("--labels", labels), samples.count);
    return {
      samples,
      known: { kind: "labels", from, labels: checkedLabels(from, array, samples.count, each) },
    };
  }
  if (expected !== undefined) {
    const found = expectedIn(filed("--expected", expected), samples.count, each);
    return { samples, known: { kind: "expected", from: found.from, expected: found.array } };
  }
  return { samples, known: { kind: "nothing" } };
}

export function scoreOf(known: Known, outputs: readonly Float64Array[]): Accuracy | Errors | null {
  switch (known.kind) {
    case "labels":
      return accuracyOf(outputs, known.labels.data);
    case "expected":
      return errorsOf(outputs, known.expected.data);
    case "nothing":
      return null;
  }
}

interface Filed {
  readonly word: string; // as it was written
  readonly path: string;
  readonly name: string | null; // of the array that is meant; null: nobody said
  readonly arrays: ReadonlyMap<string, NpyArray>;
}

/** `test.npz`, `test.npz:images`, `images.npy`. */
function filed(option: string, word: string): Filed {
  const [, path = word, name = null] = /^(.+\.npz):([^:]+)$/i.exec(word) ?? [];
  if (!/\.np[yz]$/i.test(path))
    throw new Failure(`${option} ${word}: expected FILE.npz, FILE.npz:NAME or FILE.npy`);
  const arrays = readArrays(path);
  if (name !== null && !arrays.has(name))
    throw new Failure(`${path} has no array ${name}: it has ${namesIn(arrays)}`);
  return { word: `${option} ${word}`, path, name, arrays };
}

function namesIn(arrays: ReadonlyMap<string, NpyArray>): string {
  const each = [...arrays].map(([name, { dtype, shape }]) => `${name}, ${dtype}[${shape.join(",")}]`);
  return each.join("; ") || "none";
}

/** Those that are called as arguments; of a network with one input, the one that is named or the only one that fits. */
function inputsIn(
  { word, path, name, arrays }: Filed,
  parameters: readonly Parameter[],
): ReadonlyMap<string, NpyArray> {
  const called = parameters.filter((one) => arrays.has(one.name));
  if (name === null && called.length === parameters.length)
    return new Map([...arrays].filter(([own]) => called.some((one) => one.name === own)));
  const [only, ...others] = parameters;
  if (only === undefined || others.length > 0) {
    const names = parameters.map((one) => one.name).join(", ");
    throw new Failure(`${word}: the network takes ${names || "nothing"}; ${path} has ${namesIn(arrays)}`, {
      help: "give an .npz file with an array for each of them",
    });
  }
  const fitting = [...arrays].filter(([own, array]) => (name === null ? fits(only, array) : own === name));
  const [found, ...more] = fitting;
  if (found !== undefined && more.length === 0) return new Map([[only.name, found[1]]]);
  const [first] = arrays.size === 1 ? [...arrays] : [];
  if (first !== undefined) return new Map([[only.name, first[1]]]); // says what is wrong with it
  const problem = more.length > 0 ? "several of its arrays" : "none of its arrays";
  throw new Failure(`${word}: ${problem} could be samples of ${only.name}; it has ${namesIn(arrays)}`, {
    help: `say which: ${path}:${(found ?? [...arrays][0])?.[0] ?? "NAME"}`,
  });
}

function fits({ name, type }: Parameter, array: NpyArray): boolean {
  try {
    return rowsOf(name, type, array) > 0;
  } catch (error) {
    if (error instanceof DataError) return false;
    throw error;
  }
}

interface Chosen {
  readonly from: string;
  readonly array: NpyArray;
}

/** The array that is named, or the only one of which `isMeant` holds. */
function chosenIn(file: Filed, what: string, isMeant: (array: NpyArray, name: string) => boolean): Chosen {
  const { word, path, name, arrays } = file;
  const all = [...arrays];
  const found = all.filter(([own, array]) =>
    name === null ? all.length === 1 || isMeant(array, own) : own === name,
  );
  const [first] = found;
  if (first !== undefined && found.length === 1)
    return { from: /npz$/i.test(path) ? `${path}:${first[0]}` : path, array: first[1] };
  const problem = found.length === 0 ? "none of its arrays is" : "several of its arrays could be";
  throw new Failure(`${word}: ${problem} ${what}; it has ${namesIn(arrays)}`, {
    help: `say which: ${path}:${(first ?? all[0])?.[0] ?? "NAME"}`,
  });
}

function labelsIn(file: Filed, count: number): Chosen {
  const isNamed = file.arrays.has("labels");
  return chosenIn(file, `${count} labels`, ({ dtype, shape }, name) =>
    isNamed ? name === "labels" : /^u?int/.test(dtype) && shape.length === 1 && shape[0] === count,
  );
}

function checkedLabels(from: string, labels: NpyArray, count: number, classes: number): NpyArray {
  const { dtype, shape, data } = labels;
  if (data.length !== count)
    throw new Failure(`${from} is of shape (${shape.join(", ")}): expected ${count} labels, one a sample`);
  if (!/int|bool/.test(dtype)) throw new Failure(`${from} is ${dtype}: labels are whole numbers`);
  if (classes === 1) return labels;
  const wrong = Array.from(data, Number).findIndex((label) => label < 0 || label >= classes);
  if (wrong < 0) return labels;
  throw new Failure(
    `${from}[${wrong}] is ${data[wrong]}: the network gives ${classes} numbers a sample, for classes 0 to ${classes - 1}`,
  );
}

function expectedIn(file: Filed, count: number, each: number): Chosen {
  const isOutput = ({ shape, data }: NpyArray): boolean => shape[0] === count && data.length === count * each;
  const found = chosenIn(file, `the outputs of ${count} samples`, isOutput);
  if (isOutput(found.array)) return found;
  throw new Failure(
    `${found.from} is of shape (${found.array.shape.join(", ")}): expected ${count} samples of ${each} numbers`,
  );
}
