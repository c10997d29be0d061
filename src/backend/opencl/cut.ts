/**
 * A kernel under `dataflow` or `task_parallel` as a kernel for each process. All that passes between them is arrays, which
 * are buffers on the device:
 *
 *     region i_process:  s = s + a[i]        i_process(a, s_of_i_process)      s_of_i_process[()] = s
 *     region j_process:  b[j] = a[j] * s     j_process(a, b, s_of_i_process)   s = s_of_i_process[()]
 */
import { freshName, namesIn, scalarsOf } from "../../loops/find.ts";
import type { ArrayDecl, Loops, ScalarDecl, Stmt } from "../../loops/nodes.ts";
import { type Part, type Split, split, withTablesOut } from "../../loops/split.ts";
import { bug } from "../c/code.ts";

export interface Cut {
  readonly whole: Loops; // what is returned is no table
  readonly processes: readonly Process[]; // in the order of the text
  readonly between: readonly ArrayDecl[]; // buffers that the host does not look at
  readonly returned: ReadonlyMap<string, ArrayDecl>; // scalars of the return, and the buffers they come out in
}

export interface Process {
  readonly name: string; // of its region
  readonly loops: Loops; // its parameters are arguments of the kernel and buffers
  readonly reads: readonly string[]; // of those
  readonly writes: readonly string[];
  readonly waits: readonly Wait[]; // at most one for each other process
}

export interface Wait {
  readonly process: number; // an earlier one
  readonly because: readonly string[]; // arrays and scalars; none: it may fault, and what follows may then never end
}

/** Null where there are no two processes. */
export function cutOf(loops: Loops): Cut | null {
  if (loops.dataflow !== true && loops.tasks !== true) return null;
  const whole = withTablesOut(loops);
  if (whole.body.length < 2) return null;
  const found = split(whole);
  const values = valuesOf(whole, found);
  const returned = new Map(
    [...found.returned].map(([scalar, part]) => [scalar, values.of(scalar, part)] as const),
  );
  const ofReturn = new Set(returned.values());
  return {
    whole,
    processes: found.parts.map((part, k) => processOf(part, k, found, values)),
    between: [...found.shared, ...values.all.filter((decl) => !ofReturn.has(decl))],
    returned,
  };
}

/** Each value that a scalar leaves a process with, as an array of one element. */
interface Values {
  of(scalar: string, part: number): ArrayDecl;
  readonly all: readonly ArrayDecl[];
}

function valuesOf(loops: Loops, { parts }: Split): Values {
  const taken = new Set(namesIn(loops));
  const made = parts.map(({ name: process, results }) => {
    return new Map(
      results.map((scalar) => {
        const name = freshName(taken, `${scalar}_of_${process}`);
        taken.add(name);
        const decl: ArrayDecl = { kind: "array", name, element: scalarNamed(loops, scalar).type, shape: [] };
        return [scalar, decl] as const;
      }),
    );
  });
  return {
    of: (scalar, part) => made[part]?.get(scalar) ?? bug(`${scalar} comes from nowhere`),
    all: made.flatMap((one) => [...one.values()]),
  };
}

function processOf(part: Part, index: number, { meets }: Split, values: Values): Process {
  const { name, loops, reads, writes } = part;
  const received = [...part.scalars].flatMap(([scalar, from]) =>
    from.kind === "process" ? [{ scalar, decl: values.of(scalar, from.part) }] : [],
  );
  const given = part.results.map((scalar) => ({ scalar, decl: values.of(scalar, index) }));
  const isReceived = new Set(received.map(({ scalar }) => scalar));
  const isUsed = (one: string): boolean => reads.has(one) || writes.has(one);
  const waits = new Map<number, string[]>();
  for (const { first, second, by } of meets) {
    if (second !== index) continue;
    waits.set(first, [...(waits.get(first) ?? []), by]);
  }
  return {
    name,
    loops: {
      ...loops,
      params: [
        ...loops.params.filter((param) =>
          param.kind === "array" ? isUsed(param.name) : !isReceived.has(param.name),
        ),
        ...received.map(({ decl }) => decl),
        ...given.map(({ decl }) => decl),
      ],
      scalars: [...loops.scalars, ...received.map(({ scalar }) => scalarNamed(loops, scalar))],
      body: [
        ...received.map(({ scalar, decl }) => taking(scalar, decl)),
        ...loops.body,
        ...given.map(({ scalar, decl }) => giving(scalar, decl)),
      ],
      results: [],
    },
    reads: [...reads, ...received.map(({ decl }) => decl.name)],
    writes: [...writes, ...given.map(({ decl }) => decl.name)],
    waits: [...waits]
      .sort(([one], [other]) => one - other)
      .map(([process, because]) => ({ process, because: [...new Set(because)] })),
  };
}

const span = { from: 0, to: 0 };
const origin = { span, operator: "schedule" } as const;

function taking(scalar: string, { name, element }: ArrayDecl): Stmt {
  const value = { kind: "load", array: name, index: [], type: element, span } as const;
  return { kind: "assign", target: scalar, value, origin };
}

function giving(scalar: string, { name, element }: ArrayDecl): Stmt {
  const value = { kind: "var", name: scalar, type: element } as const;
  return { kind: "store", array: name, index: [], value, origin };
}

function scalarNamed(loops: Loops, name: string): ScalarDecl {
  return scalarsOf(loops).find((decl) => decl.name === name) ?? bug(`no scalar \`${name}\``);
}
