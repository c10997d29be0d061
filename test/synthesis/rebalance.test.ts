/** Sums of integers in the order in which they are ready: shorter recurrences, and the same bits. */
import { expect, it } from "vitest";
import { predicted } from "../../src/synthesis/index.ts";
import { seeded } from "../hardware/cores/random.ts";
import { ran } from "./network/run.ts";
import { writtenLoops } from "./written.ts";

const target = { family: "xc7", periodNs: 10 } as const;

function cyclesOf(source: string, schedule: string): number {
  return predicted(writtenLoops(source, schedule), { target }).most;
}

it("adds what comes round last: nine products a cycle into one sum", () => {
  const source = `def kernel(x: "int8[9,64]", w: "int8[9]") -> "int32":
    total = np.int32(0)
    for i in range(64):
        for k in range(9):
            total += np.int32(x[k, i]) * np.int32(w[k])
    return total`;
  expect(cyclesOf(source, "partition x dim=0 complete\npartition w dim=0 complete\npipeline i")).toBeLessThan(
    64 + 8,
  );
});

it("adds the round of a hash in one cycle, in whatever order it is written", () => {
  const kernel = (sum: string): string => `def kernel(x: "uint32[64]", y: "uint32[64]", out: "uint32[2]"):
    e = np.uint32(1)
    h = np.uint32(2)
    for i in range(64):
        s = ((e >> 6) | (e << 26)) ^ ((e >> 11) | (e << 21))
        t = ${sum}
        h = e
        e = t
    out[0] = e
    out[1] = h`;
  const written = cyclesOf(kernel("h + s + (e & h) + x[i] + y[i]"), "pipeline i");
  expect(written).toBe(cyclesOf(kernel("(x[i] + y[i] + h) + (s + (e & h))"), "pipeline i"));
  expect(written).toBeLessThan(64 + 8);
});

const cases = Number(process.env.LUTRA_CASES ?? 12);

it("leaves the same bits: sums and differences of all widths that come round", async () => {
  const random = seeded(`rebalance ${process.env.LUTRA_SEED ?? 1}`);
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // never empty
  const types = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"] as const;
  for (let k = 0; k < cases; k++) {
    const [type, small, out] = [among(types), among(types), among(types)];
    const leaf = (): string =>
      among([
        () => "t",
        () => "u",
        () => `np.${type}(x[i])`,
        () => `np.${type}(y[i])`,
        () => `np.${type}(x[i]) * np.${type}(y[i])`,
        () => `(t >> np.${type}(3))`,
        () => `(u ^ np.${type}(y[i]))`,
        () => `np.${type}(np.${small}(x[i]) - np.${small}(y[i]))`,
        () => `np.${type}(np.${small}(t) + np.${small}(u))`,
      ])();
    const sum = (terms: number): string => {
      if (terms < 2) return leaf();
      const left = 1 + Math.floor(random() * (terms - 1));
      return `(${sum(left)} ${among(["+", "-", "+"])} ${sum(terms - left)})`;
    };
    const source = `
def kernel(x: "${among(types)}[32]", y: "${among(types)}[32]", out: "${out}[32]") -> "${type}":
    t = np.${type}(1)
    u = np.${type}(3)
    for i in range(32):
        s = ${sum(4)}
        t = ${among(["s", "t", "u"])} + ${sum(5)}
        u = ${sum(3)} - ${among(["s", "t", "u"])}
        out[i] = np.${out}(${among(["s", "t", "u"])} + t)
    return t + u
`;
    await ran(source, among(["", "pipeline i", "unroll i 2\npipeline i"]));
  }
}, 60_000);
