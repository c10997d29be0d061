/** The demo's end: a kernel as the bits of a board, and what the whole system answers through its pins. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { difference } from "../call/compare.ts";
import { runProgram } from "../call/run.ts";
import { runOnBoard } from "../deploy/board.ts";
import { bug } from "../diagnostics/bug.ts";
import { boardCircuit } from "../driver/board.ts";
import { compileFile, explain } from "../driver/compile.ts";
import { cyclesText } from "../driver/device.ts";
import { type Bitstream, type BitstreamJob, buildBitstream } from "../outside/bitstream.ts";
import { valuesOf } from "./demo_circuit.ts";
import { withProgress } from "./progress.ts";
import { milliseconds } from "./run.ts";
import { colorsOf, type Terminal } from "./terminal.ts";

export type MakeBits = (job: BitstreamJob) => Promise<Pick<Bitstream, "bytes" | "clockMHz" | "reachedMHz">>;

const path = "examples/popcount.py";
const board = "icebreaker";

export async function boardDemo(terminal: Terminal, makeBits: MakeBits = buildBitstream): Promise<void> {
  const colors = colorsOf(terminal);
  const text = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
  const compiled = compileFile({ path, text }, { args: new Map() });
  if (!compiled.ok) bug(`the demo's own kernel is refused:\n${explain(compiled)}`);
  const circuit = boardCircuit(compiled, { board });
  terminal.out(
    `${colors.bold(colors.cyan(`A kernel on a board: ${circuit.board.title}`))}  ${colors.dim(path)}\n\n`,
  );

  const call = { given: new Map(), seed: 1 };
  const answered = await runOnBoard(compiled, { board: `sim:${board}` }, call);
  const isSame = difference(valuesOf(runProgram(compiled.program, call)), valuesOf(answered)) === null;
  if (!isSame || answered.hardware === undefined)
    bug("the demo's board does not answer what the reference does");
  const { cycles, target } = answered.hardware;
  const took = colors.dim(`simulated in ${milliseconds(answered.runMs)}`);
  terminal.out(
    `  through its pins, over the serial line: ${colors.green("the bits of the reference")}; ${took}\n`,
  );

  const { made, identity, clockMHz } = circuit;
  const bits = await withProgress(terminal, "synthesis, place and route", () =>
    makeBits({ board: circuit.board, kernel: made.design, ports: made.interface, identity, clockMHz }),
  );
  terminal.out(
    `  a bitstream of ${colors.bold(`${bits.bytes.length.toLocaleString("en")} bytes`)} at ${Number(bits.clockMHz.toFixed(2))} MHz ` +
      `(${Number(bits.reachedMHz.toFixed(1))} reached), a call in ${cyclesText(cycles, { ...target, periodNs: 1000 / bits.clockMHz })}\n\n`,
  );
}
