/** What random schedules found, made small: kernels that once came out wrong, or were not refused. */
import { expect, test } from "vitest";
import { loopsOf } from "./lowered.ts";
import { refused } from "./scheduled.ts";

test("no nest moves past a jump inside of an if", () => {
  const loops = loopsOf(`
def k(a: "int32[4]", u: "int32[4]"):
    for i in range(4):
        for j in range(1):
            u[i] = 0
        if a[i] >= 0:
            continue
        for l in range(1):
            u[i] += a[i]
`);
  expect(refused(loops, "fuse_kernels j l").code).toBe("fuse-kernels-between");
});
