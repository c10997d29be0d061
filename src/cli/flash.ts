/** `lutra flash`: a bitstream onto a board, by openFPGALoader. */
import { basename, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { reportName } from "../deploy/bitstreams.ts";
import { findBoard, type SerialBoard } from "../device/board.ts";
import { Failure } from "../diagnostics/failure.ts";
import { ToolFailure } from "../diagnostics/tool_failure.ts";
import { partOf } from "../outside/bitstream_part.ts";
import { readBytes } from "../outside/files.ts";
import { statOf } from "../outside/write.ts";
import { loaderCommand as loader, loaderInstall } from "../toolchain/flows.ts";
import { runProcess } from "../toolchain/process.ts";
import { withProgress } from "./progress.ts";
import { colorsOf, printJson, type Terminal } from "./terminal.ts";

export interface FlashOptions {
  readonly board?: string;
  readonly keep?: boolean;
  readonly json: boolean;
}

export async function flashCommand(target: string, options: FlashOptions, terminal: Terminal): Promise<void> {
  const { file, built } = bitstreamAt(target);
  const bytes = readBytes(file);
  const name = options.board ?? built?.board;
  if (name === undefined)
    throw new Failure(`nothing says which board ${file} is for`, { help: "for example --board icebreaker" });
  const board = boardNamed(name);
  if (built !== null) refuseOther(file, built.part, board);
  refuseForeign(file, bytes, board);
  const words = ["-b", board.loader, ...(options.keep ? ["-f"] : []), file];
  const outcome = await withProgress(terminal, `loading ${basename(file)}`, () =>
    runProcess(loader, words, { timeoutMs: 600_000 }),
  );
  if (outcome.kind === "failed")
    throw new ToolFailure(outcome.message, outcome.reason === "missing" ? loaderInstall : null);
  if (outcome.status !== 0) {
    const said = lastLines(`${outcome.stdout}\n${outcome.stderr}`);
    throw new ToolFailure(
      `${loader} did not load ${file}: ${said}`,
      `is ${board.name} plugged in, and may you use it? ${loader} --detect says what is there`,
    );
  }
  if (options.json)
    printJson(terminal, { ok: true, board: board.name, bitstream: file, command: [loader, ...words] });
  else
    terminal.out(
      `${colorsOf(terminal).green("ok")}  ${basename(file)} is on ${board.title}${noteOf(board)}\n`,
    );
}

interface Built {
  readonly board: string;
  readonly part: string;
  readonly bitstream: string;
}

/** The file, and what `build` wrote of it where it lies beside it. */
function bitstreamAt(target: string): { readonly file: string; readonly built: Built | null } {
  if (statOf(target)?.isDirectory() !== true) {
    const built = builtIn(dirname(target));
    return { file: target, built: built?.bitstream === basename(target) ? built : null };
  }
  const built = builtIn(target);
  if (built === null)
    throw new Failure(`${target} has no bitstream that Lutra built`, {
      help: "`lutra build FILE --to bitstream --board NAME -o DIR` makes one; or name the file itself, and --board",
    });
  return { file: join(target, built.bitstream), built };
}

function builtIn(folder: string): Built | null {
  try {
    const facts: unknown = JSON.parse(new TextDecoder().decode(readBytes(join(folder, reportName))));
    const { board, part, bitstream } = facts as Partial<Built>;
    const isWhole = [board, part, bitstream].every((one) => typeof one === "string");
    return isWhole && bitstream === basename(bitstream ?? "") ? (facts as Built) : null;
  } catch {
    return null;
  }
}

function boardNamed(name: string): SerialBoard {
  const choice = findBoard(name);
  if (!choice.ok) throw new Failure(choice.message, { help: choice.help });
  if (choice.board.host === "serial") return choice.board;
  throw new Failure(`${choice.board.name} is not loaded by ${loader}`, {
    help: "its bitstreams are made and loaded by the vendor's tools",
  });
}

function refuseOther(file: string, part: string, board: SerialBoard): void {
  if (part === board.part.name) return;
  throw new Failure(`${file} was built for ${part}, and ${board.name} has ${board.part.name}`, {
    help: `\`lutra build FILE --to bitstream --board ${board.name} -o DIR\` makes one for it`,
  });
}

/** What the bitstream itself says. */
function refuseForeign(file: string, bytes: Uint8Array, board: SerialBoard): void {
  const found = partOf(bytes);
  if (found === null)
    throw new Failure(`${file} is no bitstream that is known here`, {
      help: "files of icepack, ecppack, gowin_pack and Vivado are",
    });
  if (found.tool === board.flow.tool && found.device === board.flow.device) return;
  throw new Failure(
    `${file} is a bitstream for another part than ${board.part.name}, which ${board.name} has`,
    {
      help: `\`lutra build FILE --to bitstream --board ${board.name} -o DIR\` makes one for it`,
    },
  );
}

function noteOf({ note }: SerialBoard): string {
  return note === undefined ? "" : `; ${note}`;
}

function lastLines(text: string): string {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => stripVTControlCharacters(line).trim())
    .filter((line) => line !== "");
  return lines.slice(-2).join("; ") || "it said nothing";
}
