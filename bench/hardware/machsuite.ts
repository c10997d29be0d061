/**
 * Ten kernels of MachSuite beside what a good design by hand takes: reckoned before any was compiled (README.md), not built.
 *
 *     npm run bench:machsuite                    all of them
 *     npm run bench:machsuite -- aes balance     some, under one of their schedules (rolled, balance, auto)
 *     npm run bench:machsuite -- area            measures areas too, by Yosys: minutes
 *     UPDATE=1 npm run bench:machsuite           keeps the figures in machsuite/NAME.json
 */
import { beside } from "./beside.ts";
import { portsRemark } from "./kernel.ts";
import { machsuite, machsuiteVariants } from "./machsuite_anchors.ts";

const asked = process.argv.slice(2);

process.exitCode = await beside({
  ...{ folder: "bench/hardware/machsuite", anchors: machsuite, variants: machsuiteVariants },
  ...{ asked: asked.filter((word) => word !== "area"), remark: portsRemark, areas: asked.includes("area") },
});
