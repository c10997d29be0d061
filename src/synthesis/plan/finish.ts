/** What nobody needs leaves the graphs; what must stay in order is said. */
import { bug } from "../../diagnostics/bug.ts";
import type { Control, Draft } from "./control.ts";
import type { Bound, Item, Op, OpId } from "./nodes.ts";
import { ordersOf } from "./order.ts";
import { itemsIn, operandsOf, withOperands } from "./walk.ts";

/** Finishes every graph and gives the registers that are left. `results`: registers that are read after the call. */
export function finished(
  control: Control,
  body: readonly Item[],
  results: readonly string[],
): ReadonlySet<string> {
  const { drafts, planning } = control;
  // From what must be known outside, to what that is computed from: what only its own next value needs is never met.
  const read = registersRead(
    drafts.map(({ graph }) => graph.ops),
    [...results, ...registersOfControl(body)],
  );
  const isLive = (op: Op): boolean => op.kind !== "write" || read.has(op.register);
  for (const draft of drafts) prune(draft, isLive);
  for (const draft of drafts) draft.graph.orders = ordersOf(planning, draft);
  const loopVariables = variablesOfRepeats(body);
  const written = new Set<string>();
  for (const { graph } of drafts)
    for (const op of graph.ops) if (op.kind === "write") written.add(op.register);
  return new Set([...read, ...written, ...loopVariables]);
}

/** Registers that something needs, `seen` among them. `acts`: effects that count. */
export function registersRead(
  graphs: readonly (readonly Op[])[],
  seen: readonly string[],
  acts: (op: Op) => boolean = () => true,
): ReadonlySet<string> {
  const read = new Set(seen);
  const isLive = (op: Op): boolean => acts(op) && (op.kind !== "write" || read.has(op.register));
  for (let before = -1; before !== read.size; ) {
    before = read.size;
    for (const ops of graphs) {
      const kept = keptOf(ops, isLive);
      for (const [id, op] of ops.entries()) {
        if (kept[id] === true && op.kind === "read") read.add(op.register);
      }
    }
  }
  return read;
}

/** What has an effect, and what that is computed from. */
export function keptOf(ops: readonly Op[], isLive: (op: Op) => boolean): readonly boolean[] {
  const kept = new Array<boolean>(ops.length).fill(false);
  for (let id = ops.length - 1; id >= 0; id--) {
    const op = ops[id] ?? bug(`no operation ${id}`);
    if (hasEffect(op) && isLive(op)) kept[id] = true;
    if (kept[id] === true) for (const operand of operandsOf(op)) kept[operand] = true;
  }
  return kept;
}

function prune({ graph, writing }: Draft, isLive: (op: Op) => boolean): void {
  const { ops } = graph;
  const kept = keptOf(ops, isLive);
  const places = new Map<OpId, OpId>();
  for (const [id, isKept] of kept.entries()) if (isKept) places.set(id, places.size);
  const moved = (id: OpId): OpId => places.get(id) ?? bug(`operation ${id} is gone`);
  graph.ops = ops.filter((_, id) => kept[id] === true).map((op) => withOperands(op, moved));
  for (const [access, id] of writing.accesses) {
    const place = places.get(id);
    if (place === undefined) writing.accesses.delete(access);
    else writing.accesses.set(access, place);
  }
}

export function hasEffect({ kind }: Op): boolean {
  return kind === "store" || kind === "write" || kind === "exit" || kind === "watch";
}

export function registersOfControl(items: readonly Item[]): readonly string[] {
  return items.flatMap(registersOfItem);
}

function registersOfItem(item: Item): readonly string[] {
  switch (item.kind) {
    case "block":
      return [];
    case "pipeline":
      return item.levels.flatMap(({ from, to }) => [...registersOf(from), ...registersOf(to)]);
    case "repeat": {
      const bounds = item.level === null ? [] : [item.level.from, item.level.to].flatMap(registersOf);
      return [...bounds, ...(item.exit === null ? [] : [item.exit]), ...registersOfControl(item.body)];
    }
    case "branch":
      return [item.condition, ...registersOfControl(item.then), ...registersOfControl(item.else)];
  }
}

function registersOf({ terms }: Bound): readonly string[] {
  return terms.flatMap(({ of }) => (of.kind === "register" ? [of.name] : []));
}

/** Variables of loops around loops are registers. */
export function variablesOfRepeats(items: readonly Item[]): readonly string[] {
  const found: string[] = [];
  for (const item of itemsIn(items)) {
    if (item.kind === "repeat" && item.level !== null) found.push(item.level.variable);
  }
  return found;
}
