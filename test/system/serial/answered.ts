/** The cells that Yosys makes of a board's system, asked through its pins, answer as our simulation of the system does. */
import { expect } from "vitest";
import { findBoard } from "../../../src/device/board.ts";
import { type FamilyName, families } from "../../../src/device/family.ts";
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
import { type FpgaFamily, netlistOfVerilog } from "../../../src/toolchain/yosys.ts";
import { left, leftLater, sameLeft } from "../../backend/wasm-build.ts";
import { loopsOf } from "../../schedule/lowered.ts";
import { argumentsFor } from "../../schedule/scheduled.ts";
import { cellModels, type Models, recorded, replay } from "./gates.ts";
import { ramModels } from "./models.ts";

const small = `
def kernel(a: "int16[8]", x: "int16", y: "int32[8]"):
    total = np.int32(0)
    for i in range(8):
        y[i] = a[i] * x + y[i]
        total += y[i]
    return total
`;

/** Words enough for a block RAM, which both sides read and write. */
export const large = `
def kernel(a: "int16[160]", x: "int16", y: "int32[8]"):
    total = np.int32(0)
    for i in range(160):
        total += a[i] * x
        a[i] = a[i] + x
    for i in range(8):
        y[i] = a[20 * i] * x + y[i]
    return total
`;

export interface Cells {
  readonly name: string; // of the board
  readonly family: FamilyName;
  readonly mhz: number; // where that is the oscillator, there is no PLL to be modelled
  readonly models: Models;
  readonly synth: FpgaFamily;
  readonly words: readonly string[];
  readonly source?: string;
  readonly has?: readonly RegExp[]; // cells that there must be
}

export async function answersAsSimulated(asked: Cells): Promise<void> {
  const { name, family, mhz, models, synth, words, source = small, has = [] } = asked;
  const choice = findBoard(name);
  if (!choice.ok || choice.board.host !== "serial") throw new Error("no such board");
  const { board } = choice;
  const loops = loopsOf(source);
  const halves = families[family].blockRam.ports === "two" ? [] : ["a", "y"];
  const shared = { halves: new Set(halves), streams: new Set<string>() };
  const made = synthesize(loops, { target: { family, periodNs: 40 }, shared });
  if (!made.ok) throw new Error("no circuit");
  const [divider, quiet, identity] = [6, 1200, 42n];
  const system = serialSystem(made.design, made.interface, { divider, quiet, identity });

  const { line, talk } = recorded(simulatedLine(await simulate(system), { divider, cyclesPerMs: 600 }));
  const args = Object.fromEntries(argumentsFor(loops, 1));
  const host = await connect(line, { windows: windowsOf(made.interface), identity, quietMs: 2 });
  const found = await leftLater({ run: (own) => callBoard(host, made.interface, own) }, args);
  expect(sameLeft(found, left(prepareLoops(loops), args))).toBe(true);

  const clock = clockBelow(board, mhz);
  if (clock === null) throw new Error("no clock");
  const text = `${printVerilog(system)}\n${boardVerilog(board, clock, moduleName(system.top))}`;
  const options = { files: { "system.v": text }, top: boardTop, family: synth, pads: true };
  const netlist = await netlistOfVerilog({
    ...options,
    options: words,
    yosys: "native",
  });
  if (netlist.kind === "failed") throw new Error(netlist.message);
  for (const cell of has) expect(netlist.verilog).toMatch(cell);
  const own = ramModels[models] ?? "";
  const cells = { netlist: netlist.verilog, models: cellModels(models) ?? "", own, divider, top: boardTop };
  const answered = replay(cells, talk);
  expect(answered).toEqual(talk.heard);
}
