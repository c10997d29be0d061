/** Operations that one circuit does for two: what is left of them, and that the bits stay. */
import { describe, expect, it } from "vitest";
import { reportOf } from "../../src/synthesis/report/index.ts";
import { seeded } from "../hardware/cores/random.ts";
import { ran } from "./network/run.ts";

const kernel = (body: string): string => `
def kernel(x: "int16[64]", y: "int16[64]", z: "int16[64]", out: "int16[64]", low: "int16[64]"):
    for i in range(64):
        a = x[i]
        b = y[i]
        c = z[i]
        ${body}
`;

/** Operations on values, not on addresses. */
async function operationsOf(body: string): Promise<readonly string[]> {
  const { made } = await ran(kernel(body), "pipeline i");
  return reportOf(made)
    .operators.filter(({ operation }) => !operation.startsWith("add uint"))
    .flatMap(({ operation, units }) => Array.from({ length: units }, () => operation.split(" ")[0] ?? ""))
    .sort();
}

describe("units", () => {
  it.each([
    ["out[i] = a - b if c > 0 else a + b", ["gt", "subadd"]],
    ["out[i] = b + a if c > 0 else a - b", ["addsub", "gt"]],
    ["out[i] = a + b if c > 0 else a + c", ["add", "gt", "select"]],
    ["out[i] = a - b if c > 0 else a - c", ["gt", "select", "sub"]],
    ["out[i] = min(a, b); low[i] = max(b, a)", ["lt", "select", "select"]],
    ["out[i] = np.int16(a < b); low[i] = np.int16(b <= a)", ["lt"]],
  ])("of %s", async (body, units) => {
    expect(await operationsOf(body)).toEqual(units);
  });

  it.each([
    ["out[i] = a - b if c > 0 else b + c", ["add", "gt", "select", "sub"]], // other operands
    ["low[i] = a + b; out[i] = a - b if c > 0 else a + b", ["add", "gt", "select", "sub"]], // read elsewhere too
    ["out[i] = b - a if c > 0 else a - b", ["gt", "select", "sub", "sub"]], // both subtract, from different values
  ])("of %s stay as they are", async (body, units) => {
    expect(await operationsOf(body)).toEqual(units);
  });
});

const cases = Number(process.env.LUTRA_CASES ?? 12);
const types = ["int8", "uint8", "int16", "uint16", "int32"] as const;

it("leaves the same bits, whatever is chosen, compared, shifted and added", async () => {
  const random = seeded(`combine ${process.env.LUTRA_SEED ?? 1}`);
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // never empty
  const value = (): string => among(["a", "b", "c"]);
  const order = (): string => `${value()} ${among(["<", "<=", ">", ">=", "==", "!="])} ${value()}`;
  const sum = (): string => `${value()} ${among(["+", "-"])} ${value()}`;
  const term = (): string =>
    among([
      () => `(${sum()} if ${order()} else ${sum()})`,
      () => `${among(["min", "max"])}(${value()}, ${value()})`,
      () =>
        `(${value()} ${among(["<<", ">>"])} np.${type}(${among([0, 1, 3])} if ${order()} else ${among([2, 5])}))`,
      () => `np.${type}(${order()})`,
    ])();
  let type: string = "int16";
  for (let k = 0; k < cases; k++) {
    type = among(types);
    const out = Array.from({ length: 3 }, () => among([term, sum])()).join(" ^ ");
    const source = `
def kernel(x: "${type}[64]", y: "${type}[64]", z: "${type}[64]", out: "${type}[64]", low: "${type}[64]"):
    for i in range(64):
        a = x[i]
        b = y[i]
        c = z[i]
        out[i] = ${out}
        low[i] = ${term()} + ${term()}
`;
    await ran(source, among(["", "pipeline i", "unroll i 2\npipeline i"]));
  }
}, 60_000);
