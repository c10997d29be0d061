/** What outputs need, once constants are known: a node that only gave its shape is gone. */
import type { Operand } from "./operator.ts";
import type { Resolved } from "./resolve.ts";

export function liveNodes(resolved: Resolved): Resolved {
  const needed = new Set(resolved.outputs.map(({ name }) => name));
  const kept = resolved.nodes.toReversed().filter(({ site, outputs }) => {
    if (!outputs.some(({ name }) => needed.has(name))) return false;
    for (const operand of site.inputs) if (operand?.constant === null) needed.add(operand.name);
    return true;
  });
  return { ...resolved, nodes: kept.reverse() };
}

/** Weights that the nodes read and the caller gives. */
export function weightArguments({ nodes, outputs }: Resolved): readonly Operand[] {
  const found = new Map<string, Operand>();
  // What decides shapes was used up when compiling.
  const read = nodes.flatMap(({ site, operator }) =>
    site.inputs.filter((_, place) => !operator.shapes?.includes(place)),
  );
  for (const operand of [...read, ...outputs]) {
    if (operand?.isArgument) found.set(operand.name, operand);
  }
  return [...found.values()];
}
