/**
 * `--board sim:pynq-z2`: a kernel on AXI, with the board's memory, in a simulation. Such boards have bitstreams of the vendor's tools and
 * are called from Python; this is the same circuit, called the same way.
 */
import type { VendorBoard } from "../device/board.ts";
import { Failure } from "../diagnostics/failure.ts";
import { axiCircuit } from "../driver/axi.ts";
import type { Compiled } from "../driver/compile.ts";
import type { FormOptions } from "../driver/forms.ts";
import { simulate } from "../hardware/simulate/index.ts";
import { axiHost, callAxi } from "../system/axi/host.ts";
import { memoryTiming } from "../system/transfer.ts";
import type { Opened } from "./board.ts";

export async function openSimulatedAxi(
  compiled: Compiled,
  board: VendorBoard,
  options: FormOptions,
): Promise<Opened> {
  const { loops, made, system, target } = axiCircuit(compiled, { ...options, board: board.name });
  const stream = made.interface.arrays.find(({ stream: own }) => own !== null);
  if (stream !== undefined)
    throw new Failure(`\`${stream.name}\` is a stream, which no host reaches`, {
      help: "leave out `stream` for arguments",
    });
  const mhz = 1000 / target.periodNs;
  const circuit = await simulate(system.design);
  const host = axiHost(circuit, system, made.interface, memoryTiming(board.memory, mhz));
  return {
    ...{ board: board.name, target, loops, made, mhz, port: null },
    call: async (args, limitMs) => {
      const called = callAxi(host, args, limitMs * mhz * 1000);
      if (called !== null) return called;
      throw new Failure(`the call of ${loops.name} did not end within ${Math.round(limitMs / 1000)} s`);
    },
    close: async () => {},
  };
}
