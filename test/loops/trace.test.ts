/** The walking interpreter gives the bits of the compiled one, and tells each access in order. */
import { describe, expect, it } from "vitest";
import type { Loops } from "../../src/loops/nodes.ts";
import { prepareLoops } from "../../src/loops/program.ts";
import { trace } from "../../src/loops/trace.ts";
import { RunFault } from "../../src/program/interpret/fault.ts";
import type { Value } from "../../src/types/operators.ts";
import type { NDArray } from "../../src/types/storage.ts";
import { argsFromWire, left, sameLeft } from "../backend/wasm-build.ts";
import { kernelPaths, loweredAt } from "../corpus/kernels.ts";
import { typesOf } from "../corpus/roads.ts";
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

/** One kernel of the corpus in so many; LUTRA_TRACE=1 for all. */
const every = Number(process.env.LUTRA_TRACE ?? 8);

describe("trace on lowered kernels of the corpus", () => {
  it.each(kernelPaths.filter((_, i) => i % every === 0))("%s", (path) => {
    const { loops, args, header } = loweredAt(path);
    const given = argsFromWire(args, typesOf(args));
    const walked = left({ run: (own) => trace(loops, own) }, given);
    const compiled = left(prepareLoops(loops), given);
    expect(sameLeft({ ...walked, fault: null }, { ...compiled, fault: null })).toBe(true);
    expect(walked.fault?.code).toBe(compiled.fault?.code);
    expect(walked.fault !== null).toBe(header.raises !== null);
  });
});

function agree(loops: Loops, args: (loops: Loops) => Map<string, NDArray | Value>): void {
  const [ours, theirs] = [args(loops), args(loops)];
  const walked = trace(loops, ours);
  const compiled = prepareLoops(loops).run(theirs);
  expect(ours, loops.source.path).toEqual(theirs);
  expect(walked.results, loops.source.path).toEqual(compiled.results);
}
