/** Networks as one graph: samples in a loop, any node as the result, inputs of other types, integers where floats lose nothing. */
import { describe, expect, it } from "vitest";
import { kernelOf, runProgram } from "../../../src/call/run.ts";
import { compileNetwork, explain, toLoops } from "../../../src/driver/compile.ts";
import type { OnnxOptions } from "../../../src/frontend/onnx/index.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { printLoops } from "../../../src/loops/program.ts";
import { statementsIn } from "../../../src/loops/walk.ts";
import { parseType } from "../../../src/types/parse.ts";
import { allocate, set } from "../../../src/types/storage.ts";
import type { Type } from "../../../src/types/types.ts";
import { scheduled } from "../../schedule/scheduled.ts";
import { verdictBeside } from "../../synthesis/promise.ts";
import { numbers } from "./call.ts";
import { modelBytes } from "./model.ts";
import { quantised } from "./quantised.ts";

const file = { path: "net.onnx", bytes: modelBytes(quantised([6, 5, 4, 3])) };

function typed(text: string): Type {
  const parsed = parseType(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.type;
}

function network(options: OnnxOptions) {
  const compiled = compileNetwork(file, options);
  if (!compiled.ok) throw new Error(explain(compiled));
  return compiled;
}

function loopsOf(options: OnnxOptions): Loops {
  const lowered = toLoops(network(options));
  if (!lowered.ok) throw new Error("a network has loops");
  return lowered.loops;
}

/** What a call returns; elements count up in sixteenths. */
function results(options: OnnxOptions, first = 0): readonly number[] {
  const { program } = network(options);
  const given = new Map(
    kernelOf(program).params.map(({ name, type }) => {
      if (type.kind !== "array") throw new Error("an array");
      const nd = allocate(type);
      const step = type.element.kind === "fixed" ? 1 : 1 / 16; // of fixed types memory holds how many steps it is
      for (let i = 0; i < nd.data.length; i++) set(nd, i, ((((first + i) * 37) % 200) - 96) * step);
      return [name, nd] as const;
    }),
  );
  return runProgram(program, { given, seed: 1 }).results.flatMap(numbers);
}

const eight = new Map([["x", typed("fixed<8,4>[1,6]")]]);

describe("a network", () => {
  it("takes samples one after another, each as if it came alone", () => {
    const three = results({ samples: 3 });
    expect(three).toEqual([0, 1, 2].flatMap((sample) => results({}, 6 * sample)));
    expect(printLoops(loopsOf({ samples: 3 }))).toContain("for sample in range(3):");
  });

  it("returns what a node computes, by its name or that of its value", () => {
    const logits = results({ results: ["add2"] });
    expect(results({ results: ["a2"] })).toEqual(logits);
    const sum = logits.reduce((all, one) => all + Math.exp(one), 0);
    expect(results({})[0]).toBeCloseTo(Math.exp(logits[0] ?? 0) / sum, 5);
  });

  it("refuses a node that is not there, and says which is meant", () => {
    const refused = compileNetwork(file, { results: ["add3"] });
    expect(refused.ok ? "" : explain(refused)).toMatch(/nothing called `add3`[\s\S]*did you mean add0/);
  });

  it("takes an input of another type, and computes with its values", () => {
    const { program } = network({ args: eight });
    expect(kernelOf(program).params[0]?.type).toEqual(typed("fixed<8,4>[1,6]"));
    expect(results({ args: eight })).toEqual(results({}));
  });

  it("has no Relu before activations without a sign", () => {
    const names = statementsIn(loopsOf({}).body).flatMap((stmt) => (stmt.kind === "for" ? [stmt.name] : []));
    expect(names).toContain("quant0.1");
    expect(names.filter((name) => name.startsWith("relu"))).toEqual([]);
  });

  it("is a flat circuit that takes a sample a cycle, with the bits of the reference", async () => {
    const loops = loopsOf({ args: eight, samples: 4, results: ["add2"] });
    const flat = scheduled(
      loops,
      "fixed_point\nflatten sample\npartition x dim=1 complete\npartition a2_out dim=1 complete",
    );
    expect(printLoops(flat)).toContain("mul2_acc = 0\n");
    const x = allocate(typed("fixed<8,4>[4,6]") as Parameters<typeof allocate>[0]);
    for (let i = 0; i < x.data.length; i++) set(x, i, ((i * 37) % 200) - 96);
    const judged = await verdictBeside(loops, flat, { x });
    if (judged.kind !== "kept") throw new Error(JSON.stringify(judged));
    const [ii] = [...judged.ran.made.timings.values()].flatMap(({ ii }) => (ii === null ? [] : [ii]));
    expect(ii).toBe(1);
    expect([...judged.ran.made.built.keys()].filter((operator) => operator.startsWith("mul"))).toEqual([]);
  });
});
