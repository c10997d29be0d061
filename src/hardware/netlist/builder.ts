/** A module that is being written: what it holds so far, every expression once. */
import { bug } from "../../diagnostics/bug.ts";
import type {
  Expr,
  Input,
  Instance,
  Memory,
  Module,
  Origin,
  ReadPort,
  Ref,
  Seat,
  WritePort,
} from "./nodes.ts";

export interface Builder {
  readonly name: string;
  readonly comment: string | undefined;
  readonly inputs: Input[];
  readonly outputs: Map<string, Expr>;
  readonly wires: Map<string, OpenWire>;
  readonly registers: Map<string, OpenRegister>;
  readonly memories: Map<string, OpenMemory>;
  readonly instances: Instance[];
  readonly declared: Map<string, Ref>; // everything an expression can refer to
  about: About | null; // what is being written
  readonly abouts: (About | null)[]; // of each expression, in the order in which they were made
  readonly results: Map<Expr, About>; // expressions that are all of what an About says
  readonly labels: Map<Expr, { readonly name: string; readonly origin: Origin }>; // expressions that have a name
  readonly ports: Set<string>; // what inputs and outputs are called
  readonly taken: Set<string>;
  readonly counts: Map<string, number>; // where to look for the next free number of a name
  readonly byShape: Map<string, Expr>;
  readonly order: Map<Expr, number>; // when it was made: operands come before what uses them
  readonly copies: Map<string, Copies>; // of large circuits, by what they compute (operators/copies.ts)
}

/** What a part of a circuit is for. It names wires that come to be, and makes none. */
export interface About {
  readonly name: string;
  readonly group?: string; // where it came from, for a comment above neighbours that have it
}

export interface Copies {
  readonly count: number;
  readonly module: Module | null; // of those that are not written out
  readonly writtenOut: number; // at most
}

export interface OpenWire {
  readonly name: string;
  readonly width: number;
  readonly origin: Origin;
  value: Expr | null;
}

export interface OpenRegister {
  readonly name: string;
  readonly width: number;
  readonly initial: bigint;
  readonly reset: boolean;
  readonly origin: Origin & { readonly seat?: Seat };
  drive: { readonly next: Expr; readonly enable: Expr | null } | null;
}

export interface OpenMemory extends Memory {
  readonly reads: ReadPort[];
  readonly writes: WritePort[];
}

/** A plain number takes the width of what it meets; a negative one is written in two's complement. */
export type Operand = Expr | bigint | number;

export function newBuilder(name: string, comment: string | undefined): Builder {
  return {
    name,
    comment,
    inputs: [],
    outputs: new Map(),
    wires: new Map(),
    registers: new Map(),
    memories: new Map(),
    instances: [],
    declared: new Map(),
    about: null,
    abouts: [],
    results: new Map(),
    labels: new Map(),
    ports: new Set(),
    taken: new Set(),
    counts: new Map(),
    byShape: new Map(),
    order: new Map(),
    copies: new Map(),
  };
}

/** What `make` writes is about this: wires that come to be in it are named after it. */
export function about<T>(b: Builder, what: About, make: () => T): T {
  const before = b.about;
  b.about = what;
  try {
    return make();
  } finally {
    b.about = before;
  }
}

/** Says what an expression is, should it become a wire: unlike `named` it makes none. */
export function hinted(b: Builder, what: About, value: Expr): void {
  if (value.kind !== "const" && value.kind !== "ref" && !b.results.has(value)) b.results.set(value, what);
}

/** The one object that stands for this expression in this module. Operands must be of the module already. */
export function intern<E extends Expr>(b: Builder, expr: E): Expr {
  const key = shapeOf(b, expr);
  const found = b.byShape.get(key);
  if (found !== undefined) return found;
  b.byShape.set(key, expr);
  b.abouts.push(b.about);
  b.order.set(expr, b.order.size);
  return expr;
}

export function remember(b: Builder, ref: Ref): void {
  intern(b, ref);
}

/** The expression as this module's own. Constants are free; anything else must have been made here. */
export function owned(b: Builder, expr: Expr): Expr {
  if (b.order.has(expr)) return expr;
  if (expr.kind === "const") return intern(b, expr);
  const what = expr.kind === "ref" ? expr.name : `the ${expr.kind}`;
  return bug(`${b.name}: ${what} was not made in this module`);
}

/** An operand that must have this width. */
export function sized(b: Builder, operand: Operand, width: number, place: string): Expr {
  if (typeof operand === "object") {
    const own = owned(b, operand);
    if (own.width !== width) {
      bug(`${b.name}: ${place} has ${width} bits, and gets ${describe(own)} of ${own.width}`);
    }
    return own;
  }
  const value = BigInt(operand);
  const least = -(1n << BigInt(width - 1));
  if (value < least || value >> BigInt(width) > 0n) {
    bug(`${b.name}: ${place} has ${width} bits, and gets ${value}`);
  }
  return intern(b, { kind: "const", width, value: BigInt.asUintN(width, value) });
}

function describe(expr: Expr): string {
  switch (expr.kind) {
    case "ref":
      return expr.name;
    case "unary":
    case "binary":
      return `a value (${expr.op})`;
    default:
      return `a value (${expr.kind})`;
  }
}

function shapeOf(b: Builder, expr: Expr): string {
  const id = (one: Expr): number =>
    b.order.get(one) ?? bug(`${b.name}: an operand was not made in this module`);
  switch (expr.kind) {
    case "const":
      return `${expr.width}'${expr.value}`;
    case "ref":
      return expr.name;
    case "unary":
      return `${expr.op} ${id(expr.operand)}`;
    case "binary":
      return `${expr.op} ${id(expr.left)} ${id(expr.right)}`;
    case "mux":
      return `? ${id(expr.condition)} ${id(expr.then)} ${id(expr.else)}`;
    case "concat":
      return `{} ${expr.parts.map(id).join(" ")}`;
    case "slice":
      return `[] ${id(expr.operand)} ${expr.low} ${expr.width}`;
    case "extend":
      return `${expr.signed ? "sext" : "zext"} ${id(expr.operand)} ${expr.width}`;
  }
}
