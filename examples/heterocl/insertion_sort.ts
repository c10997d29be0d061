/** What has no formula: a sort, in statements (HeteroCL, figure 12). */
import { type DslKernel, kernel } from "lutra";

export function insertionSort(N: number): DslKernel {
  return kernel("insertion_sort", { a: `int32[${N}]` }, ({ a }, h) => {
    h.for(h.range(1, N), (i) => {
      const value = h.let(a.at(i), "value");
      const j = h.scalar(i.sub(1), "python int", "j");
      h.while(
        () => h.and(j.ge(0), a.at(j).gt(value)),
        () => {
          a.at(j.add(1)).set(a.at(j));
          j.dec();
        },
      );
      a.at(j.add(1)).set(value);
    });
  });
}
