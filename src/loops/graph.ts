/**
 * The dataflow graph of a kernel: top-level nests are nodes; arrays and scalars that one fills and another reads are
 * edges.
 *
 *     console.log(printGraph(graphOf(loops)));
 *
 *     nest i: reads a, b; writes c
 *     nest j: reads c; writes d
 *     i -> j by c
 */
import type { Access } from "./depend/access.ts";
import { accessesIn, dependences } from "./depend/index.ts";
import type { Loops, Stmt } from "./nodes.ts";
import { holdsLoop } from "./walk.ts";

export interface Graph {
  readonly kernel: string;
  readonly inputs: readonly string[]; // parameters that a node reads as the caller gave them
  readonly outputs: readonly string[]; // parameters that are written, and results
  readonly nodes: readonly GraphNode[]; // in the order they run
  readonly edges: readonly Edge[];
}

export interface GraphNode {
  readonly name: string; // of the outermost loop; of other statements, `set` and what they write
  readonly kind: "nest" | "statements";
  readonly stmts: readonly Stmt[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** `from` writes elements that `to` reads; null: the caller gives or takes them. */
export interface Edge {
  readonly from: string | null;
  readonly to: string | null;
  readonly by: string; // the array or scalar
  readonly what: "array" | "scalar";
}

export function graphOf(loops: Loops): Graph {
  const accesses = accessesIn(loops).filter(({ what }) => what !== "control");
  const nodes = nodesOf(loops, accesses);
  const params = new Set(loops.params.map(({ name }) => name));
  const written = new Set(nodes.flatMap(({ writes }) => writes));
  const passed = flows(loops, nodes);
  const edges = [...inputEdges(nodes, params, passed, accesses), ...passed, ...outputEdges(loops, nodes)];
  return {
    kernel: loops.name,
    inputs: unique(edges.filter(({ from }) => from === null).map(({ by }) => by)),
    outputs: unique([
      ...loops.params
        .filter((param) => param.kind === "array" && written.has(param.name))
        .map(({ name }) => name),
      ...loops.results,
    ]),
    nodes,
    edges,
  };
}

/** A loop or a branch with loops is a node of its own; plain statements next to each other are one. */
function nodesOf(loops: Loops, accesses: readonly Access[]): GraphNode[] {
  const groups: { kind: GraphNode["kind"]; from: number; to: number }[] = [];
  loops.body.forEach((stmt, at) => {
    if (stmt.kind === "pragma") return;
    const kind = holdsLoop(stmt) ? "nest" : "statements";
    const last = groups.at(-1);
    if (kind === "statements" && last?.kind === kind) last.to = at;
    else groups.push({ kind, from: at, to: at });
  });
  const names = new Set<string>();
  return groups.map(({ kind, from, to }) => {
    const own = accesses.filter(({ place }) => {
      const at = place[0]?.at ?? -1;
      return at >= from && at <= to;
    });
    const stmts = loops.body.slice(from, to + 1).filter((stmt) => stmt.kind !== "pragma");
    const writes = unique(own.filter(({ write }) => write).map(({ name }) => name));
    const name = kind === "nest" ? nestName(stmts) : `set ${writes.join(", ")}`;
    return {
      name: unused(name, names),
      kind,
      stmts,
      reads: unique(own.filter(({ write }) => !write).map(({ name }) => name)),
      writes,
    };
  });
}

function nestName(stmts: readonly Stmt[]): string {
  for (const stmt of stmts) {
    if (stmt.kind === "for" || stmt.kind === "while" || stmt.kind === "region") return stmt.name;
    if (stmt.kind === "if") {
      const inner = [...stmt.then, ...stmt.else].filter(holdsLoop);
      if (inner.length > 0) return nestName(inner);
    }
  }
  return "statements";
}

function unused(name: string, names: Set<string>): string {
  let free = name;
  for (let k = 1; names.has(free); k++) free = `${name} (${k})`;
  names.add(free);
  return free;
}

/** Flow dependences between different nodes. A scalar that a plain statement sets anew cuts off earlier ones. */
function flows(loops: Loops, nodes: readonly GraphNode[]): Edge[] {
  const owner = new Map<Stmt, number>();
  nodes.forEach(({ stmts }, k) => {
    for (const stmt of stmts) owner.set(stmt, k);
  });
  const nodeOf = (access: Access): number => owner.get(loops.body[access.place[0]?.at ?? -1] as Stmt) ?? -1;
  const seen = new Map<string, Edge & { readonly order: readonly [number, number] }>();
  for (const { kind, source, sink, name } of dependences(loops)) {
    const [from, to] = [nodeOf(source), nodeOf(sink)];
    if (kind !== "flow" || from === to || source.what === "control") continue;
    if (source.what === "scalar" && isSetBetween(nodes, name, from, to)) continue;
    const edge = {
      from: nodes[from]?.name ?? null,
      to: nodes[to]?.name ?? null,
      by: name,
      what: source.what,
    };
    seen.set(`${from} ${to} ${name}`, { ...edge, order: [from, to] });
  }
  return [...seen.values()]
    .sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1])
    .map(({ order: _, ...edge }) => edge);
}

function isSetBetween(nodes: readonly GraphNode[], scalar: string, from: number, to: number): boolean {
  return nodes.slice(from + 1, to).some((node) => setsAlways(node, scalar));
}

function setsAlways(node: GraphNode, scalar: string): boolean {
  return node.stmts.some((stmt) => stmt.kind === "assign" && stmt.target === scalar);
}

/** A parameter that no earlier node fills comes from the caller. */
function inputEdges(
  nodes: readonly GraphNode[],
  params: ReadonlySet<string>,
  passed: readonly Edge[],
  accesses: readonly Access[],
): Edge[] {
  const scalars = new Set(accesses.filter(({ what }) => what === "scalar").map(({ name }) => name));
  return nodes.flatMap((node) =>
    node.reads
      .filter((name) => params.has(name))
      .filter((name) => !passed.some(({ to, by }) => to === node.name && by === name))
      .map(
        (name): Edge => ({
          from: null,
          to: node.name,
          by: name,
          what: scalars.has(name) ? "scalar" : "array",
        }),
      ),
  );
}

/** The last node that writes it gives it to the caller. */
function outputEdges(loops: Loops, nodes: readonly GraphNode[]): Edge[] {
  const scalars = new Set(
    [...loops.params, ...loops.scalars].filter((d) => d.kind === "scalar").map((d) => d.name),
  );
  const arrays = loops.params.filter((param) => param.kind === "array").map(({ name }) => name);
  return unique([...arrays, ...loops.results]).flatMap((name): Edge[] => {
    const writer = nodes.findLast(({ writes }) => writes.includes(name));
    const what = scalars.has(name) ? "scalar" : "array";
    return writer === undefined ? [] : [{ from: writer.name, to: null, by: name, what }];
  });
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

// Printing

/** One line a node, then one line an edge. */
export function printGraph(graph: Graph): string {
  const lines = graph.nodes.map(({ name, kind, reads, writes }) => {
    const parts = [
      ...(reads.length === 0 ? [] : [`reads ${reads.join(", ")}`]),
      ...(writes.length === 0 ? [] : [`writes ${writes.join(", ")}`]),
    ];
    return `${kind === "nest" ? `nest ${name}` : name}: ${parts.join("; ")}`;
  });
  const edges = graph.edges.map(({ from, to, by }) => `${from ?? "caller"} -> ${to ?? "caller"} by ${by}`);
  return `${[...lines, ...edges].join("\n")}\n`;
}

/** For Graphviz. */
export function printDot(graph: Graph): string {
  const id = new Map(graph.nodes.map(({ name }, k) => [name, `n${k}`]));
  const lines = graph.nodes.map(({ name, kind }, k) => {
    const shape = kind === "nest" ? "box" : "plaintext";
    return `  n${k} [label=${quoted(name)}, shape=${shape}];`;
  });
  const ends = graph.edges.map(({ from, to, by, what }) => {
    const source = from === null ? "in" : (id.get(from) ?? "in");
    const target = to === null ? "out" : (id.get(to) ?? "out");
    const style = what === "scalar" ? ", style=dashed" : "";
    return `  ${source} -> ${target} [label=${quoted(by)}${style}];`;
  });
  const caller = [
    ...(graph.edges.some(({ from }) => from === null) ? ["  in [shape=ellipse];"] : []),
    ...(graph.edges.some(({ to }) => to === null) ? ["  out [shape=ellipse];"] : []),
  ];
  return `digraph ${quoted(graph.kernel)} {\n${[...caller, ...lines, ...ends].join("\n")}\n}\n`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, (c) => `\\${c}`)}"`;
}
