/**
 * Writes a module as it is built, without a look at how to make it better: the engine does that well, and Binaryen's
 * library, which does it too, takes longer to load than most kernels take to run.
 *
 * The part of the library's interface that the back end uses, with the library's rules: an expression is used once, blocks
 * have the type of their last part, and what never ends has the type of whatever is wanted there.
 */
import { bug } from "../../../diagnostics/bug.ts";
import type { Binaryen } from "../code.ts";
import { type Bytes, newBytes, sized } from "./bytes.ts";
import { accesses, instructions, lanes, type Valued } from "./instructions.ts";

/** In the place of Binaryen's library. */
export function assembler(): Binaryen {
  const tuples: (readonly Type[])[] = [];
  const createType = (types: readonly Type[]): number => firstTuple + tuples.push(types) - 1;
  const typesIn = (tuple: number): readonly Type[] => tuples[tuple - firstTuple] ?? bug("no such types");
  function Module(): object {
    return newModule(typesIn);
  }
  return {
    ...types,
    createType,
    Module,
    Features: {},
    setOptimizeLevel: () => undefined,
    setShrinkLevel: () => undefined,
    Load: { setSigned: () => undefined },
  } as unknown as Binaryen;
}

/** As a module writes it. */
type Type = number;
const types = {
  none: 0x40,
  i32: 0x7f,
  i64: 0x7e,
  f32: 0x7d,
  f64: 0x7c,
  v128: 0x7b,
  externref: 0x6f,
} as const;
const unreachable = 0; // the type of what never ends
const firstTuple = 1000;

/** An expression: its type, and how it is written inside of these labels. */
interface Node {
  readonly type: Type;
  write(out: Bytes, labels: readonly Label[]): void;
}
type Label = string | null;
type Ref = number;

interface Signature {
  readonly name: string;
  readonly params: readonly Type[];
  readonly result: Type;
}
interface Defined extends Signature {
  readonly locals: readonly Type[];
  readonly body: Ref;
}
interface Imported extends Signature {
  readonly from: string;
  readonly base: string;
}

interface State {
  readonly nodes: Node[];
  readonly targets: Set<string>; // labels that something jumps to
  readonly imports: Imported[];
  readonly functions: Defined[];
  readonly exports: { readonly internal: string; readonly external: string }[];
  memory: { readonly initial: number; readonly maximum: number; readonly name: string } | null;
}

function newModule(typesIn: (tuple: number) => readonly Type[]): object {
  const state: State = {
    ...{ nodes: [], targets: new Set<string>(), imports: [], functions: [], exports: [] },
    memory: null,
  };
  const module: Tree = {};
  for (const [path, method] of [...computing(state), ...flow(state)]) put(module, path, method);
  return Object.assign(module, {
    setFeatures: () => undefined,
    setMemory: (initial: number, maximum: number, name: string) => {
      state.memory = { initial, maximum, name };
    },
    addFunction: (name: string, params: number, result: Type, locals: readonly Type[], body: Ref) => {
      state.functions.push({ name, params: listOf(params, typesIn), result, locals, body });
    },
    addFunctionImport: (name: string, from: string, base: string, params: number, result: Type) => {
      state.imports.push({ name, from, base, params: listOf(params, typesIn), result });
    },
    addFunctionExport: (internal: string, external: string) => state.exports.push({ internal, external }),
    validate: () => 1, // the engine does
    optimize: () => undefined,
    emitBinary: () => binaryOf(state),
    dispose: () => undefined,
  });
}

type Tree = { [name: string]: unknown };

function put(tree: Tree, path: readonly string[], method: unknown): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) {
    tree[name] = method;
    return;
  }
  const inner = (tree[name] ?? {}) as Tree;
  tree[name] = inner;
  put(inner, rest, method);
}

function listOf(params: number, typesIn: (tuple: number) => readonly Type[]): readonly Type[] {
  if (params === types.none) return [];
  return params >= firstTuple ? typesIn(params) : [params];
}

type Method = readonly [path: readonly string[], method: unknown];

function add(state: State, type: Type, write: Node["write"]): Ref {
  return state.nodes.push({ type, write }) - 1;
}

function nodeAt(state: State, ref: Ref): Node {
  return state.nodes[ref] ?? bug("no such expression");
}

/** What computes values. */
function computing(state: State): readonly Method[] {
  const all = (refs: readonly Ref[], out: Bytes, labels: readonly Label[]): void => {
    for (const ref of refs) nodeAt(state, ref).write(out, labels);
  };
  const plain = instructions().map(
    ({ path, opcode, result }): Method => [
      path,
      (...operands: Ref[]) =>
        add(state, types[result], (out, labels) => {
          all(operands, out, labels);
          out.raw(opcode);
        }),
    ],
  );
  const memory = accesses().map(
    ({ path, opcode, result, access }): Method => [
      path,
      (offset: number, align: number, ...operands: Ref[]) =>
        add(state, access === "load" ? types[result] : types.none, (out, labels) => {
          all(operands, out, labels);
          out.raw(opcode);
          out.unsigned(Math.log2(align));
          out.unsigned(offset);
        }),
    ],
  );
  const lane = lanes().map(
    ({ path, opcode, result }): Method => [
      path,
      (vector: Ref, index: number, ...value: Ref[]) =>
        add(state, types[result], (out, labels) => {
          all([vector, ...value], out, labels);
          out.raw(opcode);
          out.byte(index);
        }),
    ],
  );
  const shuffle = (a: Ref, b: Ref, mask: readonly number[]): Ref =>
    add(state, types.v128, (out, labels) => {
      all([a, b], out, labels);
      out.raw([0xfd, 13, ...mask]);
    });
  return [...plain, ...memory, ...lane, [["i8x16", "shuffle"], shuffle], ...constants(state)];
}

function constants(state: State): readonly Method[] {
  const constant = (type: Valued, write: (out: Bytes) => void): Ref => add(state, types[type], write);
  return [
    [
      ["i32", "const"],
      (value: number) =>
        constant("i32", (out) => {
          out.byte(0x41);
          out.signed(BigInt(value | 0));
        }),
    ],
    [
      ["i64", "const"],
      (value: bigint) =>
        constant("i64", (out) => {
          out.byte(0x42);
          out.signed(BigInt.asIntN(64, value));
        }),
    ],
    [
      ["f32", "const"],
      (value: number) =>
        constant("f32", (out) => {
          out.byte(0x43);
          out.raw(new Uint8Array(Float32Array.of(value).buffer));
        }),
    ],
    [
      ["f64", "const"],
      (value: number) =>
        constant("f64", (out) => {
          out.byte(0x44);
          out.raw(new Uint8Array(Float64Array.of(value).buffer));
        }),
    ],
    [
      ["v128", "const"],
      (value: ArrayLike<number>) =>
        constant("v128", (out) => {
          out.raw([0xfd, 12]);
          out.raw(value);
        }),
    ],
  ];
}

/** Locals, calls, blocks and jumps. */
function flow(state: State): readonly Method[] {
  const typeOf = (ref: Ref): Type => nodeAt(state, ref).type;
  const write = (ref: Ref, out: Bytes, labels: readonly Label[]): void =>
    nodeAt(state, ref).write(out, labels);
  const local = (opcode: number, type: Type, index: number, value: Ref | null): Ref =>
    add(state, type, (out, labels) => {
      if (value !== null) write(value, out, labels);
      out.byte(opcode);
      out.unsigned(index);
    });
  return [
    [["local", "get"], (index: number, type: Type) => local(0x20, type, index, null)],
    [["local", "set"], (index: number, value: Ref) => local(0x21, types.none, index, value)],
    [["local", "tee"], (index: number, value: Ref, type: Type) => local(0x22, type, index, value)],
    [
      ["drop"],
      (value: Ref) =>
        add(state, types.none, (out, labels) => {
          write(value, out, labels);
          out.byte(0x1a);
        }),
    ],
    [["nop"], () => add(state, types.none, (out) => out.byte(0x01))],
    [["unreachable"], () => add(state, unreachable, (out) => out.byte(0x00))],
    [
      ["return"],
      (value?: Ref) =>
        add(state, unreachable, (out, labels) => {
          if (value !== undefined) write(value, out, labels);
          out.byte(0x0f);
        }),
    ],
    [
      ["select"],
      (test: Ref, then: Ref, otherwise: Ref) =>
        add(state, typeOf(then), (out, labels) => {
          for (const ref of [then, otherwise, test]) write(ref, out, labels);
          out.byte(0x1b);
        }),
    ],
    [
      ["call"],
      (name: string, args: readonly Ref[], type: Type) =>
        add(state, type, (out, labels) => {
          for (const arg of args) write(arg, out, labels);
          out.byte(0x10);
          out.unsigned(functionNumber(state, name));
        }),
    ],
    [
      ["br"],
      (label: string, test?: Ref, value?: Ref) => {
        state.targets.add(label);
        return add(state, test === undefined ? unreachable : types.none, (out, labels) => {
          if (value !== undefined) write(value, out, labels);
          if (test !== undefined) write(test, out, labels);
          out.byte(test === undefined ? 0x0c : 0x0d);
          const at = labels.lastIndexOf(label);
          out.unsigned(at < 0 ? bug(`no label ${label}`) : labels.length - 1 - at);
        });
      },
    ],
    [
      ["block"],
      (label: Label, parts: readonly Ref[], type?: Type) => {
        const own = type ?? blockType(state, label, parts.map(typeOf));
        const inside: Node["write"] = (out, labels) => {
          for (const part of parts) write(part, out, labels);
        };
        // Nothing can jump to a block without a name: its parts stand where it stands.
        return add(state, own, label === null ? inside : framed(0x02, own, label, inside));
      },
    ],
    [
      ["loop"],
      (label: Label, body: Ref) =>
        add(
          state,
          typeOf(body),
          framed(0x03, typeOf(body), label, (out, labels) => write(body, out, labels)),
        ),
    ],
    [
      ["if"],
      (test: Ref, then: Ref, otherwise?: Ref) => {
        const type = ifType(typeOf(then), otherwise === undefined ? types.none : typeOf(otherwise));
        const arms = framed(0x04, type, null, (out, labels) => {
          write(then, out, labels);
          if (otherwise === undefined) return;
          out.byte(0x05);
          write(otherwise, out, labels);
        });
        return add(state, type, (out, labels) => {
          write(test, out, labels);
          arms(out, labels);
        });
      },
    ],
  ];
}

/** `inside` is written between an opcode with a type and an `end`. */
function framed(opcode: number, type: Type, label: Label, inside: Node["write"]): Node["write"] {
  return (out, labels) => {
    out.byte(opcode);
    out.byte(type === unreachable ? types.none : type);
    inside(out, [...labels, label]);
    out.byte(0x0b);
    if (type === unreachable) out.byte(0x00); // so that anything may follow
  };
}

/** The type of the last part, or none where a jump leads to the end. Nothing comes after what never ends. */
function blockType(state: State, label: Label, parts: readonly Type[]): Type {
  const isTarget = label !== null && state.targets.has(label);
  const last = parts.at(-1) ?? types.none;
  if (last === types.none && !isTarget && parts.includes(unreachable)) return unreachable;
  return last === unreachable && isTarget ? types.none : last;
}

function ifType(then: Type, otherwise: Type): Type {
  return then === unreachable ? otherwise : then;
}

function functionNumber({ imports, functions }: State, name: string): number {
  const imported = imports.findIndex((one) => one.name === name);
  if (imported >= 0) return imported;
  const defined = functions.findIndex((one) => one.name === name);
  return defined >= 0 ? imports.length + defined : bug(`no function ${name}`);
}

/** The module's sections, in their order. */
function binaryOf(state: State): Uint8Array {
  const { imports, functions, exports, memory } = state;
  const all: readonly Signature[] = [...imports, ...functions];
  const signatures = new Map<string, { readonly number: number; readonly of: Signature }>();
  const keyOf = ({ params, result }: Signature): string => `${params.join()}:${result}`;
  for (const one of all) {
    if (!signatures.has(keyOf(one))) signatures.set(keyOf(one), { number: signatures.size, of: one });
  }
  const signatureOf = (one: Signature): number =>
    signatures.get(keyOf(one))?.number ?? bug("no such signature");
  const out = newBytes();
  out.raw([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  section(out, 1, [...signatures.values()], (part, { of: { params, result } }) => {
    part.byte(0x60);
    part.unsigned(params.length);
    part.raw(params);
    part.raw(result === types.none ? [0] : [1, result]);
  });
  section(out, 2, imports, (part, one) => {
    part.name(one.from);
    part.name(one.base);
    part.byte(0x00);
    part.unsigned(signatureOf(one));
  });
  section(out, 3, functions, (part, one) => part.unsigned(signatureOf(one)));
  section(out, 5, memory === null ? [] : [memory], (part, { initial, maximum }) => {
    part.byte(0x01);
    part.unsigned(initial);
    part.unsigned(maximum);
  });
  const memories = memory === null ? [] : [{ name: memory.name, kind: 2, number: 0 }];
  const exported = exports.map(({ internal, external }) => ({
    ...{ name: external, kind: 0, number: functionNumber(state, internal) },
  }));
  section(out, 7, [...memories, ...exported], (part, { name, kind, number }) => {
    part.name(name);
    part.byte(kind);
    part.unsigned(number);
  });
  section(out, 10, functions, (part, { locals, body }) =>
    sized(part, (code) => {
      const runs = runsOf(locals);
      code.unsigned(runs.length);
      for (const { count, type } of runs) {
        code.unsigned(count);
        code.byte(type);
      }
      nodeAt(state, body).write(code, []);
      code.byte(0x0b);
    }),
  );
  return out.done();
}

function section<T>(
  out: Bytes,
  id: number,
  items: readonly T[],
  write: (part: Bytes, item: T) => void,
): void {
  if (items.length === 0) return;
  out.byte(id);
  sized(out, (part) => {
    part.unsigned(items.length);
    for (const item of items) write(part, item);
  });
}

function runsOf(locals: readonly Type[]): readonly { readonly count: number; readonly type: Type }[] {
  const runs: { count: number; readonly type: Type }[] = [];
  for (const type of locals) {
    const last = runs.at(-1);
    if (last?.type === type) last.count += 1;
    else runs.push({ count: 1, type });
  }
  return runs;
}
