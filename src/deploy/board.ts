/**
 * A kernel on a board at a port of this machine (`--board icebreaker --port /dev/ttyUSB1`), or on the whole
 * system of a board in a simulation (`--board sim:icebreaker`). The host's side is the same.
 */
import { type HardwareFacts, type Outcome, type RunOptions, runCalled } from "../call/run.ts";
import { lineOf } from "../device/board.ts";
import { Failure } from "../diagnostics/failure.ts";
import { type BoardCircuit, boardCircuit } from "../driver/board.ts";
import type { Compiled } from "../driver/compile.ts";
import { boardOf, type DeviceOptions } from "../driver/device.ts";
import type { FormOptions } from "../driver/forms.ts";
import type { ScheduleOptions } from "../driver/schedule.ts";
import { simulate } from "../hardware/simulate/index.ts";
import type { Simulation } from "../hardware/simulate/simulation.ts";
import { unreadArrays } from "../loops/analysis/coverage.ts";
import type { Loops } from "../loops/nodes.ts";
import { type BitstreamJob, quietMs } from "../outside/bitstream.ts";
import { openPort } from "../outside/port/index.ts";
import { socketAddress } from "../outside/port/socket.ts";
import type { RunResult } from "../program/interpret/index.ts";
import type { Synthesized } from "../synthesis/index.ts";
import { baudFor, clockFor } from "../system/serial/board.ts";
import { BoardFailure } from "../system/serial/failure.ts";
import { type Board, callBoard, connect, type Line } from "../system/serial/host.ts";
import { type SimulatedLine, simulatedLine } from "../system/serial/simulated.ts";
import { simulatedSpi } from "../system/serial/simulated_spi.ts";
import { leastSpiBit } from "../system/serial/spi.ts";
import { serialSystem } from "../system/serial/system.ts";
import { leastDivider } from "../system/serial/uart.ts";
import { windowsOf } from "../system/serial/windows.ts";
import type { Value } from "../types/operators.ts";
import type { NDArray } from "../types/storage.ts";
import { openSimulatedAxi } from "./axi.ts";
import { cachedBitstream, keptBitstream } from "./bitstreams.ts";
import { type StoppableLine, stoppable } from "./stoppable.ts";
import { inCall, notConnected } from "./trouble.ts";

const simulated = /^sim:(?=.)/;

export interface BoardOptions extends DeviceOptions, Pick<FormOptions, "busWidth" | "bundles"> {
  readonly port?: string; // where a real one is
}

/** A board that waits for calls of a kernel. */
export interface Opened {
  readonly board: string;
  readonly target: HardwareFacts["target"];
  readonly loops: Loops;
  readonly made: Synthesized;
  readonly mhz: number;
  readonly port: string | null; // null: a simulation
  /** A signal ends the wait; the arrays stay as they were. */
  call(args: ReadonlyMap<string, NDArray | Value>, limitMs: number, signal?: AbortSignal): Promise<BoardCall>;
  close(): Promise<void>;
}

export interface BoardCall extends RunResult {
  readonly cycles: number; // of the kernel
  readonly withMemory?: number; // and of what copies its arrays, where that is memory
}

/** `stage` shows what is under way where a bitstream is made. */
export async function openBoard(
  compiled: Compiled,
  options: ScheduleOptions & BoardOptions,
  stage?: BitstreamJob["stage"],
): Promise<Opened> {
  const { board, port = portOf(compiled) } = options;
  if (board !== undefined && simulated.test(board)) {
    if (options.port !== undefined)
      throw new Failure(`--port has no effect on --board ${board}`, {
        help: `--board ${board.replace(simulated, "")} is the board itself`,
      });
    const own = { ...options, board: board.replace(simulated, "") };
    const found = boardOf(compiled, own);
    return found.host === "serial"
      ? openSimulated(boardCircuit(compiled, own))
      : openSimulatedAxi(compiled, found, own);
  }
  if (board === undefined && typeof compiled.program.options?.board !== "string")
    throw new Failure("--on board needs --board", {
      help: "for example --board sim:icebreaker, a simulation, or --board icebreaker --port /dev/ttyUSB1",
    });
  const circuit = boardCircuit(compiled, options);
  if (port === null)
    throw new Failure(`--on board needs the port of ${circuit.board.name}`, {
      help: `for example --port /dev/ttyUSB1; --board sim:${circuit.board.name} runs it in a simulation`,
    });
  if (lineOf(circuit.board) === "spi" && socketAddress(port) === null)
    throw new Failure(`${circuit.board.name} is reached by SPI, and ${port} is no socket`, {
      help: "a program at the SPI port offers one, which selects the board for each request: tcp://HOST:NUMBER",
    });
  return openReal(compiled.kernel, circuit, port, stage);
}

/** `@pylog(port=…)`. */
function portOf({ program }: Compiled): string | null {
  const asked = program.options?.port;
  return typeof asked === "string" ? asked : null;
}

async function openSimulated(circuit: BoardCircuit): Promise<Opened> {
  const { line, mhz } = await simulatedBoard(circuit);
  return openedLine(circuit, await connected(circuit, line), { mhz, port: null, close: async () => {} });
}

function openedLine(
  { board, loops, made }: BoardCircuit,
  { host, line }: Connected,
  rest: Pick<Opened, "mhz" | "port" | "close">,
): Opened {
  const target = { family: board.part.family, periodNs: 1000 / rest.mhz };
  const unread = new Set(unreadArrays(loops).map(({ name }) => name));
  const call: Opened["call"] = async (args, limitMs, signal) => {
    line.signal = signal;
    try {
      return await callBoard(host, made.interface, args, { limitMs, unread });
    } finally {
      line.signal = undefined;
    }
  };
  return { board: board.name, target, loops, made, call, ...rest };
}

export interface SimulatedBoard {
  readonly circuit: Simulation;
  readonly line: SimulatedLine;
  readonly quietMs: number;
  readonly mhz: number;
}

/**
 * A bit takes the fewest cycles there: the bridge is the same, and it is bits that a simulation spends its time on. A silence is as many
 * bits as on the board, so that a host that keeps to the time of the board's is silent for long enough here.
 */
export async function simulatedBoard({
  board,
  made,
  identity,
  clockMHz,
}: BoardCircuit): Promise<SimulatedBoard> {
  const { mhz } = clockFor(board, clockMHz);
  const isSpi = lineOf(board) === "spi";
  const [bitCycles, cyclesPerMs] = [isSpi ? leastSpiBit : leastDivider, mhz * 1000];
  const quiet = Math.round(((baudFor(board, mhz) * quietMs) / 1000) * bitCycles);
  const circuit = await simulate(
    serialSystem(made.design, made.interface, { divider: isSpi ? null : bitCycles, identity, quiet }),
  );
  const line = (isSpi ? simulatedSpi : simulatedLine)(circuit, { divider: bitCycles, cyclesPerMs });
  return { circuit, line, quietMs: quiet / cyclesPerMs, mhz };
}

/** The board must have the kernel already; where it has not, its bitstream is made, and who asked is told how to load it. */
async function openReal(
  kernel: string,
  circuit: BoardCircuit,
  port: string,
  stage: BitstreamJob["stage"],
): Promise<Opened> {
  const { board, clockMHz } = circuit;
  const kept = keptBitstream(kernel, circuit);
  const asked = clockFor(board, clockMHz).mhz;
  const expected = { baud: kept?.baud ?? baudFor(board, asked), clockMHz: kept?.clockMHz ?? asked };
  const found = await tried(circuit, port, expected);
  if ("made" in found) return found;
  const place = { kernel, board: board.name, port, baud: expected.baud };
  const made = await cachedBitstream(kernel, circuit, stage).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw notConnected(found.problem, place, `its bitstream cannot be made here: ${reason}`);
  });
  const isSlower = made.baud !== expected.baud && found.problem !== "other-kernel"; // its clock had to be lowered
  const again = isSlower ? await tried(circuit, port, made) : found;
  if ("made" in again) return again;
  throw notConnected(
    again.problem,
    { ...place, baud: made.baud },
    `\`lutra flash ${made.folder}\` loads ${kernel}`,
  );
}

async function tried(
  circuit: BoardCircuit,
  port: string,
  { baud, clockMHz }: { readonly baud: number; readonly clockMHz: number },
): Promise<Opened | BoardFailure> {
  const line = await openPort(port, baud);
  try {
    const host = await connected(circuit, line);
    return openedLine(circuit, host, { mhz: clockMHz, port, close: () => line.close() });
  } catch (error) {
    await line.close();
    if (error instanceof BoardFailure) return error;
    throw error;
  }
}

interface Connected {
  readonly host: Board;
  readonly line: StoppableLine;
}

async function connected({ made, identity }: BoardCircuit, bare: Line): Promise<Connected> {
  const line = stoppable(bare);
  return { line, host: await connect(line, { windows: windowsOf(made.interface), identity, quietMs }) };
}

/** Data may decide how long a call takes: then it has this long. Else it is twice the time that was predicted, and this. */
const patienceMs = 60_000;

/** `limits`: how long the call may take, and what ends the wait for it. */
export async function callOpened(
  opened: Opened,
  call: RunOptions,
  limits: { readonly milliseconds?: number | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<Outcome> {
  const { board, loops, made, mhz, port, target } = opened;
  const { least, most } = made.prediction;
  const limitMs = limits.milliseconds ?? patienceMs + (Number.isFinite(most) ? (2 * most) / (mhz * 1000) : 0);
  const { outcome, called } = await runCalled(loops, call, (args) =>
    opened.call(args, limitMs, limits.signal),
  ).catch((error: unknown) => {
    if (!(error instanceof BoardFailure)) throw error;
    throw inCall(error.problem, { kernel: loops.name, board, port: port ?? "the simulation" });
  });
  const { cycles, withMemory } = called;
  const sim = port === null ? "lutra" : null;
  const facts = { sim, target, cycles, predicted: { least, most } } as const;
  return { ...outcome, hardware: withMemory === undefined ? facts : { ...facts, withMemory } };
}

export async function runOnBoard(
  compiled: Compiled,
  options: ScheduleOptions & BoardOptions,
  call: RunOptions,
  stage?: BitstreamJob["stage"],
): Promise<Outcome> {
  const opened = await openBoard(compiled, options, stage);
  try {
    return await callOpened(opened, call);
  } finally {
    await opened.close();
  }
}
