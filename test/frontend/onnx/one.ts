/** One node as a model: called on the reference and on WebAssembly. */
import { call } from "./call.ts";
import type { AttributeValue, NodeText, Tensor } from "./model.ts";

export type Attributes = Readonly<Record<string, AttributeValue>>;

/** One node: the first operands are inputs, the others weights. */
export async function run(
  op: string,
  operands: readonly Tensor[],
  attributes: Attributes = {},
  more: {
    readonly inputs?: number;
    readonly outputs?: number;
    readonly opset?: number;
    readonly domain?: string;
  } = {},
): Promise<readonly (readonly number[])[]> {
  const names = operands.map((_, i) => `t${i}`);
  const count = more.inputs ?? 1;
  const outputs = Array.from({ length: more.outputs ?? 1 }, (_, i) => `y${i}`);
  const node: NodeText = { op, inputs: names, outputs, name: "layer", domain: more.domain ?? "", attributes };
  const entries = operands.map((tensor, i) => [names[i] ?? "", tensor] as const);
  return call(
    {
      nodes: [node],
      outputs,
      inputs: Object.fromEntries(entries.slice(0, count)),
      weights: Object.fromEntries(entries.slice(count)),
      ...(more.opset === undefined ? {} : { opset: more.opset }),
    },
    Object.fromEntries(entries.slice(0, count).map(([name, { data }]) => [name, data])),
  );
}

export async function one(...args: Parameters<typeof run>): Promise<readonly number[]> {
  return (await run(...args))[0] ?? [];
}
