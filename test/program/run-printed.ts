/** Runs a printed program with CPython and NumPy, and brings the results back bit for bit. */
import { spawnSync } from "node:child_process";
import type { Program } from "../../src/program/nodes.ts";
import { printedKernelName, printProgram } from "../../src/program/print/index.ts";
import { dtypeOf } from "../../src/program/print/representation.ts";
import type { Value } from "../../src/types/operators.ts";
import {
  array,
  bool,
  complex128,
  elementOf,
  float64,
  int64,
  isNumpy,
  maxSize,
  type ScalarType,
  shapeOf,
  type Type,
} from "../../src/types/types.ts";

/** Whether python3 with NumPy is there; under LUTRA_TOOLS=required its absence is a failure, not a skip. */
export const hasPython =
  process.env.LUTRA_TOOLS === "required" || spawnSync("python3", ["-c", "import numpy"]).status === 0;

export interface Outcome {
  readonly results: readonly (readonly Value[])[]; // row-major; a scalar is one value
  readonly args: readonly (readonly Value[])[]; // as they stand after the call
}

export interface Case {
  readonly program: Program;
  readonly args: readonly (readonly Value[])[]; // row-major values, one list a parameter of the kernel
}

export function runPrinted(program: Program, args: Case["args"]): Outcome {
  const [outcome] = runAllPrinted([{ program, args }]);
  if (outcome === undefined) throw new Error("Python gave no outcome");
  return outcome;
}

/** Many in one process, which starts slowly; each in a module of its own. */
export function runAllPrinted(cases: readonly Case[]): Outcome[] {
  const run = spawnSync("python3", ["-W", "error", "-c", runner], {
    input: JSON.stringify(cases.map(scriptOf)),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const lines = run.stdout.trimEnd().split("\n");
  if (run.status !== 0) {
    const failed = cases[run.stdout === "" ? 0 : lines.length];
    throw new Error(`${run.stderr}\n${failed === undefined ? "" : printProgram(failed.program)}`);
  }
  return cases.map(({ program }, i) => {
    const { params, results } = kernelOf(program);
    const shown = JSON.parse(lines[i] ?? "") as { results: Shown[]; args: Shown[] };
    return {
      results: shown.results.map((result, k) => values(result, outside(results[k]))),
      args: shown.args.map((arg, k) => values(arg, params[k]?.type)),
    };
  });
}

const runner = `
import json, sys
for text in json.load(sys.stdin):
    exec(compile(text, "printed", "exec"), {"__name__": "printed"})
`;

function scriptOf({ program, args }: Case): string {
  const built = kernelOf(program).params.map((param, i) => argument(param.type, args[i] ?? []));
  return [
    printProgram(program),
    driver,
    `_args = [${built.join(", ")}]`,
    `_result = ${printedKernelName(program)}(*_args)`,
    `_results = () if _result is None else _result if isinstance(_result, tuple) else (_result,)`,
    `print(json.dumps({"results": [_show(x) for x in _results], "args": [_show(x) for x in _args]}))`,
  ].join("\n");
}

function kernelOf(program: Program): Program["functions"][number] {
  const kernel = program.functions.find((func) => func.name === program.kernel);
  if (kernel === undefined) throw new Error("no kernel");
  return kernel;
}

interface Shown {
  readonly type: string;
  readonly values: readonly string[];
}

const driver = `
import json
def _show(x):
    flat = list(x.ravel()) if isinstance(x, np.ndarray) else [x]
    name = x.dtype.name if isinstance(x, (np.ndarray, np.generic)) else type(x).__name__
    if name == "object":
        name = "object " + " ".join(sorted({type(v).__name__ for v in flat}))
    return {"type": name, "values": [repr(v.item() if isinstance(v, np.generic) else v) for v in flat]}
`;

function argument(type: Type, list: readonly Value[]): string {
  const element = elementOf(type);
  const dtype = dtypeOf(element);
  const text = list.map((value) => pythonText(isFloat(element), value));
  if (type.kind !== "array") return isNumpy(element) ? `${dtype}(${text[0]})` : String(text[0]);
  if (list.length !== maxSize(shapeOf(type))) throw new Error("an argument has the wrong size");
  return `np.array([${text.join(", ")}], dtype=${dtype}).reshape(${JSON.stringify(type.shape)})`;
}

/** Whether its values are Python floats, or NumPy's, and not integers or bit patterns. */
function isFloat(type: ScalarType): boolean {
  if (type.kind === "python") return type.name === "float";
  return type.kind === "float" && !(type.variant === "flopoco" && type.exponent === 11);
}

function pythonText(asFloat: boolean, value: Value): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "bigint" || !asFloat) return String(value);
  if (Number.isNaN(value)) return "np.nan";
  if (!Number.isFinite(value)) return value < 0 ? "-np.inf" : "np.inf";
  if (Object.is(value, -0)) return "-0.0";
  return Number.isInteger(value) ? `float(${value})` : String(value);
}

/** A kernel hands out arrays of Python numbers as NumPy's. */
function outside(type: Type | undefined): Type | undefined {
  if (type?.kind !== "array" || type.element.kind !== "python") return type;
  return array({ int: int64, float: float64, bool, complex: complex128 }[type.element.name], type.shape);
}

/** The values, after checking that Python had them in the representation that the type has. */
function values(shown: Shown, type: Type | undefined): readonly Value[] {
  if (type === undefined) throw new Error("Python gave more results than the kernel has");
  const expected = expectedName(type);
  if (!expected.includes(shown.type))
    throw new Error(`expected ${expected.join(" or ")}, Python gave ${shown.type}`);
  return shown.values.map(parseValue);
}

function expectedName(type: Type): readonly string[] {
  const element = elementOf(type);
  if (isNumpy(element)) return [dtypeOf(element).replace("np.", "").replace("bool_", "bool")];
  const name = element.kind === "python" ? element.name : isFloat(element) ? "float" : "int";
  return type.kind === "array" ? [`object ${name}`, "object "] : [name];
}

function parseValue(text: string): Value {
  if (text === "True" || text === "False") return text === "True";
  if (text === "nan") return Number.NaN;
  if (text === "inf" || text === "-inf") return text === "inf" ? Infinity : -Infinity;
  if (!/^-?\d+$/.test(text)) return Number(text);
  const exact = BigInt(text);
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}
