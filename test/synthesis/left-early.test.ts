/** A pipeline that is left: an iteration starts when it is known that the one before was not the last. */
import { expect, test } from "vitest";
import { synthesize } from "../../src/synthesis/index.ts";
import { reportOf } from "../../src/synthesis/report/index.ts";
import { target } from "./kernel-run.ts";
import { writtenCircuit, writtenLoops } from "./written.ts";

const search = `def kernel(a: "int32[16]", key: "int32"):
    found = -1
    for i in range(16):
        if a[i] == key:
            found = i
            break
    return found`;

const reason =
  "II 2: whether the loop is left is known 2 cycles after an iteration starts, and the next one waits for that";

test("the report says that this is what it waits for", () => {
  const [loop] = reportOf(writtenCircuit(search, "pipeline i")).loops;
  expect(loop).toMatchObject({ interval: 2, reason, bound: { kind: "exit" } });
});

test("a smaller interval that was asked for is refused", () => {
  const made = synthesize(writtenLoops(search, "pipeline i 1"), { target });
  expect(made.ok ? [] : made.diagnostics.map(({ message }) => message)).toEqual([
    `\`i\` cannot start an iteration every cycle: ${reason}`,
  ]);
});

test("a larger one is kept", () => {
  const [loop] = reportOf(writtenCircuit(search, "pipeline i 3")).loops;
  expect(loop).toMatchObject({ interval: 3, reason: "a smaller II was not asked for" });
});
