import type { Family } from "./entry.ts";

/** What an array wants to be a stream. */
export type StreamWants = "order" | "user" | "bank" | "memory";

const streamHelp: Readonly<Record<StreamWants, string>> = {
  order: "read each element once, in the order in which it is written; `reuse_at` keeps what is needed again",
  user: "give each process an array of its own",
  bank: "drop `partition` and `reshape` of it, or unroll the loops around it so that each copy uses one memory, once a cycle",
  memory: "leave out `stream`: it stays in a memory then",
};

/** What a circuit cannot be made of. */
export const hardware = {
  "unrolled-too-far": ({ loop, operations, most }: { loop: string; operations: number; most: number }) => ({
    message: `unrolling makes ${operations} operations: \`${loop}\` is written out into more than ${most}`,
    help: "unroll by a smaller factor, or pipeline a loop further inside: all loops in a pipelined one are unrolled",
  }),
  "cannot-pipeline": ({ loop, inner }: { loop: string; inner: string }) => ({
    message: `\`${loop}\` cannot be pipelined: nobody knows how often the loop \`${inner}\` inside it runs`,
    help: /^while(_\d+)?$/.test(inner)
      ? "pipeline neither, or write the inner loop as a `for` over a constant range that is left by `break`"
      : `pipeline \`${inner}\` instead, or give it constant bounds, so that it can be unrolled`,
  }),
  "interval-too-short": ({
    loop,
    asked,
    least,
    reason,
  }: {
    loop: string;
    asked: number;
    least: number;
    reason: string;
  }) => ({
    message: `\`${loop}\` cannot start an iteration every ${asked === 1 ? "cycle" : `${asked} cycles`}: ${reason}`,
    help: `ask for an II of ${least}, or for none: then it is as short as can be`,
  }),
  "interval-wished": ({ loop, asked, least }: { loop: string; asked: number; least: number }) => ({
    severity: "warning" as const,
    message: `\`${loop}\` starts an iteration every ${least} cycles, not every ${asked === 1 ? "cycle" : asked} as the pragma wishes`,
    help: `\`lutra report\` says what bounds it; \`pipeline ${loop} ${asked}\` in a schedule refuses it`,
  }),
  "limit-too-low": (facts: { operator: string; count: number; kinds: readonly string[] }) => ({
    message: `${facts.count === 1 ? "one unit" : `${facts.count} units`} of \`${facts.operator}\` cannot do the work of ${facts.kinds.length} kinds: ${facts.kinds.join("; ")}`,
    help: `allow at least ${facts.kinds.length}, or limit one kind of number, as in \`float32.mul\``,
  }),
  "limit-of-processes": (facts: { operator: string; count: number; processes: readonly string[] }) => ({
    message: `\`limit ${facts.operator} ${facts.count}\` is about the whole circuit, in which ${facts.processes.length} processes with \`${facts.operator}\` run at the same time: ${facts.processes.join(", ")}`,
    help: `allow at least ${facts.processes.length}, or drop \`dataflow\` and \`task_parallel\``,
  }),
  "stream-order": ({ array, why, wants }: { array: string; why: string; wants: StreamWants }) => ({
    message: `\`${array}\` cannot be a stream: ${why}`,
    help: streamHelp[wants],
  }),
  "streams-too-short": ({ waits }: { waits: readonly string[] }) => ({
    message: `with these depths processes wait for each other for ever: ${waits.join("; ")}`,
    help: "leave out `depth`: Lutra finds the least that keeps nobody waiting",
  }),
  "copies-in-turn": ({ loop }: { loop: string }) => ({
    severity: "warning" as const,
    message: `loops in the copies of \`${loop}\` run one after another in the circuit: they cannot run together`,
    help: `${sharing}; or leave out \`unroll\``,
  }),
  "iterations-in-turn": ({
    loop,
    why,
    most,
  }: {
    loop: string;
    why: "count" | "many" | "order";
    most: number;
  }) => ({
    severity: "warning" as const,
    message: `the iterations of \`${loop}\` run one after another in the circuit: ${whyInTurn[why]}`,
    help:
      why === "order"
        ? sharing
        : `\`unroll ${loop} K\` makes K copies; \`parallel\` makes one of each iteration, at most ${most}`,
  }),
  "clock-too-fast": (facts: { operation: string; family: string; periodNs: number; least: number }) => ({
    message: `${facts.operation} takes ${facts.least} ns on ${facts.family}, however many stages it has, and a cycle has ${Number(facts.periodNs.toPrecision(3))} ns`,
    help: `choose --clock ${facts.least}ns (${Math.floor(1000 / facts.least)} MHz) or slower, or a faster --part`,
  }),
  "too-little-memory": (facts: {
    part: string;
    needed: number;
    has: number;
    array: string;
    alone: number;
  }) => ({
    message: `the arrays on chip need at least ${facts.needed} block RAMs, and ${facts.part} has ${facts.has}: \`${facts.array}\` alone takes ${facts.alone}`,
    help: `make \`${facts.array}\` smaller or its type narrower, pass it as an argument, which lives outside, or choose a larger --part`,
  }),
  "too-much-logic": ({ part, kinds }: { part: string; kinds: readonly string[] }) => ({
    severity: "warning" as const,
    message: `the circuit is too large for ${part}: about ${kinds.join(", ")}`,
    help: "unroll less, pipeline a loop further inside, use narrower types, or choose a larger --part",
  }),
} satisfies Family;

/** Codes of what a step of a schedule asks for. */
export const askedOfCircuits: ReadonlySet<string> = new Set<keyof typeof hardware>([
  "unrolled-too-far",
  "cannot-pipeline",
  "interval-too-short",
  "limit-too-low",
  "limit-of-processes",
  "stream-order",
  "streams-too-short",
]);

const sharing =
  "copies share their loops where none needs what another one does, but for loops over a constant range that a `break` leaves";

const whyInTurn = {
  count: "how many there are is not known before it runs",
  many: "there are too many to be copies",
  order: "loops in them cannot run together",
} as const;
