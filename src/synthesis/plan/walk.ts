/** Generic traversal of Plans: the one place that knows what an operation or an item holds. */
import type { BankOf, Banks, Block, Graph, Item, Op, OpId, Pipeline } from "./nodes.ts";

export function operandsOf(op: Op): readonly OpId[] {
  switch (op.kind) {
    case "const":
    case "read":
    case "counter":
    case "walk":
      return none;
    case "compute":
      return op.operands;
    case "load": {
      const place = op.bank.kind === "static" ? [op.address] : [op.bank.nth, op.address];
      return op.predicate === null ? place : [...place, op.predicate];
    }
    case "store": {
      const nth = op.bank.kind === "static" ? none : [op.bank.nth];
      return op.predicate === null
        ? [...nth, op.address, op.value]
        : [...nth, op.address, op.value, op.predicate];
    }
    case "write":
      return [op.value];
    case "exit":
      return [op.condition];
    case "watch":
      return op.value === undefined ? [op.condition] : [op.condition, op.value];
  }
}

const none: readonly OpId[] = [];

/** The same operation with other operands. */
export function withOperands(op: Op, f: (id: OpId) => OpId): Op {
  const bankOf = (bank: BankOf): BankOf => (bank.kind === "static" ? bank : { ...bank, nth: f(bank.nth) });
  switch (op.kind) {
    case "const":
    case "read":
    case "counter":
    case "walk":
      return op;
    case "compute":
      return { ...op, operands: op.operands.map(f) };
    case "load": {
      const predicate = op.predicate === null ? null : f(op.predicate);
      return { ...op, bank: bankOf(op.bank), address: f(op.address), predicate };
    }
    case "store": {
      const predicate = op.predicate === null ? null : f(op.predicate);
      return { ...op, bank: bankOf(op.bank), address: f(op.address), value: f(op.value), predicate };
    }
    case "write":
      return { ...op, value: f(op.value) };
    case "exit":
      return { ...op, condition: f(op.condition) };
    case "watch": {
      const condition = f(op.condition);
      return op.value === undefined ? { ...op, condition } : { ...op, condition, value: f(op.value) };
    }
  }
}

/** The graph of other operations; `moved` says where each of its own stands among them. */
export function withOps({ orders, forwards }: Graph, ops: readonly Op[], moved: (id: OpId) => OpId): Graph {
  return {
    ops,
    orders: orders.map((one) => ({ ...one, first: moved(one.first), second: moved(one.second) })),
    forwards: forwards.map((one) => ({ ...one, store: moved(one.store), load: moved(one.load) })),
  };
}

/** The banks that an access can go to, as `nth` counts them. */
export function banksOf(bank: BankOf): readonly number[] {
  return bank.kind === "static" ? [bank.bank] : banksAmong(bank.among);
}

export function banksAmong({ first, digits }: Banks): readonly number[] {
  return digits.reduce<readonly number[]>(
    (numbers, { step, count }) =>
      numbers.flatMap((number) => Array.from({ length: count }, (_, steps) => number + steps * step)),
    [first],
  );
}

export function countOf({ digits }: Banks): number {
  return digits.reduce((product, { count }) => product * count, 1);
}

/** The graphs of all items, in the order of the Plan. */
export function graphsIn(items: readonly Item[]): readonly Graph[] {
  return [...itemsIn(items)].flatMap((item) =>
    item.kind === "block" || item.kind === "pipeline" ? [item.graph] : [],
  );
}

/** Every item, outermost first. */
export function* itemsIn(items: readonly Item[]): Generator<Item> {
  for (const item of items) {
    yield item;
    if (item.kind === "repeat") yield* itemsIn(item.body);
    if (item.kind === "branch") {
      yield* itemsIn(item.then);
      yield* itemsIn(item.else);
    }
  }
}

/** The same items with other graphs. */
export function mapGraphs(items: readonly Item[], f: (item: Block | Pipeline) => Graph): readonly Item[] {
  return items.map((item): Item => mapItem(item, f));
}

function mapItem(item: Item, f: (item: Block | Pipeline) => Graph): Item {
  switch (item.kind) {
    case "block":
    case "pipeline":
      return { ...item, graph: f(item) };
    case "repeat":
      return { ...item, body: mapGraphs(item.body, f) };
    case "branch":
      return { ...item, then: mapGraphs(item.then, f), else: mapGraphs(item.else, f) };
  }
}
