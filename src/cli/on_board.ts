/** `lutra run --on board --board sim:B`: the whole system of a board in a simulation, called by the host as the board is. */
import { type Outcome, type RunOptions, runCalled } from "../call/run.ts";
import { Failure } from "../diagnostics/failure.ts";
import { type BoardCircuit, boardCircuit } from "../driver/board.ts";
import type { Compiled } from "../driver/compile.ts";
import type { DeviceOptions } from "../driver/device.ts";
import type { ScheduleOptions } from "../driver/schedule.ts";
import { simulate } from "../hardware/simulate/index.ts";
import { quietMs } from "../outside/bitstream.ts";
import { baudFor, clockFor, dividerFor } from "../system/serial/board.ts";
import { type Board, callBoard, connect } from "../system/serial/host.ts";
import { simulatedLine } from "../system/serial/simulated.ts";
import { serialSystem } from "../system/serial/system.ts";
import { windowsOf } from "../system/serial/windows.ts";

const simulated = /^sim:(?=.)/;

export async function runOnBoard(
  compiled: Compiled,
  options: ScheduleOptions & DeviceOptions,
  call: RunOptions,
): Promise<Outcome> {
  return callOpened(await openBoard(compiled, options), call);
}

/** A board that waits for calls of a kernel. */
export interface Opened {
  readonly circuit: BoardCircuit;
  readonly host: Board;
  readonly mhz: number;
}

export async function openBoard(
  compiled: Compiled,
  options: ScheduleOptions & DeviceOptions,
): Promise<Opened> {
  if (options.board === undefined || !simulated.test(options.board))
    throw new Failure(
      `--on board: expected --board sim:NAME${options.board === undefined ? "" : `, not ${options.board}`}`,
      { help: "for example --on board --board sim:icebreaker; boards on a port are not called yet" },
    );
  const circuit = boardCircuit(compiled, { ...options, board: options.board.replace(simulated, "") });
  const { board, made, identity } = circuit;
  const { mhz } = clockFor(board, circuit.clockMHz);
  const { divider } = dividerFor(mhz, baudFor(board, mhz));
  const cyclesPerMs = mhz * 1000;
  const quiet = Math.round(cyclesPerMs * quietMs);
  const system = serialSystem(made.design, made.interface, { divider, identity, quiet });
  const line = simulatedLine(await simulate(system), { divider, cyclesPerMs });
  const host = await connect(line, { windows: windowsOf(made.interface), identity, quietMs });
  return { circuit, host, mhz };
}

export async function callOpened({ circuit, host, mhz }: Opened, call: RunOptions): Promise<Outcome> {
  const { board, made, loops } = circuit;
  const { outcome, called } = await runCalled(loops, call, (args) => callBoard(host, made.interface, args));
  const { least, most } = made.prediction;
  const target = { family: board.part.family, periodNs: 1000 / mhz };
  return {
    ...outcome,
    hardware: { sim: "lutra", target, cycles: called.cycles, predicted: { least, most } },
  };
}
