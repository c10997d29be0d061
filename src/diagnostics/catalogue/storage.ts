import type { Family } from "./entry.ts";

/** Why a step of a schedule that moves data, changes types or outlines kernels is refused. */
export const storage = {
  "no-dimension": ({ array, dim, rank }: { array: string; dim: number; rank: number }) => ({
    message: `\`${array}\` has no dimension ${dim}: it has ${rank}`,
    help: `dimensions count from 0, as NumPy's axes do; the last one is ${rank - 1}`,
  }),
  "partition-factor": ({ array, dim, size, how, factor }: PartitionFacts) => ({
    message:
      factor === null
        ? `\`${how}\` needs the number of memories`
        : how === "complete"
          ? `\`complete\` makes a memory of each of the ${size} elements of dimension ${dim} of \`${array}\`, not ${factor}`
          : `${size} elements of dimension ${dim} of \`${array}\` do not fill ${factor} memories in ${how} order`,
    help:
      how === "complete"
        ? `write \`partition ${array} dim=${dim} complete\``
        : `write \`partition ${array} dim=${dim} ${how} N\` with N ${how === "block" ? blockCounts(size) : `from 2 to ${size}`}`,
  }),
  "already-partitioned": ({ array, dim, as }: { array: string; dim: number; as: AsPartitioned }) => ({
    message: `dimension ${dim} of \`${array}\` is already spread over ${as.factor} memories (${as.how})`,
    help: "a dimension takes one partition; change the earlier step instead",
  }),
  "already-packed": ({ array, dim, factor }: { array: string; dim: number; factor: number }) => ({
    message: `\`${array}\` is already packed: ${factor} elements a word along dimension ${dim}`,
    help: "an array has one kind of word, and the packed dimension stays in one memory; change the earlier step",
  }),
  "word-too-long": (facts: { array: string; dim: number; size: number; factor: number }) => ({
    message: `dimension ${facts.dim} of \`${facts.array}\` has ${facts.size} elements, fewer than a word of ${facts.factor}`,
    help: `pack from 2 to ${facts.size} elements`,
  }),
  "memmap-twice": ({ array }: { array: string }) => ({
    message: `\`${array}\` is named twice`,
    help: "name each array once",
  }),
  "memmap-argument": ({ array }: { array: string }) => ({
    message: `\`${array}\` is an argument: where it lies is up to the caller`,
    help: `\`buffer ${array}\` copies it on chip first; map that buffer`,
  }),
  "memmap-result": ({ array }: { array: string }) => ({
    message: `\`${array}\` is what the kernel returns, as an array of its own`,
    help: "map arrays that stay inside the kernel",
  }),
  "memmap-partitioned": ({ array }: { array: string }) => ({
    message: `\`${array}\` is already partitioned or packed`,
    help: "map first, then partition the array that holds all of them",
  }),
  "memmap-types": ({ first, second, types }: Pair & { types: readonly [string, string] }) => ({
    message: `\`${first}\` has elements of ${types[0]}, \`${second}\` of ${types[1]}`,
    help: "bring them to one type with `quantize` or `downsize`, or map arrays of one type",
  }),
  "memmap-table": ({ first, second }: Pair) => ({
    message: `of \`${first}\` and \`${second}\`, one is a constant table and the other is not`,
    help: "map tables with tables: they become read-only memories",
  }),
  "memmap-shapes": ({ first, second, how, shapes }: Pair & { how: string; shapes: Shapes }) => ({
    message: `\`${first}\` has shape ${shapeText(shapes[0])} and \`${second}\` ${shapeText(shapes[1])}`,
    help:
      how === "vertical"
        ? "one after another, arrays agree in all dimensions but the first"
        : "side by side, arrays have the same number of dimensions",
  }),
  "reuse-written": ({ array, loop, clash }: { array: string; loop: string; clash: string }) => ({
    message: `\`${array}\` is written in loop \`${loop}\`, so what was read before may be old: ${clash}`,
    help: "reuse what a loop only reads; a buffer of an inner loop is reused at that loop",
  }),
  "reuse-parallel": ({ loop, why }: { loop: string; why: string }) => ({
    message: why,
    help: `leave out \`parallel ${loop}\`, or reuse at another loop`,
  }),
  "reuse-window": ({ array, loop, why, read }: WindowFacts) => {
    switch (why.problem) {
      case "not-read":
        return {
          message: `\`${array}\` is not read in loop \`${loop}\``,
          help: "name a loop around its reads",
        };
      case "same":
        return {
          message: `every iteration of \`${loop}\` reads the same elements of \`${array}\``,
          help: `\`buffer ${array}\` reads an argument once; or reuse at a loop whose variable is in an index`,
        };
      case "no-overlap":
        return {
          message: `no element of \`${array}\` is read by two iterations of \`${loop}\`: each reads ${why.extent} in a row and the next starts ${why.advance} further (${read})`,
          help: "there is nothing to reuse at this loop",
        };
      case "two-dimensions":
        return {
          message: `\`${loop}\` moves what is read of \`${array}\` along dimensions ${why.dims.join(" and ")} at once: ${read}`,
          help: "a reuse buffer follows one dimension; reuse at a loop that is in one index only",
        };
      case "irregular":
        return {
          message: `the reads of \`${array}\` do not move in step with \`${loop}\` along dimension ${why.dim}: they are no sums of loop variables with one common factor of \`${loop}\`, or loops inside have no known bounds: ${read}`,
          help: "a reuse buffer needs reads such as `a[2 * i + r]`, with `r` of known range",
        };
      case "outside":
        return {
          message: `a read of \`${array}\` reaches outside of it along dimension ${why.dim}, which is a fault that a buffer would hide: ${read}`,
          help: "read inside of the array, or under a condition that keeps the index there",
        };
    }
  },
  "stencil-nest": ({ nest, why }: { nest: string; why: StencilNest }) => stencilNest(nest, why),
  "stencil-read": ({ array, access, dim, outside }: StencilRead) =>
    outside === null
      ? {
          message: `\`${access}\` is not at a fixed distance from the result along dimension ${dim}`,
          help: `a stencil needs reads such as \`${array}[i - 1, j + 2]\`, at borders also \`max(i - 1, 0)\` and the like`,
        }
      : {
          message: `\`${access}\` reaches outside of \`${array}\` along dimension ${dim}, which is a fault that a window would hide: in iteration ${outside.loop}=${outside.value} the index is ${outside.index}`,
          help: "read inside of the array, or under a condition on the loop's variable that keeps the index there",
        },
  "stencil-nothing": ({ nest }: { nest: string }) => ({
    message: `no array is read at several distances from the result in \`${nest}\`: nothing would wait`,
    help: `\`pipeline\` and \`unroll\` do for a nest without a window`,
  }),
  "stencil-steps": (facts: { nest: string; time: string | null; count: number | null; steps: number }) => ({
    message:
      facts.time === null
        ? `\`${facts.nest}\` is no loop over time with nests in it, so there are no ${facts.steps} steps to take at once`
        : facts.count === null
          ? `how often \`${facts.time}\` runs is only known when it runs, so it cannot take ${facts.steps} steps at once`
          : `\`${facts.time}\` runs ${facts.count} times, which is no multiple of ${facts.steps}`,
    help:
      facts.time === null || facts.count === null
        ? "`steps` needs `for t in range(N):` around the nests, with N known"
        : `take a divisor of ${facts.count}, or \`peel ${facts.time} ${facts.count % facts.steps} last\` first`,
  }),
  "stencil-chain": ({ why, name, access }: StencilChain) => stencilChain(why, name, access ?? ""),
  "buffer-local": ({ array }: { array: string }) => ({
    message: `\`${array}\` is already on chip`,
    help: "`buffer` copies arguments; `reuse_at` keeps parts of any array",
  }),
  "privatize-read-first": ({ why }: { why: string }) => ({
    message: why,
    help: "a private copy starts empty: each iteration must write what it reads",
  }),
  "privatize-read-later": ({ why }: { why: string }) => ({
    message: why,
    help: "privatize what only this loop uses, or what every iteration surely writes",
  }),
  "privatize-unwritten": ({ name, loop }: { name: string; loop: string }) => ({
    message: `\`${name}\` is not written in loop \`${loop}\``,
    help: "iterations share what they only read",
  }),
  "privatize-interface": ({ name, what }: { name: string; what: "an argument" | "a result" }) => ({
    message: `\`${name}\` is ${what} of the kernel`,
    help:
      what === "an argument"
        ? `\`buffer ${name}\` makes a copy that can be privatized`
        : "privatize what stays inside the kernel",
  }),
  "privatize-count": ({ loop }: { loop: string }) => ({
    message: `how often \`${loop}\` runs is not known, so neither is the number of copies`,
    help: "privatize at a loop with constant bounds",
  }),
  "retype-argument": ({ name, primitive }: { name: string; primitive: string }) => ({
    message: `\`${name}\` is an argument: the caller decides its type`,
    help: `declare another type where the kernel is called, or \`buffer ${name}\` and ${primitive} that copy`,
  }),
  "flatten-processes": () => ({
    message: "the kernel is processes, which are graphs of their own",
    help: "flatten a loop inside one of them",
  }),
  "nothing-on-a-grid": () => ({
    message: "no float here is proved to be a whole multiple of a power of two that is never rounded",
    help: "give arguments integer or fixed types, and tables multiples of a power of two; or quantize what is computed first",
  }),
  "retype-array-type": ({ type }: { type: string }) => ({
    message: `\`${type}\` is an array type`,
    help: "name the type of one element, such as `fixed<16,6>`",
  }),
  "retype-expression": ({ problem, help }: { problem: string; help: string }) => ({
    message: `with this type, ${problem}`,
    help,
  }),
  "not-narrower": ({ name, from, to }: { name: string; from: string; to: string }) => ({
    message: `\`${name}\` is ${from}, which ${to} does not make narrower`,
    help: "`downsize` takes integers to integers of fewer bits; `quantize` changes any type",
  }),
  "fuse-kernels-apart": ({ first, second }: Pair) => ({
    message: `\`${first}\` and \`${second}\` do not stand in the same list of statements`,
    help: "fuse two nests or regions of the top level, or of one loop's body",
  }),
  "dataflow-order": ({ step, name, why, processes, clash }: DataflowFacts) => ({
    message: dataflowTrouble(name ?? "", why, processes) + (clash === null ? "" : `: ${clash}`),
    help: dataflowHelp(step)[why],
  }),
  "already-processes": ({ step, before }: { step: ProcessStep; before: ProcessStep }) => ({
    message:
      step === before
        ? `the nests of the kernel are processes already, by \`${before}\``
        : `the nests of the kernel are processes of \`${before}\`: they cannot be those of \`${step}\` as well`,
    help: step === before ? `drop one \`${step}\`` : "drop one of `dataflow` and `task_parallel`",
  }),
  "inline-process": ({ region, step }: { region: string; step: ProcessStep }) => ({
    message: `\`${region}\` is a process of \`${step}\`, which makes one of every nest`,
    help: `drop \`${step}\`, or make one process of two with \`fuse_kernels\``,
  }),
  "stream-argument": ({ array }: { array: string }) => ({
    message: `\`${array}\` is returned, and what is returned stays in memory`,
    help: "write it to an argument instead, and make that a stream",
  }),
  "stream-both": ({ array }: { array: string }) => ({
    message: `\`${array}\` is both read and written: a stream goes one way`,
    help: "take one argument in and give another out",
  }),
  "stream-unused": ({ array }: { array: string }) => ({
    message: `nothing reads or writes \`${array}\``,
    help: "leave it out of the kernel",
  }),
  "stream-unordered": (facts: { array: string; element: string; what: string | null }) => ({
    message: `\`${facts.array}\` cannot be a stream: where ${facts.element} would pass, ${facts.what === null ? "nothing is read or written any more" : `there is ${facts.what}`}`,
    help: "read or write all elements in row-major order, each once; `reuse_at` keeps what is needed again, `buffer` copies all of it",
  }),
  "stream-alone": ({ array }: { array: string }) => ({
    message: `\`${array}\` passes between no two processes`,
    help: "make the nests of the kernel processes first, with `dataflow`; `lutra report` shows what passes between them",
  }),
  "stream-of-tasks": ({ array }: { array: string }) => ({
    message: `\`${array}\` cannot be a stream: of the processes of \`task_parallel\` one starts when the other has ended`,
    help: "make processes with `dataflow` instead: they run at the same time, and pass elements on",
  }),
  "stream-kept": ({ array, processes }: { array: string; processes: readonly string[] }) => ({
    message: `\`${array}\` is not written by one process and read by others alone: ${processes.join(", ")}`,
    help: "give each process an array of its own",
  }),
  "stream-disordered": (facts: { array: string; number: number; made: string; wanted: string }) => ({
    message: `\`${facts.array}\` cannot be a stream: element number ${facts.number} is ${facts.made}, and the one that is wanted then is ${facts.wanted}`,
    help: "read elements in the order in which they are written, or leave out `stream`: the array stays in a memory then",
  }),
  "stream-again": ({ array }: { array: string }) => ({
    message: `\`${array}\` is a stream already`,
    help: `drop one of the two; \`stream ${array} depth=N\` says how many elements may wait`,
  }),
  "stream-deep": ({ array, depth, most }: { array: string; depth: number; most: number }) => ({
    message: `\`${array}\` has ${most / 2 === 1 ? "one element" : `${most / 2} elements`}: no more than ${most} can wait, those of two calls, and depth=${depth} is more`,
    help: "leave out `depth`: Lutra finds the least that keeps nobody waiting",
  }),
  "stream-shared": ({ array, processes }: { array: string; processes: readonly string[] }) => ({
    message: `\`${array}\` cannot be a stream: ${processes.length} processes use it, ${processes.join(", ")}`,
    help: "give each process an argument of its own, or let one process pass it on to the others in an array on chip",
  }),
  "stream-spread": ({ array, by }: { array: string; by: "partition" | "reshape" }) => ({
    message: `\`${array}\` cannot be a stream: elements of an argument pass one after another, and \`${by}\` ${by === "partition" ? "spreads them over several memories" : "puts several in a word"}`,
    help: `drop \`${by} ${array}\` or \`stream ${array}\`; \`buffer ${array}\` makes a copy on chip that can be spread`,
  }),
  "fuse-kernels-between": ({ first, second, up, down }: Pair & { up: string; down: string }) => ({
    message: `what stands between \`${first}\` and \`${second}\` can neither run after the second, since ${up}, nor before the first, since ${down}`,
    help: "fuse what is in between as well, one after another",
  }),
} satisfies Family;

export type StencilNest =
  | { readonly problem: "no-nest" }
  | { readonly problem: "bounds" | "parallel" | "step" | "long"; readonly loop: string }
  | { readonly problem: "statement"; readonly what: string };

function stencilNest(nest: string, why: StencilNest): { message: string; help: string } {
  switch (why.problem) {
    case "no-nest":
      return {
        message: `\`${nest}\` is no nest of loops over results, and no list of such nests`,
        help: "name a loop whose variable is in the index of a store, or a loop over time or a region that holds such loops alone",
      };
    case "bounds":
      return {
        message: `\`${why.loop}\` has no constant bounds, or never runs`,
        help: "a stencil needs rows of known length; guard the body with a condition instead",
      };
    case "step":
      return {
        message: `\`${why.loop}\` does not go in steps of 1`,
        help: "a stencil computes a result for each element; use `reuse_at` for others",
      };
    case "parallel":
      return {
        message: `\`${why.loop}\` is parallel or unrolled already, and \`stencil\` says itself what runs at the same time`,
        help: "leave out that step, and say `unroll=N`",
      };
    case "long":
      return {
        message: `\`${why.loop}\`, inside \`${nest}\`, is too long to be written out`,
        help: "loops inside are loops over a window: a stencil has a copy of their bodies for each element of it",
      };
    case "statement":
      return {
        message: `\`${nest}\` holds a \`${why.what}\`, with which results do not leave one after another`,
        help: "use conditions on what is stored instead; take pragmas and regions out",
      };
  }
}

export interface StencilRead {
  readonly array: string;
  readonly access: string;
  readonly dim: number;
  readonly outside: { readonly loop: string; readonly value: number; readonly index: number } | null;
}

export interface StencilChain {
  readonly why: "dimensions" | "stored" | "passes" | "overtakes" | "scalar";
  readonly name: string;
  readonly access?: string;
}

function stencilChain(
  why: StencilChain["why"],
  name: string,
  access: string,
): { message: string; help: string } {
  switch (why) {
    case "dimensions":
      return {
        message: `the nests of \`${name}\` have different numbers of loops`,
        help: "only nests over the same dimensions pass elements on to each other",
      };
    case "stored":
      return {
        message: `\`${access}\` stores into a window of \`${name}\`, and not at a fixed distance from the result`,
        help: "store into another array, or at such an index as `i` and `j`",
      };
    case "passes":
      return {
        message: `\`${name}\` does not pass from nest to nest element after element`,
        help: "each nest may store it once in an iteration, under no condition, all of them the same part; other nests read it at fixed distances",
      };
    case "overtakes":
      return {
        message: `\`${name}\` would be stored before an earlier nest has read or stored it`,
        help: "keep these nests apart, or store into another array",
      };
    case "scalar":
      return {
        message: `\`${name}\` is set in one iteration and used in another, or after the nests, so they cannot run at the same time`,
        help: "set it in each iteration before it is used",
      };
  }
}

export interface Pair {
  readonly first: string;
  readonly second: string;
}

/** Numbers of blocks of which none is left empty: blocks are as long as the first. */
function blockCounts(size: number): string {
  const all = Array.from({ length: Math.max(0, size - 1) }, (_, at) => at + 2);
  const whole = all.filter((count) => Math.ceil(size / count) * (count - 1) < size);
  return whole.length <= mostCounts
    ? `one of ${whole.join(", ")}`
    : `one of ${whole.slice(0, mostCounts).join(", ")}, …`;
}

const mostCounts = 12;

export interface PartitionFacts {
  readonly array: string;
  readonly dim: number;
  readonly size: number;
  readonly how: string;
  readonly factor: number | null;
}

export interface AsPartitioned {
  readonly how: string;
  readonly factor: number;
}

type Shapes = readonly (readonly number[])[];

export type ProcessStep = "dataflow" | "task_parallel";

export interface DataflowFacts {
  readonly step: ProcessStep;
  readonly name: string | null;
  readonly why: "alone" | "argument" | "returned" | "producers" | "backwards";
  readonly processes: readonly string[];
  readonly clash: string | null;
}

function dataflowTrouble(name: string, why: DataflowFacts["why"], processes: readonly string[]): string {
  const [one = "", other = ""] = processes.map((process) => `\`${process}\``);
  switch (why) {
    case "alone":
      return one === ""
        ? "the kernel has no loops"
        : `the kernel is one nest, ${one}: nothing runs beside it`;
    case "argument":
      return `${one} and ${other} would run at the same time, and use the same elements of the argument \`${name}\``;
    case "returned":
      return `${one} gives \`${name}\` to the caller and ${other} uses it, too`;
    case "producers":
      return `both ${one} and ${other} write \`${name}\``;
    case "backwards":
      return `${other}, which comes after ${one}, cannot run beside it: \`${name}\` would pass backwards`;
  }
}

/** What is copied and not used after becomes the copy itself: so "return a copy" would be no help. */
const dataflowHelp = (step: ProcessStep): Readonly<Record<DataflowFacts["why"], string>> => ({
  alone: `\`${step}\` needs two nests or more; \`lutra report\` shows them`,
  argument: "pass it through an array on chip, or make one process of the two with `fuse_kernels`",
  returned:
    "where it is written, write a second array too, and use that one inside; or make one process of the two with `fuse_kernels`",
  producers: "make one process of the two with `fuse_kernels`, or give each an array of its own",
  backwards: "make one process of the two with `fuse_kernels`, or give each an array of its own",
});

export interface WindowFacts {
  readonly array: string;
  readonly loop: string;
  readonly why: WindowTrouble;
  readonly read: string; // the access it is about, and where
}

type WindowTrouble =
  | { readonly problem: "not-read" | "same" }
  | { readonly problem: "no-overlap"; readonly extent: number; readonly advance: number }
  | { readonly problem: "two-dimensions"; readonly dims: readonly number[] }
  | { readonly problem: "irregular" | "outside"; readonly dim: number };

function shapeText(shape: readonly number[] | undefined): string {
  return `(${(shape ?? []).join(", ")})`;
}
