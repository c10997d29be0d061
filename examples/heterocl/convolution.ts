/** A 3x3 convolution with a line buffer and a window buffer (HeteroCL, figure 9). */
import { type DslKernel, kernel } from "lutra";

export function convolution(N: number): DslKernel {
  return kernel("conv", { i_img: `int32[${N},${N}]`, weights: "int32[3,3]" }, ({ i_img, weights }, h) =>
    h.compute(
      [N - 2, N - 2],
      (i, j) =>
        h.sum([3, 3], (ri, rj) => i_img.at(i.add(ri), j.add(rj)).mul(weights.at(ri, rj)), { type: "int32" }),
      { name: "o_img", axes: ["i", "j"] },
    ),
  );
}

/** Each pixel comes from memory once: rows wait in `lb`, the window is `wb`. */
export const schedule = `
reuse_at i_img i name=lb
reuse_at lb j name=wb
`;
