/**
 * Dependences of a kernel, exact where subscripts, bounds and conditions are affine.
 *
 *     for (const one of dependences(loops)) console.log(describe(one, loops.source));
 *     canParallel(loops, "i") === null; // it may
 */
export { type Access, type Around, accessesIn } from "./access.ts";
export { type Claim, carriedAround, judge, type Verdict } from "./claim.ts";
export {
  carriedBy,
  carrier,
  type Dependence,
  type Direction,
  dependences,
  type Witness,
} from "./dependence.ts";
export { describe, describeAccess, describeDirections, printAccess, printExpr } from "./describe.ts";
export { type FlatDependence, flatDistances } from "./distance.ts";
export {
  type Clash,
  canComputeAt,
  canDistribute,
  canFuseLoops,
  canParallel,
  canReorder,
  canStep,
} from "./legality.ts";
export { type Meeting, meeting } from "./meeting.ts";
export {
  lastWrite,
  leavesAlong,
  type Outside,
  type Reached,
  reachedFromInside,
  reachedFromOutside,
} from "./reaching.ts";
export { reducedBy } from "./reduced.ts";
export { type Reduction, type ReductionOp, reductionOf, reductionsIn } from "./reduction.ts";
