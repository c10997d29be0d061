import { expect, test } from "vitest";
import { printVerilog } from "../../src/hardware/verilog/index.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { identityOf } from "../../src/system/identity.ts";
import { loopsOf } from "../schedule/lowered.ts";

const source = `def kernel(a: "int32[40]", n: "int32"):
    for i in range(40):
        while a[i] > n:
            a[i] = a[i] - 3
`;

function identity(text: string): bigint {
  const made = synthesize(loopsOf(text), { target: { family: "xc7", periodNs: 10 } });
  return made.ok ? identityOf(printVerilog(made.design)) : expect.fail("no circuit");
}

const wide = `def kernel(a: "int16[40]", b: "int16[40]", c: "int32[40]", n: "int32"):
    for i in range(40):
        near = a[i] * b[i] + n
        far = (near >> 3) * (near - 5) if near > b[i] else near * 9
        c[39 - i] = max(far, near) // 7 + min(far, n) % 5
`;

test.each([source, wide])("a circuit keeps its identity when its source moves", (text) => {
  expect(identity(`\n# A remark.\n\n\n\n\n\n\n\n\n${text}`)).toBe(identity(text));
});

test("and has another one when it computes something else", () => {
  const others = [source.replace("- 3", "- 4"), source.replace("> n", ">= n"), source.replaceAll("40", "41")];
  expect(new Set([source, ...others].map(identity)).size).toBe(4);
});
