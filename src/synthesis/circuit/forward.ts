/**
 * Store-to-load forwarding: a load that comes before a store of the same element has been done takes the word from the
 * store. Which stores can be meant is known from the cycles; whether one is, addresses say.
 *
 * A store `lag` cycles after the load (0 to the latency of the storage) is in its cycle `latency - lag` after it
 * happened when the loaded word arrives, and that is when it is looked at: in that very cycle, or in the registers in
 * which its address and its word wait.
 */
import { bug } from "../../diagnostics/bug.ts";
import { addressWidth } from "../../hardware/netlist/bits.ts";
import type { Builder } from "../../hardware/netlist/build.ts";
import { and, constant, eq, mux, resize } from "../../hardware/netlist/expressions.ts";
import type { Expr } from "../../hardware/netlist/nodes.ts";
import type { BankOf, Graph, Load, OpId, Storage, Store } from "../plan/nodes.ts";
import { banksOf } from "../plan/walk.ts";
import { any } from "./choice.ts";
import type { Values } from "./datapath.ts";
import { opAt } from "./flow.ts";

/** A store that a load can meet. */
interface Meeting {
  readonly store: OpId;
  readonly before: number; // iterations
  readonly cycle: number; // of the store's iteration, in which the loaded word arrives
}

export function isForwarded({ forwards }: Graph, load: OpId): boolean {
  return forwards.some((forward) => forward.load === load);
}

/** What the load gives, where the storage gives `word`. */
export function forwarded(
  b: Builder,
  values: Values,
  id: OpId,
  op: Load,
  storage: Storage,
  word: Expr,
): Expr {
  const arrival = values.cycle(id) + storage.latency;
  let found = word;
  for (const { store, before, cycle } of meetings(values, id, storage)) {
    const other = storeAt(values, store);
    const conditions = [
      ...(before === 0 ? [] : [values.token(cycle)]), // there may be no such iteration
      ...(other.predicate === null ? [] : [values.at(other.predicate, cycle)]),
      same(b, storage.depth, values.at(op.address, arrival), values.at(other.address, cycle)),
      sameBank(b, values, { bank: op.bank, cycle: arrival }, { bank: other.bank, cycle }),
    ];
    const [first, ...rest] = conditions;
    if (first === undefined) return bug("a forward without a condition");
    found = mux(b, and(b, first, ...rest), values.at(other.value, cycle), found);
  }
  return found;
}

/** In program order: what stands later has the last word. */
function meetings(values: Values, load: OpId, storage: Storage): readonly Meeting[] {
  const { graph, interval, item } = values.activity;
  const found: Meeting[] = [];
  for (const { store, load: of, distance } of graph.forwards) {
    if (of !== load) continue;
    const after = values.cycle(store) - values.cycle(load);
    const least = Math.max(distance, store < load ? 0 : 1);
    const most = item === null ? 0 : Math.max(least, Math.ceil(after / interval));
    for (let before = least; before <= most; before++) {
      const lag = after - before * interval;
      if (lag > storage.latency) bug(`a store comes ${lag} cycles after a load that needs its word`);
      if (lag >= 0) found.push({ store, before, cycle: values.cycle(store) + storage.latency - lag });
    }
  }
  return found.sort((one, other) => other.before - one.before || one.store - other.store);
}

function storeAt({ activity }: Values, id: OpId): Store {
  const op = opAt(activity.graph.ops, id);
  return op.kind === "store" ? op : bug(`operation ${id} is no store`);
}

function same(b: Builder, count: number, one: Expr, other: Expr): Expr {
  const width = addressWidth(count);
  return eq(b, resize(b, one, width, false), resize(b, other, width, false));
}

interface BankIn {
  readonly bank: BankOf;
  readonly cycle: number;
}

/** In any of the banks that both can go to. */
function sameBank(b: Builder, values: Values, one: BankIn, other: BankIn): Expr {
  const is = ({ bank, cycle }: BankIn, number: number): Expr => {
    if (bank.kind === "static") return constant(1, 1);
    const numbers = banksOf(bank);
    const width = addressWidth(numbers.length);
    return eq(b, resize(b, values.at(bank.nth, cycle), width, false), numbers.indexOf(number));
  };
  const here = new Set(banksOf(other.bank));
  const both = banksOf(one.bank).filter((bank) => here.has(bank));
  return any(
    b,
    both.map((bank) => and(b, is(one, bank), is(other, bank))),
  );
}
