/** The memory's bus of a kernel on AXI: what a person asks for, else what the source does, else what the board has. */
import type { Board } from "../device/board.ts";
import { diagnose } from "../diagnostics/catalogue/index.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import { widestBeat } from "../system/axi/system.ts";
import type { Compiled } from "./compile.ts";

export interface BusOptions {
  readonly bundles?: ReadonlyMap<string, string>; // the masters of arrays; else those of the source
  readonly busWidth?: string | null; // bits of a beat; else those of the source; null: the board's
}

export interface Bus {
  readonly width: number;
  readonly longestBurst: number;
  readonly bundles: ReadonlyMap<string, string>;
}

/** Zynq-7000's ports are AXI3, of 64 bits; those of Zynq UltraScale+ have 128, memories of cards 512. */
export function busOf(compiled: Compiled, board: Board, options: BusOptions): Bus {
  const isZynq7 = board.host === "zynq" && board.processor === "zynq7";
  const usual = board.host === "card" ? widestBeat : board.host === "serial" ? 32 : isZynq7 ? 64 : 128;
  return {
    width: widthOf(compiled, options) ?? usual,
    longestBurst: isZynq7 ? 16 : 256,
    bundles: options.bundles ?? bundlesIn(compiled),
  };
}

/** `@pylog(bundles={"a": "gmem1"})`. */
export function bundlesIn({ program }: Compiled): ReadonlyMap<string, string> {
  const asked = program.options?.bundles;
  return new Map(typeof asked === "object" ? Object.entries(asked) : []);
}

/** Options of the source that a build has no use for, or cannot read. */
export function unheardBus({ program }: Compiled, to: string): readonly Diagnostic[] {
  const span = program.functions.find(({ name }) => name === program.kernel)?.span;
  if (span === undefined) return [];
  const { bus_width: width, bundles } = program.options ?? {};
  if (to === "axi")
    return typeof bundles === "string" ? [diagnose("bundles-unread", span, { text: bundles })] : [];
  const names = [
    ...(width === undefined ? [] : ["bus_width"]),
    ...(bundles === undefined ? [] : ["bundles"]),
  ];
  return names.map((name) => diagnose("bus-option-unused", span, { name, to }));
}

function widthOf({ program }: Compiled, { busWidth }: BusOptions): number | null {
  if (busWidth !== undefined)
    return busWidth === null ? null : parseWidth(busWidth, `--bus-width ${busWidth}`);
  const asked = program.options?.bus_width;
  return asked === undefined ? null : parseWidth(String(asked), `bus_width=${asked}`);
}

const widths = [32, 64, 128, 256, 512];

function parseWidth(text: string, said: string): number {
  const found = widths.find((one) => String(one) === text.trim());
  if (found !== undefined) return found;
  throw new Failure(`${said}: expected ${widths.join(", ")}`);
}
