/** Many copies of one operator: a module and instances of it, which compute, count and lint as copies written out do. */
import { describe, expect, it } from "vitest";
import { seededArgument } from "../../../src/call/seeded.ts";
import { compile, toLoops } from "../../../src/driver/compile.ts";
import type { Loops } from "../../../src/loops/nodes.ts";
import { synthesize } from "../../../src/synthesis/index.ts";
import { reportOf } from "../../../src/synthesis/report/index.ts";
import { array } from "../../../src/types/types.ts";
import { verdict } from "../../synthesis/promise.ts";
import { lint, verilatorAvailable } from "../gates.ts";

/** So many sums of floats side by side. */
function sums(lanes: number): Loops {
  const source = `from pylog import *

@pylog
def sums(a: "float32[${2 * lanes}]", b: "float32[${2 * lanes}]"):
    for i in range(2).pipeline():
        for j in range(${lanes}).unroll():
            b[${lanes} * i + j] = a[${lanes} * i + j] + b[${lanes} * i + j]
`;
  const compiled = compile(source);
  if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join("; "));
  const lowered = toLoops(compiled);
  if (!lowered.ok) throw new Error("no loops");
  const banks = [{ dim: 0, how: "cyclic" as const, factor: lanes }];
  return {
    ...lowered.loops,
    params: lowered.loops.params.map((decl) => (decl.kind === "array" ? { ...decl, banks } : decl)),
  };
}

const target = { family: "xcup", periodNs: 6 } as const;

function made(lanes: number) {
  const synthesized = synthesize(sums(lanes), { target });
  if (!synthesized.ok) throw new Error("no circuit");
  return synthesized;
}

function bits(lanes: number): number {
  return reportOf(made(lanes)).registers.bits;
}

describe("many copies of one operator", () => {
  const [few, many] = [made(8), made(24)];

  it("are instances from some number on", () => {
    expect(few.design.modules).toHaveLength(1);
    expect(many.design.modules.map(({ name }) => name)).toEqual(["sums_add_float32_float32_float32", "sums"]);
    expect(many.design.top.instances).toHaveLength(8);
  });

  it("take the registers that they take written out", () => {
    const [written, instances] = [bits(16) - bits(8), bits(24) - bits(16)];
    expect(instances).toBe(written);
  });

  it("compute what the reference computes", async () => {
    const loops = sums(24);
    const args = Object.fromEntries(
      loops.params.map((decl) => {
        const type = decl.kind === "array" ? array(decl.element, decl.shape) : decl.type;
        return [decl.name, seededArgument(type, decl.name, 1)];
      }),
    );
    expect(await verdict(loops, args)).toMatchObject({ kind: "kept" });
  });

  it.runIf(verilatorAvailable)("have nothing for a linter to say", () => {
    expect(lint(many.design)).toEqual([]);
  });
});
