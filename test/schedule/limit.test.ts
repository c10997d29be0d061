/** limit: what a schedule may say of operators, and what back ends make of it. */
import { describe, expect, it } from "vitest";
import { generateMerlin } from "../../src/backend/merlin/index.ts";
import { generateOpencl } from "../../src/backend/opencl/index.ts";
import { generateVitis } from "../../src/backend/vitis/index.ts";
import { operatorsIn } from "../../src/loops/operators.ts";
import { printLoops } from "../../src/loops/program.ts";
import { plan } from "../../src/schedule/handles.ts";
import { parseSchedule } from "../../src/schedule/parse.ts";
import { scheduleOf, withoutRequests } from "../../src/schedule/source.ts";
import { loopsOf } from "./lowered.ts";
import { expectSame, refused, scheduled } from "./scheduled.ts";

const body = `
    for i in range(8):
        a[i] = a[i] * a[i] + np.exp(a[i])
        b[i] = b[i] * 77 // 3
`;
const loops = loopsOf(`def k(a: "float32[8]", b: "int32[8]"):${body}`);

describe("limit", () => {
  it("knows the operators of a kernel", () => {
    expect(operatorsIn(loops)).toEqual([
      ...["add", "exp", "float32.add", "float32.exp", "float32.mul"],
      ...["floordiv", "int.floordiv", "int.mul", "mul"],
    ]);
  });

  it("changes nothing but how many units there are, and prints and reads back", () => {
    const after = expectSame(loops, "limit mul 2\nlimit float32.add 1");
    expect(after.limits).toEqual([
      { operator: "mul", count: 2 },
      { operator: "float32.add", count: 1 },
    ]);
    expect(printLoops(after)).toContain("    # pragma: limit mul 2\n    # pragma: limit float32.add 1\n");
    expect(scheduleOf(after)).toEqual([
      { primitive: "limit", args: { operator: "mul", count: 2 } },
      { primitive: "limit", args: { operator: "float32.add", count: 1 } },
    ]);
    expect(withoutRequests(after).limits).toBeUndefined();
  });

  it("takes the place of an earlier one", () => {
    expect(scheduled(loops, "limit mul 2\nlimit mul 3").limits).toEqual([{ operator: "mul", count: 3 }]);
  });

  it("is a method of plans", () => {
    expect(plan(loops).limit("float32.mul", 4).schedule).toEqual([
      { primitive: "limit", args: { operator: "float32.mul", count: 4 } },
    ]);
  });

  it("refuses an operator that the kernel does not have", () => {
    expect(refused(loops, "limit mull 2")).toMatchObject({
      code: "unknown-in-schedule",
      message: "there is no operator `mull`",
      help: "did you mean `mul`?",
    });
    expect(refused(loops, "limit sqrt 2").help).toBe(
      "at this point the kernel has `add`, `exp`, `float32.add`, `float32.exp`, `float32.mul`, `floordiv`, `int.floordiv`, `int.mul`, `mul`",
    );
  });

  it.each([
    ["limit mul 0", "`limit` needs a whole number of 1 or more as `count`, not `0`"],
    ["limit mul", "`limit` needs a whole number of 1 or more as `count`"],
    ["limit", "`limit` needs an operator, such as `mul` or `float32.mul`"],
  ])("refuses %s", (text, message) => {
    expect(parseSchedule(text)).toMatchObject({ ok: false, diagnostics: [{ message }] });
  });

  it.each([
    ["limit float32.mul 2", "float32.mul"],
    ["HLS allocation operation instances=fmul limit=2", "float32.mul"],
    ["HLS ALLOCATION instances=mul limit=2 operation", "int.mul"],
  ])("can stand in the source: %s", (text, operator) => {
    const asked = loopsOf(`def k(a: "float32[8]", b: "int32[8]"):\n    pragma("${text}")${body}`);
    expect(scheduleOf(asked)).toEqual([{ primitive: "limit", args: { operator, count: 2 } }]);
  });
});

describe("in back ends", () => {
  const pragmas = (schedule: string): readonly string[] => {
    const made = generateVitis(scheduled(loops, schedule));
    if (!made.ok) throw new Error("refused");
    return (made.files.get(made.source) ?? "").match(/#pragma HLS ALLOCATION .*/g) ?? [];
  };

  it("Vitis is told, by its own names", () => {
    expect(pragmas("limit float32.mul 4")).toEqual([
      "#pragma HLS ALLOCATION operation instances=fmul limit=4",
    ]);
    expect(pragmas("limit mul 2")).toEqual([
      "#pragma HLS ALLOCATION operation instances=fmul limit=2",
      "#pragma HLS ALLOCATION operation instances=mul limit=2",
    ]);
    expect(pragmas("limit floordiv 1")).toEqual([
      "#pragma HLS ALLOCATION operation instances=sdiv limit=1",
      "#pragma HLS ALLOCATION operation instances=udiv limit=1",
    ]);
  });

  it("Vitis is told in every function", () => {
    expect(pragmas("outline i work\nlimit float32.mul 1")).toHaveLength(2);
  });

  it("what Vitis has no name for is said to be left out", () => {
    const made = generateVitis(scheduled(loops, "limit exp 1"));
    expect(made.ok && made.diagnostics).toMatchObject([
      {
        code: "limit-beyond-target",
        severity: "warning",
        message: "the limit of `exp` is not passed on: Vitis HLS has no operation of that name to limit",
      },
    ]);
  });

  it("Merlin and OpenCL say that they leave it out", () => {
    const limited = scheduled(loops, "limit mul 2");
    const [merlin, opencl] = [generateMerlin(limited), generateOpencl(limited)];
    expect(merlin.ok && merlin.notes).toEqual([
      "limit mul 2: Merlin decides itself how many operators work at a time, from what is parallel",
    ]);
    expect(opencl.ok && opencl.notes).toEqual([
      "limit mul 2: OpenCL has no word for units; unroll less to have fewer",
    ]);
  });
});
