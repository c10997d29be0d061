/**
 * From a circuit to the bits of a board, by open tools: Yosys, nextpnr, and the packer of the part, wherever they run.
 *
 *     const found = await bitstreamBy(tools, jobOf(boardCircuit(compiled, options)));
 *
 * Where the clock that was asked for is not reached, it is lowered to the next that the PLL can make, and all is done again.
 */
import { type Flow, lineOf, type SerialBoard } from "../device/board.ts";
import { type PlacementJob, type PlacementOutcome, programFor } from "../device/placement.ts";
import type { CellsOf } from "../device/synthesis.ts";
import { Failure } from "../diagnostics/failure.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import type { KernelInterface } from "../hardware/interface.ts";
import type { Design } from "../hardware/netlist/nodes.ts";
import { printVerilog } from "../hardware/verilog/index.ts";
import { moduleName } from "../hardware/verilog/names.ts";
import {
  baudFor,
  boardTop,
  boardVerilog,
  clockBelow,
  clockFor,
  constraintsFor,
  dividerFor,
} from "./serial/board.ts";
import type { MadeClock } from "./serial/clock.ts";
import { serialSystem } from "./serial/system.ts";

export interface BitstreamJob {
  readonly board: SerialBoard;
  readonly kernel: Design;
  readonly ports: KernelInterface;
  readonly identity: bigint;
  readonly clockMHz: number; // asked for
  readonly seed?: number;
  readonly stage?: <T>(what: string, work: () => Promise<T>) => Promise<T>; // for who shows what is under way
}

/** The programs, each with what it is told. */
export interface BitstreamTools {
  canPlace(device: Flow["device"]): boolean;
  readonly install: (tool: Flow["tool"]) => string; // how a person gets what is not here
  netlist(verilog: string, job: CellsOf): Promise<NetlistMade>;
  place(job: PlacementJob): Promise<PlacementOutcome>;
  pack(flow: Flow, placed: string): Promise<Packed>;
}

export type NetlistMade =
  | { readonly kind: "done"; readonly json: string }
  | { readonly kind: "failed"; readonly message: string };

export type Packed =
  | { readonly kind: "done"; readonly bytes: Uint8Array }
  | { readonly kind: "failed"; readonly reason: "missing" | "other"; readonly message: string };

export interface Bitstream {
  readonly bytes: Uint8Array;
  readonly clockMHz: number; // that it runs at
  readonly reachedMHz: number; // that it could
  readonly baud: number;
  readonly used: Readonly<Record<string, { readonly used: number; readonly available: number }>>;
  readonly verilog: string; // the whole system
  readonly constraints: { readonly name: string; readonly text: string };
}

/** A request that is not all there is forgotten after so long. */
export const quietMs = 20;

const mostTries = 4;
const mostSeeds = 4;

export async function bitstreamBy(tools: BitstreamTools, job: BitstreamJob): Promise<Bitstream> {
  const { board, clockMHz } = job;
  let made = clockFor(board, clockMHz);
  if (!tools.canPlace(board.flow.device)) throw missing(tools, board);
  for (let tries = 1; ; tries++) {
    const found = await placedAt(tools, job, made);
    if (found.reachedMHz >= made.mhz) return packed(tools, job, found, made);
    const next = clockBelow(board, found.reachedMHz * 0.98);
    if (next === null || tries === mostTries)
      throw new Failure(
        `${round(clockMHz)} MHz were asked for, and ${board.name} reaches ${round(found.reachedMHz)} MHz`,
        { help: `choose a slower --clock, such as ${Math.floor(found.reachedMHz * 0.9)}MHz` },
      );
    made = next;
  }
}

/** All of the circuit, as it is made at first: what tells one bitstream from another. */
export function systemOf(job: BitstreamJob): string {
  return systemAt(job, clockFor(job.board, job.clockMHz)).verilog;
}

function systemAt({ board, kernel, ports, identity }: BitstreamJob, made: MadeClock) {
  const baud = baudFor(board, made.mhz);
  const system = serialSystem(kernel, ports, {
    divider: lineOf(board) === "spi" ? null : dividerFor(made.mhz, baud).divider,
    quiet: Math.round(made.mhz * 1000 * quietMs),
    identity,
  });
  return { baud, verilog: `${printVerilog(system)}\n${boardVerilog(board, made, moduleName(system.top))}` };
}

interface PlacedSystem {
  readonly placed: string;
  readonly reachedMHz: number;
  readonly used: Bitstream["used"];
  readonly verilog: string;
  readonly baud: number;
}

/** `dsps`: whether products may take them; where there are too few, all is done again without. */
async function placedAt(
  tools: BitstreamTools,
  job: BitstreamJob,
  made: MadeClock,
  dsps = true,
): Promise<PlacedSystem> {
  const { board } = job;
  const stage = job.stage ?? ((_, work) => work());
  const { verilog, baud } = systemAt(job, made);
  const at = `at ${round(made.mhz)} MHz`;
  const netlist = await stage(`synthesis ${at}`, () =>
    tools.netlist(verilog, {
      ...{ top: boardTop, family: synthesized[board.flow.tool], pads: true },
      options: optionsFor(board, dsps),
    }),
  );
  if (netlist.kind === "failed") throw new ToolFailure(netlist.message, null, { absent: false });
  const placedBy = (seed: number): Promise<PlacementOutcome> =>
    stage(`place and route ${at}`, () =>
      tools.place({
        ...{ json: netlist.json, device: board.flow.device, package: board.flow.package },
        ...{ clockMHz: made.mhz, seed, constraints: constraintsFor(board).text },
        ...(board.flow.tool === "trellis" ? { speed: board.flow.speed } : {}),
      }),
    );
  let seed = job.seed ?? 1;
  let outcome = await placedBy(seed);
  // Hold times that fail are mended by no slower clock, but by another placement.
  for (let again = 0; outcome.kind === "done" && outcome.holdViolations > 0; again++) {
    if (again === mostSeeds)
      throw new ToolFailure(`${programFor(board.flow.device)}: no seed kept the hold times`, null, {
        absent: false,
      });
    outcome = await placedBy(++seed);
  }
  if (outcome.kind === "done")
    return { placed: outcome.placed, reachedMHz: outcome.reachedMHz, used: outcome.used, verilog, baud };
  const short = /no BELs remaining to implement cell type '(\w+)'/.exec(outcome.message)?.[1];
  if (short !== undefined && /DSP|MULT18/.test(short) && dsps) return placedAt(tools, job, made, false);
  if (short !== undefined)
    throw new Failure(`the circuit does not fit ${board.name}: it has too few cells of ${short}`, {
      help: "choose smaller arrays, a schedule that unrolls less, or a board with a larger part",
    });
  if (/find legal placement .* of type 'CARRY4'/.test(outcome.message))
    throw new Failure(
      `the circuit does not fit ${board.name}: ${programFor(board.flow.device)} finds no place for all of its carry chains`,
      { help: chainsHelp },
    );
  if (outcome.reason === "other") throw new ToolFailure(outcome.message, null, { absent: false });
  throw missing(tools, board);
}

/** nextpnr 0.11 tells of more CARRY4s than it finds places for: in designs that were looked at chains lie in the first slice of each tile alone. */
const chainsHelp =
  "sums, comparisons and divisions take them: choose --for size, a schedule that unrolls less, or narrower types";

function optionsFor({ flow }: SerialBoard, dsps: boolean): readonly string[] {
  if (flow.device === "up5k") return ["-device", "u", ...(dsps ? ["-dsp"] : [])];
  return (flow.tool === "trellis" || flow.tool === "prjxray") && !dsps ? ["-nodsp"] : [];
}

const synthesized = { icestorm: "ice40", trellis: "ecp5", apicula: "gw1n", prjxray: "xc7" } as const;

function missing({ install }: BitstreamTools, { flow }: SerialBoard): ToolFailure {
  return new ToolFailure(`${programFor(flow.device)} is not here`, install(flow.tool));
}

async function packed(
  { install, pack }: BitstreamTools,
  job: BitstreamJob,
  found: PlacedSystem,
  made: MadeClock,
): Promise<Bitstream> {
  const { flow } = job.board;
  const stage = job.stage ?? ((_, work) => work());
  const outcome = await stage("packing", () => pack(flow, found.placed));
  if (outcome.kind === "failed") {
    if (outcome.reason === "missing")
      throw new ToolFailure(`the packer of ${job.board.part.name} is not here`, install(flow.tool));
    throw new ToolFailure(outcome.message, null, { absent: false });
  }
  const { placed: _, ...rest } = found;
  return { ...rest, bytes: outcome.bytes, clockMHz: made.mhz, constraints: constraintsFor(job.board) };
}

function round(mhz: number): number {
  return Number(mhz.toFixed(2));
}
