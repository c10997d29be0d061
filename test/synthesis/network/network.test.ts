import { expect, test } from "vitest";
import { ran } from "./run.ts";

const twoNests = `
def kernel(a: "int32[64]", c: "int32[64]"):
    t = np.zeros(64, dtype=np.int32)
    for i in range(64):
        t[i] = a[i] * 3
    for j in range(64):
        c[j] = t[j] + 1
`;

test("x", async () => {
  const plain = await ran(twoNests, "pipeline i\npipeline j");
  const flow = await ran(twoNests, "pipeline i\npipeline j\ndataflow");
  console.log(plain.cycles, flow.cycles, JSON.stringify(flow.made.network, null, 1));
});
