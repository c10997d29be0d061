/** What Loops were built to is kept by who calls them again, and by nobody else. */
import { describe, expect, it } from "vitest";
import { createBuilds } from "../../src/call/builds.ts";
import { nothingOutside, type Outside } from "../../src/call/outside.ts";
import { runLoops } from "../../src/call/run.ts";
import { ToolFailure } from "../../src/diagnostics/tool_failure.ts";
import { loopsOf } from "../loops/python.ts";

describe("builds", () => {
  const call = { given: new Map(), seed: 1 };

  /** A compiler that fails the first time. */
  function moody() {
    let [calls, removed] = [0, 0];
    const program: Outside["program"] = async () => {
      calls++;
      if (calls === 1) throw new ToolFailure("there is no room left");
      const remove = (): void => {
        removed++;
      };
      return { run: async () => ({ results: [] }), remove };
    };
    return { outside: { ...nothingOutside, program }, calls: () => calls, removed: () => removed };
  }

  it("are made once for calls that come again, and again after a failure", async () => {
    const { outside, calls, removed } = moody();
    const loops = loopsOf("def f(a):\n    a[:] = a + 1\n", { a: "int32[4]" });
    const builds = createBuilds();
    await expect(runLoops(loops, "csim", { ...call, outside, builds })).rejects.toThrow("no room left");
    await runLoops(loops, "csim", { ...call, outside, builds });
    await runLoops(loops, "csim", { ...call, outside, builds });
    expect([calls(), removed()]).toEqual([2, 0]);
    await builds.remove();
    expect(removed()).toBe(1);
  });

  it("are gone after the call where nobody keeps them", async () => {
    const { outside, calls, removed } = moody();
    const loops = loopsOf("def f(a):\n    a[:] = a + 1\n", { a: "int32[4]" });
    await expect(runLoops(loops, "csim", { ...call, outside })).rejects.toThrow("no room left");
    await runLoops(loops, "csim", { ...call, outside });
    await runLoops(loops, "csim", { ...call, outside });
    expect([calls(), removed()]).toEqual([3, 2]);
  });
});
