/** The bits of a board with an iCE40, as `lutra build --to bitstream` makes them: the same steps, programs and words, in this tab. */
import type { Board, SerialBoard } from "../../../src/device/board.ts";
import { placementFiles, placementOf, placementWords } from "../../../src/device/placement.ts";
import { lastError, netlistCommands, netlistFiles } from "../../../src/device/synthesis.ts";
import { Diagnosed } from "../../../src/diagnostics/diagnosed.ts";
import { Failure } from "../../../src/diagnostics/failure.ts";
import { boardCircuit } from "../../../src/driver/board.ts";
import { readSchedule } from "../../../src/schedule/read.ts";
import { type BitstreamTools, bitstreamBy } from "../../../src/system/bitstream.ts";
import type { Request } from "../protocol.ts";
import type { Tell } from "./answer.ts";
import { knownOf } from "./known.ts";
import { deviceOf } from "./subject.ts";
import { runIcepack, runNextpnr, runYosys } from "./tools.ts";

export async function bitstream(
  { subject, board: name, seed }: Extract<Request, { readonly kind: "bitstream" }>,
  tell: Tell,
): Promise<void> {
  const known = knownOf(subject);
  known.inCircuit(); // a schedule that is refused is said first
  const compiled = known.compiled();
  const read = readSchedule({ path: "schedule", text: subject.schedule });
  if (!read.ok) throw new Failure("the schedule is refused");
  const options = { ...deviceOf(subject), board: name, schedule: read.schedule };
  const circuit = boardCircuit(compiled, options);
  const { board, identity, clockMHz, made, diagnostics } = circuit;
  if (!isIce40(board)) throw new Failure(`${board.title} has no iCE40: its tools do not run in a tab`);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Diagnosed(compiled.program.source, errors);
  const found = await bitstreamBy(toolsOf(chips[board.flow.device]), {
    ...{ board, identity, clockMHz, seed, kernel: made.design, ports: made.interface },
    stage: async (what, work) => {
      tell({ kind: "stage", what });
      return work();
    },
  });
  tell({
    ...{ kind: "bitstream", name: `${compiled.kernel}.bin`, bytes: found.bytes, board: board.title },
    clockMHz: { asked: clockMHz, made: found.clockMHz, reached: found.reachedMHz },
    used: Object.entries(found.used)
      .filter(([, { used, available }]) => used > 0 && available > 1)
      .map(([what, { used, available }]) => ({ what, needs: used, has: available })),
  });
}

type Ice40Board = SerialBoard & { readonly flow: { readonly tool: "icestorm" } };

function isIce40(board: Board): board is Ice40Board {
  return board.host === "serial" && board.flow.tool === "icestorm";
}

/** What nextpnr calls the chip, of which it has data. */
const chips = { up5k: "5k", hx8k: "8k" } as const;

function toolsOf(chip: string): BitstreamTools {
  return {
    canPlace: (device) => Object.hasOwn(chips, device),
    install: () => "npm install @yowasp/nextpnr-ice40 where the page is served",
    netlist: async (verilog, job) => {
      const { ok, output, file } = await runYosys(
        { "system.v": verilog },
        netlistCommands(job, ["system.v"]),
      );
      if (!ok)
        return { kind: "failed", message: `yosys: ${lastError(output) ?? "it failed without a word"}` };
      return { kind: "done", json: file(netlistFiles.netlist) };
    },
    place: async (job) => {
      const pins = job.constraints === undefined ? {} : { [placementFiles.pins]: job.constraints };
      const files = { [placementFiles.netlist]: job.json, ...pins };
      return placementOf(job, await runNextpnr(files, placementWords(job), chip));
    },
    pack: async (_, placed) => {
      const { ok, output, bytes } = await runIcepack(
        { "placed.txt": placed },
        ["placed.txt", "bitstream.bin"],
        chip,
      );
      if (ok) return { kind: "done", bytes: bytes("bitstream.bin") };
      return { kind: "failed", reason: "other", message: output.trim() || "it failed without a word" };
    },
  };
}
