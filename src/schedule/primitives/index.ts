/** All primitives, in the order of the manual. */

import type { Primitive } from "../primitive.ts";
import { buffer } from "./buffer.ts";
import { computeAt } from "./compute_at.ts";
import { distribute } from "./distribute.ts";
import { downsize } from "./downsize.ts";
import { fixedPoint } from "./fixed_point.ts";
import { flatten } from "./flatten.ts";
import { fuse } from "./fuse.ts";
import { fuseKernels } from "./fuse_kernels.ts";
import { fuseLoops } from "./fuse_loops.ts";
import { inline } from "./inline.ts";
import { limit } from "./limit.ts";
import { memmap } from "./memmap.ts";
import { outline } from "./outline.ts";
import { parallel } from "./parallel.ts";
import { partition } from "./partition.ts";
import { peel } from "./peel.ts";
import { pipeline } from "./pipeline.ts";
import { privatize } from "./privatize.ts";
import { dataflow, taskParallel } from "./processes.ts";
import { quantize } from "./quantize.ts";
import { reassociate } from "./reassociate.ts";
import { reorder } from "./reorder.ts";
import { reshape } from "./reshape.ts";
import { reuseAt } from "./reuse_at.ts";
import { split } from "./split.ts";
import { stencil } from "./stencil.ts";
import { stream } from "./stream.ts";
import { systolic } from "./systolic.ts";
import { tile } from "./tile.ts";
import { tune } from "./tune.ts";
import { unroll } from "./unroll.ts";

export const primitives: readonly Primitive[] = [
  split,
  fuse,
  reorder,
  tile,
  computeAt,
  unroll,
  parallel,
  pipeline,
  flatten,
  peel,
  fuseLoops,
  distribute,
  reassociate,
  partition,
  reshape,
  memmap,
  reuseAt,
  stencil,
  systolic,
  buffer,
  privatize,
  quantize,
  fixedPoint,
  downsize,
  inline,
  outline,
  fuseKernels,
  dataflow,
  taskParallel,
  stream,
  limit,
  tune,
];

export function primitiveNamed(name: string): Primitive | undefined {
  return primitives.find((one) => one.name === name);
}
