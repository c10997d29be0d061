/** Library operators with their performance parameters: as many elements a step as asked, and the same bits. */
import { describe, expect, it } from "vitest";
import { loopsOf } from "./lowered.ts";
import { expectSame, refused, run, scheduled } from "./scheduled.ts";

const reductions = ["max", "min", "argmax", "argmin", "sum"];
const types = ["int8", "int32", "uint64", "float32", "float64"];

describe("tune", () => {
  it.each(reductions)("%s takes p_i inputs a step, for every type and remainder", (fn) => {
    for (const type of types) {
      for (const length of [2, 4, 7, 16]) {
        const loops = loopsOf(`def k(a: "${type}[${length}]"):\n    h = np.${fn}(a)\n    return h\n`);
        for (const inputs of [1, 2, 3, 4, 8]) {
          const text = `tune h p_i=${inputs} pipelined`;
          // A sum of floats in parts rounds in another order, and says so: tune makes it what reassociate makes it.
          if (fn === "sum" && type.startsWith("float")) run(scheduled(loops, text));
          else expectSame(loops, text);
        }
      }
    }
  });

  it.each(["argmax", "argmin"])("%s still finds the first of equal elements, and the first NaN", (fn) => {
    const loops = loopsOf(`def k(a: "float32[12]"):
    b = a * 0
    b[3] = 5
    b[7] = 5
    b[9] = np.nan
    c = np.${fn}(b)
    d = np.${fn}(a * 0)
    return c, d
`);
    for (const inputs of [2, 3, 4, 5]) expectSame(loops, `tune c p_i=${inputs}\ntune d p_i=${inputs}`);
  });

  it("along an axis, each row has its tree", () => {
    expectSame(loopsOf('def k(a: "int16[5,9]"):\n    h = np.max(a, axis=1)\n    return h\n'), "tune h p_i=4");
  });

  it("matmul, convolve, conv2d and sort stay exact under every parameter", () => {
    const matmul = loopsOf('def k(a: "float32[6,5]", b: "float32[5,7]"):\n    c = a @ b\n    return c\n');
    const convolve = loopsOf(
      'def k(a: "float32[13]", b: "float32[4]"):\n    c = np.convolve(a, b)\n    return c\n',
    );
    const sort = loopsOf('def k(a: "float32[13]"):\n    c = np.sort(a)\n    return c\n');
    for (const factor of [1, 2, 3, 4]) {
      expectSame(matmul, `tune c p_o=${factor} pipelined`);
      expectSame(convolve, `tune c p_o=${factor} p_m=${5 - factor} sequential`);
      expectSame(sort, `tune c q_o=${factor} pipelined`);
    }
  });

  it("matmul spreads what a group of outputs reaches", () => {
    const loops = loopsOf('def k(a: "float32[8,8]", b: "float32[8,8]"):\n    c = a @ b\n    return c\n');
    const { params, arrays } = scheduled(loops, "tune c p_o=4");
    const banks = [...params, ...arrays].map((one) => [one.name, "banks" in one ? one.banks : undefined]);
    const cyclic = [{ dim: 1, how: "cyclic", factor: 4 }];
    expect(Object.fromEntries(banks)).toEqual({ a: undefined, b: cyclic, c: cyclic });
  });

  it("a parameter that the operator lacks is refused with those it has", () => {
    const loops = loopsOf('def k(a: "int32[8]"):\n    c = np.sort(a)\n    return c\n');
    expect(refused(loops, "tune c p_m=2").message).toBe("the sort that fills `c` has no parameter `p_m`");
  });
});
