/**
 * What a flip-flop is worth in LUTs, for each family: `direct` without a LUT before it, `behind` one.
 *
 * A Xilinx LUT6 has two flip-flops beside it (UG474, UG574), and synthesis fills both. In an ECP5 slice there are as
 * many as LUTs, with a way in of their own (FPGA-TN-02012), so that either can be used without the other: half. An iCE40
 * logic cell is a LUT4 and one flip-flop behind it, which has no other way in (iCE40 LP/HX data sheet): a LUT's place
 * where nothing stands before it, nothing else.
 */
import type { FamilyName } from "../device/family.ts";
import type { Costs } from "./circuit/index.ts";

export const flipFlops: Readonly<Record<FamilyName, Pick<Costs, "direct" | "behind">>> = {
  ice40: { direct: 1, behind: 0 },
  ice40up: { direct: 1, behind: 0 },
  ecp5: { direct: 0.5, behind: 0.5 },
  xc7: { direct: 0.5, behind: 0.5 },
  xcup: { direct: 0.5, behind: 0.5 },
};
