/**
 * CPython with NumPy on Python of ours: a printed Program or printed Loops, called on the same data as every other road.
 * How values live in printed Python: src/program/print/representation.ts.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { formatOf, fromNpy, toNpy } from "../call/exchange.ts";
import { decodeNpy, encodeNpy } from "../call/npy.ts";
import type { Arguments } from "../call/outside.ts";
import { kernelOf } from "../call/run.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import { RunFault, type RunResult } from "../program/interpret/index.ts";
import type { Program, Variable } from "../program/nodes.ts";
import { expressionsIn, expressionsOf, statementsIn } from "../program/walk.ts";
import { runProcess } from "../toolchain/process.ts";
import { makeWorkspace } from "../toolchain/workspace.ts";
import { storageClass } from "../types/storage.ts";
import { elementOf, isComplex, isNumpy, type ScalarType, type Type, withShape } from "../types/types.ts";

const timeoutMs = 600_000;

/** `text` is printed from `program`. Changes argument arrays in place; throws RunFault where Python raises. */
export function runPython(program: Program, text: string, args: Arguments): Promise<RunResult> {
  return runDriver(program, args, printedDriver, (folder) => writeFileSync(join(folder, "kernel.py"), text));
}

/** The source itself: its kernel called in CPython, with the operators of the pylog package. */
export function runSource(program: Program, args: Arguments): Promise<RunResult> {
  const constants = program.specialised ?? []; // arguments still, in the source
  const all = new Map([...args, ...constants.map(({ name, value }) => [name, value] as const)]);
  return runDriver(program, all, sourceDriver, () => {}, constants);
}

const packageFolder = fileURLToPath(new URL("../../python", import.meta.url));

async function runDriver(
  program: Program,
  args: Arguments,
  driver: string,
  prepare: (folder: string) => void,
  constants: readonly Variable[] = [],
): Promise<RunResult> {
  const kernel = kernelOf(program);
  const params = [...kernel.params, ...constants];
  const workspace = makeWorkspace();
  try {
    for (const { name, type } of params) {
      const value = args.get(name);
      if (value === undefined)
        throw new RunFault("argument", `no value for the argument \`${name}\``, kernel.span);
      writeFileSync(join(workspace.path, `${name}.npy`), encodeNpy(toNpy(type, value)));
    }
    const request = {
      folder: workspace.path,
      package: packageFolder,
      source: resolve(program.source.path),
      kernel: kernel.name,
      params: params.map(({ name, type }) => ({
        name,
        isArray: type.kind === "array",
        ...formOf(elementOf(type)),
      })),
      results: kernel.results.map((type) => formOf(elementOf(type))),
    };
    prepare(workspace.path);
    const script = hasComplex(program) ? unfused + driver : driver;
    const outcome = await runProcess(pythonCommand(), ["-c", script, JSON.stringify(request)], { timeoutMs });
    if (outcome.kind === "failed") throw new ToolFailure(outcome.message, "install Python 3 with NumPy");
    const raised = /^raised (.*)$/m.exec(outcome.stdout)?.[1];
    const unknown = /^TypeError: (.*, which CPython does not know)/.exec(raised ?? "")?.[1];
    if (unknown !== undefined) throw new ToolFailure(unknown, null);
    if (raised !== undefined) throw new RunFault("raised", raised, kernel.span);
    if (outcome.status !== 0) {
      const said = lastLine(outcome.stderr);
      throw new ToolFailure(said, null, { absent: driver === sourceDriver || /No module named/.test(said) });
    }
    return collect(workspace.path, program, args);
  } finally {
    workspace.remove();
  }
}

/** Where the machine can, NumPy's vector loops fuse the products of complex numbers, which its scalars never do. */
const unfused = `
import os
os.environ["NPY_DISABLE_CPU_FEATURES"] = "X86_V3 X86_V4 FMA3 AVX2 AVX512F AVX512_SKX"
`;

function hasComplex({ functions }: Program): boolean {
  return functions.some(({ params, locals, body, results }) => {
    const types = [...[...params, ...locals].map(({ type }) => type), ...results];
    if (types.some((type) => isComplex(elementOf(type)))) return true;
    const roots = [...statementsIn(body)].flatMap(expressionsOf);
    return roots.some((root) => [...expressionsIn(root)].some(({ type }) => isComplex(elementOf(type))));
  });
}

function collect(folder: string, program: Program, args: Arguments): RunResult {
  const kernel = kernelOf(program);
  const read = (file: string, type: Type) => {
    const npy = decodeNpy(readFileSync(join(folder, `${file}.out.npy`)));
    const element = elementOf(type);
    const limbs = npy.dtype === "uint64" && formOf(element).form === "limbs" ? 1 : 0;
    const shape = npy.shape.slice(0, npy.shape.length - limbs);
    return fromNpy(npy, type.kind === "array" ? withShape(element, shape) : type, file);
  };
  for (const { name, type } of kernel.params) {
    const target = args.get(name);
    if (typeof target !== "object" || !existsSync(join(folder, `${name}.out.npy`))) continue;
    const after = read(name, type);
    if (typeof after === "object")
      for (let i = 0; i < after.data.length; i++) target.data[i] = after.data[i] as never;
  }
  return { results: kernel.results.map((type, i) => read(`return_${i}`, type)) };
}

/** How the driver turns what a file holds into what printed Python works with. */
interface Form {
  readonly form: "numpy" | "python" | "integer" | "limbs" | "fixed" | "float";
  readonly dtype: string; // of the file
  readonly bits: number;
  readonly fraction: number;
  readonly signed: boolean;
}

function formOf(type: ScalarType): Form {
  const { dtype } = formatOf(type);
  const plain = { dtype, bits: 0, fraction: 0, signed: false };
  if (isNumpy(type)) return { ...plain, form: "numpy" };
  switch (type.kind) {
    case "python":
      return { ...plain, form: "python" };
    case "int": {
      const { bits, signed } = type;
      return { ...plain, form: bits > 64 ? "limbs" : "integer", bits, signed };
    }
    case "fixed": {
      const { width, integer, signed } = type;
      const form = dtype === "float64" ? "fixed" : width > 64 ? "limbs" : "integer";
      return { ...plain, form, bits: width, fraction: width - integer, signed };
    }
    case "float":
      return storageClass(type) === "pattern" ? { ...plain, form: "integer" } : { ...plain, form: "float" };
    case "bool":
    case "complex":
      return { ...plain, form: "numpy" };
  }
}

export function pythonCommand(): string {
  return process.env.LUTRA_PYTHON || "python3";
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "CPython failed";
}

const printedDriver = `
import json, sys, types, warnings
from fractions import Fraction
import numpy as np

warnings.simplefilter("ignore")
np.seterr(all="ignore")
request = json.loads(sys.argv[1])

def objects(values, shape):
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array.reshape(shape)

def read(spec):
    data = np.load(f"{request['folder']}/{spec['name']}.npy")
    form = spec["form"]
    if form == "numpy":
        return data if data.ndim else data[()]
    if form == "python":
        return data.item()
    shape = data.shape
    if form == "limbs":
        shape = shape[:-1]
        words = [sum(int(w) << 64 * i for i, w in enumerate(row)) for row in data.reshape(-1, data.shape[-1])]
        half = 1 << 64 * data.shape[-1] - 1
        values = [w - 2 * half if spec["signed"] and w >= half else w for w in words]
    elif form == "fixed":
        values = [int(Fraction(float(v)) * Fraction(2) ** spec["fraction"]) for v in data.reshape(-1)]
    elif form == "float":
        values = [float(v) for v in data.reshape(-1)]
    else:
        values = [int(v) for v in data.reshape(-1)]
    return objects(values, shape) if shape else values[0]

def write(name, spec, value):
    form = spec["form"]
    if form in ("numpy", "python"):
        if form == "numpy" and np.asarray(value).dtype.name != spec["dtype"]:
            raise SystemExit(f"{name} came back as {np.asarray(value).dtype.name}, and is {spec['dtype']}")
        data = np.asarray(value, dtype=spec["dtype"])
    else:
        array = np.asarray(value, dtype=object)
        flat = list(array.reshape(-1))
        if form == "limbs":
            limbs = (spec["bits"] + 63) // 64
            mask = (1 << 64) - 1
            rows = [[int(v) >> 64 * i & mask for i in range(limbs)] for v in flat]
            data = np.array(rows, dtype=np.uint64).reshape(array.shape + (limbs,))
        elif form == "fixed":
            data = np.array([float(Fraction(int(v)) / Fraction(2) ** spec["fraction"]) for v in flat], dtype=np.float64)
            data = data.reshape(array.shape)
        else:
            data = np.array(flat, dtype=spec["dtype"]).reshape(array.shape)
    np.save(f"{request['folder']}/{name}.out.npy", data)

with open(f"{request['folder']}/kernel.py", encoding="utf-8") as file:
    text = file.read()
module = {"__name__": "kernel"}
exec(compile(text, "kernel.py", "exec"), module)
# Printed names may differ from the program's (\`max\` is \`max_\`): the kernel comes last, arguments go by position.
kernel = [value for value in module.values() if isinstance(value, types.FunctionType)][-1]
args = {spec["name"]: read(spec) for spec in request["params"]}
try:
    results = kernel(*args.values())
except Exception as error:
    print(f"raised {type(error).__name__}: {error}")
    sys.exit(0)
for spec in request["params"]:
    if isinstance(args[spec["name"]], np.ndarray):
        write(spec["name"], spec, args[spec["name"]])
results = () if results is None else results if isinstance(results, tuple) else (results,)
for i, (spec, value) in enumerate(zip(request["results"], results)):
    write(f"return_{i}", spec, value)
`;

/** Arrays are what a user of the package calls a kernel with: what the files hold. */
const sourceDriver = `
import importlib.util, json, os, sys, warnings
from fractions import Fraction

request = json.loads(sys.argv[1])
sys.path[:0] = [os.path.dirname(request["source"]), request["package"]]
warnings.simplefilter("ignore")
import numpy as np

np.seterr(all="ignore")
spec = importlib.util.spec_from_file_location("kernel_source", request["source"])
module = importlib.util.module_from_spec(spec)
sys.modules["kernel_source"] = module
sys.argv = [request["source"]]
spec.loader.exec_module(module)

# Numbers that no NumPy type holds are Python's own outside; files hold the integers behind them, wide ones as limbs.
def is_exact(spec):
    return spec["form"] == "limbs" or spec["form"] == "integer" and spec["fraction"] != 0

def number(limbs, spec):
    value = sum(int(limb) << 64 * i for i, limb in enumerate(limbs))
    half = 1 << 64 * len(limbs) - 1
    value = value - 2 * half if spec["signed"] and value >= half else value
    return Fraction(value) / Fraction(2) ** spec["fraction"] if spec["fraction"] else value

def write(name, spec, value):
    data = np.asarray(value)
    if is_exact(spec):
        raws = [int(Fraction(item) * Fraction(2) ** spec["fraction"]) for item in data.reshape(-1).tolist()]
        limbs = (spec["bits"] + 63) // 64 if spec["form"] == "limbs" else 0
        rows = [[raw >> 64 * i & (1 << 64) - 1 for i in range(limbs)] for raw in raws] if limbs else raws
        data = np.array(rows, dtype=spec["dtype"]).reshape(data.shape + ((limbs,) if limbs else ()))
    np.save(f"{request['folder']}/{name}.out.npy", data)

def read(spec):
    data = np.load(f"{request['folder']}/{spec['name']}.npy")
    if is_exact(spec):
        rows = data if spec["form"] == "limbs" else data[..., np.newaxis]
        values = [number(row, spec) for row in rows.reshape(-1, rows.shape[-1])]
        return np.array(values, dtype=object).reshape(rows.shape[:-1]) if spec["isArray"] else values[0]
    if data.ndim:
        return data
    return data.item() if spec["form"] == "python" else data[()]

args = {spec["name"]: read(spec) for spec in request["params"]}
try:
    results = getattr(module, request["kernel"]).using(mode="pysim")(**args)
except Exception as error:
    print(f"raised {type(error).__name__}: {error}")
    sys.exit(0)
for spec in request["params"]:
    if isinstance(args[spec["name"]], np.ndarray):
        write(spec["name"], spec, args[spec["name"]])
results = () if results is None else results if isinstance(results, tuple) else (results,)
for i, (spec, value) in enumerate(zip(request["results"], results)):
    write(f"return_{i}", spec, value)
`;
