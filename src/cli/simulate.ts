/** `lutra simulate`: the whole system of a board in a simulation, behind a port that hosts talk to as they talk to the board. */

import { simulatedBoard } from "../deploy/board.ts";
import { boardCircuit } from "../driver/board.ts";
import type { DeviceOptions } from "../driver/device.ts";
import { offerPort } from "../outside/port/offer.ts";
import { serveBoard } from "../system/serial/served.ts";
import { onStop } from "../toolchain/stop.ts";
import { type LoadOptions, load } from "./load.ts";
import { withProgress } from "./progress.ts";
import { type ScheduleWord, withSchedule } from "./schedule.ts";
import { colorsOf, type Terminal } from "./terminal.ts";

export interface SimulateOptions extends LoadOptions, ScheduleWord, DeviceOptions {
  readonly port: string;
  readonly json: boolean;
}

export async function simulateCommand(
  target: string,
  options: SimulateOptions,
  terminal: Terminal,
): Promise<void> {
  const { source, compiled } = await load(target, options);
  const { circuit, simulated } = await withProgress(terminal, `building ${compiled.kernel}`, async () => {
    const made = boardCircuit(compiled, withSchedule(options));
    return { circuit: made, simulated: await simulatedBoard(made) };
  });
  const offered = await offerPort(options.port);
  let isOver = false;
  const forget = onStop(() => {
    isOver = true;
  });
  const { board } = circuit;
  const facts = {
    ok: true,
    file: source.path,
    kernel: compiled.kernel,
    board: board.name,
    port: offered.name,
  };
  if (options.json) terminal.out(`${JSON.stringify(facts)}\n`);
  else {
    const colors = colorsOf(terminal);
    const call = `lutra run ${target} --on board --board ${board.name} --port ${offered.name}`;
    terminal.out(`${colors.bold(compiled.kernel)} on a simulated ${board.title}, until Ctrl-C\n  ${call}\n`);
  }
  try {
    await serveBoard(simulated, offered, () => isOver);
  } finally {
    forget();
    offered.close();
  }
}
