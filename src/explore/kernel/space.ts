/**
 * The space of a kernel's schedules, from its Loops: fusion, the shapes of nests, memories, which loops are pipelined and how
 * many copies work side by side, processes, limits. Each step is legal by itself on the kernel as it is written; what a
 * point makes of several, schedule.ts says. The first value of every knob together is the schedule that Lutra chooses.
 */
import { readsOf, writesOf } from "../../loops/analysis/effects.ts";
import { tripCount } from "../../loops/analysis/trip_count.ts";
import { arraysOf } from "../../loops/find.ts";
import type { For, Loops, Stmt } from "../../loops/nodes.ts";
import { operatorsIn } from "../../loops/operators.ts";
import { statementsIn } from "../../loops/walk.ts";
import { parseSchedule } from "../../schedule/parse.ts";
import { printSchedule } from "../../schedule/print.ts";
import { apply } from "../../schedule/schedule.ts";
import { loopsIn } from "../nests.ts";
import { defaultPoint, type Knob, type Point, type Space } from "../search/space.ts";
import { interchanged, type Shape, windowed } from "../shapes.ts";
import { automatic, none } from "./schedule.ts";

export interface SpaceOptions {
  readonly reassociate: boolean; // sums of floats may be added in another order
}

export function kernelSpace(loops: Loops, options: SpaceOptions): Space {
  const isLegal = (text: string): boolean => {
    const parsed = parseSchedule(text);
    return parsed.ok && apply(loops, parsed.schedule).ok;
  };
  const nests = loops.body.filter((stmt) => stmt.kind === "for");
  const leaves = leavesOf(loops.body, []);
  const tiles = new Set(leaves.flatMap(({ around }) => around.slice(-2)));
  const knobs: readonly Knob[] = [
    { name: "start", kind: "category", values: [automatic, none] },
    ...nests.slice(1).map((nest, at) => fusion(nests[at]?.name ?? "", nest.name)),
    ...leaves.map((leaf) => steps(`shape of ${leaf.loop.name}`, shapes(loops, leaf))),
    ...nests.map((nest) => steps(`array for ${nest.name}`, arrays(nest))),
    ...(nests.length > 1 ? nests.map(({ name }) => steps(`graph of ${name}`, [`flatten ${name}`])) : []),
    ...loopsOf(loops).map((loop) => reassociation(loop, options)),
    ...[...tiles].map((loop) => counted(`tile ${loop.name}`, loop, mostTile)),
    ...arraysOf(loops).flatMap(({ name, shape }) => [
      steps(`copy of ${name}`, [`buffer ${name}`]),
      steps(`memories of ${name}`, memories(name, shape)),
    ]),
    ...leaves.map(({ loop, around }) => level(loop, around)),
    ...leaves.map(({ loop }) => counted(`copies ${loop.name}`, loop, mostCopies)),
    ...operatorsIn(loops).filter(isDear).map(units),
    ...(nests.length > 1 ? [steps("processes", ["dataflow", "task_parallel"])] : []),
  ];
  const legal = knobs.flatMap((knob) => legalValues(knob, isLegal) ?? []);
  return { knobs: withParts(legal, loops), forbidden: [] };
}

/** Of several nests each is a part. What is about two of them, or about none, is of no part. */
function withParts(knobs: readonly Knob[], loops: Loops): readonly Knob[] {
  const nests = loops.body.filter((stmt) => loopsIn([stmt]).length > 0);
  if (nests.length < 2) return knobs;
  const about = nests.map((nest) => {
    const [first] = loopsIn([nest]);
    const names = new Set([
      ...loopsIn([nest]).map(({ name }) => name),
      ...readsOf([nest]),
      ...writesOf([nest]),
    ]);
    return { part: first?.name ?? "", names, operators: new Set(operatorsIn({ ...loops, body: [nest] })) };
  });
  return knobs.map((knob) => {
    const { word = "", name = "" } =
      /^(?<word>shape of|array for|graph of|reassociate|tile|level|copies|copy of|memories of|units of) (?<name>.+)$/.exec(
        knob.name,
      )?.groups ?? {};
    const own = about.filter(({ names, operators }) => (word === "units of" ? operators : names).has(name));
    const [only] = own;
    return only === undefined || own.length > 1 ? knob : { ...knob, part: only.part };
  });
}

/**
 * Where a search begins: the schedule that Lutra chooses, the loops as written, others that are known (starts.ts), and the loops with one thing changed that gives them
 * another shape. What the other knobs do depends on the shape.
 */
export function startsOf(space: Space): readonly Point[] {
  const first = defaultPoint(space);
  if (first === null) return [];
  const { knobs } = space;
  const start = knobs.findIndex(({ name }) => name === "start");
  const known = (knobs[start]?.values ?? []).flatMap((value, index) =>
    value === none || index === first[start] ? [] : [first.with(start, index)],
  );
  const noStart = knobs[start]?.values.indexOf(none) ?? -1;
  const plain = noStart >= 0 ? first.with(start, noStart) : first;
  const shaping = knobs.flatMap(({ name, values }, at) =>
    /^(shape of|array for|graph of|fuse|processes|level|copies|reassociate)/.test(name)
      ? values.slice(1, 1 + mostEach).map((_, index) => plain.with(at, index + 1))
      : [],
  );
  const tiles = [2, 4, 8].map((size) =>
    plain.map((index, at) => {
      const { name = "", values = [] } = knobs[at] ?? {};
      const found = name.startsWith("tile ") ? values.indexOf(size) : -1;
      return found < 0 ? index : found;
    }),
  );
  // Types together: where one array is of floats, what it meets is converted.
  const most = Math.max(0, ...knobs.map(({ name, values }) => (isTyped(name) ? values.length : 0)));
  const typed = Array.from({ length: most }, (_, index) =>
    first.map((own, at) => {
      const { name = "", values = [] } = knobs[at] ?? {};
      return isTyped(name) ? Math.min(index, values.length - 1) : own;
    }),
  ).slice(1);
  return [first, plain, ...typed, ...known, ...tiles, ...shaping].slice(0, mostStarts);
}

function isTyped(knob: string): boolean {
  return knob.startsWith("type of ");
}

const mostEach = 6;
const mostStarts = 48;

/** The first value is no step. */
function steps(name: string, texts: readonly string[]): Knob {
  return { name, kind: "category", values: [none, ...new Set(texts)] };
}

/** Null where nothing is left to choose. */
function legalValues(knob: Knob, isLegal: (text: string) => boolean): Knob | null {
  const values = knob.values.filter((value) => {
    if (knob.kind === "ordered" && !knob.name.startsWith("reassociate ")) return true;
    if (value === none || value === automatic || value === 1) return true;
    return isLegal(typeof value === "number" ? `${knob.name} ${value}` : String(value));
  });
  return values.length < 2 ? null : { ...knob, values };
}

// Loops

interface Leaf {
  readonly loop: For; // an innermost one
  readonly around: readonly For[]; // outermost first
}

function leavesOf(body: readonly Stmt[], around: readonly For[]): readonly Leaf[] {
  return body.flatMap((stmt): readonly Leaf[] => {
    switch (stmt.kind) {
      case "for": {
        const inside = leavesOf(stmt.body, [...around, stmt]);
        return inside.length > 0 ? inside : [{ loop: stmt, around }];
      }
      case "if":
        return [...leavesOf(stmt.then, around), ...leavesOf(stmt.else, around)];
      case "while":
      case "region":
        return leavesOf(stmt.body, around);
      default:
        return [];
    }
  });
}

function loopsOf({ body }: Loops): readonly For[] {
  return statementsIn(body).filter((stmt) => stmt.kind === "for");
}

function fusion(first: string, second: string): Knob {
  return steps(`fuse ${first} ${second}`, [`fuse_loops ${first} ${second}`]);
}

/** A loop around that becomes the innermost; rows and windows of what is read again; a stencil. */
function shapes(loops: Loops, { loop, around }: Leaf): readonly string[] {
  const outer = around.at(-1);
  const found: readonly (Shape | null)[] = [
    ...around.toReversed().map(({ name }) => interchanged(loops, name, loop.name)),
    ...(outer === undefined
      ? []
      : [...readsOf(loop.body)]
          .filter((name) => arraysOf(loops).some((one) => one.name === name))
          .map((array) => windowed(loops, array, outer.name, loop.name))),
  ];
  const windows = around
    .slice(-2)
    .flatMap(({ name }) => [1, 2, 4].map((unroll) => `stencil ${name} unroll=${unroll}`));
  return [
    ...found.flatMap((shape) => (shape === null ? [] : [printSchedule(shape.steps).trim()])),
    ...windows,
  ];
}

/** Of elements that pass operands on to their neighbours. */
function arrays(nest: For): readonly string[] {
  const [rows, columns] = bandOf(nest);
  if (rows === undefined) return [];
  const trips = tripCount(rows) ?? Number.POSITIVE_INFINITY;
  const whole = trips <= mostCopies ? [`systolic ${nest.name} rows=${rows.name}`] : [];
  const some = [2, 4, 8, 16, 32].filter((size) => size < trips);
  return [
    ...whole,
    ...some.flatMap((size) => [
      ...(columns === undefined || size > 8
        ? []
        : [`systolic ${nest.name} rows=${rows.name} columns=${columns.name} size=${size},${size}`]),
      `systolic ${nest.name} rows=${rows.name} size=${size}`,
    ]),
  ];
}

function bandOf(nest: For): readonly For[] {
  const [only, ...others] = nest.body;
  return only?.kind === "for" && others.length === 0 ? [nest, ...bandOf(only)] : [nest];
}

const mostTile = 16;
const mostCopies = 64;

/** Any number up to eight, then fewer and fewer; all iterations of a loop that is not long. */
function counted(name: string, loop: For, most: number): Knob {
  const trips = tripCount(loop) ?? Number.POSITIVE_INFINITY;
  const some = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 32, 40, 48, 64];
  const values = some.filter((count) => count < trips && count <= most);
  return { name, kind: "ordered", values: trips <= most ? [...new Set([...values, trips])] : values };
}

/** The innermost loop is pipelined, or one around it: then what is inside is written out. */
function level(loop: For, around: readonly For[]): Knob {
  return { name: `level ${loop.name}`, kind: "ordered", values: [loop, ...around].map((_, at) => at) };
}

/** Where the order is free by definition, or a person gives it free. */
function reassociation(loop: For, { reassociate }: SpaceOptions): Knob {
  const isFree = reassociate || loop.origin.unordered === true;
  return { name: `reassociate ${loop.name}`, kind: "ordered", values: isFree ? [1, 2, 4, 8, 16] : [1] };
}

// Arrays and units

function memories(array: string, shape: readonly number[]): readonly string[] {
  const last = shape.length - 1;
  return [
    ...shape.flatMap((size, dim) => {
      const factors = [2, 3, 4, 5, 6, 8, 12, 16, 32].filter((factor) => factor < size);
      const spread = factors.map((factor) => `partition ${array} dim=${dim} cyclic ${factor}`);
      return size <= mostCopies ? [...spread, `partition ${array} dim=${dim} complete`] : spread;
    }),
    ...[2, 4, 8].map((factor) => `reshape ${array} dim=${last} ${factor}`),
  ];
}

/** Units that are worth sharing: of one kind of number each. */
function isDear(operator: string): boolean {
  const [number = "", operation = ""] = operator.split(".");
  return operation !== "" && (number.startsWith("float") || dear.has(operation));
}

const dear: ReadonlySet<string> = new Set(["mul", "div", "floordiv", "mod", "pow", "sqrt"]);

function units(operator: string): Knob {
  return steps(
    `units of ${operator}`,
    [1, 2, 4, 8].map((count) => `limit ${operator} ${count}`),
  );
}
