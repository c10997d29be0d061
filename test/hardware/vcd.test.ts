/** Waveforms of our simulator. */
import { describe, expect, it } from "vitest";
import { callKernel } from "../../src/hardware/bench/call.ts";
import { harness } from "../../src/hardware/bench/harness.ts";
import { delayBy, design, finish, input, output, startModule } from "../../src/hardware/netlist/build.ts";
import type { Design } from "../../src/hardware/netlist/nodes.ts";
import type { Simulation } from "../../src/hardware/simulate/index.ts";
import { interpret } from "../../src/hardware/simulate/interpret.ts";
import { recorded, type VcdOptions } from "../../src/hardware/simulate/vcd.ts";
import { scale, scaleArguments, scaleCycles } from "../synthesis/kernels.ts";
import { counter, multiplier } from "./circuits.ts";

describe("a waveform", () => {
  it("has ports and their changes, a clock a cycle", () => {
    const { circuit, text } = watched(counter());
    circuit.set("up", 1n);
    circuit.step(2);
    circuit.set("up", 0n);
    circuit.step(2);
    expect(text()).toBe(`\
$version Lutra $end
$timescale 1 ps $end
$scope module counter $end
$var wire 1 ! clk $end
$var wire 1 " up $end
$var wire 8 # count [7:0] $end
$var wire 1 $ wraps $end
$upscope $end
$enddefinitions $end
#0
1!
1"
b0 #
0$
#5000
0!
#10000
1!
b1 #
#15000
0!
#20000
1!
0"
b10 #
#25000
0!
#30000
1!
#35000
0!
`);
  });

  it("has a scope for an instance, with its ports", () => {
    const { text } = watched(multiplier());
    expect(text()).toContain("$scope module core $end\n$var wire 18 ");
    expect(text()).toMatch(/\$var wire 36 \S+ product \[35:0\] \$end\n\$upscope/);
    expect(text()).not.toContain("left_1");
  });

  it("has registers and wires too, on request", () => {
    const { text } = watched(multiplier(), { show: "everything" });
    expect(text()).toContain("left_1 [17:0]");
  });

  it("runs from the start of a call to its end", () => {
    const kernel = scale();
    const { circuit, text } = watched(harness(kernel.design, kernel.interface), { clockMHz: 200 });
    callKernel(
      circuit,
      kernel.interface,
      scaleArguments(() => 1, 1),
      { atOnce: 1 },
    );
    const last = [...text().matchAll(/^#(\d+)$/gm)].at(-1)?.[1];
    expect(Number(last)).toBe(scaleCycles * 5000 + 2500);
  });

  it("has names for more signals than there are characters", () => {
    const b = startModule("line");
    output(b, "end", delayBy(b, "stage", input(b, "begin", 1), 9000));
    const { text } = watched(design(finish(b)), { show: "everything" });
    const names = [...text().matchAll(/\$var wire \d+ (\S+) /g)].map((match) => match[1]);
    expect(names.length).toBeGreaterThan(9000);
    expect(new Set(names).size).toBe(names.length);
  });
});

function watched(
  whole: Design,
  options: Partial<VcdOptions> = {},
): { readonly circuit: Simulation; readonly text: () => string } {
  const parts: string[] = [];
  const write = (part: string): void => void parts.push(part);
  return { circuit: recorded(whole, interpret(whole), { write, ...options }), text: () => parts.join("") };
}
