/** What is written of a bitstream: by `build` into a folder of the user's, and into the cache that `run --on board` looks in. */
import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import type { SerialBoard } from "../device/board.ts";
import type { BoardCircuit } from "../driver/board.ts";
import { predictedJson } from "../driver/device.ts";
import { clockFiles } from "../hardware/verilog/constraints.ts";
import { type Bitstream, type BitstreamJob, buildBitstream, systemOf } from "../outside/bitstream.ts";
import { readBytes } from "../outside/files.ts";
import { type Content, claimFolder, unchangedFiles } from "../outside/folder.ts";
import { writeFiles } from "../outside/write.ts";

export function bitstreamFiles(
  kernel: string,
  circuit: BoardCircuit,
  found: Bitstream,
): ReadonlyMap<string, Content> {
  const { board } = circuit;
  const name = `${kernel}.${endings[board.flow.tool]}`;
  return new Map<string, Content>([
    [name, found.bytes],
    ["system.v", found.verilog],
    [found.constraints.name, found.constraints.text],
    ...clockFiles("system", [{ port: "clock_in", mhz: board.oscillatorMHz }]),
    [reportName, `${JSON.stringify({ kernel, bitstream: name, ...factsOf(circuit, found) }, null, 2)}\n`],
    [
      "README.md",
      `# ${kernel} on ${board.title}

\`${name}\` is the bitstream, of \`system.v\` and the pins in \`${found.constraints.name}\`: the kernel, memories for
its arguments, and a bridge to a serial line of ${found.baud} baud. To load it, in this directory:

    lutra flash .

which is \`openFPGALoader -b ${board.loader} ${name}\`. Then \`lutra run FILE --on board --board ${board.name} --port PORT\` calls it.
\`report.json\` has its clock and what it uses; \`constraints/\` the oscillator's clock, for tools other than those that made this.
${board.note === undefined ? "" : `\nNote: ${board.note}.\n`}`,
    ],
  ]);
}

export const reportName = "report.json";

/** openFPGALoader knows formats by them. */
export const endings: Readonly<Record<SerialBoard["flow"]["tool"], string>> = {
  icestorm: "bin",
  trellis: "bit",
  apicula: "fs",
  prjxray: "bit",
};

export function factsOf(
  { board, made, identity, clockMHz }: BoardCircuit,
  found: Bitstream,
): Record<string, unknown> {
  return {
    ...{ board: board.name, part: board.part.name, baud: found.baud, bytes: found.bytes.length },
    clockMHz: { asked: clockMHz, made: found.clockMHz, reached: found.reachedMHz },
    predicted: predictedJson(made.prediction),
    used: found.used,
    identity: identity.toString(16).padStart(16, "0"),
  };
}

/** A bitstream in the cache. */
export interface Kept {
  readonly folder: string;
  readonly baud: number;
  readonly clockMHz: number;
}

export function jobOf({ board, identity, clockMHz, made }: BoardCircuit): BitstreamJob {
  return { board, identity, clockMHz, kernel: made.design, ports: made.interface };
}

/** Null where there is none, or not all of it. */
export function keptBitstream(kernel: string, circuit: BoardCircuit): Kept | null {
  const folder = folderFor(kernel, circuit);
  try {
    const whole = unchangedFiles(folder);
    const facts = JSON.parse(new TextDecoder().decode(readBytes(join(folder, reportName)))) as {
      readonly bitstream: string;
      readonly baud: number;
      readonly clockMHz: { readonly made: number };
    };
    if (!whole.includes(reportName) || !whole.includes(facts.bitstream)) return null;
    return { folder, baud: facts.baud, clockMHz: facts.clockMHz.made };
  } catch {
    return null;
  }
}

/** Found, or made, which takes a minute or more. */
export async function cachedBitstream(
  kernel: string,
  circuit: BoardCircuit,
  stage?: BitstreamJob["stage"],
): Promise<Kept> {
  const kept = keptBitstream(kernel, circuit);
  if (kept !== null) return kept;
  const found = await buildBitstream({ ...jobOf(circuit), ...(stage === undefined ? {} : { stage }) });
  return keepBitstream(kernel, circuit, found);
}

export async function keepBitstream(kernel: string, circuit: BoardCircuit, found: Bitstream): Promise<Kept> {
  const folder = folderFor(kernel, circuit);
  const files = claimFolder(folder, bitstreamFiles(kernel, circuit, found), { force: true });
  await writeFiles(new Map([...files].map(([name, content]) => [join(folder, name), content])), []);
  return { folder, baud: found.baud, clockMHz: found.clockMHz };
}

/** By content: the text of the whole circuit, and what it is built for. */
function folderFor(kernel: string, circuit: BoardCircuit): string {
  const { board } = circuit;
  const text = JSON.stringify([systemOf(jobOf(circuit)), board, circuit.clockMHz]);
  const key = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return join(cacheFolder(), "bitstreams", `${kernel}-${board.name}-${key}`);
}

/** LUTRA_CACHE, or where the system keeps such things. */
function cacheFolder(): string {
  const { LUTRA_CACHE: own, XDG_CACHE_HOME: shared } = process.env;
  if (own) return own;
  return join(shared || join(homedir(), ".cache"), "lutra");
}
