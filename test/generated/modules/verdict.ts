/** What CPython and the evaluation of a module make of a generated one: the same value for every name that is known. */

import { elements, elementType } from "../../../src/frontend/python/module/arrays.ts";
import { starred } from "../../../src/frontend/python/module/imports.ts";
import { evaluateModule, thorough } from "../../../src/frontend/python/module/index.ts";
import type { Limits } from "../../../src/frontend/python/module/machine.ts";
import type { Cause, Obj } from "../../../src/frontend/python/module/objects.ts";
import { parsePython } from "../../../src/frontend/python/syntax/index.ts";
import type { Value } from "../../../src/types/operators.ts";
import { printType } from "../../../src/types/print.ts";
import type { ScalarType } from "../../../src/types/types.ts";
import type { NumpyServer } from "../../numpy/server.ts";
import type { GeneratedModule } from "./writer.ts";

export type ModuleVerdict =
  | { readonly kind: "agrees"; readonly known: number; readonly unknown: readonly string[] } // why some are not
  | { readonly kind: "raises"; readonly exception: string }
  | { readonly kind: "differs"; readonly lines: readonly string[] };

export async function judgeModule(numpy: NumpyServer, { text }: GeneratedModule): Promise<ModuleVerdict> {
  const answer = numpy.run({ text: `${text}\n${dump}`, kernel: "_dump", args: {}, seconds: 5 });
  let ours: Names;
  let hasty: Names;
  try {
    ours = valuesOf(text, thorough);
    hasty = valuesOf(text, little(text));
  } catch (error) {
    await answer;
    return {
      kind: "differs",
      lines: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    };
  }
  const theirs = await answer;
  if (!theirs.ok)
    return { kind: "raises", exception: `${theirs.exception.type}: ${theirs.exception.message}` };
  const [found] = theirs.results;
  const bytes =
    found !== undefined && "data" in found ? Buffer.from(found.data, "base64").toString("utf8") : "";
  const values = new Map(
    bytes.split("\n").map((line) => [line.split("=")[0] ?? "", line.slice(line.indexOf("=") + 1)]),
  );
  const early = compared(hasty, values);
  if (early.kind === "differs") return { kind: "differs", lines: ["with little time:", ...early.lines] };
  return compared(ours, values);
}

/** So little, for one module less than for another, that many statements are given up half-way. */
function little(text: string): Limits {
  return { steps: 100 + ((text.length * 37) % 1500), total: 100_000, elements: 60 + (text.length % 400) };
}

function compared(ours: Names, theirs: ReadonlyMap<string, string>): ModuleVerdict {
  const lines: string[] = [];
  const unknown: string[] = [];
  let known = 0;
  for (const name of new Set([...ours.known.keys(), ...theirs.keys()])) {
    const [a, b] = [ours.known.get(name) ?? ours.other(name), theirs.get(name)];
    if (a?.kind === "unknown") {
      unknown.push(why(a.cause));
      continue;
    }
    if (a?.text === b) known++;
    else lines.push(`${name}: ${a?.text ?? "no value"} here, ${b ?? "no value"} in CPython`);
  }
  return lines.length > 0 ? { kind: "differs", lines } : { kind: "agrees", known, unknown };
}

function why({ why: reason }: Cause): string {
  return JSON.stringify(reason.kind === "branch" ? reason.because.why : reason);
}

type Shown =
  | { readonly kind: "known"; readonly text: string }
  | { readonly kind: "unknown"; readonly cause: Cause };

interface Names {
  readonly known: ReadonlyMap<string, Shown>;
  readonly other: (name: string) => Shown | undefined; // that code which is not known may have bound
}

function valuesOf(text: string, limits: Limits): Names {
  const source = { path: "module.py", text };
  const { module, diagnostics } = parsePython(source);
  if (diagnostics.length > 0) throw new Error(`no Python: ${diagnostics[0]?.message}`);
  const machine = evaluateModule(source, module.body, limits);
  const found = new Map<string, Shown>();
  for (const [name, { value }] of machine.module.names) {
    if (value.kind === "function" || (value.kind === "known" && value.known.kind === "module")) continue;
    if (name === "elsewhere") continue;
    found.set(name, shown(value));
  }
  const other = (name: string): Shown | undefined => {
    const value = starred(machine, name);
    return value === null ? undefined : shown(value);
  };
  return { known: found, other };
}

function shown(obj: Obj): Shown {
  switch (obj.kind) {
    case "number":
      return { kind: "known", text: shownNumber(obj.value, obj.type) };
    case "text":
      return { kind: "known", text: JSON.stringify(obj.text) };
    case "none":
      return { kind: "known", text: "None" };
    case "list":
    case "tuple": {
      if (obj.kind === "list" && obj.lost !== null) return { kind: "unknown", cause: obj.lost.cause };
      const items = obj.items.map(shown);
      const lost = items.find((item) => item.kind === "unknown");
      if (lost !== undefined) return lost;
      const inside = items.map((item) => (item.kind === "known" ? item.text : "")).join(", ");
      return { kind: "known", text: obj.kind === "list" ? `[${inside}]` : `(${inside})` };
    }
    case "array": {
      if (obj.memory.lost !== null) return { kind: "unknown", cause: obj.memory.lost.cause };
      const type = elementType(obj);
      const items = elements(obj).map((value) => shownNumber(value, type));
      return { kind: "known", text: `array(${obj.shape.join(" ")}: ${items.join(" ")})` };
    }
    case "unknown":
      return { kind: "unknown", cause: obj.cause };
    default:
      return { kind: "known", text: obj.kind };
  }
}

function shownNumber(value: Value, type: ScalarType): string {
  const name = printType(type).replace("python ", "");
  if (typeof value === "boolean") return `${name} ${value ? 1 : 0}`;
  const float = type.kind === "float" || (type.kind === "python" && type.name === "float");
  if (!float) return `${name} ${value}`;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Number(value));
  return `${name} ${Number.isNaN(Number(value)) ? "nan" : bits.getBigUint64(0).toString(16)}`;
}

const dump = `
def _dump():
    import json, struct, types
    def number(v):
        name = v.dtype.name if isinstance(v, np.generic) else type(v).__name__
        if isinstance(v, (bool, np.bool_)):
            return f"{name} {int(v)}"
        if isinstance(v, (float, np.floating)):
            bits = struct.unpack(">Q", struct.pack(">d", float(v)))[0]
            return f"{name} nan" if v != v else f"{name} {bits:x}"
        return f"{name} {int(v)}"
    def show(v):
        if v is None:
            return "None"
        if isinstance(v, str):
            return json.dumps(v)
        if isinstance(v, list):
            return "[" + ", ".join(map(show, v)) + "]"
        if isinstance(v, tuple):
            return "(" + ", ".join(map(show, v)) + ")"
        if isinstance(v, np.ndarray):
            items = " ".join(number(x) for x in v.reshape(-1))
            return "array(" + " ".join(map(str, v.shape)) + ": " + items + ")"
        if isinstance(v, (bool, int, float, np.generic)):
            return number(v)
        if hasattr(v, "__next__"):
            return "iterator"
        return type(v).__name__
    skip = (types.FunctionType, types.ModuleType)
    lines = [f"{n}={show(v)}" for n, v in globals().items() if not n.startswith("_") and not isinstance(v, skip)]
    return np.frombuffer("\\n".join(lines).encode(), np.uint8)
`;
