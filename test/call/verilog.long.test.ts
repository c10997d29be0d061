/** A circuit in every simulator: the same results, cycles and faults. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { compileVerilog, type Simulator, type VerilogKernel } from "../../src/call/verilog.ts";
import { ToolFailure } from "../../src/diagnostics/tool_failure.ts";
import { thisMachine } from "../../src/outside/index.ts";
import { RunFault } from "../../src/program/interpret/fault.ts";
import { int32 } from "../../src/types/types.ts";
import { icarusAvailable } from "../hardware/icarus.ts";
import { verilatorAvailable } from "../hardware/verilator.ts";
import { filled, scale, scaleArguments, scaleCycles } from "../synthesis/kernels.ts";

const folder = mkdtempSync(join(tmpdir(), "lutra-waves-"));
afterAll(() => rmSync(folder, { recursive: true }));

every("lutra", true);
every("icarus", icarusAvailable());
every("verilator", verilatorAvailable());

function every(sim: Simulator, available: boolean): void {
  describe.skipIf(!available)(`in ${sim}`, () => {
    const compiled = new Map<string, Promise<VerilogKernel>>();
    const kernel = (): Promise<VerilogKernel> => {
      const known = compiled.get(sim) ?? compileVerilog(scale(), { sim, limit: 1000, outside: thisMachine });
      compiled.set(sim, known);
      return known;
    };
    afterAll(async () => {
      for (const one of compiled.values()) (await one).remove();
    });

    it("changes arrays, returns results, counts cycles", async () => {
      const args = scaleArguments((index) => index - 5, -3);
      const outcome = await (await kernel()).run(args);
      const product = filled(int32, (index) => (index - 5) * -3);
      expect(outcome).toEqual({ results: [-120, product], cycles: scaleCycles });
      expect(args.get("c")).toEqual(product);
    });

    it("turns a fault into that of the source", async () => {
      const args = scaleArguments(() => 13, 1);
      const fault = await (await kernel()).run(args).catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(RunFault);
      expect(fault).toMatchObject({
        code: "index-out-of-range",
        message: "an index is out of range for an axis of 4 elements",
        span: { from: 3, to: 7 },
      });
    });

    it("runs again after a fault", async () => {
      const outcome = await (await kernel()).run(scaleArguments(() => 2, 4));
      expect(outcome).toMatchObject({ results: [128, {}], cycles: scaleCycles });
    });

    it("writes waveforms", async () => {
      const path = join(folder, `${sim}.vcd`);
      await (await kernel()).run(
        scaleArguments(() => 1, 1),
        { vcd: path },
      );
      expect(readFileSync(path, "utf8")).toMatch(/\$scope module kernel \$end[\s\S]*a_0_address/);
    });

    it("refuses one array as two", async () => {
      const c = filled(int32, () => 0);
      const args = new Map([...scaleArguments(() => 1, 1), ["a", c], ["c", c]] as const);
      await expect((await kernel()).run(args)).rejects.toThrow("`a` and `c` are the same array");
    });
  });
}

it("says when a kernel does not end", async () => {
  const kernel = await compileVerilog(scale(), { sim: "lutra", limit: 5 });
  const failure = await kernel.run(scaleArguments(() => 1, 1)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ToolFailure);
  expect(failure).toMatchObject({ message: "scale did not end within 5 cycles", absent: false });
});

it("names the loop that may run for ever", async () => {
  const loop = { from: 3, to: 9 };
  const kernel = await compileVerilog({ ...scale(), loop }, { sim: "lutra", limit: 5 });
  const failure = await kernel.run(scaleArguments(() => 1, 1)).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "RunFault", code: "no-end", span: loop });
});
