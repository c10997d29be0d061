/**
 * The motivating example of the HeteroCL paper (figures 2 to 6): a dot product whose bit width DW and parallelism PAR
 * are explored without touching the algorithm. Words of MB bits come from memory; each holds MB / DW elements.
 */
import { type DslKernel, kernel } from "lutra";

export const MB = 64; // bits a memory access brings
export const BATCH = 32;
export const widths = [4, 8, 16, 32];
export const parallelisms = [4, 8, 16, 32];

/** Values between -2 and 2. */
export const dataType = (DW: number): string => `fixed<${DW},2>`;

export function dotProduct(DW: number): DslKernel {
  const words = `uint<${MB}>[${(BATCH * DW) / MB}]` as const;
  return kernel("dot_product", { vec_A: words, vec_B: words }, ({ vec_A, vec_B }, h) => {
    const local_A = h.unpack(vec_A, dataType(DW), "local_A");
    const local_B = h.unpack(vec_B, dataType(DW), "local_B");
    return h.sum(BATCH, (i) => local_A.at(i).mul(local_B.at(i)), { name: "psum", axes: ["i"] });
  });
}

/** Figures 3, 5 and 6: PAR multipliers side by side, and as many banks to feed them. */
export function schedule(PAR: number): string {
  const inner = PAR === BATCH ? ["unroll i"] : [`split i ${PAR}`, "pipeline i.outer ii=1", "unroll i.inner"];
  const banks = ["local_A", "local_B"].map((buffer) => `partition ${buffer} dim=0 cyclic ${PAR}`);
  return [...inner, ...banks, ""].join("\n");
}

/** Figure 2d: what bounds a batch, computing or bringing the data. */
export function cycles(DW: number, PAR: number): { readonly compute: number; readonly memory: number } {
  return { compute: BATCH / PAR, memory: (BATCH * DW) / MB };
}
