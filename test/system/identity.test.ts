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

test("a circuit keeps its identity when its source moves", () => {
  expect(identity(`\n# A remark.\n\n\n\n\n\n\n\n\n${source}`)).toBe(identity(source));
});

test("and has another one when it computes something else", () => {
  const others = [source.replace("- 3", "- 4"), source.replace("> n", ">= n"), source.replaceAll("40", "41")];
  expect(new Set([source, ...others].map(identity)).size).toBe(4);
});
