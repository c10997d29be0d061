/** `lutra build --to bitstream`: a kernel as the bits of a board, by open tools, in one folder with all that it took. */
import { join } from "node:path";
import { bitstreamFiles, factsOf, jobOf, keepBitstream } from "../deploy/bitstreams.ts";
import { Failure } from "../diagnostics/failure.ts";
import { diagnosticJson, renderAll } from "../diagnostics/render.ts";
import { boardCircuit } from "../driver/board.ts";
import { unheardBus } from "../driver/bus.ts";
import { cyclesText } from "../driver/device.ts";
import { type Bitstream, buildBitstream } from "../outside/bitstream.ts";
import { claimFolder } from "../outside/folder.ts";
import { checkFolder, checkWritable, writeFiles } from "../outside/write.ts";
import type { BuildOptions } from "./build.ts";
import { inputFiles, load, specialisedLines } from "./load.ts";
import { withOwnClock } from "./own_clock.ts";
import { withProgress } from "./progress.ts";
import { withSchedule } from "./schedule.ts";
import { table } from "./table.ts";
import { colorsOf, printJson, type Terminal } from "./terminal.ts";

export async function buildForBoard(
  target: string,
  options: BuildOptions,
  terminal: Terminal,
): Promise<void> {
  const folder = options.output;
  if (folder === undefined || folder === "")
    throw new Failure("--to bitstream writes several files, and needs a directory", {
      help: "for example -o matvec_icebreaker",
    });
  checkFolder("-o", folder);
  if (options.part !== undefined)
    throw new Failure("--part has no effect on --to bitstream", { help: "--board says the part" });
  const loaded = await load(target, options);
  const { source, compiled } = loaded;
  const { options: clocked, told } = await withOwnClock(compiled, options, terminal);
  if (told !== null) terminal.err(`${told}\n`);
  const circuit = await withProgress(terminal, `building ${compiled.kernel}`, () =>
    boardCircuit(compiled, withSchedule(clocked)),
  );
  const { made, board, clockMHz } = circuit;
  claimFolder(folder, new Map(), options); // refused before minutes of work, as is what cannot be written
  checkWritable(folder);
  const found = await buildBitstream({
    ...jobOf(circuit),
    stage: (what, work) => withProgress(terminal, what, work),
  });
  const files = claimFolder(folder, bitstreamFiles(compiled.kernel, circuit, found), options);
  await writeFiles(
    new Map([...files].map(([name, content]) => [join(folder, name), content])),
    inputFiles(source, options),
  );
  await keepBitstream(compiled.kernel, circuit, found).catch(() => {}); // for `run --on board`, which else makes it again
  const diagnostics = [...compiled.diagnostics, ...unheardBus(compiled, "bitstream"), ...circuit.diagnostics];
  if (options.json) {
    printJson(terminal, {
      ...{ ok: true, file: source.path, kernel: compiled.kernel, to: "bitstream" },
      ...factsOf(circuit, found),
      wrote: [...files.keys()].map((name) => join(folder, name)),
      diagnostics: diagnostics.map((one) => diagnosticJson(source, one)),
    });
    return;
  }
  if (diagnostics.length > 0) terminal.err(renderAll(source, diagnostics, { color: terminal.errorColor }));
  const { most, least } = made.prediction;
  const periodNs = 1000 / found.clockMHz;
  const rows = [
    ["bitstream", `${found.bytes.length.toLocaleString("en")} bytes, for ${board.title}`],
    [
      "clock",
      `${rounded(found.clockMHz)} MHz; ${rounded(clockMHz)} asked for, ${rounded(found.reachedMHz)} reached`,
    ],
    [
      "call",
      least === most ? cyclesText(most, { family: board.part.family, periodNs }) : `${least} cycles and more`,
    ],
    ["line", `${found.baud.toLocaleString("en")} baud`],
    ...usedOf(found).map(([what, text], at) => [at === 0 ? "used" : "", `${text} ${what}`]),
    ...(board.note === undefined ? [] : [["note", board.note]]),
  ];
  terminal.out(`${colorsOf(terminal).green("ok")}  wrote ${files.size} files to ${folder}\n`);
  terminal.out(table(rows));
  for (const line of specialisedLines(compiled)) terminal.out(`  ${line}\n`);
}

/** What there is some of. */
function usedOf({ used }: Bitstream): readonly (readonly [string, string])[] {
  return Object.entries(used)
    .filter(([, one]) => one.used > 0 && one.available > 1)
    .map(([what, one]) => [
      what,
      `${one.used.toLocaleString("en")} of ${one.available.toLocaleString("en")}`,
    ]);
}

function rounded(mhz: number): number {
  return Number(mhz.toFixed(2));
}
