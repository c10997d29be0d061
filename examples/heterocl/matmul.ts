/** Matrix multiplication (HeteroCL, figure 11), tiled and with a row of multipliers. */
import { type DslKernel, kernel } from "lutra";

export function matmul(N: number): DslKernel {
  return kernel("mmult", { A: `float32[${N},${N}]`, B: `float32[${N},${N}]` }, ({ A, B }, h) =>
    h.compute([N, N], (x, y) => h.sum(N, (k) => A.at(x, k).mul(B.at(k, y)), { axes: ["k"] }), {
      name: "C",
      axes: ["x", "y"],
    }),
  );
}

export const schedule = `
split y 4
unroll y.inner
pipeline k
partition B dim=1 cyclic 4
`;
