/** Nodes in an order in which every value is computed before it is read, without those that no output needs. */
import { diagnose } from "../../diagnostics/catalogue/index.ts";
import { closest } from "../../diagnostics/closest.ts";
import type { Graph, Node } from "./graph.ts";
import { refuse } from "./refusal.ts";

export function ordered(graph: Graph): readonly Node[] {
  const makers = makersOf(graph);
  const given = new Set([...graph.inputs.map(({ name }) => name), ...graph.initialisers.keys()]);
  const done = new Set<Node>();
  const order: Node[] = [];
  // Depth first over an explicit stack: a graph may be deeper than the stack of this machine.
  const visit = (root: Node): void => {
    const stack = [{ node: root, next: 0 }];
    const open = new Set([root]);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { node } = top;
      const name = node.inputs[top.next++];
      if (name === undefined) {
        stack.pop();
        open.delete(node);
        if (!done.has(node)) order.push(node);
        done.add(node);
        continue;
      }
      if (name === "") continue;
      const maker = makers.get(name);
      if (maker === undefined) {
        if (!given.has(name)) undefinedName(node, name, [...given, ...makers.keys()]);
      } else if (open.has(maker))
        cyclic(
          maker,
          stack.map((entry) => entry.node),
        );
      else if (!done.has(maker)) {
        open.add(maker);
        stack.push({ node: maker, next: 0 });
      }
    }
  };
  if (graph.outputs.length === 0) {
    refuse(diagnose("onnx-graph", graph.span, { problem: "the graph has no outputs" }));
  }
  for (const { name, span } of graph.outputs) {
    const maker = makers.get(name);
    if (maker !== undefined) {
      if (!done.has(maker)) visit(maker);
    } else if (!given.has(name)) {
      refuse(diagnose("onnx-graph", span, { problem: `nothing computes the output \`${name}\`` }));
    }
  }
  const place = new Map(graph.nodes.map((node, i) => [node, i]));
  return inFileOrder(order, place) ? graph.nodes.filter((node) => done.has(node)) : order;
}

/** Files are in order as a rule, and then their order is kept. */
function inFileOrder(order: readonly Node[], place: ReadonlyMap<Node, number>): boolean {
  const made = new Map(order.flatMap((node) => node.outputs.map((name) => [name, place.get(node) ?? 0])));
  return order.every((node) => node.inputs.every((name) => (made.get(name) ?? -1) < (place.get(node) ?? 0)));
}

function makersOf(graph: Graph): ReadonlyMap<string, Node> {
  const makers = new Map<string, Node>();
  const given = new Set([...graph.inputs.map(({ name }) => name), ...graph.initialisers.keys()]);
  for (const node of graph.nodes) {
    for (const name of node.outputs.filter((one) => one !== "")) {
      if (makers.has(name) || given.has(name)) {
        const problem = `node \`${node.name}\` computes \`${name}\`, which is there already`;
        refuse(diagnose("onnx-graph", node.span, { problem }));
      }
      makers.set(name, node);
    }
  }
  return makers;
}

function undefinedName(node: Node, name: string, known: readonly string[]): never {
  const meant = closest(name, known);
  const problem = `node \`${node.name}\` reads \`${name}\`, which nothing computes${meant === null ? "" : `; there is \`${meant}\``}`;
  return refuse(diagnose("onnx-graph", node.span, { problem }));
}

function cyclic(start: Node, stack: readonly Node[]): never {
  const circle = stack.slice(stack.indexOf(start)).map(({ name }) => `\`${name}\``);
  const shown = circle.length > 6 ? [...circle.slice(0, 5), "…"] : circle;
  const problem = `the graph has a cycle: ${shown.join(" reads ")} reads \`${start.name}\``;
  return refuse(diagnose("onnx-graph", start.span, { problem }));
}
