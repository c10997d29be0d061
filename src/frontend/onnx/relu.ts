/**
 * A Relu whose output is only quantised without a sign: rounding and clipping at 0 make nothing of what is negative anyway.
 * Its layer is one less, and rounding can share the adders of the sum before it.
 */
import { input, int, numbersOf } from "./operator.ts";
import type { Resolved, ResolvedNode } from "./resolve.ts";

export function withoutIdleRelus(resolved: Resolved): Resolved {
  const relus = new Map(
    resolved.nodes.flatMap((node) =>
      node.operator.name === "Relu" ? node.outputs.map(({ name }) => [name, node] as const) : [],
    ),
  );
  const nodes = resolved.nodes.map((node) => {
    const relu = isUnsigned(node) ? relus.get(input(node.site, 0).name) : undefined;
    if (relu === undefined) return node;
    const inputs = [input(relu.site, 0), ...node.site.inputs.slice(1)];
    return { ...node, site: { ...node.site, inputs } };
  });
  return { ...resolved, nodes };
}

/** With a positive scale, around 0. */
function isUnsigned({ operator, site }: ResolvedNode): boolean {
  if (operator.name !== "Quant" || int(site, "signed", 1) !== 0) return false;
  const [scale, zero] = [input(site, 1), input(site, 2)];
  if (scale.constant === null || zero.constant === null) return false;
  return (
    numbersOf(scale.constant).every((one) => one > 0) && numbersOf(zero.constant).every((one) => one === 0)
  );
}
