/** The outputs of a node whose inputs are all known: its own nests, run by the reference interpreter. */
import { RunFault } from "../../program/interpret/fault.ts";
import { prepare } from "../../program/interpret/index.ts";
import { allocate, type NDArray, set } from "../../types/storage.ts";
import { array } from "../../types/types.ts";
import { assemble } from "./assemble.ts";
import { sizeOf } from "./graph.ts";
import { fail, isAlias, type Operand, type Operator, type Site } from "./operator.ts";

export function evaluate(site: Site, operator: Operator): readonly NDArray[] {
  const [first] = site.inputs;
  if (isAlias(operator, site)) {
    const [type] = site.outputs;
    const constant = first?.constant;
    if (type === undefined || constant === null || constant === undefined) return [];
    return [{ type: array(type.element, type.shape), data: constant.data }];
  }
  const outputs = site.outputs.map(
    (type, i): Operand => ({ name: `result_${i}`, ...type, constant: null, isArgument: false }),
  );
  const node = { ...site.node, outputs: outputs.map(({ name }) => name) };
  const program = assemble({
    source: { path: "", text: "" },
    kernel: "evaluated",
    names: new Map(),
    span: node.span,
    inputs: [],
    weights: [],
    elements: new Map(),
    samples: null,
    outputs,
    nodes: [{ operator, site: { ...site, node }, outputs }],
  });
  try {
    const { results } = prepare(program).run(new Map());
    return site.outputs.map(({ element, shape }, i) => {
      const value = results[i];
      if (typeof value === "object") return value;
      const nd = allocate(array(element, shape));
      if (value !== undefined && sizeOf(shape) === 1) set(nd, 0, value);
      return nd;
    });
  } catch (error) {
    if (error instanceof RunFault) return fail(site, error.message);
    throw error;
  }
}
