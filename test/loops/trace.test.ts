/** The walking interpreter gives the bits of the compiled one, and tells each access in order. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { lower } from "../../src/loops/lower/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { trace } from "../../src/loops/trace.ts";
import { RunFault } from "../../src/program/interpret/fault.ts";
import type { Value } from "../../src/types/operators.ts";
import type { NDArray } from "../../src/types/storage.ts";
import { makeArguments } from "../corpus/arguments.ts";
import { parseHeader } from "../corpus/header.ts";
import { compileKernel, typesOf } from "../corpus/roads.ts";
import { fromWire } from "../numpy/ours.ts";
import {
  argumentsOf,
  arith,
  index,
  kernel,
  load,
  loop,
  num,
  randomNest,
  seeded,
  shapes,
  store,
} from "./nests.ts";

describe("trace", () => {
  it("tells loads and stores with their element and iteration", () => {
    const body = store("a", [index("i")], load("a", arith("add", index("i"), num(1))));
    const loops = kernel({ a: [4] }, [loop("i", 0, 3, [body], 2)]);
    const events: string[] = [];
    trace(loops, argumentsOf(loops), {
      load: ({ array, at, iteration }) => events.push(`load ${array} ${at} i=${iteration.get("i")}`),
      store: ({ array, at, iteration }) => events.push(`store ${array} ${at} i=${iteration.get("i")}`),
      iterate: ({ name }, value) => events.push(`${name}=${value}`),
    });
    expect(events).toEqual(["i=0", "load a 1 i=0", "store a 0 i=0", "i=2", "load a 3 i=2", "store a 2 i=2"]);
  });

  it("reports an index out of range as the compiled interpreter does", () => {
    const loops = kernel({ a: [4] }, [loop("i", 0, 5, [store("a", [index("i")], load("a", num(0)))])]);
    expect(() => trace(loops, argumentsOf(loops))).toThrow(RunFault);
    expect(() => prepareLoops(loops).run(argumentsOf(loops))).toThrow(RunFault);
  });

  it("gives the same bits on random nests", () => {
    for (let seed = 0; seed < 100; seed++) {
      const random = seeded(seed);
      agree(kernel(shapes, [randomNest(random, { depth: 3, perfect: false })]), argumentsOf);
    }
  });
});

const corpus = fileURLToPath(new URL("../corpus/", import.meta.url));
/** Kernels of each topic; LUTRA_TRACE=1000 for all. */
const MOST = Number(process.env.LUTRA_TRACE ?? 3);

describe("trace on lowered kernels of the corpus", () => {
  const topics = readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: topic } of topics) {
    it(topic, () => {
      const files = readdirSync(corpus + topic).filter((file) => file.endsWith(".py"));
      for (const file of files.slice(0, MOST)) checkKernel(topic, file);
    });
  }
});

function checkKernel(topic: string, file: string): void {
  const text = readFileSync(`${corpus}${topic}/${file}`, "utf8");
  const header = parseHeader(text);
  if (header.raises !== null) return;
  const wire = makeArguments(header);
  const program = compileKernel({ path: file, text }, file.slice(0, -3), wire);
  const lowered = lower(program);
  if (!lowered.ok) throw new Error(`${topic}/${file} is not lowered`);
  const types = typesOf(wire);
  agree(
    lowered.loops,
    () =>
      new Map(
        [...types].flatMap(([name, type]) => {
          const given = wire[name];
          return given === undefined ? [] : [[name, fromWire(type, given)] as const];
        }),
      ),
  );
}

function agree(loops: Loops, args: (loops: Loops) => Map<string, NDArray | Value>): void {
  const [ours, theirs] = [args(loops), args(loops)];
  const walked = trace(loops, ours);
  const compiled = prepareLoops(loops).run(theirs);
  expect(ours, loops.source.path).toEqual(theirs);
  expect(walked.results, loops.source.path).toEqual(compiled.results);
}
