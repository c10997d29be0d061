/**
 * Digit recognition by the nearest neighbours (HeteroCL, figure 7): 7x7 images as 49-bit words, the distance of two is
 * the number of bits that differ, and the three nearest of each digit are kept.
 */
import { type Builder, type DslKernel, kernel, type Tensor, type Term } from "lutra";

export const K = 3;
export const BITS = 49;
const FAR = 50; // further than any

export function knn(digits = 10, samples = 1800): DslKernel {
  const params = { test_img: `uint<${BITS}>`, train_img: `uint<${BITS}>[${digits},${samples}]` } as const;
  return kernel("knn", params, ({ test_img, train_img }, h) => {
    const diff = h.compute([digits, samples], (x, y) => train_img.at(x, y).xor(test_img), "diff");
    const dist = h.compute([digits, samples], (x, y) => popcount(h, diff.at(x, y)), "dist");
    const knn_mat = h.compute([digits, K], () => FAR, { name: "knn_mat", type: "uint<6>" });
    h.mutate([digits, samples], (x, y) => updateKnn(h, dist, knn_mat, x, y), "update");
    return knn_mat;
  });
}

function popcount(h: Builder, word: Term): Term {
  return h.sum(BITS, (i) => word.bit(i), { type: "uint<6>" });
}

/** Replaces the furthest of the nearest if this one is nearer. */
function updateKnn(h: Builder, dist: Tensor, knn_mat: Tensor, x: Term, y: Term): void {
  const furthest = h.scalar(0, "uint<2>", "furthest");
  h.for(
    h.range(1, K),
    (k) => {
      h.if(knn_mat.at(x, k).gt(knn_mat.at(x, furthest)), () => furthest.set(k));
    },
    "k",
  );
  h.if(dist.at(x, y).lt(knn_mat.at(x, furthest)), () => knn_mat.at(x, furthest).set(dist.at(x, y)));
}

/** Digits side by side, samples one after another; distances where they are needed. */
export const schedule = `
compute_at dist.0 update.1
compute_at diff.0 update.1
reorder update.1 update.0
parallel update.0
pipeline update.1
`;
