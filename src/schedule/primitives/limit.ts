import { done, integer, operator, primitive } from "../primitive.ts";

/**
 * What runs is the same. Operators that share a unit take turns: a pipeline then starts its iterations less often, and
 * `report` says that the operator is why. A second limit of an operator takes the place of the first.
 */
export const limit = primitive({
  name: "limit",
  description: "Builds at most COUNT units of an operator, such as `mul` or `float32.mul`, which take turns.",
  reshapes: false,
  params: { operator: operator(), count: integer({ min: 1 }) },
  apply(loops, { operator, count }) {
    const others = (loops.limits ?? []).filter((one) => one.operator !== operator);
    return done({ ...loops, limits: [...others, { operator, count }] });
  },
});
