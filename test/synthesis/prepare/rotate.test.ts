/** Neighbours out of cyclic banks: every bank is read once an iteration, and the bits stay. */
import { expect, it } from "vitest";
import { predicted } from "../../../src/synthesis/index.ts";
import { seeded } from "../../hardware/cores/random.ts";
import { ran } from "../network/run.ts";
import { writtenLoops } from "../written.ts";

const target = { family: "xc7", periodNs: 10 } as const;

it.each([3, 4, 5])("reads a window of %i a cycle out of as many banks", (size) => {
  const taps = Array.from({ length: size }, (_, k) => `x[i + ${k}]`).join(" + ");
  const source = `def kernel(x: "int32[${63 + size}]", y: "int32[64]"):
    for i in range(64):
        y[i] = ${taps}`;
  const loops = writtenLoops(source, `partition x dim=0 cyclic ${size}\npipeline i`);
  expect(predicted(loops, { target }).most).toBeLessThan(64 + 8);
});

it("reads a square along both dimensions", () => {
  const source = `def kernel(x: "int16[10,12]", y: "int16[8,10]"):
    for i in range(8):
        for j in range(10):
            total = np.int16(0)
            for r in range(3):
                for s in range(3):
                    total += x[i + r, j + s]
            y[i, j] = total`;
  const loops = writtenLoops(source, "partition x dim=0 cyclic 3\npartition x dim=1 cyclic 3\npipeline j");
  expect(predicted(loops, { target }).most).toBeLessThan(80 + 8);
});

const cases = Number(process.env.LUTRA_CASES ?? 12);

it("leaves the same bits, whatever the window, the banks, the strides and the borders", async () => {
  const random = seeded(`rotate ${process.env.LUTRA_SEED ?? 1}`);
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // never empty
  for (let k = 0; k < cases; k++) {
    const [rows, columns] = [among([6, 7, 9]), among([8, 11, 13])];
    const [high, wide] = [1 + Math.floor(random() * 4), 2 + Math.floor(random() * 4)];
    const [down, across] = [among([1, 1, 2]), among([1, 1, 2, 3])];
    const [first, step] = [among([0, 1]), among([1, 1, 2])];
    const turns = [Math.floor((rows - high) / down) + 1, Math.floor((columns - wide) / across) + 1];
    const taps = Array.from(
      { length: 2 + Math.floor(random() * high * wide) },
      () => `x[${down} * i + ${Math.floor(random() * high)}, ${across} * j + ${Math.floor(random() * wide)}]`,
    );
    const guarded = among([
      taps.join(" + "),
      `${taps.join(" - ")} if j > 0 else ${taps[0]}`,
      `${taps.join(" ^ ")} + x[i, j - 1 if j > 0 else 0]`,
      `${taps.join(" + ")} + x[k, j] + x[k, j + 1]`,
    ]);
    const also = among(["", "", "x[i, 0] = 7"]); // then nothing may be moved
    const source = `
def kernel(x: "int16[${rows},${columns}]", y: "int16[${rows},${columns}]"):
    for i in range(${Math.min(first, turns[0] ?? 0)}, ${turns[0]}, ${step}):
        for j in range(${first}, ${turns[1]}):
            k = y[i, j] & 3
            y[i, j] = ${guarded}
        ${also}
`;
    const banks = (dim: number): string => `partition x dim=${dim} cyclic ${2 + Math.floor(random() * 4)}`;
    const parts = among([[banks(0), banks(1)], [banks(1)], [banks(0)]]).join("\n");
    await ran(
      source,
      `${parts}\n${among(["pipeline j", "pipeline j", "unroll j 2\npipeline j", "pipeline i"])}`,
    );
  }
}, 60_000);
