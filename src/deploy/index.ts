/**
 * A kernel on a board, called from TypeScript as `@pylog(mode="deploy")` calls it from Python.
 *
 *     const board = await deploy(kernel, { board: "icebreaker", port: "/dev/ttyUSB1" });
 *     const { result, cycles } = await board.call({ a, gain: 3, out });
 *     await board.close();
 */
import { refuseSame } from "../call/same_arrays.ts";
import { bug } from "../diagnostics/bug.ts";
import { Failure } from "../diagnostics/failure.ts";
import {
  type Arguments,
  argumentsOf,
  type HostValues,
  resultOf,
  type SimulateResult,
} from "../driver/call.ts";
import type { Compiled } from "../driver/compile.ts";
import type { DeviceOptions } from "../driver/device.ts";
import type { FormOptions } from "../driver/forms.ts";
import type { ScheduleOptions } from "../driver/schedule.ts";
import { callOpened, type Opened, openBoard } from "./board.ts";

export interface DeployOptions
  extends ScheduleOptions,
    Pick<DeviceOptions, "board" | "clock">,
    Pick<FormOptions, "busWidth" | "bundles"> {
  readonly port?: string; // where a real board is: a serial port, or tcp://HOST:NUMBER
  readonly progress?: (stage: string) => void; // what is under way while a bitstream is made
}

export interface CallOptions<S extends number | undefined = number | undefined> {
  readonly seed?: S; // for arguments left out
  readonly timeoutMs?: number; // else a minute more than twice the time that was predicted
  readonly signal?: AbortSignal; // ends the wait; the call rejects with its reason
}

export interface Deployed<K extends Compiled> {
  readonly board: string;
  readonly port: string | null; // null: a simulation
  readonly clockMHz: number;
  /**
   * One call after the other, in the order in which they are made. Arrays change once all results are there: a call that fails
   * leaves them as they were, and the next one opens the port again.
   */
  call<S extends number | undefined = undefined>(
    args: Arguments<K, S>,
    options?: CallOptions<S>,
  ): Promise<DeployedResult>;
  close(): Promise<void>;
}

export interface DeployedResult extends SimulateResult {
  readonly withMemory: number | null; // cycles with what moves arrays between memory and chip, where that was simulated
}

/**
 * Opens the port and asks the board what it is. Where it has another circuit, or nobody answers, the bitstream is found or made, and
 * the error tells the command that loads it.
 */
export async function deploy<K extends Compiled>(
  compiled: K,
  { progress, ...options }: DeployOptions,
): Promise<Deployed<K>> {
  if (options.board === undefined && typeof compiled.program.options?.board !== "string")
    throw new Failure(`${compiled.kernel} is deployed on a board, and none is named`, {
      help: 'for example { board: "sim:icebreaker" }, or { board: "icebreaker", port: "/dev/ttyUSB1" }',
    });
  const stage = <T>(what: string, work: () => Promise<T>): Promise<T> => {
    progress?.(what);
    return work();
  };
  const open = (): Promise<Opened> => openBoard(compiled, options, stage);
  const first = await open();
  let opened: Opened | null = first;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();

  const shut = async (): Promise<void> => {
    const was = opened;
    opened = null;
    await was?.close();
  };
  /** Whatever else is asked for meanwhile waits. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = last.then(act);
    last = done.catch(() => {});
    return done;
  };
  const callOnce = async (args: HostValues, call: CallOptions): Promise<DeployedResult> => {
    if (isClosed) throw new Failure(`${first.board} was closed`, { help: "deploy the kernel again" });
    call.signal?.throwIfAborted();
    const given = argumentsOf(compiled, args, call.seed);
    refuseSame(compiled.program, given);
    opened ??= await open();
    const limits = { milliseconds: call.timeoutMs, signal: call.signal };
    const outcome = await callOpened(opened, { given, seed: call.seed ?? 0 }, limits).catch(
      async (error: unknown) => {
        await shut();
        throw error;
      },
    );
    const { cycles, predicted, withMemory = null } = outcome.hardware ?? bug("a board without cycles");
    return { ...resultOf(outcome), cycles, predicted, withMemory };
  };
  return {
    ...{ board: first.board, port: first.port, clockMHz: first.mhz },
    call: (args, call = {}) => inTurn(() => callOnce(args as HostValues, call)),
    close: () => {
      isClosed = true;
      return inTurn(shut);
    },
  };
}
