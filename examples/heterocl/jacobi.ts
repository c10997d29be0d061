/** Jacobi's kernel (HeteroCL, figure 10): each inner point becomes the mean of itself and its neighbours. */
import { type DslKernel, kernel } from "lutra";

export function jacobi(rows: number, columns: number): DslKernel {
  return kernel("jacobi", { grid: `float32[${rows},${columns}]` }, ({ grid }, h) =>
    h.compute(
      [rows - 2, columns - 2],
      (i, j) => {
        const [y, x] = [i.add(1), j.add(1)];
        return h
          .add(grid.at(y, j), grid.at(i, x), grid.at(y, x), grid.at(y, x.add(1)), grid.at(y.add(1), x))
          .div(5);
      },
      "out",
    ),
  );
}

export const schedule = `
split out.1 3
unroll out.1.inner
pipeline out.1.outer
`;
