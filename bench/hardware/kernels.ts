/**
 * The kernels of `kernels/` beside what other compilers make of them: cycles of a call, LUTs, flip-flops, DSPs.
 *
 *     npm run bench:kernels                       all of them
 *     npm run bench:kernels -- fir iir written    some, under one of their schedules (rolled, written, balance, auto)
 *     UPDATE=1 npm run bench:kernels              keeps the figures in kernels/NAME.json
 *
 * Every circuit is run on seeded data: it must take the cycles that were predicted, and leave what the reference leaves.
 * Areas are those of Yosys `synth_xilinx -family xcup`; those of circuits that have not changed are taken from the file.
 */
import { anchors, byHand } from "./anchors.ts";
import { beside } from "./beside.ts";
import { portsRemark, variants } from "./kernel.ts";

process.exitCode = await beside({
  ...{ folder: "bench/hardware/kernels", anchors: [...anchors, ...byHand], variants },
  ...{ asked: process.argv.slice(2), remark: portsRemark, areas: true },
});
