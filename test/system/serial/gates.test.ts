/** The cells of a board's bitstream, asked through its pins, answer as our simulation of the system does. */
import { expect, test } from "vitest";
import { findBoard } from "../../../src/device/board.ts";
import { simulate } from "../../../src/hardware/simulate/index.ts";
import { printVerilog } from "../../../src/hardware/verilog/index.ts";
import { moduleName } from "../../../src/hardware/verilog/names.ts";
import { prepareLoops } from "../../../src/loops/program.ts";
import { synthesize } from "../../../src/synthesis/index.ts";
import { boardTop, boardVerilog, clockBelow } from "../../../src/system/serial/board.ts";
import { callBoard, connect } from "../../../src/system/serial/host.ts";
import { simulatedLine } from "../../../src/system/serial/simulated.ts";
import { serialSystem } from "../../../src/system/serial/system.ts";
import { windowsOf } from "../../../src/system/serial/windows.ts";
import { netlistOfVerilog } from "../../../src/toolchain/yosys.ts";
import { left, leftLater, sameLeft } from "../../backend/wasm-build.ts";
import { icarusAvailable } from "../../hardware/icarus.ts";
import { loopsOf } from "../../schedule/lowered.ts";
import { argumentsFor } from "../../schedule/scheduled.ts";
import { cellModels, recorded, replay } from "./gates.ts";

const source = `
def kernel(a: "int16[8]", x: "int16", y: "int32[8]"):
    total = np.int32(0)
    for i in range(8):
        y[i] = a[i] * x + y[i]
        total += y[i]
    return total
`;

test.skipIf(cellModels("ice40") === null || !icarusAvailable())(
  "iCEBreaker",
  { timeout: 180_000 },
  async () => {
    const choice = findBoard("icebreaker");
    if (!choice.ok || choice.board.host !== "serial") throw new Error("no such board");
    const { board } = choice;
    const loops = loopsOf(source);
    const shared = { halves: new Set(["a", "y"]), streams: new Set<string>() };
    const made = synthesize(loops, { target: { family: "ice40up", periodNs: 40 }, shared });
    if (!made.ok) throw new Error("no circuit");
    const [divider, quiet, identity] = [6, 1200, 42n];
    const system = serialSystem(made.design, made.interface, { divider, quiet, identity });

    const { line, talk } = recorded(simulatedLine(await simulate(system), { divider, cyclesPerMs: 600 }));
    const args = Object.fromEntries(argumentsFor(loops, 1));
    const host = await connect(line, { windows: windowsOf(made.interface), identity, quietMs: 2 });
    const found = await leftLater({ run: (own) => callBoard(host, made.interface, own) }, args);
    expect(sameLeft(found, left(prepareLoops(loops), args))).toBe(true);

    const clock = clockBelow(board, 24);
    if (clock === null) throw new Error("no clock");
    const text = `${printVerilog(system)}\n${boardVerilog(board, clock, moduleName(system.top))}`;
    const options = { files: { "system.v": text }, top: boardTop, family: "ice40" as const };
    const netlist = await netlistOfVerilog({
      ...options,
      options: ["-device", "u", "-dsp"],
      yosys: "native",
    });
    if (netlist.kind === "failed") throw new Error(netlist.message);
    const models = cellModels("ice40") ?? "";
    const answered = replay({ netlist: netlist.verilog, models, divider, top: boardTop }, talk);
    expect(answered).toEqual(talk.heard);
  },
);
