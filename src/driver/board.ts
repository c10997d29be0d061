/** The circuit of a kernel for a board that a host reaches over a serial line. */

import type { SerialBoard } from "../device/board.ts";
import { families } from "../device/family.ts";
import { Diagnosed } from "../diagnostics/diagnosed.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import { printVerilog } from "../hardware/verilog/index.ts";
import type { Loops } from "../loops/nodes.ts";
import { toldInTurn } from "../synthesis/in_turn.ts";
import { type Synthesized, synthesize } from "../synthesis/index.ts";
import { wishesUnmet } from "../synthesis/wishes.ts";
import { identityOf } from "../system/identity.ts";
import type { Compiled } from "./compile.ts";
import { boardOf, clockOf, type DeviceOptions, targetOf } from "./device.ts";
import { refuseLarge } from "./on_chip.ts";
import { roomFor } from "./room.ts";
import { circuitLoops, type ScheduleOptions } from "./schedule.ts";

export interface BoardCircuit {
  readonly board: SerialBoard;
  readonly clockMHz: number; // asked for
  readonly loops: Loops;
  readonly made: Synthesized;
  readonly identity: bigint;
  readonly diagnostics: readonly Diagnostic[];
}

export function boardCircuit(compiled: Compiled, options: ScheduleOptions & DeviceOptions): BoardCircuit {
  const board = boardOf(compiled, options);
  if (board.host !== "serial")
    throw new Failure(`the open tools make no bitstream for ${board.name}`, {
      help: "its flow is the vendor's: --to vitis writes a project for it",
    });
  const { part, target } = targetOf(compiled, { ...options, board: board.name });
  const { loops } = circuitLoops(compiled, options);
  const made = synthesize(loops, { target, ...memoriesOf(loops, board) });
  if (!made.ok) throw new Diagnosed(compiled.program.source, made.diagnostics);
  refuseUnfit(made, board);
  refuseLarge(made, board);
  const room = roomFor(made, part);
  if (room.some(({ severity }) => severity === "error")) throw new Diagnosed(compiled.program.source, room);
  return {
    ...{ board, loops, made, clockMHz: clockOf(compiled, options, board) },
    identity: identityOf(printVerilog(made.design)),
    diagnostics: [...toldInTurn(loops), ...wishesUnmet(made), ...room],
  };
}

/** Arguments are in block RAMs there: where these have one port that writes, so has an argument. */
function memoriesOf(
  { params, arrays, results }: Loops,
  { part }: SerialBoard,
): Pick<Parameters<typeof synthesize>[1], "shared"> {
  if (families[part.family].blockRam.ports === "two") return {};
  const outside = [...params, ...arrays.filter(({ name }) => results.includes(name))];
  return { shared: { halves: new Set(outside.map(({ name }) => name)), streams: new Set() } };
}

function refuseUnfit({ interface: ports }: Synthesized, { name, part }: SerialBoard): void {
  const stream = ports.arrays.find(({ stream: own }) => own !== null);
  if (stream !== undefined)
    throw new Failure(`\`${stream.name}\` is a stream, and the line of ${name} reaches memories alone`, {
      help: "leave out `stream` for arguments",
    });
  if (families[part.family].blockRam.ports === "two") return;
  const crowded = ports.arrays.find(({ banks }) =>
    banks.some(({ ports: own }) => own.filter((one) => one.write !== null).length > 1),
  );
  if (crowded === undefined) return;
  throw new Failure(
    `\`${crowded.name}\` is written by two ports, and block RAMs of ${part.name} have one that writes`,
    {
      help: "leave out `dataflow` or `task_parallel`, or build for a board with an ECP5",
    },
  );
}
