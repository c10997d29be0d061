/** What a circuit is made for: from the words of a person to a board, a part and a clock. */
import type { HardwareTarget } from "../call/hardware.ts";
import type { HardwareFacts } from "../call/run.ts";
import { type Board, findBoard } from "../device/board.ts";
import { type FamilyName, families } from "../device/family.ts";
import { findPart, type Part } from "../device/part.ts";
import { Failure } from "../diagnostics/failure.ts";
import type { Compiled } from "./compile.ts";

export interface DeviceOptions {
  readonly board?: string; // what it is built for; else the kernel's own, else the first there is
  readonly part?: string; // an FPGA or a family; else the board's
  readonly clock?: string; // `100MHz`; else the kernel's own, else the board's
}

const defaultBoard = "pynq-z2";

export function boardOf({ program }: Compiled, options: DeviceOptions): Board {
  const asked = program.options?.board;
  const choice = findBoard(options.board ?? (typeof asked === "string" ? asked : defaultBoard));
  if (choice.ok) return choice.board;
  throw new Failure(choice.message, { help: choice.help });
}

export function clockOf({ program }: Compiled, options: DeviceOptions, board: Board): number {
  if (options.clock !== undefined) return parseClock(options.clock);
  const asked = program.options?.freq;
  return typeof asked === "number" && asked > 0 && Number.isFinite(asked) ? asked : board.clockMHz;
}

/** `100MHz`, `0.25GHz`, `100`, or a period: `5ns`. */
export function parseClock(text: string, option = "--clock"): number {
  const found = /^(\d+(?:\.\d+)?)\s*(mhz|ghz|ns)?$/i.exec(text.trim());
  const number = Number(found?.[1]);
  if (found === null || !(number > 0)) {
    const isOwn = text.trim().toLowerCase() === "auto" && option === "--clock";
    throw new Failure(`${option} ${text}: expected a frequency or a period`, {
      help: isOwn
        ? "`lutra report` and `lutra build` choose a clock; say the one that they tell"
        : `for example ${option} 200MHz or ${option} 5ns`,
    });
  }
  switch (found[2]?.toLowerCase()) {
    case "ghz":
      return number * 1000;
    case "ns":
      return 1000 / number;
    default:
      return number;
  }
}

/** What a circuit is made for. */
export function targetOf(
  compiled: Compiled,
  options: DeviceOptions,
): { readonly part: Part; readonly clockMHz: number; readonly target: HardwareTarget } {
  const board = boardOf(compiled, options);
  const part = options.part === undefined ? board.part : partNamed(options.part);
  const clockMHz = clockOf(compiled, options, board);
  const periodNs = 1000 / clockMHz;
  checkPeriod(periodNs, part.family);
  return { part, clockMHz, target: { family: part.family, periodNs } };
}

/** Whether it is made for the part that stands on the board, beside its memory. */
export function isOnBoard(compiled: Compiled, options: DeviceOptions): boolean {
  return targetOf(compiled, options).part.name === boardOf(compiled, options).part.name;
}

/** Below this nothing settles; what single operations need, the circuit says. */
function checkPeriod(periodNs: number, family: FamilyName): void {
  const { registerNs, lut } = families[family];
  const least = Math.ceil((registerNs + 2 * lut.ns) * 100 - 1e-6) / 100;
  if (periodNs >= least) return;
  const asked = `${clockText(periodNs)} leaves ${Number(periodNs.toPrecision(3))} ns`;
  throw new Failure(`a clock of ${asked} a cycle, and circuits of the family ${family} need ${least} ns`, {
    help: `choose --clock ${least}ns (${Math.floor(1000 / least)} MHz) or slower, or a faster --part`,
  });
}

function partNamed(name: string): Part {
  const choice = findPart(name);
  if (choice.ok) return choice.part;
  throw new Failure(`--part ${name}: ${choice.message}`, { help: choice.help });
}

export function targetJson({ family, periodNs }: HardwareTarget): Record<string, unknown> {
  return { family, clockMHz: 1000 / periodNs };
}

export function predictedJson({ least, most }: HardwareFacts["predicted"]): unknown {
  return { least, most: Number.isFinite(most) ? most : null };
}

/** `18 cycles, 180 ns at 100 MHz`. */
export function cyclesText(cycles: number, { periodNs }: HardwareTarget): string {
  const count = `${inThousands(cycles)} ${cycles === 1 ? "cycle" : "cycles"}`;
  return `${count}, ${duration(cycles * periodNs)} at ${clockText(periodNs)}`;
}

/** `12,345`, of whole numbers. `toLocaleString` loads tables of all languages: 20 ms. */
function inThousands(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

export function clockText(periodNs: number): string {
  return `${Number((1000 / periodNs).toPrecision(4))} MHz`;
}

export function duration(ns: number): string {
  const units = [
    { unit: "ns", size: 1 },
    { unit: "µs", size: 1e3 },
    { unit: "ms", size: 1e6 },
    { unit: "s", size: 1e9 },
  ];
  const { unit, size } = units.findLast((one) => ns >= one.size) ?? { unit: "ns", size: 1 };
  return `${Number((ns / size).toPrecision(3))} ${unit}`;
}
