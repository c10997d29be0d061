/** Random plans: loops in loops, arrays everywhere, and orders between accesses that keep what the plan means. */
import type {
  CircuitPlan,
  Graph,
  Item,
  Level,
  Op,
  OpId,
  Storage,
} from "../../../src/synthesis/plan/nodes.ts";
import { bool, type ScalarType } from "../../../src/types/types.ts";
import { type Dice, dice } from "../../hardware/random.ts";
import { block, level, pipeline, planOf, repeat, span, storage, u, type Writer } from "./write.ts";

const word = u(8);

interface World {
  readonly d: Dice;
  readonly storages: readonly Storage[];
  readonly scalars: readonly string[]; // registers of words that anybody may write
  readonly around: readonly string[]; // variables of the loops around
  readonly registers: { readonly name: string; readonly type: ScalarType }[];
}

export function randomPlan(seed: number): CircuitPlan {
  const d = dice(seed);
  const storages = Array.from({ length: 1 + d.roll(3) }, (_, index) => randomStorage(d, index));
  const registers = [0, 1, 2].map((index) => ({ name: `x${index}`, type: word }));
  const scalars = registers.map(({ name }) => name);
  const world: World = { d, storages, scalars, registers, around: [] };
  const body = randomItems(world, 0);
  return planOf({
    inputs: scalars.map((name) => ({ port: `${name}_in`, register: name, type: word })),
    // The others end somewhere inside, where their registers can be taken for something else.
    results: scalars
      .slice(0, 1 + (seed % 3))
      .map((name) => ({ port: `${name}_out`, register: name, type: word })),
    registers,
    storages,
    body: [...body, ...storages.filter(({ where }) => where !== "port").map(copyOut)],
  });
}

function randomStorage(d: Dice, index: number): Storage {
  const where = (["port", "block", "lut", "registers"] as const)[d.roll(4)] ?? "port";
  const banks = [1, 1, 2, 4][d.roll(4)] ?? 1;
  return storage(`m${index}`, word, 4, { where, banks, ports: 1 + d.roll(2), clears: where !== "port" });
}

/** So that what is inside shows: it all goes into a scalar. */
function copyOut({ name, banks }: Storage): Item {
  return pipeline([level("o", u(3), 0, 4)], { ii: 1 + (banks % 3) }, (g) => {
    let sum = g.read("x0", word);
    for (let bank = 0; bank < banks; bank++) {
      const loaded = g.load(name, word, g.counter(0, u(3)), { bank });
      const turned = g.compute("mul", u(11), sum, g.constant(u(3), 5));
      sum = g.compute("convert", word, g.compute("add", u(12), turned, loaded));
    }
    g.write("x0", sum);
  });
}

function randomItems(world: World, depth: number): readonly Item[] {
  const { d } = world;
  return Array.from({ length: d.roll(depth === 0 ? 3 : 2) + (depth === 0 ? 1 : d.roll(2)) }, () =>
    randomItem(world, depth),
  );
}

function randomItem(world: World, depth: number): Item {
  const { d } = world;
  switch (depth < 3 ? d.roll(6) : d.roll(3)) {
    case 0:
      return { kind: "block", graph: randomGraph(world, []) };
    case 1:
    case 2: {
      const levels = randomLevels(world);
      const ii = d.roll(4) === 0 ? null : 1 + d.roll(3);
      const made = pipeline(levels, { ii, mayBeEmpty: true }, () => {});
      return { ...made, graph: randomGraph(world, levels) };
    }
    case 3: {
      const over = newLevel(world, "r");
      world.registers.push({ name: over.variable, type: over.type });
      const inside = { ...world, around: [...world.around, over.variable] };
      return repeat(over, randomItems(inside, depth + 1), { mayBeEmpty: true });
    }
    case 4: {
      const condition = newRegister(world, "c", bool);
      const test = block((g) => {
        const bit = g.compute(
          { name: "getBits", low: d.roll(3), width: 1 },
          u(1),
          g.read(d.pick(world.scalars), word),
        );
        g.write(condition, g.compute("convert", bool, bit));
      });
      const inner: Item = {
        kind: "branch",
        condition,
        then: randomItems(world, depth + 1),
        else: randomItems(world, depth + 1),
        span,
      };
      return repeat(constantLevel(world, 1), [test, inner]);
    }
    default:
      return countdown(world, depth);
  }
}

/** A loop that ends by a register of its own, in a pipeline or around other items. */
function countdown(world: World, depth: number): Item {
  const { d } = world;
  const left = newRegister(world, "left", u(3));
  const over = newRegister(world, "over", bool);
  const count = d.roll(4);
  const set = block((g) => g.write(left, g.constant(u(3), count)));
  const step = (g: Writer): OpId => {
    const now = g.read(left, u(3));
    const next = g.compute("convert", u(3), g.compute("sub", u(4), now, g.constant(u(3), 1)));
    g.write(left, next);
    return g.compute("eq", bool, now, g.constant(u(3), 0));
  };
  const loop: Item =
    d.roll(2) === 0
      ? pipeline([], { ii: d.roll(2) === 0 ? null : 1 }, (g) => g.exit(step(g)))
      : repeat(null, [...randomItems(world, depth + 1), block((g) => g.write(over, step(g)))], {
          exit: over,
        });
  return repeat(constantLevel(world, 1), [set, loop]);
}

function newRegister(world: World, prefix: string, type: ScalarType): string {
  const name = `${prefix}${world.registers.length}`;
  world.registers.push({ name, type });
  return name;
}

function constantLevel(world: World, times: number): Level {
  const name = newRegister(world, "once", u(3));
  return level(name, u(3), 0, times);
}

/** The variable is no register yet. */
function newLevel({ d, registers, around }: World, prefix: string): Level {
  const variable = `${prefix}${registers.length}`;
  const to = d.roll(3) === 0 && around.length > 0 ? { register: d.pick(around), plus: d.roll(3) } : d.roll(8);
  return level(variable, u(5), d.roll(2), to, 1 + d.roll(2));
}

function randomLevels(world: World): readonly Level[] {
  const { d } = world;
  const first = newLevel(world, "i");
  const second: Level[] = [];
  if (d.roll(2) === 0)
    second.push(level("j", u(5), d.roll(2) === 0 ? { level: 0 } : 0, { level: 0, plus: 1 + d.roll(3) }));
  if (d.roll(4) === 0) second.push(level("k", u(5), 1, 3 + d.roll(2), 1 + d.roll(2)));
  return [first, ...second];
}

function randomGraph(world: World, levels: readonly Level[]): Graph {
  const { d, storages, scalars, around } = world;
  const made = block((g) => {
    const values: OpId[] = scalars.map((name) => g.read(name, word));
    for (const [index] of levels.entries()) values.push(g.compute("convert", word, g.counter(index, u(5))));
    if (around.length > 0) values.push(g.compute("convert", word, g.read(d.pick(around), u(5))));
    const written = new Set<string>();
    /** Rather one of the last. */
    const some = (): OpId => (d.roll(2) === 0 ? d.pick(values) : d.pick(values.slice(-3)));
    const bits = (width: number): OpId =>
      g.compute({ name: "getBits", low: d.roll(2), width }, u(width), some());
    const access = ({ banks }: Storage) => ({
      bank: banks === 1 || d.roll(2) === 0 ? d.roll(banks) : oneOf(banks, d.roll(3)),
    });
    /** All of them, counted in one digit or two, every second, or one half. */
    const oneOf = (banks: number, which: number) => {
      const count = banks === 2 || which === 0 ? banks : 2;
      const all = [{ step: 1, count }];
      const digits =
        count === 4 && d.roll(2) === 0
          ? [
              { step: 1, count: 2 },
              { step: 2, count: 2 },
            ]
          : all;
      const among =
        count === banks
          ? { first: 0, digits }
          : { first: d.roll(2), digits: [{ step: which === 1 ? 2 : 1, count }] };
      return { nth: bits(Math.log2(count)), among };
    };
    for (let count = 3 + d.roll(12); count > 0; count--) {
      const home = d.roll(2) === 0 ? d.pick(storages) : (storages[0] ?? d.pick(storages));
      switch (d.roll(7)) {
        case 0:
        case 1:
          values.push(g.load(home.name, word, bits(1 + d.roll(2)), access(home)));
          break;
        case 2:
        case 3:
          g.store(home.name, bits(1 + d.roll(2)), some(), {
            ...access(home),
            ...(d.roll(2) === 0 ? { predicate: g.compute("convert", bool, bits(1)) } : {}),
          });
          break;
        case 4: {
          const name = d.pick(scalars);
          if (!written.has(name)) g.write(name, some());
          written.add(name);
          break;
        }
        default: {
          const op = (["add", "mul", "xor", "sub"] as const)[d.roll(4)] ?? "add";
          const width = op === "mul" ? 16 : op === "xor" ? 8 : 9;
          values.push(g.compute("convert", word, g.compute(op, u(width), some(), some())));
        }
      }
    }
    const rest = scalars.find((name) => !written.has(name));
    if (rest !== undefined) g.write(rest, some());
  });
  return withOrders(made.graph, storages, d);
}

/** As if all accesses to an array could meet. Some stores are passed on, others are waited for. */
function withOrders(graph: Graph, storages: readonly Storage[], d: Dice): Graph {
  const orders = [...graph.orders];
  const forwards = [...graph.forwards];
  const homes = new Map(storages.map((one) => [one.name, one]));
  const relate = (first: OpId, second: OpId, one: Op, other: Op, distance: number): void => {
    if ((one.kind !== "load" && one.kind !== "store") || (other.kind !== "load" && other.kind !== "store"))
      return;
    if (one.storage !== other.storage) return;
    const home = homes.get(one.storage);
    if (one.kind === "store" && other.kind === "load") {
      const isForwarded = forwards.length > 0 || d.roll(4) > 0; // one that waits keeps others from meeting
      if (isForwarded) forwards.push({ store: first, load: second, distance });
      orders.push({ first, second, distance, lag: isForwarded ? -(home?.latency ?? 0) : 1 });
    } else if (other.kind === "store") {
      orders.push({ first, second, distance, lag: one.kind === "load" ? 0 : 1 });
    }
  };
  for (const [first, one] of graph.ops.entries()) {
    for (const [second, other] of graph.ops.entries()) {
      if (first < second) relate(first, second, one, other, 0);
      if (first > second) relate(first, second, one, other, 1);
    }
  }
  return { ...graph, orders, forwards };
}
