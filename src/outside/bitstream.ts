/**
 * Bitstreams by the open tools of this machine, or those that come with Lutra.
 *
 *     const found = await buildBitstream(jobOf(boardCircuit(compiled, options)));
 */
import { type Bitstream, type BitstreamJob, type BitstreamTools, bitstreamBy } from "../system/bitstream.ts";
import { flows } from "../toolchain/flows.ts";
import { canPlace, placeNetlist } from "../toolchain/nextpnr.ts";
import { packBitstream } from "../toolchain/packer.ts";
import { netlistOfVerilog } from "../toolchain/yosys.ts";

export {
  type Bitstream,
  type BitstreamJob,
  type BitstreamTools,
  bitstreamBy,
  quietMs,
  systemOf,
} from "../system/bitstream.ts";

export function buildBitstream(job: BitstreamJob): Promise<Bitstream> {
  return bitstreamBy(toolsHere, job);
}

const timeoutMs = 1_800_000;

export const toolsHere: BitstreamTools = {
  canPlace,
  install: (tool) => flows[tool].install,
  netlist: (verilog, job) => netlistOfVerilog({ ...job, files: { "system.v": verilog }, timeoutMs }),
  place: (job) => placeNetlist({ ...job, timeoutMs }),
  pack: (flow, placed) => packBitstream({ ...flow, placed }),
};
